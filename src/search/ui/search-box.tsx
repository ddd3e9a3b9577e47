import { Suspense, useId, useLayoutEffect, useRef, useState, type SubmitEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { hrefs } from "#hrefs.ts";
import { Icon } from "#ui/icon.tsx";
import { lazyExtra } from "#ui/lazy-extra.ts";
import { maxSearchLength, searchHref, searchType, type SearchType, searchTypes } from "../rules.ts";
import styles from "./search-box.module.css";

const SearchSuggestions = lazyExtra(async () => (await import("./search-suggestions.tsx")).SearchSuggestions);

/**
 * The search form: type, keyword, a button that clears it, submit (S047–S053). Without scripts it is a plain form to
 * /product. The code of suggestions loads when the input gets focus.
 */
export function SearchBox({ place }: { place: "header" | "page" }) {
  const id = useId();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const asked = new URLSearchParams(pathname === hrefs.products() || pathname === hrefs.merchants() ? search : "");
  const input = useRef<HTMLInputElement>(null);
  const [keyword, setKeyword] = useState(asked.get("name") ?? "");
  const [type, setType] = useState<SearchType>(
    asked.has("type") ? searchType(asked.get("type")) : pathname === hrefs.merchants() ? "seller" : "product",
  );
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  // The id of the list below, for aria-controls.
  const [list, setList] = useState<string>();

  // The user may have typed before the script ran. At once, because the next render would empty the input.
  useLayoutEffect(() => {
    const typed = input.current?.value;
    if (typed) setKeyword(typed);
    if (document.activeElement === input.current && typed) setOpen(true);
  }, []);

  function go(name: string) {
    setKeyword(name);
    setOpen(false);
    input.current?.blur();
    void import("./recent-searches.ts").then(({ saveSearch }) => saveSearch(name));
    void navigate(searchHref(name, type));
  }
  function submit(event: SubmitEvent) {
    event.preventDefault();
    // What the input shows: of typing in the moment in which the script starts, the state knows nothing.
    go(input.current?.value ?? keyword);
  }
  return (
    <search className={styles.search}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles focus that leaves its children */}
      <form
        action={hrefs.products()}
        aria-label={place === "header" ? undefined : "Cari di seluruh toko"}
        onSubmit={submit}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
        }}
      >
        <span className={styles.type}>
          <select
            name="type"
            aria-label="Cari di"
            value={type}
            onChange={(event) => setType(searchType(event.currentTarget.value))}
          >
            {Object.entries(searchTypes).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" small />
        </span>
        <input
          ref={input}
          type="search"
          name="name"
          className={styles.input}
          placeholder={type === "seller" ? "Cari nama toko…" : "Cari produk…"}
          aria-label={type === "seller" ? "Cari penjual" : "Cari produk"}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          maxLength={maxSearchLength}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={open && list !== undefined}
          aria-controls={open ? list : undefined}
          aria-activedescendant={open ? active : undefined}
          value={keyword}
          onChange={(event) => {
            setKeyword(event.currentTarget.value);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onKeyDown={(event) => event.key === "ArrowDown" && setOpen(true)}
        />
        <button
          type="button"
          className={`${styles.clear} needs-js`}
          aria-label="Hapus kata kunci"
          onClick={() => {
            setKeyword("");
            input.current?.focus();
          }}
        >
          <Icon name="close" small />
        </button>
        <button className={styles.go} aria-label="Cari">
          <Icon name="search" />
        </button>
        <div className={styles.popup} hidden={!open}>
          {open && (
            <Suspense>
              <SearchSuggestions
                {...{ keyword, type, input, active, setActive, setList }}
                prefix={id}
                onChoose={go}
                onClose={() => setOpen(false)}
              />
            </Suspense>
          )}
        </div>
      </form>
    </search>
  );
}
