import { readdir } from "node:fs/promises";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { dist } from "./load-web-build.ts";

/**
 * Headers that only say something about a document. A page loads up to ten scripts, which nobody opens as a
 * document, and all headers of one were as long as a small script.
 */
const documentHeaders = [
  "content-security-policy",
  "cross-origin-opener-policy",
  "permissions-policy",
  "referrer-policy",
  "x-frame-options",
];

/**
 * Registers the files of the web build. Names in `/assets/` change with the content, so those are cached for a year,
 * and scripts need nothing by which a browser could ask for a newer version.
 */
export async function assetRoutes(app: FastifyInstance): Promise<void> {
  const client = new URL("client/", dist);
  await app.register(fastifyStatic, {
    root: client,
    serve: false,
    preCompressed: true,
    index: false,
    dotfiles: "ignore",
    cacheControl: false,
    setHeaders(response, path) {
      const isAsset = String(path).includes("/assets/");
      void response.header("cache-control", isAsset ? "public, max-age=31536000, immutable" : "public, max-age=3600");
      void response.header("cross-origin-resource-policy", "same-origin");
      if (!isAsset || !/\.js(\.br|\.gz)?$/.test(String(path))) return;
      for (const header of documentHeaders) void response.removeHeader(header);
      // Connections of HTTP/1.1 stay open without a header that says so.
      const isLast = response.getHeader("connection") === "close";
      if (response.request.raw.httpVersion === "1.1" && !isLast) response.raw.removeHeader("connection");
    },
  });
  const options = { config: { policy: "public" as const }, schema: { hide: true } as object };
  app.get("/assets/*", options, (request, reply) => {
    const name = (request.params as { "*": string })["*"];
    const isScript = name.endsWith(".js");
    return reply.sendFile(`assets/${name}`, isScript ? { etag: false, lastModified: false, acceptRanges: false } : {});
  });
  for (const file of await readdir(client)) {
    if (/^[a-z0-9-]+\.(svg|webmanifest|txt|js|html|png)$/.test(file))
      app.get(`/${file}`, options, (_request, reply) => reply.sendFile(file));
  }
}
