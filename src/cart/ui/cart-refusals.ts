import { createContext, use, useEffect } from "react";
import type { FormFailure } from "#lib/api-client.ts";

/** Receives the refusal of any form of the cart. The page shows it once, above the lines. */
export const CartRefusals = createContext<(failure: FormFailure | undefined) => void>(() => {});

/** Reports a refusal of this fetcher's form to the page, and clears it when the next submission succeeds. */
export function useReportRefusal(fetcher: FetcherState): void {
  useReportState(fetcher, use(CartRefusals));
}

type FetcherState = { state: string; data?: unknown };

/** Does the same as {@link useReportRefusal} for a fetcher that the page itself has. */
export function useReportState(
  { state, data }: FetcherState,
  report: (failure: FormFailure | undefined) => void,
): void {
  useEffect(() => {
    if (state !== "idle" || data === undefined) return;
    const failed = typeof data === "object" && data !== null && "failed" in data;
    report(failed ? (data as FormFailure) : undefined);
  }, [state, data, report]);
}
