import type { Connect, NotificationItem } from "./message.ts";

const firstRetryDelay = 1_000;
const maxRetryDelay = 60_000;

/**
 * Notifications over server-sent events. A lost connection is opened again and continues after the last event: after a
 * second at first, after at most a minute later, and at once when the network returns or the user shows the page again.
 */
export const connectEvents: Connect = ({ after, tell }) => {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function open(): void {
    clearTimeout(timer);
    source?.close();
    const last = after();
    source = new EventSource(`/v1/users/events${last ? `?after=${last}` : ""}`);
    const on = (name: string, listener: (event: MessageEvent<string>) => void) =>
      source?.addEventListener(name, (event) => {
        failures = 0;
        listener(event as MessageEvent<string>);
      });
    on("notification", ({ data, lastEventId }) =>
      tell({ kind: "notification", id: lastEventId, item: JSON.parse(data) as NotificationItem }),
    );
    on("unread", ({ lastEventId }) => tell({ kind: "unread", id: lastEventId }));
    on("read", () => tell({ kind: "read" }));
    on("ended", () => tell({ kind: "ended" }));
    source.addEventListener("error", retry);
  }
  function retry(): void {
    source?.close();
    source = undefined;
    const pause = Math.min(firstRetryDelay * 2 ** failures, maxRetryDelay);
    failures += 1;
    clearTimeout(timer);
    timer = setTimeout(open, pause * (0.5 + Math.random() / 2));
  }
  function reconnect(): void {
    if (!source && document.visibilityState === "visible") open();
  }
  open();
  addEventListener("online", reconnect);
  document.addEventListener("visibilitychange", reconnect);
  return () => {
    clearTimeout(timer);
    source?.close();
    removeEventListener("online", reconnect);
    document.removeEventListener("visibilitychange", reconnect);
  };
};
