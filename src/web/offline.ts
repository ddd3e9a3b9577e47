/**
 * Design note. A visit that finds no network leaves the person where they are: a bar says so, has the focus, and the visit
 * goes on when the network is back, by itself or by the button. Made without React, because the code of the next page, or of
 * the router itself, may be what could not be fetched.
 */

/** Whether the server can be reached now. */
export async function isReachable(): Promise<boolean> {
  const answer = await fetch("/robots.txt", { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  return answer?.ok ?? false;
}

let waiting: Promise<void> | undefined;

/** Shows that the network is gone, and resolves when it is back or when `gone` says that the visit was given up. */
export function waitUntilReachable(gone?: AbortSignal): Promise<void> {
  waiting ??= new Promise<void>((done) => {
    const before = document.activeElement;
    const bar = document.createElement("div");
    const text = document.createElement("p");
    const button = document.createElement("button");
    bar.className = "offline";
    text.role = "alert";
    text.textContent = "Sambungan terputus. Halaman dibuka begitu jaringan kembali.";
    button.type = "button";
    button.textContent = "Coba lagi";
    bar.append(text, button);
    document.body.append(bar);
    button.focus();
    function end(): void {
      removeEventListener("online", again);
      const hadFocus = bar.contains(document.activeElement);
      waiting = undefined;
      done();
      bar.remove();
      if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    }
    async function again(): Promise<void> {
      button.ariaBusy = "true";
      text.textContent = "Menyambung …";
      if (await isReachable()) return end();
      button.ariaBusy = null;
      text.textContent = "Masih terputus. Periksa jaringan Anda, lalu coba lagi.";
    }
    button.addEventListener("click", () => void again());
    addEventListener("online", again);
    gone?.addEventListener("abort", end);
  });
  return waiting;
}

/** From now on a link that is pressed without a network waits for it, while `isHeld` says that nothing else follows links. */
export function delayLinksWhileOffline(isHeld: () => boolean): void {
  addEventListener("click", (event) => {
    if (navigator.onLine || event.defaultPrevented || !isHeld() || !(event.target instanceof Element)) return;
    const { href = "", target, origin } = event.target.closest("a") ?? {};
    if (target || origin !== location.origin || href.split("#")[0] === location.href.split("#")[0]) return;
    event.preventDefault();
    void waitUntilReachable().then(() => location.assign(href));
  });
}
