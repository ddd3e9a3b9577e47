/**
 * Reloads that a page starts by itself, for example after a login in another tab. The document and the page's calls may
 * disagree about the session permanently (a proxy, a cookie that only one of them sends), and then each load would
 * start the next one. So a tab counts its reloads and stops at a limit.
 */

/** @rule A page reloads itself at most 3 times in a minute; then it stops and says so. */
export const autoReloadLimit = { max: 3, window: 60_000 };

const key = "auto_reloads";

/** Dispatched on the window when the limit stopped a reload. */
export const autoReloadStoppedEvent = "kawung:auto-reload-stopped";

/** Times of the reloads in the window, including `now`; null when there are too many. `text` is the stored list. */
export function addReload(text: string | null, now: number): number[] | null {
  const before: unknown = parseStored(text ?? "[]");
  const recent = (Array.isArray(before) ? before : []).filter(
    (at): at is number => typeof at === "number" && at <= now && now - at < autoReloadLimit.window,
  );
  return recent.length >= autoReloadLimit.max ? null : [...recent, now];
}

function parseStored(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Runs `load` unless this tab has reloaded too often. Without storage a tab cannot count, so it never reloads itself.
 */
function runWithinLimit(load: () => void): void {
  try {
    const loads = addReload(sessionStorage.getItem(key), Date.now());
    if (loads) {
      sessionStorage.setItem(key, JSON.stringify(loads));
      return load();
    }
  } catch {
    // The browser forbids storage.
  }
  dispatchEvent(new Event(autoReloadStoppedEvent));
}

/** Reloads the page without an action of the user. */
export function autoReload(): void {
  runWithinLimit(() => location.reload());
}

/** Replaces the page by `href` without an action of the user. */
export function autoNavigate(href: string): void {
  runWithinLimit(() => location.replace(href));
}
