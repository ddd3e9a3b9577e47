import { readdir } from "node:fs/promises";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { readBuild } from "../hashed-files/read-build.ts";
import { hashedFileRoutes } from "../hashed-files/routes.ts";
import { dist } from "./load-web-build.ts";

/** Registers the files of the web build: those in `/assets/`, and the few that always have the same name. */
export async function assetRoutes(app: FastifyInstance, context: Context): Promise<void> {
  hashedFileRoutes(app, context, await readBuild());
  const client = new URL("client/", dist);
  await app.register(fastifyStatic, {
    root: client,
    serve: false,
    preCompressed: true,
    index: false,
    dotfiles: "ignore",
    cacheControl: false,
    setHeaders(response) {
      void response.header("cache-control", "public, max-age=3600");
      void response.header("cross-origin-resource-policy", "same-origin");
    },
  });
  const options = { config: { policy: "public" as const }, schema: { hide: true } as object };
  for (const file of await readdir(client)) {
    if (/^[a-z0-9-]+\.(svg|webmanifest|txt|js|html|png)$/.test(file))
      app.get(`/${file}`, options, (_request, reply) => reply.sendFile(file));
  }
}
