import { hrefs, isAuthPage, isPublicPage } from "#hrefs.ts";
import { autoNavigate, autoReload } from "#lib/browser/auto-reload.ts";

/**
 * Design note. Tabs of one browser share the session but not what they know of it. Each writes down who it found logged in;
 * the others hear of it only when that is something new (`storage` events), and then ask the server themselves. So nothing is
 * believed that a tab says, nobody answers back, and a page that was put aside is not woken up by it.
 */
const key = "sesi";
/** Written down when somebody pressed "Keluar": their pages are left, whatever was typed there. */
const loggedOutMark = "keluar";

/** What the tabs know last: a person's id, nothing for nobody, {@link loggedOutMark}, or the moment of a login or of a shop. */
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
    // Without storage each tab finds out when it asks the next time.
  }
}

/** Tells the other tabs who is logged in, as the server has just said. */
export function publishSession(userId: string | null): void {
  if (userId !== null || readSessionMark() !== loggedOutMark) writeSessionMark(userId ?? "");
}

// Whoever has logged in on this page is on the way to the next one.
let isNavigating = false;

/** Tells the other tabs at once that this one has logged somebody in or out, if that is what the call did. */
export function publishSessionOfCall(url: string): "in" | "out" | undefined {
  // A buyer who has opened a shop is a seller in every tab.
  if (url === "/v1/seller/shop") writeSessionMark(`toko ${Date.now()}`);
  const change = /^\/v1\/auth\/(?:log(in|out)|passkey|second-factor)$/.exec(url);
  if (!change) return undefined;
  const kind = change[1] === "out" ? "out" : "in";
  writeSessionMark(kind === "out" ? loggedOutMark : `masuk ${Date.now()}`);
  isNavigating = kind === "in";
  return kind;
}

/** Hears what other tabs tell: who is there now. */
export function onSessionChange(onChange: (mark: string) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) onChange(event.newValue ?? "");
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

let typedAt = "";

/** Notices whether something is typed into the page; the search in the header does not count. */
export function trackTyping(): () => void {
  const note = ({ target }: Event) => {
    if (target instanceof Element && target.closest("main")) typedAt = location.href;
  };
  addEventListener("input", note, { capture: true, passive: true });
  return () => removeEventListener("input", note, { capture: true });
}

/** Whether something was typed into the page that is open. */
export function hasTypedText(): boolean {
  return typedAt === location.href;
}

/**
 * What the open page does when somebody else is there than was before. A public page shows nothing of anybody outside its
 * header. A personal one is left after a logout, and loaded anew for another person; when the session has only ended, it stays
 * as long as something is typed there, and asks for the login when that is sent.
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
