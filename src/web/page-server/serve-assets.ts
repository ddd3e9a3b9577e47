import { readdir } from "node:fs/promises";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { dist } from "./load-web-build.ts";

/**
 * Registers the files of the web build. Names in `/assets/` change with the content, so those are cached for a year.
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
      const name = String(path);
      void response.header(
        "cache-control",
        /\/assets\//.test(name) ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      );
      void response.header("cross-origin-resource-policy", "same-origin");
    },
  });
  const options = { config: { policy: "public" as const }, schema: { hide: true } as object };
  app.get("/assets/*", options, (request, reply) =>
    reply.sendFile(`assets/${(request.params as { "*": string })["*"]}`),
  );
  for (const file of await readdir(client)) {
    if (/^[a-z0-9-]+\.(svg|webmanifest|txt|js|html|png)$/.test(file))
      app.get(`/${file}`, options, (_request, reply) => reply.sendFile(file));
  }
}
