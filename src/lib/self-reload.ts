/**
 * Loads that a page starts by itself, for example because another tab logged somebody in. The document and the page's
 * calls may disagree about the session for as long as they like (a proxy, a cookie that one of them does not carry), and
 * then every load asks for the next one. So a tab counts its loads and stops.
 */

/** @rule A page loads itself at most 3 times in a minute; then it stays and says so. */
export const selfReloads = { max: 3, window: 60_000 };

const key = "muat";

/** Sent to the window when the page stays although it wanted to load again. */
export const stayedEvent = "kawung:stayed";

/** The loads that count, with the one now; null when there were too many. `text` is what was stored before. */
export function withLoad(text: string | null, now: number): number[] | null {
  const before: unknown = parsed(text ?? "[]");
  const recent = (Array.isArray(before) ? before : []).filter(
    (at): at is number => typeof at === "number" && at <= now && now - at < selfReloads.window,
  );
  return recent.length >= selfReloads.max ? null : [...recent, now];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Runs `load` unless this tab has loaded too often. A browser that stores nothing cannot count and never loads by itself. */
function loadOnce(load: () => void): void {
  try {
    const loads = withLoad(sessionStorage.getItem(key), Date.now());
    if (loads) {
      sessionStorage.setItem(key, JSON.stringify(loads));
      return load();
    }
  } catch {
    // Storing is forbidden.
  }
  dispatchEvent(new Event(stayedEvent));
}

/** Loads the page again without being asked to. */
export function reloadItself(): void {
  loadOnce(() => location.reload());
}

/** Leaves the page for `href` without being asked to. */
export function leaveItself(href: string): void {
  loadOnce(() => location.replace(href));
}
