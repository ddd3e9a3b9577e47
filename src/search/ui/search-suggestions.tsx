import { useEffect, useState, type RefObject } from "react";
import { Icon } from "#ui/icon.tsx";
import { Listbox, listboxId, optionId } from "#ui/listbox.tsx";
import { useList } from "#lib/browser/list-cache.ts";
import { splitMatch, suggestionDelay, suggestionsUrl, type SearchType } from "../rules.ts";
import { clearSearches, recentSearches } from "./recent-searches.ts";
import styles from "./search-box.module.css";

/**
 * The list below the search box: recent searches while it is empty, else suggestions, fetched 500 ms after the last key
 * (S122). Until then it shows the earlier suggestions that still match. It listens to the keys of the input. Responses
 * are cached by keyword, so a late response for an earlier keyword is never shown.
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
  const isEmpty = wanted === null;
  const hasResponse = isEmpty || data !== undefined;
  const matching = last.type === type ? last.names.filter((name) => splitMatch(name, keyword)) : [];
  const found = [...new Set(isEmpty ? recent : data ? data.map(({ name }) => name) : error ? [] : matching)];
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
        // The position beyond either end is the input itself.
        const next = ((at + 1 + step + found.length + 1) % (found.length + 1)) - 1;
        setActive(next === -1 ? undefined : optionId(prefix, next));
      } else if (event.key === "Enter" && at !== -1) {
        event.preventDefault();
        onChoose(found[at] ?? keyword);
      } else if (event.key === "Tab" && !isEmpty) {
        // With recent searches the list stays open, because Tab moves to the button that clears them.
        onClose();
      }
    }
    element.addEventListener("keydown", press);
    return () => element.removeEventListener("keydown", press);
  });

  const nothing = hasResponse && !isEmpty && !listed;
  const what = isEmpty ? "pencarian terakhir" : "saran pencarian";
  return (
    <>
      <p role="status" className={nothing ? styles.none : "sr-only"}>
        {nothing && "Data tidak ditemukan."}
        {hasResponse && listed && `${found.length} ${what}. Pilih dengan panah atas dan bawah.`}
      </p>
      {isEmpty && listed && (
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
          label={isEmpty ? "Pencarian terakhir" : "Saran pencarian"}
          items={found}
          active={at}
          keyOf={(name) => name}
          onChoose={onChoose}
          className={styles.list}
        >
          {(name) => (
            <>
              <Icon name={isEmpty ? "clock" : "search"} small />
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
