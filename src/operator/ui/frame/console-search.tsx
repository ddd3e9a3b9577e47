import { useEffect, useId, useRef, useState } from "react";
import { Form } from "react-router";
import type { OperatorPermission } from "#accounts/operators/rules.ts";
import { hrefs } from "#hrefs.ts";
import { browserCall, typedApi, type ApiResponse } from "#lib/api-client.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { Icon } from "#ui/icon.tsx";
import { Listbox, listboxId, optionId } from "#ui/listbox.tsx";
import type { WorklistApi } from "../../worklist/contract.ts";
import { consoleSearch } from "../../worklist/rules.ts";
import { consoleLinks } from "./console-links.ts";
import styles from "./console-search.module.css";

type FoundThing = ApiResponse<WorklistApi["GET /v1/operator/search"]>["result"][number];
export type Command = { href: string; title: string; detail: string };

/** Milliseconds to wait after the last typed letter. */
const searchDelay = 200;

const kindLabels: Record<FoundThing["kind"], string> = {
  order: "Pesanan",
  complaint: "Komplain",
  shop: "Toko",
  product: "Produk",
};

/** A result of the console's search as something to open. */
export function commandOf({ kind, subject, title, detail }: FoundThing): Command {
  const href = {
    order: () => hrefs.operator("orders", { q: subject }),
    complaint: () => operatorHrefs.complaint(subject),
    shop: () => hrefs.merchant(subject),
    product: () => hrefs.product(subject),
  }[kind]();
  return { href, title, detail: `${kindLabels[kind]} · ${detail}` };
}

/** The parts of the console that the operator may open and whose name or words begin like the text. */
export function partsLike(text: string, permissions: readonly OperatorPermission[]): Command[] {
  const typed = text.trim().toLowerCase();
  return consoleLinks
    .filter(({ permission }) => permission === null || permissions.includes(permission))
    .filter(({ label, words }) =>
      `${label} ${words ?? ""}`
        .toLowerCase()
        .split(" ")
        .some((word) => word.startsWith(typed)),
    )
    .map(({ href, label }) => ({ href, title: label, detail: "Bagian konsol" }));
}

/**
 * The search of the console and its command palette: Ctrl+K or ⌘K moves here, arrows and Enter open a part, an order, a
 * complaint, a shop or a product. Without scripts it is a form that opens the page of results.
 */
export function ConsoleSearch({ permissions }: { permissions: readonly OperatorPermission[] }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [found, setFound] = useState<readonly Command[]>([]);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const asked = text.trim();

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, []);

  useEffect(() => {
    if (!open || asked.length < consoleSearch.min) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      typedApi<WorklistApi>(browserCall)("GET /v1/operator/search", { query: { q: asked }, signal: stop.signal }).then(
        ({ result }) => {
          if (!stop.signal.aborted) setFound(result.map(commandOf));
        },
        // The page of results says what failed.
        () => undefined,
      );
    }, searchDelay);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked, open]);

  const items = open ? [...partsLike(asked, permissions), ...(asked.length < consoleSearch.min ? [] : found)] : [];
  function choose({ href }: Command): void {
    setOpen(false);
    setText("");
    setFound([]);
    // A click on a link, so that the page changes as with any other link.
    const link = document.createElement("a");
    link.href = href;
    document.body.append(link);
    link.click();
    link.remove();
  }

  return (
    <search
      className={styles.search}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <Form action={operatorHrefs.search()} method="get">
        <Icon name="search" small />
        <input
          ref={input}
          id={id}
          name="q"
          type="text"
          role="combobox"
          aria-label="Cari di konsol"
          aria-expanded={items.length > 0}
          aria-controls={listboxId(id)}
          aria-autocomplete="list"
          aria-activedescendant={items[at] ? optionId(id, at) : undefined}
          autoComplete="off"
          enterKeyHint="search"
          placeholder="Cari invoice, toko, produk, bagian"
          minLength={consoleSearch.min}
          maxLength={consoleSearch.max}
          value={text}
          onFocus={() => setOpen(true)}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setFound([]);
            setAt(-1);
            setOpen(true);
          }}
          onKeyDown={(event) => {
            const chosen = items[at];
            if (event.key === "Enter" && chosen) {
              event.preventDefault();
              choose(chosen);
            } else if (event.key === "Escape" && open) {
              event.stopPropagation();
              setOpen(false);
            } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && items.length > 0) {
              event.preventDefault();
              const by = event.key === "ArrowDown" ? 1 : -1;
              setAt((at + by + items.length + (at < 0 && by < 0 ? 1 : 0)) % items.length);
            }
          }}
        />
        <kbd className="needs-js" aria-hidden>
          Ctrl K
        </kbd>
      </Form>
      {items.length > 0 && (
        <div className={styles.drop}>
          <Listbox input={id} label="Hasil" items={items} active={at} keyOf={({ href }) => href} onChoose={choose}>
            {({ title, detail }) => (
              <span>
                <b>{title}</b>
                <small>{detail}</small>
              </span>
            )}
          </Listbox>
        </div>
      )}
      <p className="sr-only" role="status">
        {open && asked !== "" ? `${items.length} hasil` : ""}
      </p>
    </search>
  );
}
