import { useSyncExternalStore } from "react";
import { useSession } from "#accounts/ui/session/session-provider.tsx";
import { dataChangedEvent } from "#lib/api-client.ts";
import { cartCountPattern } from "../count-cookie.ts";

function readCount(): number {
  return Number(cartCountPattern.exec(document.cookie)?.[1] ?? 0);
}

function subscribe(changed: () => void): () => void {
  addEventListener(dataChangedEvent, changed);
  addEventListener("pageshow", changed);
  return () => {
    removeEventListener(dataChangedEvent, changed);
    removeEventListener("pageshow", changed);
  };
}

/**
 * The number of lines in the cart: of the user's, or of the visitor's, which a cookie holds. The server renders 0 for a
 * visitor, because its pages are cached and the same for everyone.
 */
export function useCartCount(): number {
  const session = useSession();
  const ofVisitor = useSyncExternalStore(subscribe, readCount, () => 0);
  return session.state === "in" ? session.user.total_cart : session.state === "out" ? ofVisitor : 0;
}
