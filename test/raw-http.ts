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
