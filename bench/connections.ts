/**
 * Design note. The load generator shares the cores with the server, so what it costs is missing there. Node's HTTP
 * client needs three times the processor time of these connections: plain sockets that stay open, each with one request
 * at a time, whose bytes are written and read at once. They read only what our server sends to a call of the API: a
 * response with a length.
 */
import { connect, type Socket } from "node:net";

export type Answer = { status: number; text: string };

export type Connections = {
  /** Posts JSON with these headers on a free connection. There must be one. */
  post(path: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<Answer>;
  close(): void;
};

/** Opens so many connections to a server on this machine, given as `http://host:port`. */
export async function openConnections(origin: string, count: number): Promise<Connections> {
  const { hostname, port, host } = new URL(origin);
  const all = await Promise.all(Array.from({ length: count }, () => openOne(hostname, Number(port))));
  const free = [...all];
  return {
    async post(path, body, headers) {
      const one = free.pop();
      if (!one) throw new Error("all connections are in use");
      try {
        return await one.send(requestText(host, path, JSON.stringify(body), headers));
      } finally {
        free.push(one);
      }
    },
    close() {
      for (const { socket } of all) socket.destroy();
    },
  };
}

function requestText(host: string, path: string, body: string, headers: Readonly<Record<string, string>>): string {
  let text = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n`;
  for (const [name, value] of Object.entries(headers)) text += `${name}: ${value}\r\n`;
  return `${text}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

type Connection = { socket: Socket; send(request: string): Promise<Answer> };

function openOne(host: string, port: number): Promise<Connection> {
  let waiting: PromiseWithResolvers<Answer> | undefined;
  let received = Buffer.alloc(0);
  const read = (bytes: Buffer) => {
    // The next read overwrites these bytes.
    const soFar = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
    const answer = answerOf(soFar);
    if (answer) waiting?.resolve(answer);
    received = answer ? Buffer.alloc(0) : Buffer.from(soFar);
  };
  const opened = Promise.withResolvers<Connection>();
  const fail = (error: Error) => {
    opened.reject(error);
    waiting?.reject(error);
  };
  const socket = connect({
    host,
    port,
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafe(64 * 1024),
      callback: (length: number, buffer: Uint8Array) => {
        read(Buffer.from(buffer.buffer, buffer.byteOffset, length));
        return true;
      },
    },
  });
  const send = (request: string) => {
    waiting = Promise.withResolvers<Answer>();
    socket.write(request);
    return waiting.promise;
  };
  socket.once("connect", () => opened.resolve({ socket, send }));
  socket.once("error", fail);
  socket.once("close", () => fail(new Error("the server closed a connection")));
  return opened.promise;
}

/** The response that these bytes are; undefined while some of it is missing. */
function answerOf(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`a response without a length: ${head}`);
  const bodyAt = end + 4;
  if (bytes.length < bodyAt + Number(length)) return undefined;
  return { status: Number(head.slice(9, 12)), text: bytes.toString("utf8", bodyAt, bodyAt + Number(length)) };
}
