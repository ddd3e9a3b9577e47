import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { Listbox, listboxId, optionId } from "./listbox.tsx";
import styles from "./finder.module.css";

/** A result: its name, and the area around it. */
export type Found = { key: string; name: string; within: string };

/** Milliseconds to wait after the last typed letter. */
const searchDelay = 250;
const minLetters = 2;

/**
 * Searches while the user types, and lets them choose a result: arrows, Enter, Esc, and the number of results for
 * screen readers. It is not a form field: the result is passed to `onChoose`. Hidden without scripts.
 */
export function Finder<T extends Found>({
  label,
  hint,
  placeholder,
  search,
  onChoose,
}: {
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  search: (text: string, signal: AbortSignal) => Promise<readonly T[]>;
  onChoose: (one: T) => void;
}) {
  const id = useId();
  const [text, setText] = useState("");
  const [found, setFound] = useState<readonly T[]>();
  const [failed, setFailed] = useState(false);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  const asked = text.trim();
  const longEnough = asked.length >= minLetters;

  useEffect(() => {
    if (!open || asked.length < minLetters) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      latest.current(asked, stop.signal).then(
        (result) => {
          if (stop.signal.aborted) return;
          setFound(result);
          setFailed(false);
          setAt(-1);
        },
        () => stop.signal.aborted || setFailed(true),
      );
    }, searchDelay);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked, open]);

  function choose(one: T): void {
    setText(one.name);
    setOpen(false);
    setFound(undefined);
    onChoose(one);
  }
  const shown = open && longEnough && (found !== undefined || failed);
  const items = shown && found ? found : [];
  const status = !shown
    ? ""
    : failed
      ? "Pencarian belum berhasil. Coba lagi."
      : items.length === 0
        ? "Tidak ditemukan. Coba nama kecamatan, kota, atau kabupaten."
        : `${items.length} ditemukan`;

  return (
    <div
      className={`${styles.finder} needs-js`}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <Icon name="search" small />
        <input
          ref={input}
          id={id}
          type="text"
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls={listboxId(id)}
          aria-autocomplete="list"
          aria-activedescendant={items[at] ? optionId(id, at) : undefined}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          autoComplete="off"
          enterKeyHint="search"
          placeholder={placeholder}
          maxLength={80}
          value={text}
          onFocus={() => setOpen(true)}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setOpen(true);
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter") {
              // Enter chooses. It never sends the form around the box.
              event.preventDefault();
              const one = items[Math.max(0, at)];
              if (one) choose(one);
            } else if (event.key === "Escape" && shown) {
              event.stopPropagation();
              setOpen(false);
            } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
              event.preventDefault();
              setOpen(true);
              const by = event.key === "ArrowDown" ? 1 : -1;
              if (items.length > 0)
                setAt((now) => (now + by + items.length + (now < 0 && by < 0 ? 1 : 0)) % items.length);
            }
          }}
        />
        {text !== "" && (
          <button
            type="button"
            aria-label="Hapus yang dicari"
            onClick={() => {
              setText("");
              setFound(undefined);
              input.current?.focus();
            }}
          >
            <Icon name="close" small />
          </button>
        )}
        {shown && (
          <div className={styles.drop}>
            <Listbox input={id} label={label} items={items} active={at} keyOf={({ key }) => key} onChoose={choose}>
              {({ name, within }) => (
                <>
                  <Icon name="pin" small />
                  <span>
                    <b>{name}</b>
                    <small>{within}</small>
                  </span>
                </>
              )}
            </Listbox>
            {items.length === 0 && <p className={styles.none}>{status}</p>}
          </div>
        )}
      </div>
      <p className="sr-only" role="status">
        {status}
      </p>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
