/**
 * Design note. A list that was extended with “Muat lagi” has the same length again when the user returns to it. The
 * added items are stored in the entry of the browser's history, so a new visit to the address starts with the short
 * list, and the cached page is the same for everyone. The document reserves the height before scripts run
 * (web/document.ts), so that the browser restores the scroll position.
 */
import { useEffect, useMemo, useState } from "react";
import { useHydrated } from "./use-hydrated.ts";

/** The items that were added to the list, the cursor of the next page, and the number of pages shown. */
export type LoadedMore<T> = { added: T[]; next: string | null; page: number };

/** How long a stored list is used. Prices change. */
const restoreTtl = 30 * 60_000;

function readStored<T>(of: string): LoadedMore<T> | undefined {
  if (typeof history === "undefined") return undefined;
  const stored = (history.state as { loadedMore?: LoadedMore<T> & { of: string; at: number } } | null)?.loadedMore;
  return stored?.of === of && Date.now() - stored.at < restoreTtl ? stored : undefined;
}

/**
 * The items that were added to the list at the address `of`, whose first page is `data`, and a function that stores
 * more.
 */
export function useLoadMoreRestore<T>(
  of: string,
  data: object,
): [LoadedMore<T> | undefined, (grown: LoadedMore<T>) => void] {
  const hydrated = useHydrated();
  const [own, setOwn] = useState<{ data: object; grown: LoadedMore<T> }>();
  // Read again when the address has other data.
  const stored = useMemo(() => readStored<T>(of), [of, data]); // oxlint-disable-line react-hooks/exhaustive-deps
  useEffect(() => {
    if (hydrated) document.body.style.minHeight = "";
  }, [hydrated]);
  useEffect(() => {
    if (!own) return;
    const height = document.body.scrollHeight;
    try {
      history.replaceState({ ...history.state, loadedMore: { ...own.grown, of, at: Date.now(), height } }, "");
    } catch {
      // Too large for the browser's history: then the list starts short.
    }
  }, [own]); // oxlint-disable-line react-hooks/exhaustive-deps
  const loaded = own?.data === data ? own.grown : hydrated ? stored : undefined;
  return [loaded, (now) => setOwn({ data, grown: now })];
}
