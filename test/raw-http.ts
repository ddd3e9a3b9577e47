import { connect, type AddressInfo, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** The response over one connection, and how many bytes the server read of the request. */
export type Exchange = { status: number; head: string; body: string; read: number };

/** Listens on a free port of this machine, and counts open connections and the bytes read from each. */
export async function listen(
  app: FastifyInstance,
): Promise<{ port: number; readOf(clientPort: number): number; countOpen(): number }> {
  const sockets = new Map<number, Socket>();
  app.server.on("connection", (socket: Socket) => void sockets.set(socket.remotePort ?? 0, socket));
  await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    port: (app.server.address() as AddressInfo).port,
    readOf: (clientPort) => sockets.get(clientPort)?.bytesRead ?? 0,
    countOpen: () => [...sockets.values()].filter((socket) => !socket.destroyed).length,
  };
}

type Sent = {
  /** Returns the next piece of the body, as fast as the server reads; undefined when there is none. */
  next?: () => Buffer | undefined;
  /** Milliseconds between two pieces, for a slow client. */
  every?: number;
};

/**
 * Sends `head` as it is, then the pieces. Resolves when the server has closed the connection; a server that never does
 * so fails the test by its timeout.
 */
export function pour(
  server: { port: number; readOf?(clientPort: number): number },
  head: string,
  { next = () => undefined, every }: Sent = {},
): Promise<Exchange> {
  return new Promise((done) => {
    let answer = "";
    let local = 0;
    let timer: NodeJS.Timeout | undefined;
    const socket = connect(server.port, "127.0.0.1", () => {
      local = socket.localPort ?? 0;
      socket.write(head, "latin1");
      if (every === undefined) write();
      else timer = setInterval(send, every);
    });
    const send = (): boolean => {
      const piece = socket.destroyed ? undefined : next();
      return piece !== undefined && socket.write(piece);
    };
    const write = () => {
      while (send());
    };
    // After what has arrived was read: a server that closes while more is sent resets the connection.
    if (every === undefined) socket.on("drain", () => setImmediate(write));
    socket.setEncoding("latin1").on("data", (part: string) => (answer += part));
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(timer);
      const [headOfAnswer = "", ...rest] = answer.split("\r\n\r\n");
      done({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0),
        head: headOfAnswer,
        body: rest.join("\r\n\r\n"),
        read: server.readOf?.(local) ?? 0,
      });
    });
  });
}

/** The same bytes again and again, as chunks of an endless chunked body. */
export function endless(piece: Buffer): () => Buffer {
  const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
  return () => chunk;
}

/**
 * Sends a head and a body of a known size to its end, and reads only then, as many clients do. Resolves with what was
 * read when the server closes the connection or has sent a whole response; with status 0 when it was disconnected
 * first.
 */
export function sendThenRead(
  { port }: { port: number },
  head: string,
  { start, bytes }: { start: string; bytes: number },
): Promise<{ status: number; sent: number }> {
  return new Promise((done) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const piece = Buffer.alloc(64 * 1024, 97);
    let [answer, sent] = ["", 0];
    const end = () => {
      socket.destroy();
      done({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0), sent });
    };
    const write = () => {
      while (sent < bytes && !socket.destroyed) {
        const next = piece.subarray(0, Math.min(piece.length, bytes - sent));
        sent += next.length;
        if (!socket.write(next)) return void socket.once("drain", write);
      }
      // Only now: a socket without a listener is not read.
      socket.setEncoding("latin1").on("data", (part: string) => {
        answer += part;
        if (answer.includes("\r\n\r\n")) end();
      });
    };
    socket.on("error", () => {}).on("close", end);
    socket.write(`${head}\r\nContent-Length: ${Buffer.byteLength(start) + bytes}\r\n\r\n${start}`, write);
  });
}
