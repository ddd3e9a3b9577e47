import { matchPath } from "react-router";
import { pageRows } from "#pages.ts";
import { isPlainClick } from "#lib/browser/is-plain-click.ts";

/** True when the path is one of our pages, not a file or an endpoint of the API. */
export function isPagePath(pathname: string): boolean {
  return pageRows.some(({ path }) => matchPath(path, pathname) !== null);
}

/**
 * Calls `go` instead of a full load when the user clicks a plain `<a href>` to one of our pages, from now on. Lists use
 * plain links because they are cheaper to render than components; one listener serves them all.
 */
export function interceptLinks(go: (href: string) => void): void {
  document.addEventListener("click", (event) => {
    if (!isPlainClick(event) || !(event.target instanceof Element)) return;
    const link = event.target.closest("a");
    if (!link?.href || (link.target && link.target !== "_self") || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || !isPagePath(url.pathname)) return;
    if (url.hash && url.pathname === location.pathname && url.search === location.search) return;
    event.preventDefault();
    go(url.pathname + url.search + url.hash);
  });
}
