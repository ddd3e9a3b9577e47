import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** An HTTP service on this machine. It responds with the entries of `next` in turn; to `silent` it never responds. */
export async function startHttpDouble(): Promise<{
  url: string;
  asked: Asked[];
  next: ({ status: number; body: string } | "silent")[];
  close(): Promise<void>;
}> {
  const asked: Asked[] = [];
  const next: ({ status: number; body: string } | "silent")[] = [];
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      asked.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      const answer = next.shift();
      if (answer === "silent") return;
      response.writeHead(answer?.status ?? 500, { "content-type": "application/json" });
      response.end(answer?.body ?? "");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    next,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
