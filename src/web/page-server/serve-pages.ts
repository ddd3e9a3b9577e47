/**
 * Design note. Serves every page of the list (pages.ts). A public page is rendered without the visitor's cookies and
 * cached. A personal page is rendered for one user and never cached. A POST runs the page's action, which makes the
 * same API calls as the browser's scripts and usually redirects. So buying works without JavaScript.
 */
import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { pageRows } from "#pages.ts";
import { loadWebBuild } from "./load-web-build.ts";
import { registerFormParsers } from "./page-forms.ts";
import { isPlainPath } from "./page-request.ts";
import { assetRoutes } from "./serve-assets.ts";
import { answerFailures } from "./serve-failures.ts";
import { createPersonalPages } from "./serve-personal.ts";
import { createPublicPages } from "./serve-public.ts";

/** Registers all pages and the files of the web build. Throws when dist/ has no web build. */
export async function pageRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const build = await loadWebBuild(context);
  const servePublic = createPublicPages(app, context, build);
  const servePersonal = createPersonalPages(app, context, build);

  await assetRoutes(app, context);
  registerFormParsers(app, context, new Set(pageRows.filter(({ takesFiles }) => takesFiles).map(({ path }) => path)));
  const options = { config: { policy: "public" as const }, schema: { hide: true } as object };
  for (const { path, cache } of pageRows) {
    app.get(path, options, (request, reply) => {
      if (!isPlainPath(request.url)) return reply.callNotFound();
      return cache ? servePublic(request, reply, cache) : servePersonal(request, reply);
    });
    app.post(path, options, (request, reply) =>
      isPlainPath(request.url) ? servePersonal(request, reply) : reply.callNotFound(),
    );
  }
  answerFailures(app, context, build);
}
