import useSWR, { mutate, type SWRResponse } from "swr";
import { browserCall } from "../api-client.ts";
import { onListInvalidated } from "./list-invalidation.ts";

onListInvalidated((url) => void mutate(url));

/** The list in a response: `result`, or `data` where the call names it so (S145, S149). */
export function unwrapList<T>(body: unknown): T[] {
  const { result, data } = (body ?? {}) as { result?: unknown; data?: unknown };
  if (Array.isArray(result)) return result as T[];
  return Array.isArray(data) ? (data as T[]) : [];
}

async function fetchList<T>(url: string): Promise<T[]> {
  const { status, body } = await browserCall("GET", url);
  if (status !== 200) throw new Error(`list answered ${status}`);
  return unwrapList<T>(body);
}

/**
 * A list from the API, cached by address. It is not fetched again when the window gets the focus (S150). null fetches
 * nothing.
 */
export function useList<T>(url: string | null): SWRResponse<T[]> {
  return useSWR<T[]>(url, fetchList<T>, { revalidateOnFocus: false, shouldRetryOnError: false });
}

/** Empties the cache of all lists. */
export async function clearLists(): Promise<void> {
  await mutate(() => true, undefined, { revalidate: false });
}
