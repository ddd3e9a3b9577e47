import type { Connect, LiveMessage } from "./message.ts";

/**
 * One connection for all tabs of a browser: the tab that holds the lock is connected and passes on what it hears; when it
 * goes, the next one goes on where it ended. Browsers keep only six connections to a site, so a tab each would end in none.
 * A tab that is put aside (back/forward cache) lets go, and comes back when it is shown again. The answer ends it.
 */
export function shareConnection(
  userId: string,
  onMessage: (message: LiveMessage) => void,
  connect: Connect,
): () => void {
  const name = `notifications:${userId}`;
  let last = "";
  let release: (() => void) | undefined;

  function take(message: LiveMessage): void {
    if ("id" in message && message.id) last = message.id;
    onMessage(message);
  }
  function start(): void {
    if (release) return;
    const channel = new BroadcastChannel(name);
    const over = new AbortController();
    channel.addEventListener("message", ({ data }) => take(data as LiveMessage));
    const lead = () =>
      new Promise<void>((done) => {
        const disconnect = connect({
          after: () => last,
          tell(message) {
            channel.postMessage(message);
            take(message);
          },
        });
        over.signal.addEventListener("abort", () => {
          disconnect();
          done();
        });
      });
    // Without locks (an old browser) each tab is connected by itself.
    if (!("locks" in navigator)) void lead();
    else {
      void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
        if (lock) return over.signal.aborted ? undefined : lead();
        navigator.locks.request(name, { signal: over.signal }, lead).catch(() => {});
        // What was said before this tab listened, it has to ask for.
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
