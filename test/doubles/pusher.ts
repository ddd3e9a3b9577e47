import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";

export type PusherDouble = {
  /** The value of PUSHER_HOST. */
  origin: string;
  settings: Record<string, string>;
  /** Channels with an accepted subscription, in order. */
  subscribed: readonly string[];
  /** Events received with a valid signature. */
  events: readonly { channel: string; name: string; data: string }[];
  /** Refused subscriptions by channel; "call" for a refused request. */
  refused: readonly string[];
  /** Responds to the next `times` requests with this status. */
  fail(status: number, times: number): void;
  /** Breaks every connection, as a network failure does. */
  cut(): void;
  close(): Promise<void>;
};

/**
 * Pusher Channels on this machine, after the documentation of protocol 7: signed requests on `/apps/{id}/batch_events`
 * and `/events`, web sockets on `/app/{key}`, private channels only with `key:HMAC(secret, socket_id:channel)`.
 */
export async function startPusherDouble(): Promise<PusherDouble> {
  const [appId, key, secret] = ["4711", "kunci-uji", "rahasia-uji"];
  const subscribed: string[] = [];
  const events: { channel: string; name: string; data: string }[] = [];
  const refused: string[] = [];
  const rooms = new Map<WebSocket, Set<string>>();
  let failing = { status: 0, times: 0 };
  let sockets = 0;

  function isSigned(request: IncomingMessage, body: string): boolean {
    const url = new URL(request.url ?? "/", "http://double.invalid");
    const given = url.searchParams.get("auth_signature");
    url.searchParams.delete("auth_signature");
    url.searchParams.sort();
    const query = [...url.searchParams].map(([name, value]) => `${name}=${value}`).join("&");
    const text = `${request.method}\n${url.pathname}\n${query}`;
    return (
      given === createHmac("sha256", secret).update(text).digest("hex") &&
      url.searchParams.get("body_md5") === createHash("md5").update(body).digest("hex") &&
      url.searchParams.get("auth_key") === key
    );
  }
  const http = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (body += part));
    request.on("end", () => {
      const answer = (status: number, told: object) => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(told));
      };
      if (failing.times > 0) {
        failing.times -= 1;
        return answer(failing.status, { error: "failing" });
      }
      if (!request.url?.startsWith(`/apps/${appId}/`) || !isSigned(request, body)) {
        refused.push("call");
        return answer(401, { error: "not signed" });
      }
      const sent = JSON.parse(body) as { batch: { channel: string; name: string; data: string }[] };
      for (const event of sent.batch) {
        events.push(event);
        const message = JSON.stringify({ event: event.name, channel: event.channel, data: event.data });
        for (const [socket, channels] of rooms) if (channels.has(event.channel)) socket.send(message);
      }
      return answer(200, {});
    });
  });
  const server = new WebSocketServer({ server: http });
  server.on("connection", (socket, request) => {
    if (!request.url?.startsWith(`/app/${key}?protocol=7`)) return socket.close(4001);
    const id = `${(sockets += 1)}.${process.pid}`;
    const tell = (event: string, data: object, channel?: string) =>
      socket.send(JSON.stringify({ event, data: JSON.stringify(data), ...(channel ? { channel } : {}) }));
    rooms.set(socket, new Set());
    socket.on("close", () => rooms.delete(socket));
    tell("pusher:connection_established", { socket_id: id, activity_timeout: 120 });
    socket.on("message", (raw) => {
      const { event, data } = JSON.parse(String(raw as Buffer)) as {
        event: string;
        data: { channel: string; auth?: string };
      };
      if (event === "pusher:ping") return tell("pusher:pong", {});
      if (event !== "pusher:subscribe") return undefined;
      const auth = `${key}:${createHmac("sha256", secret).update(`${id}:${data.channel}`).digest("hex")}`;
      if (data.auth !== auth) {
        refused.push(data.channel);
        return tell("pusher:subscription_error", { type: "AuthError", status: 401 }, data.channel);
      }
      rooms.get(socket)?.add(data.channel);
      subscribed.push(data.channel);
      return tell("pusher_internal:subscription_succeeded", {}, data.channel);
    });
    return undefined;
  });
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const cut = () => {
    for (const socket of rooms.keys()) socket.terminate();
  };
  return {
    origin,
    settings: { PUSHER_APP_ID: appId, PUSHER_KEY: key, PUSHER_SECRET: secret, PUSHER_HOST: origin },
    subscribed,
    events,
    refused,
    fail: (status, times) => void (failing = { status, times }),
    cut,
    close() {
      cut();
      return new Promise((done) => server.close(() => http.close(() => done())));
    },
  };
}
