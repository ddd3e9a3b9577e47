/**
 * Design note. To keep a connection alive, Node.js reads the rest of a body after its response, as long as the client
 * sends. So a client whose request was refused early could send without end, and a slow client could hold a connection
 * and memory for as long as it likes. Two hooks prevent both for every route. Many clients read the response only after
 * they have sent everything, also browsers and proxies, and a client that is disconnected while it sends loses the
 * response. So the rest of a body whose announced size is bearable is read and dropped before the response. Any other
 * response says `connection: close`, and a little more of the body is read; then the connection is closed, but first
 * the client has a moment in which it cannot send and can read. And a body has to arrive at a minimum rate, because
 * Node's own timeout is the same for a picture and for a password. Not chosen: to wait for a moment only, as Caddy
 * does, which disconnects every client that does not read while it sends.
 */
import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";

/**
 * In bytes and milliseconds.
 *
 * @rule A refused body of up to 32 MB is read to its end before the answer, unless nothing of it arrives for a second
 * or it takes more than 2 minutes.
 * @rule A refused body above 32 MB, or of unknown size, is answered at once. At most 2 MB more are read in at most 3
 * seconds; half a second later the connection is closed.
 */
export const drainLimits = { announced: 32 * 1024 * 1024, idle: 1000, bytes: 2 * 1024 * 1024, time: 3000, pause: 500 };

export type BodyRate = {
  /** Milliseconds at the start in which no rate is required. */
  grace: number;
  /** Bytes a second that have to arrive after that, on average. */
  rate: number;
  /** Bytes that all arriving bodies may hold together; beyond that the slowest are aborted. */
  maxHeld: number;
  /** Milliseconds between two checks of all arriving bodies. */
  checkInterval: number;
  /** Milliseconds for which a body that is refused is read before the response. */
  maxDrop: number;
};

/** @rule A request whose body arrives at less than 16 KB a second, after the first 15 seconds, is aborted. */
export const minBodyRate: BodyRate = {
  grace: 15_000,
  rate: 16 * 1024,
  maxHeld: 256 * 1024 * 1024,
  checkInterval: 1000,
  maxDrop: 120_000,
};

/** Whether the headers of a request announce a body. */
export function hasBodyHeaders({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

// Requests made in process have no connection to close.
function isArriving(raw: IncomingMessage): boolean {
  return !raw.complete && hasBodyHeaders(raw) && raw.socket instanceof Socket;
}

/** Bodies that are read and dropped: they use no memory. */
const dropped = new WeakSet<IncomingMessage>();

/**
 * Reads the rest of every body that is not read when its request is answered, or closes the connection, by
 * `drainLimits` and `maxDrop`.
 */
export function closeUnreadBodies(app: FastifyInstance, { maxDrop }: Pick<BodyRate, "maxDrop">): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    const { raw } = request;
    if (!isArriving(raw)) return done(null, payload);
    const isText = typeof payload === "string" || Buffer.isBuffer(payload);
    const close = () => {
      if (!isArriving(raw)) return done(null, payload);
      void reply.header("connection", "close");
      if (!isText || payload.length === 0 || request.method === "HEAD") return done(null, payload);
      const bytes = Buffer.from(payload as string);
      void reply.header("content-length", String(bytes.length));
      return done(null, drainBeforeEnd(raw, bytes));
    };
    const size = Number(raw.headers["content-length"] ?? Infinity);
    if (isText && size <= drainLimits.announced) dropBody(raw, maxDrop, close);
    else close();
  });
}

/**
 * Reads a body to its end and drops it, then calls `done`; earlier when nothing arrives for a moment, and after
 * `maxDrop` milliseconds.
 */
function dropBody(raw: IncomingMessage, maxDrop: number, done: () => void): void {
  const end = () => {
    clearTimeout(timer);
    clearTimeout(atMost);
    raw.off("data", wait).off("end", end).off("close", end);
    done();
  };
  const wait = () => void timer.refresh();
  const timer = setTimeout(end, drainLimits.idle);
  const atMost = setTimeout(end, maxDrop);
  dropped.add(raw);
  raw.unpipe();
  if (raw.destroyed || raw.readableEnded) end();
  else raw.on("data", wait).on("end", end).on("close", end).resume();
}

/**
 * A stream with the whole response, which ends when the client has stopped sending or at the limits of `drainLimits`.
 */
function drainBeforeEnd(raw: IncomingMessage, bytes: Buffer): Readable {
  const answer = new Readable({ read() {} });
  answer.push(bytes);
  let more = 0;
  const end = () => {
    clearTimeout(timer);
    raw.off("data", count).off("end", end).off("close", end);
    if (!answer.readableEnded && !answer.destroyed) answer.push(null);
  };
  const count = (chunk: Buffer) => {
    more += chunk.length;
    if (more <= drainLimits.bytes) return;
    raw.off("data", count).pause();
    clearTimeout(timer);
    timer = setTimeout(end, drainLimits.pause);
  };
  let timer = setTimeout(end, drainLimits.time);
  raw.unpipe();
  if (raw.destroyed || raw.readableEnded) end();
  else raw.on("data", count).on("end", end).on("close", end).resume();
  return answer;
}

/**
 * Calls `tooSlow` with the connection of each request whose body is slower than the minimum rate, or that is the
 * slowest while all bodies use too much memory. `answered` is true when the request already has its response.
 */
export function enforceBodyRate(
  app: FastifyInstance,
  { grace, rate, maxHeld, checkInterval }: BodyRate,
  tooSlow: (socket: Socket, answered: boolean) => void,
): void {
  type Arriving = { raw: IncomingMessage; since: number; before: number; isAnswered: () => boolean };
  const arriving = new Set<Arriving>();
  // Bytes of earlier requests, by connection. The first bytes of a body may be read together with its header.
  const earlier = new WeakMap<Socket, number>();
  const sent = ({ raw, before }: Arriving) => raw.socket.bytesRead - before;
  const abort = (one: Arriving) => {
    arriving.delete(one);
    tooSlow(one.raw.socket, one.isAnswered());
  };
  const timer = setInterval(() => {
    const now = performance.now();
    let held = 0;
    for (const one of arriving) {
      const due = ((now - one.since - grace) / 1000) * rate;
      if (one.raw.complete || one.raw.destroyed) arriving.delete(one);
      else if (due > 0 && sent(one) < due) abort(one);
      else if (!dropped.has(one.raw)) held += sent(one);
    }
    if (held <= maxHeld) return;
    const speed = (one: Arriving) => sent(one) / (now - one.since);
    const inMemory = [...arriving].filter(({ raw }) => !dropped.has(raw));
    for (const one of inMemory.sort((a, b) => speed(a) - speed(b))) {
      if (held <= maxHeld) return;
      held -= sent(one);
      abort(one);
    }
  }, checkInterval);
  timer.unref();
  app.addHook("onClose", async () => clearInterval(timer));
  app.addHook("onRequest", (request, reply, done) => {
    const { raw } = request;
    const { socket } = raw;
    if (isArriving(raw)) {
      const isAnswered = () => reply.raw.headersSent;
      const one = { raw, since: performance.now(), before: earlier.get(socket) ?? 0, isAnswered };
      arriving.add(one);
      raw.once("close", () => {
        arriving.delete(one);
        earlier.set(socket, socket.bytesRead);
      });
    } else if (socket instanceof Socket) earlier.set(socket, socket.bytesRead);
    done();
  });
}
