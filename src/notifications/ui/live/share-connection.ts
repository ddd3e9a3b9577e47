import type { Connect, LiveMessage } from "./message.ts";

/**
 * Shares one connection among all tabs of a browser, because browsers allow only six connections to a site over
 * HTTP/1.1. The tab that holds the lock connects and forwards messages to the others. When it closes, the next tab
 * continues after its last message. A tab in the back/forward cache releases the lock and returns when it is shown
 * again. The returned function ends this tab's part.
 */
export function shareConnection(
  userId: string,
  onMessage: (message: LiveMessage) => void,
  connect: Connect,
): () => void {
  const name = `notifications:${userId}`;
  let last = "";
  let release: (() => void) | undefined;

  function handle(message: LiveMessage): void {
    if ("id" in message && message.id) last = message.id;
    onMessage(message);
  }
  function start(): void {
    if (release) return;
    const channel = new BroadcastChannel(name);
    const over = new AbortController();
    channel.addEventListener("message", ({ data }) => handle(data as LiveMessage));
    const lead = () =>
      new Promise<void>((done) => {
        const disconnect = connect({
          after: () => last,
          tell(message) {
            channel.postMessage(message);
            handle(message);
          },
        });
        over.signal.addEventListener("abort", () => {
          disconnect();
          done();
        });
      });
    // In an old browser without the Web Locks API, each tab connects by itself.
    if (!("locks" in navigator)) void lead();
    else {
      void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
        if (lock) return over.signal.aborted ? undefined : lead();
        navigator.locks.request(name, { signal: over.signal }, lead).catch(() => {});
        // This tab has to request what was published before it listened.
        onMessage({ kind: "joined" });
        return undefined;
      });
    }
    release = () => {
      release = undefined;
      over.abort();
      channel.close();
    };
  }
  const stop = () => release?.();
  start();
  addEventListener("pagehide", stop);
  addEventListener("pageshow", start);
  return () => {
    stop();
    removeEventListener("pagehide", stop);
    removeEventListener("pageshow", start);
  };
}
