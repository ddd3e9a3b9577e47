import { useEffect, useState, type RefObject } from "react";
import { Icon } from "#ui/icon.tsx";
import { Listbox, listboxId, optionId } from "#ui/listbox.tsx";
import { useList } from "#lib/browser/list-cache.ts";
import { splitMatch, suggestionDelay, suggestionsUrl, type SearchType } from "../rules.ts";
import { clearSearches, recentSearches } from "./recent-searches.ts";
import styles from "./search-box.module.css";

/**
 * The list below the search box: recent searches while it is empty, else what the shop suggests 500 ms after the last
 * key (specification §4); until then, what is left of the last answer. Listens to the keys of the input itself. Answers
 * are kept by keyword, so a late answer to an older keyword is never shown.
 */
export function SearchSuggestions({
  keyword,
  type,
  input,
  prefix,
  active,
  setActive,
  setList,
  onChoose,
  onClose,
}: {
  keyword: string;
  type: SearchType;
  input: RefObject<HTMLInputElement | null>;
  prefix: string;
  active: string | undefined;
  setActive: (id: string | undefined) => void;
  /** Called with the id of the list while there is one. */
  setList: (id: string | undefined) => void;
  onChoose: (name: string) => void;
  onClose: () => void;
}) {
  const [recent, setRecent] = useState(recentSearches);
  const [settled, setSettled] = useState<string | null>(null);
  const [last, setLast] = useState<{ type: SearchType; names: string[] }>({ type, names: [] });
  const wanted = suggestionsUrl(keyword, type);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), suggestionDelay);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, error } = useList<{ name: string }>(settled === wanted ? wanted : null);
  useEffect(() => {
    if (data) setLast({ type, names: data.map(({ name }) => name) });
  }, [data, type]);
  const blank = wanted === null;
  const answered = blank || data !== undefined;
  const matching = last.type === type ? last.names.filter((name) => splitMatch(name, keyword)) : [];
  const found = [...new Set(blank ? recent : data ? data.map(({ name }) => name) : error ? [] : matching)];
  const listed = found.length > 0;
  const at = found.findIndex((_, index) => optionId(prefix, index) === active);

  useEffect(() => setActive(undefined), [keyword, setActive]);
  useEffect(() => {
    setList(listed ? listboxId(prefix) : undefined);
    return () => setList(undefined);
  }, [listed, prefix, setList]);
  useEffect(() => {
    const element = input.current;
    if (!element) return undefined;
    function press(event: KeyboardEvent) {
      if (event.key === "Escape") {
        event.preventDefault();
        onClose();
      } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && found.length > 0) {
        event.preventDefault();
        const step = event.key === "ArrowDown" ? 1 : -1;
        // One place beyond either end is the input itself.
        const next = ((at + 1 + step + found.length + 1) % (found.length + 1)) - 1;
        setActive(next === -1 ? undefined : optionId(prefix, next));
      } else if (event.key === "Enter" && at !== -1) {
        event.preventDefault();
        onChoose(found[at] ?? keyword);
      } else if (event.key === "Tab" && !blank) {
        // The recent ones have a button to forget them.
        onClose();
      }
    }
    element.addEventListener("keydown", press);
    return () => element.removeEventListener("keydown", press);
  });

  const nothing = answered && !blank && !listed;
  const what = blank ? "pencarian terakhir" : "saran pencarian";
  return (
    <>
      <p role="status" className={nothing ? styles.none : "sr-only"}>
        {nothing && "Data tidak ditemukan."}
        {answered && listed && `${found.length} ${what}. Pilih dengan panah atas dan bawah.`}
      </p>
      {blank && listed && (
        <div className={styles.recent}>
          <span>Pencarian terakhir</span>
          <button
            type="button"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              clearSearches();
              setRecent([]);
            }}
          >
            Hapus
          </button>
        </div>
      )}
      {listed && (
        <Listbox
          input={prefix}
          label={blank ? "Pencarian terakhir" : "Saran pencarian"}
          items={found}
          active={at}
          keyOf={(name) => name}
          onChoose={onChoose}
          className={styles.list}
        >
          {(name) => (
            <>
              <Icon name={blank ? "clock" : "search"} small />
              <Marked text={name} keyword={keyword} />
            </>
          )}
        </Listbox>
      )}
    </>
  );
}

function Marked({ text, keyword }: { text: string; keyword: string }) {
  const parts = splitMatch(text, keyword);
  if (!parts) return <span>{text}</span>;
  const [before, match, after] = parts;
  return (
    <span>
      {before}
      <b>{match}</b>
      {after}
    </span>
  );
}
