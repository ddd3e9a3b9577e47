import { get, type IncomingMessage } from "node:http";

export type StreamEvent = { id: string; event: string; data: string };
export type EventReader = {
  status: number;
  headers: IncomingMessage["headers"];
  /** All events so far. */
  events: readonly StreamEvent[];
  /** Resolves with the matching events when there are at least `count`; rejects after ten seconds. */
  until(fits: (event: StreamEvent) => boolean, count?: number): Promise<StreamEvent[]>;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  /** Stops reading until {@link EventReader.resume}, as a slow client does. */
  pause(): void;
  resume(): void;
  close(): void;
};

/** Opens an event stream over a real connection, as a browser does; resolves when the response's head arrives. */
export function openEvents(
  origin: string,
  headers: Record<string, string>,
  path = "/v1/users/events",
): Promise<EventReader> {
  return new Promise((done, fail) => {
    const asked = get(`${origin}${path}`, { agent: false, headers: { accept: "text/event-stream", ...headers } });
    asked.on("error", fail);
    asked.on("response", (response) => {
      const events: StreamEvent[] = [];
      const waiting = new Set<() => void>();
      let text = "";
      let known = headers["last-event-id"] ?? "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
        for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
          const fields = new Map<string, string>();
          for (const line of text.slice(0, end).split("\n")) {
            const [name = "", ...rest] = line.split(": ");
            fields.set(name, rest.join(": "));
          }
          text = text.slice(end + 2);
          known = fields.get("id") ?? known;
          const data = fields.get("data");
          if (data !== undefined) events.push({ id: known, event: fields.get("event") ?? "message", data });
        }
        for (const look of waiting) look();
      });
      const ended = new Promise<void>((over) => {
        response.on("close", over);
        response.on("error", () => over());
      });
      done({
        status: response.statusCode ?? 0,
        headers: response.headers,
        events,
        ended,
        until: (fits, count = 1) =>
          new Promise((found, late) => {
            const timer = setTimeout(
              () => late(new Error(`no such event in time; so far ${JSON.stringify(events).slice(0, 600)}`)),
              10_000,
            );
            const look = () => {
              const fitting = events.filter(fits);
              if (fitting.length < count) return;
              clearTimeout(timer);
              waiting.delete(look);
              found(fitting);
            };
            waiting.add(look);
            look();
          }),
        pause: () => void response.pause(),
        resume: () => void response.resume(),
        close: () => response.destroy(),
      });
    });
  });
}
