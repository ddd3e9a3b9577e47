/**
 * Design note. A list that “Muat lagi” has made longer is as long again when somebody comes back to it: what was added stays
 * in the entry of the browser's history, so that a new visit to the same address begins short, and pages remain the same for
 * everybody. The document reserves the height before scripts run (site/document.ts), so that the browser finds its place.
 */
import { useEffect, useMemo, useState } from "react";
import { useHydrated } from "./use-hydrated.ts";

/** What was added to the list of the page, where it goes on, and how many pages are shown. */
export type LoadedMore<T> = { added: T[]; next: string | null; page: number };

/** How long an entry is believed: prices change. */
const restoreTtl = 30 * 60_000;

function readStored<T>(of: string): LoadedMore<T> | undefined {
  if (typeof history === "undefined") return undefined;
  const kept = (history.state as { lagi?: LoadedMore<T> & { of: string; at: number } } | null)?.lagi;
  return kept?.of === of && Date.now() - kept.at < restoreTtl ? kept : undefined;
}

/** What was added to the list at the address `of`, as the server has sent it in `data`; and how to say that more was. */
export function useLoadMoreRestore<T>(
  of: string,
  data: object,
): [LoadedMore<T> | undefined, (grown: LoadedMore<T>) => void] {
  const hydrated = useHydrated();
  const [own, setOwn] = useState<{ data: object; grown: LoadedMore<T> }>();
  // Read again for other data of the same address.
  const kept = useMemo(() => readStored<T>(of), [of, data]); // oxlint-disable-line react-hooks/exhaustive-deps
  useEffect(() => {
    if (hydrated) document.body.style.minHeight = "";
  }, [hydrated]);
  useEffect(() => {
    if (!own) return;
    const height = document.body.scrollHeight;
    try {
      history.replaceState({ ...history.state, lagi: { ...own.grown, of, at: Date.now(), height } }, "");
    } catch {
      // More than the browser keeps: then the list begins short.
    }
  }, [own]); // oxlint-disable-line react-hooks/exhaustive-deps
  const grown = own?.data === data ? own.grown : hydrated ? kept : undefined;
  return [grown, (now) => setOwn({ data, grown: now })];
}
