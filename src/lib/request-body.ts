/**
 * Design note. Node reads on after an answer, for as long as the client sends: the connection is to be kept. So whatever was
 * refused before its body was read costs as much as the client likes, and a client that is slow keeps a connection and what
 * it has sent so far. Two hooks end that for every route. An answer to a body that is not all here says `connection: close`,
 * and is ended only when the client has stopped or has sent a little more: who is cut off while sending does not get to read
 * the answer. And a body has to arrive at a least rate; Node's own timeout is the same for a picture and for a password.
 */
import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";

/** How much is still read of a body after its answer, in bytes and milliseconds. */
export const drain = { bytes: 2 * 1024 * 1024, time: 3000 } as const;

export type Pace = {
  /** Milliseconds in which nothing has to have arrived. */
  grace: number;
  /** Bytes that have to arrive in each second after that, on average. */
  rate: number;
  /** Bytes that all bodies under way may have sent together; then the slowest of them are given up. */
  mostHeld: number;
  /** Milliseconds between two looks at all bodies under way. */
  lookEvery: number;
};

/** @rule A request whose body arrives at less than 16 KB a second, after the first 15 seconds, is given up. */
export const slowest: Pace = { grace: 15_000, rate: 16 * 1024, mostHeld: 256 * 1024 * 1024, lookEvery: 1000 };

/** Whether a request says that it has a body. */
export function announcesBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

// Requests that are made in process have no connection to close.
function isArriving(raw: IncomingMessage): boolean {
  return !raw.complete && announcesBody(raw) && raw.socket instanceof Socket;
}

/** Ends the connection of every request that is answered before all of its body was read. */
export function closeUnread(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (!isArriving(request.raw)) return done(null, payload);
    void reply.header("connection", "close");
    const isText = typeof payload === "string" || Buffer.isBuffer(payload);
    if (!isText || payload.length === 0 || request.method === "HEAD") return done(null, payload);
    const bytes = Buffer.from(payload as string);
    void reply.header("content-length", String(bytes.length));
    return done(null, endsAfter(request.raw, bytes));
  });
}

/** The answer, whole at once, which ends when the client has stopped sending or has sent enough. */
function endsAfter(raw: IncomingMessage, bytes: Buffer): Readable {
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
    if (more > drain.bytes) end();
  };
  const timer = setTimeout(end, drain.time);
  raw.unpipe();
  if (raw.destroyed || raw.readableEnded) end();
  else raw.on("data", count).on("end", end).on("close", end).resume();
  return answer;
}

/**
 * Calls `tooSlow` with the connection of each request whose body does not keep the pace, or is the slowest where too much is
 * held; `answered`: it has its answer already.
 */
export function watchPace(
  app: FastifyInstance,
  { grace, rate, mostHeld, lookEvery }: Pace,
  tooSlow: (socket: Socket, answered: boolean) => void,
): void {
  type Arriving = { raw: IncomingMessage; since: number; before: number; isAnswered: () => boolean };
  const arriving = new Set<Arriving>();
  // Bytes of the requests before, by connection: the first bytes of a body may have been read together with its head.
  const earlier = new WeakMap<Socket, number>();
  const sent = ({ raw, before }: Arriving) => raw.socket.bytesRead - before;
  const giveUp = (one: Arriving) => {
    arriving.delete(one);
    tooSlow(one.raw.socket, one.isAnswered());
  };
  const look = setInterval(() => {
    const now = performance.now();
    let held = 0;
    for (const one of arriving) {
      const due = ((now - one.since - grace) / 1000) * rate;
      if (one.raw.complete || one.raw.destroyed) arriving.delete(one);
      else if (due > 0 && sent(one) < due) giveUp(one);
      else held += sent(one);
    }
    if (held <= mostHeld) return;
    const speed = (one: Arriving) => sent(one) / (now - one.since);
    for (const one of [...arriving].sort((a, b) => speed(a) - speed(b))) {
      if (held <= mostHeld) return;
      held -= sent(one);
      giveUp(one);
    }
  }, lookEvery);
  look.unref();
  app.addHook("onClose", async () => clearInterval(look));
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
