/**
 * Design note. A change that did not reach the server must not be lost without a word. Its form stays in `unsent` until
 * the page has read the cart again, and then sends the change once more. Every change of the cart can be sent twice,
 * because it says what shall be and not what to add. Not chosen: a queue in the browser's storage, which would change a
 * cart hours later without being seen.
 */
import { createContext, use, useEffect, useRef } from "react";
import type { FetcherWithComponents } from "react-router";
import { hrefs } from "#hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";

type Report = (failure: FormFailure | undefined) => void;
type Send = (values: Record<string, string>) => void;

/**
 * What the forms of the cart share with its page. `report` receives the refusal of any form, which the page shows once,
 * above the lines. `unsent` has a function for each change that did not reach the server; it sends the change again.
 */
export const CartForms = createContext<{ report: Report; unsent: Set<() => void> }>({
  report: () => {},
  unsent: new Set(),
});

/** Reports a refusal of this fetcher's form to the page, and clears it when the next submission succeeds. */
export function useReportRefusal({ state, data }: { state: string; data?: unknown }): void {
  const { report } = use(CartForms);
  useEffect(() => {
    if (state !== "idle" || data === undefined) return;
    report(failureOf(data));
  }, [state, data, report]);
}

/** Sends this fetcher's form again when the page has read the cart, if it did not reach the server. */
export function useSendAgain({ data, submit }: Pick<FetcherWithComponents<unknown>, "data" | "submit">): void {
  useSendAgainOn(
    use(CartForms).unsent,
    data,
    (values) => void submit(values, { method: "post", action: hrefs.cart() }),
  );
}

/** Does the same as {@link useSendAgain} for a form that the page itself has. */
export function useSendAgainOn(unsent: Set<() => void>, data: unknown, send: Send): void {
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    const failure = failureOf(data);
    if (failure?.code !== "network.unreachable") return undefined;
    const again = () => latest.current(failure.values);
    unsent.add(again);
    return () => void unsent.delete(again);
  }, [data, unsent]);
}

function failureOf(data: unknown): FormFailure | undefined {
  return typeof data === "object" && data !== null && "failed" in data ? (data as FormFailure) : undefined;
}
