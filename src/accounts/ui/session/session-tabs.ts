import { hrefs, isAuthPage, isPublicPage } from "#hrefs.ts";
import { autoNavigate, autoReload } from "#lib/browser/auto-reload.ts";

/**
 * Design note. Tabs of one browser share the session, but each has its own copy of what it knows about it. Each tab
 * stores which user it found logged in. The other tabs get a `storage` event only when that value is new, and then ask
 * the server themselves. So no tab trusts what another one says, no tab replies, and a page in the back/forward cache
 * is not woken up.
 */
const key = "session";
/** Stored when a user pressed "Keluar": the other tabs leave that user's pages, even when something is typed there. */
const loggedOutMark = "logged-out";

/**
 * The latest value from any tab: a user's id, empty for an anonymous visitor, {@link loggedOutMark}, or the time of a
 * login or of opening a shop.
 */
export function readSessionMark(): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function writeSessionMark(mark: string): void {
  try {
    localStorage.setItem(key, mark);
  } catch {
    // Without storage each tab finds out with its next request.
  }
}

/** Tells the other tabs which user is logged in, as the server has just said. */
export function publishSession(userId: string | null): void {
  if (userId !== null || readSessionMark() !== loggedOutMark) writeSessionMark(userId ?? "");
}

// True after a login on this page, because the page is about to navigate.
let isNavigating = false;

/** Tells the other tabs at once when this call was a login or a logout, and returns which. */
export function publishSessionOfCall(url: string): "in" | "out" | undefined {
  // A buyer who has opened a shop is a seller in every tab.
  if (url === "/v1/seller/shop") writeSessionMark(`shop ${Date.now()}`);
  const change = /^\/v1\/auth\/(?:log(in|out)|passkey|second-factor)$/.exec(url);
  if (!change) return undefined;
  const kind = change[1] === "out" ? "out" : "in";
  writeSessionMark(kind === "out" ? loggedOutMark : `login ${Date.now()}`);
  isNavigating = kind === "in";
  return kind;
}

/** Calls `onChange` when another tab stores a new value. */
export function onSessionChange(onChange: (mark: string) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) onChange(event.newValue ?? "");
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

let typedAt = "";

/** Notices when something is typed into the page; the search in the header does not count. */
export function trackTyping(): () => void {
  const note = ({ target }: Event) => {
    if (target instanceof Element && target.closest("main")) typedAt = location.href;
  };
  addEventListener("input", note, { capture: true, passive: true });
  return () => removeEventListener("input", note, { capture: true });
}

/** Whether something was typed into the open page. */
export function hasTypedText(): boolean {
  return typedAt === location.href;
}

/**
 * Reacts to a change of the user. A public page shows nothing personal outside its header, so it stays. A personal page
 * is left after a logout, and reloaded for another user. When the session has only expired, the page stays while
 * something is typed there, and asks for the login when that is sent.
 */
export function applySessionChange(before: string | undefined, now: string | null): void {
  const { pathname, search } = location;
  if (isPublicPage(pathname) || before === now) return;
  if (isAuthPage(pathname)) {
    if (now !== null && pathname === hrefs.login() && !isNavigating) autoReload();
  } else if (before !== undefined) {
    if (now !== null) autoReload();
    else if (readSessionMark() === loggedOutMark) autoNavigate(hrefs.login());
    else if (!hasTypedText()) autoNavigate(hrefs.login(pathname + search));
  }
}
