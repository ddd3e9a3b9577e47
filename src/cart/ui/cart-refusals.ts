import { createContext, use, useEffect } from "react";
import type { FormFailure } from "#lib/api-client.ts";

/** Takes what one of the cart's many small forms was refused with: the page says it once, above the lines. */
export const CartRefusals = createContext<(failure: FormFailure | undefined) => void>(() => {});

/** Tells the page when the form of this fetcher was refused, and when its next try went well. */
export function useTellRefusal(fetcher: Answered): void {
  useTold(fetcher, use(CartRefusals));
}

type Answered = { state: string; data?: unknown };

/** As {@link useTellRefusal}, where the page itself has the fetcher. */
export function useTold({ state, data }: Answered, tell: (failure: FormFailure | undefined) => void): void {
  useEffect(() => {
    if (state !== "idle" || data === undefined) return;
    const failed = typeof data === "object" && data !== null && "failed" in data;
    tell(failed ? (data as FormFailure) : undefined);
  }, [state, data, tell]);
}
