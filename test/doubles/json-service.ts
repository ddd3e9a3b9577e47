import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * How a service responds. `lost` does the work and breaks the connection before the response; all others except `well`
 * do nothing.
 */
export type Mood = "well" | "silent" | "broken" | "busy" | "cut" | "lost" | "page" | "garbage" | "endless" | "redirect";

/** A request to the service. `body` is the parsed JSON, or undefined. */
export type ServiceCall = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: unknown;
};

export type JsonServiceDouble = {
  origin: string;
  /** All requests in order. */
  calls: readonly ServiceCall[];
  /** How it responds from now on. */
  mood: Mood;
  /** How it responds to the next requests, one entry each, before `mood` applies. */
  next: Mood[];
  /** Called when a request arrived, and again when its work is done, before the response. */
  onCall: ((call: ServiceCall, moment: "arrived" | "done") => void) | undefined;
  /** Breaks all open connections, as a restart does. */
  cut(): void;
  close(): Promise<void>;
};

const parseLines = (text: string): unknown[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);

/** A server with a JSON API on this machine. `answer` does the work; the moods spoil it. */
export async function startJsonService(
  answer: (call: ServiceCall) => { status: number; body: unknown },
): Promise<JsonServiceDouble> {
  const calls: ServiceCall[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (text += part));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://double.invalid");
      const call = {
        method: request.method ?? "",
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body:
          request.headers["content-type"] === "application/x-ndjson"
            ? parseLines(text)
            : text === ""
              ? undefined
              : request.headers["content-type"] === "application/x-www-form-urlencoded"
                ? Object.fromEntries(new URLSearchParams(text))
                : (JSON.parse(text) as unknown),
      };
      calls.push(call);
      double.onCall?.(call, "arrived");
      const json = (status: number, body: string) =>
        void response.writeHead(status, { "content-type": "application/json" }).end(body);
      switch (double.next.shift() ?? double.mood) {
        case "well": {
          const { status, body } = answer(call);
          double.onCall?.(call, "done");
          return json(status, JSON.stringify(body));
        }
        case "lost":
          answer(call);
          return void request.socket.destroy();
        case "silent":
          return undefined;
        case "broken":
          return void response.writeHead(503, { "content-type": "text/html" }).end("<h1>503</h1>");
        case "busy":
          return json(429, "{}");
        case "cut":
          return void request.socket.destroy();
        case "page":
          return void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Halo</h1>");
        case "garbage":
          return json(200, '{"status_code": "200", ');
        case "endless": {
          response.writeHead(200, { "content-type": "application/json" });
          const more = () => {
            while (!response.destroyed && response.write("x".repeat(65_536)));
            if (!response.destroyed) response.once("drain", more);
          };
          return more();
        }
        case "redirect":
          return void response.writeHead(302, { location: `${double.origin}/elsewhere` }).end();
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const double: JsonServiceDouble = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    mood: "well",
    next: [],
    onCall: undefined,
    cut: () => server.closeAllConnections(),
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
  return double;
}
