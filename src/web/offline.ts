/**
 * Design note. When a navigation finds no network, the user stays on the page. A bar with a button says so and gets the
 * focus. The navigation continues when the network is back, or at a press of the button. This code does not use React,
 * because the code that could not be loaded may be that of the next page or of the router.
 */

/** Whether the server can be reached now. */
export async function isReachable(): Promise<boolean> {
  const answer = await fetch("/robots.txt", { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  return answer?.ok ?? false;
}

let waiting: Promise<void> | undefined;

/** Shows that the network is gone. Resolves when it is back, or when `abandoned` says that the navigation has ended. */
export function waitUntilReachable(abandoned?: AbortSignal): Promise<void> {
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
      removeEventListener("online", retry);
      const hadFocus = bar.contains(document.activeElement);
      waiting = undefined;
      done();
      bar.remove();
      if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    }
    async function retry(): Promise<void> {
      button.ariaBusy = "true";
      text.textContent = "Menyambung …";
      if (await isReachable()) return end();
      button.ariaBusy = null;
      text.textContent = "Masih terputus. Periksa jaringan Anda, lalu coba lagi.";
    }
    button.addEventListener("click", () => void retry());
    addEventListener("online", retry);
    abandoned?.addEventListener("abort", end);
  });
  return waiting;
}

/**
 * From now on, a link that is pressed offline waits for the network, but only while `isNeeded` returns true, which says
 * that no router is loaded.
 */
export function delayLinksWhileOffline(isNeeded: () => boolean): void {
  addEventListener("click", (event) => {
    if (navigator.onLine || event.defaultPrevented || !isNeeded() || !(event.target instanceof Element)) return;
    const { href = "", target, origin } = event.target.closest("a") ?? {};
    if (target || origin !== location.origin || href.split("#")[0] === location.href.split("#")[0]) return;
    event.preventDefault();
    void waitUntilReachable().then(() => location.assign(href));
  });
}

/** From now on, a form that is sent offline by the browser itself, such as that of "Beli sekarang", waits as well. */
export function delayFormsWhileOffline(): void {
  addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (navigator.onLine || event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    void waitUntilReachable().then(() => form.requestSubmit(submitter));
  });
}
