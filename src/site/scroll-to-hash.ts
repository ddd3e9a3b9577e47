import { useEffect } from "react";

/**
 * Scrolls to the anchor of the address and focuses it when a part of the page has rendered. For parts whose code a
 * browser loads after a navigation: the navigation itself finds no such anchor yet.
 */
export function useScrollToHash(): void {
  useEffect(() => {
    const { hash } = location;
    const target = hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  }, []);
}
