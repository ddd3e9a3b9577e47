// A listbox of the ARIA combobox pattern: the input keeps the focus and handles the keys, options are only pressed.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events */
import { useEffect, useState, type RefObject } from "react";
import { Icon } from "#ui/icon.tsx";
import { useList } from "../list-cache.ts";
import { splitMatch, suggestionDelay, suggestionsUrl, type SearchType } from "../rules.ts";
import { forgetSearches, recentSearches } from "./recent-searches.ts";
import styles from "./search-box.module.css";

/**
 * The list below the search box: recent searches while it is empty, else what the shop suggests 500 ms after the last
 * key (specification §4). Listens to the keys of the input itself. Answers are kept by keyword, so a late answer to an
 * older keyword is never shown.
 */
export function SearchSuggestions({
  keyword,
  type,
  input,
  prefix,
  active,
  setActive,
  onChoose,
  onClose,
}: {
  keyword: string;
  type: SearchType;
  input: RefObject<HTMLInputElement | null>;
  prefix: string;
  active: string | undefined;
  setActive: (id: string | undefined) => void;
  onChoose: (name: string) => void;
  onClose: () => void;
}) {
  const [recent, setRecent] = useState(recentSearches);
  const [settled, setSettled] = useState<string | null>(null);
  const wanted = suggestionsUrl(keyword, type);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), suggestionDelay);
    return () => clearTimeout(timer);
  }, [wanted]);
  const url = settled === wanted ? wanted : null;
  const { data } = useList<{ name: string }>(url);
  const blank = keyword.trim() === "";
  const names = blank ? recent : url === null ? [] : (data ?? []).map(({ name }) => name);
  const found = [...new Set(names)];
  const optionId = (index: number) => `${prefix}-${index}`;

  useEffect(() => setActive(undefined), [keyword, setActive]);
  useEffect(() => {
    const element = input.current;
    if (!element) return undefined;
    function press(event: KeyboardEvent) {
      const at = found.findIndex((_, index) => optionId(index) === active);
      if (event.key === "Escape") {
        event.preventDefault();
        onClose();
      } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && found.length > 0) {
        event.preventDefault();
        const step = event.key === "ArrowDown" ? 1 : -1;
        // One place beyond either end is the input itself.
        const next = ((at + 1 + step + found.length + 1) % (found.length + 1)) - 1;
        setActive(next === -1 ? undefined : optionId(next));
      } else if (event.key === "Enter" && at !== -1) {
        event.preventDefault();
        onChoose(found[at] ?? keyword);
      } else if (event.key === "Tab") {
        onClose();
      }
    }
    element.addEventListener("keydown", press);
    return () => element.removeEventListener("keydown", press);
  });

  if (blank && found.length === 0) return null;
  if (!blank && data === undefined) return null;
  if (found.length === 0) {
    return <output className={styles.none}>Data tidak ditemukan.</output>;
  }
  return (
    <>
      {blank && (
        <div className={styles.recent}>
          <span>Pencarian terakhir</span>
          <button
            type="button"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              forgetSearches();
              setRecent([]);
            }}
          >
            Hapus
          </button>
        </div>
      )}
      <ul role="listbox" aria-label={blank ? "Pencarian terakhir" : "Saran pencarian"} className={styles.list}>
        {found.map((name, index) => (
          <li
            key={name}
            id={optionId(index)}
            role="option"
            aria-selected={optionId(index) === active}
            // The input keeps the focus; a press chooses when it is let go.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(name)}
          >
            <Icon name={blank ? "clock" : "search"} small />
            <Marked text={name} keyword={keyword} />
          </li>
        ))}
      </ul>
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
