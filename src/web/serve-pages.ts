/**
 * Design note. Serves every page of the list (pages.ts). A public page is rendered as nobody sees it (no cookie reaches its
 * loaders) and kept as compressed Buffers; a personal page is rendered for its visitor and kept nowhere. A POST runs the
 * page's action through the same API calls and usually ends in a redirect, so that buying works without JavaScript.
 */
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RawCall } from "#lib/api-client.ts";
import type { Context } from "#lib/context.ts";
import { etagOf, sendUnchanged } from "#lib/http/etag.ts";
import type { CachedPage } from "#lib/http/page-cache.ts";
import { pageRows, type CacheRule } from "#pages.ts";
import { isProbe, logRefusal } from "#lib/http/refusal-log.ts";
import { Refusal, requestRefusals, serverRefusals } from "#lib/refusal.ts";
import { createSingleFlight } from "#lib/single-flight.ts";
import { createDocument, type DocumentParts } from "./document.ts";
import type { SessionUser } from "#accounts/ui/session-provider.tsx";
import { takePageForms } from "./page-forms.ts";

type Entry = typeof import("./entry-server.tsx");

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/**
 * How hard a kept page is compressed. At 6 the home page and a listing fit, with their heads, into the 14,600 bytes that a
 * new connection carries at once; at 4 they need a second journey to the phone and back, but while other pages are
 * waited for, that costs their visitors more.
 */
const compressionQuality = { calm: 6, busy: 4 } as const;
const dist = new URL("../../dist/", import.meta.url);

// A path that means another one (`/product/..`, a whole URL) is no page: it would be routed as one and rendered as the other.
function isPlainPath(url: string): boolean {
  return /^\/(?!\/)/.test(url) && !/\/(\.|%2e){1,2}([/?#]|$)/i.test(url.split("?")[0] ?? "");
}

type Encoding = "brotli" | "gzip" | "plain";
const contentEncoding = { brotli: "br", gzip: "gzip" } as const;

/** The best encoding that the visitor takes. */
function encodingFor(request: FastifyRequest): Encoding {
  const accepts = request.headers["accept-encoding"] ?? "";
  return /\bbr\b/.test(accepts) ? "brotli" : /\bgzip\b/.test(accepts) ? "gzip" : "plain";
}

/** Registers pages and built assets. Needs the web build in dist/. */
export async function pageRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const entry = (await import(new URL("server/entry-server.js", dist).href)) as Entry;
  const manifest = JSON.parse(
    await readFile(new URL("client/.vite/manifest.json", dist), "utf8"),
  ) as DocumentParts["manifest"];
  const page = createDocument({
    manifest,
    publicUrl: context.config.publicUrl,
    tileSource: context.config.map.tiles?.source,
    pusher: context.config.pusher,
  });

  await app.register(fastifyStatic, {
    root: new URL("client/", dist),
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

  takePageForms(app, context, new Set(pageRows.filter(({ takesFiles }) => takesFiles).map(({ path }) => path)));

  const config = { policy: "public" as const };
  const hidden = { hide: true } as object;
  app.get("/assets/*", { config, schema: hidden }, (request, reply) =>
    reply.sendFile(`assets/${(request.params as { "*": string })["*"]}`),
  );
  for (const file of await readdir(new URL("client/", dist))) {
    if (/^[a-z0-9-]+\.(svg|webmanifest|txt|js|html|png)$/.test(file))
      app.get(`/${file}`, { config, schema: hidden }, (_request, reply) => reply.sendFile(file));
  }
  for (const row of pageRows) {
    const { cache } = row;
    app.get(row.path, { config, schema: hidden }, (request, reply) => {
      if (!isPlainPath(request.url)) return reply.callNotFound();
      return cache ? servePublic(request, reply, cache) : servePersonal(request, reply);
    });
    app.post(row.path, { config, schema: hidden }, (request, reply) =>
      isPlainPath(request.url) ? servePersonal(request, reply) : reply.callNotFound(),
    );
  }

  app.setNotFoundHandler(async (request, reply) => {
    // A CORS preflight from an origin that is not listed.
    const isForeign = request.headers["access-control-request-method"] !== undefined;
    if (isForeign) logRefusal(request, new Refusal(requestRefusals.crossSite));
    else logRefusal(request, new Refusal(requestRefusals.notFound), isProbe(request.raw.url ?? ""));
    const wantsHtml =
      (request.method === "GET" || request.method === "HEAD") &&
      /text\/html|\*\/\*/.test(request.headers.accept ?? "*/*");
    if (!wantsHtml || request.url.startsWith("/v1/")) {
      return reply
        .status(404)
        .type("application/json; charset=utf-8")
        .send(
          JSON.stringify({
            success: false,
            code: requestRefusals.notFound.code,
            message: requestRefusals.notFound.message,
          }),
        );
    }
    const html = await notFoundPage();
    return reply
      .status(404)
      .headers({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "content-security-policy": page.policy,
      })
      .send(html);
  });
  app.setErrorHandler(async (error, request, reply) => {
    const { errorResponse: answerFor } = await import("#lib/http/create-http.ts");
    const { status, body } = answerFor(error, request);
    const html = page.plain({ title: body.message, message: body.message, status });
    return reply
      .status(status)
      .headers({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "content-security-policy": page.policy,
      })
      .send(html);
  });

  let notFoundHtml: Promise<string> | undefined;
  function notFoundPage(): Promise<string> {
    notFoundHtml ??= entry
      .render(new Request(`${context.config.publicUrl.origin}/404`), callAs(undefined), undefined)
      .then((rendered) => {
        if (rendered.kind === "page" && rendered.status === 404) return page.whole(rendered);
        throw new Refusal(serverRefusals.busy);
      });
    // What could not be made now may be made the next time.
    notFoundHtml.catch(() => (notFoundHtml = undefined));
    return notFoundHtml;
  }

  /**
   * A caller of the API in process, with the visitor's own rights (or nobody's, from `address`: what is limited by address is
   * limited by who asked for the page). Cookies the API sets go to `reply`.
   */
  function callAs(visitor: FastifyRequest | undefined, reply?: FastifyReply, address = visitor?.ip): RawCall {
    let cookie = visitor?.headers.cookie;
    return async (method, url, options = {}) => {
      const headers: Record<string, string> = { "sec-fetch-site": "same-origin", ...options.headers };
      if (cookie) headers.cookie = cookie;
      if (visitor?.headers.authorization) headers.authorization = visitor.headers.authorization;
      if (visitor?.headers["user-agent"]) headers["user-agent"] = visitor.headers["user-agent"];
      let payload: string | Buffer | undefined;
      if (options.form) {
        const wrapped = new Response(options.form);
        headers["content-type"] = wrapped.headers.get("content-type") ?? "";
        payload = Buffer.from(await wrapped.arrayBuffer());
      } else if (options.body !== undefined) {
        headers["content-type"] = "application/json";
        payload = JSON.stringify(options.body);
      }
      const response = await app.inject({
        method: method as "GET",
        url,
        headers,
        remoteAddress: address ?? "127.0.0.1",
        ...(payload === undefined ? {} : { payload }),
      });
      const set = response.headers["set-cookie"];
      if (set && reply) {
        for (const one of Array.isArray(set) ? set : [set]) {
          void reply.header("set-cookie", one);
          const pair = one.split(";")[0] ?? "";
          cookie = [
            ...(cookie ?? "").split("; ").filter((kept) => kept && kept.split("=")[0] !== pair.split("=")[0]),
            pair,
          ].join("; ");
        }
      }
      return { status: response.statusCode, body: response.json() as unknown };
    };
  }

  function toRequest(request: FastifyRequest, url: string): Request {
    const address = context.config.publicUrl.origin + url;
    if (request.method !== "POST") return new Request(address);
    if (request.body instanceof FormData) return new Request(address, { method: "POST", body: request.body });
    // A post without a body is a form without fields.
    return new Request(address, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : "",
    });
  }

  async function servePersonal(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const call = callAs(request, reply);
    const rendered = await entry.render(toRequest(request, request.url), call, async () => {
      const { status, body } = await call("GET", "/v1/users");
      return status === 200 ? (body as { result: SessionUser }).result : null;
    });
    if (rendered.kind === "redirect")
      return reply
        .header("cache-control", "private, no-store")
        .redirect(rendered.location, request.method === "POST" ? 303 : 302);
    const html = page.whole(rendered);
    void reply.status(rendered.status).headers({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      "content-security-policy": page.policy,
      vary: "accept-encoding",
    });
    const accepts = request.headers["accept-encoding"] ?? "";
    if (/\bbr\b/.test(accepts))
      return reply
        .header("content-encoding", "br")
        .send(await brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }));
    return reply.send(html);
  }

  const rendering = createSingleFlight<CachedPage | { location: string; status: number }>();
  let compressing = 0;

  async function compress(plain: Buffer): Promise<Buffer> {
    const quality = rendering.size() + compressing > 0 ? compressionQuality.busy : compressionQuality.calm;
    compressing += 1;
    try {
      return await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
    } finally {
      compressing -= 1;
    }
  }

  /** A kept page leaves without a promise on its way: waiting for one costs more than all the rest. */
  function servePublic(
    request: FastifyRequest,
    reply: FastifyReply,
    rule: CacheRule,
  ): Promise<FastifyReply> | FastifyReply | undefined {
    const key = knownKey(request, rule);
    const kept = context.pages.get(key);
    const encoding = encodingFor(request);
    if (!kept || (encoding !== "plain" && !kept[encoding])) return serveFresh(request, reply, key, rule, kept);
    sendCached(request, reply, kept, encoding);
    return undefined;
  }

  async function serveFresh(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    rule: CacheRule,
    known: CachedPage | undefined,
  ): Promise<FastifyReply> {
    let kept: CachedPage | { location: string; status: number } | undefined = known;
    if (!kept) {
      const isOthers = rendering.isRunning(key);
      kept = await rendering.run(key, () => renderPublic(request, key, rule));
      // The limit that refused this page was another visitor's.
      if (isOthers && kept.status === 429) kept = await renderPublic(request, key, rule);
    }
    if ("location" in kept) return reply.redirect(kept.location, kept.status);
    const encoding = encodingFor(request);
    if (encoding === "brotli") kept.brotli ??= await compress(kept.plain);
    if (encoding === "gzip") kept.gzip ??= await gzipped(kept.plain, { level: 6 });
    sendCached(request, reply, kept, encoding);
    return reply;
  }

  async function renderPublic(
    request: FastifyRequest,
    key: string,
    rule: CacheRule,
  ): Promise<CachedPage | { location: string; status: number }> {
    const since = context.pages.version();
    const rendered = await entry.render(toRequest(request, key), callAs(undefined, undefined, request.ip), undefined);
    if (rendered.kind === "redirect") return { location: rendered.location, status: rendered.status };
    const plain = Buffer.from(page.whole(rendered));
    const kept: CachedPage = {
      plain,
      etag: etagOf(plain),
      status: rendered.status,
      tags: ["all", ...rendered.tags],
      expires: Date.now() + rule.seconds * 1000,
    };
    if (rendered.status === 200 && key.length <= 600) context.pages.set(key, kept, since);
    return kept;
  }

  function sendCached(request: FastifyRequest, reply: FastifyReply, kept: CachedPage, encoding: Encoding): void {
    void reply.status(kept.status).headers({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=0, must-revalidate",
      "content-security-policy": page.policy,
      vary: "accept-encoding",
    });
    if (sendUnchanged(request, reply, kept.etag)) return;
    if (encoding !== "plain") void reply.header("content-encoding", contentEncoding[encoding]);
    void reply.send(kept[encoding]);
  }

  // Taking an address apart costs more than all the rest of a kept page, and the same few are asked for all the time.
  const keys = new Map<string, string>();
  const maxKeys = 5000;
  function knownKey(request: FastifyRequest, rule: CacheRule): string {
    if (!request.url.includes("?")) return request.url;
    let key = keys.get(request.url);
    if (key === undefined) {
      key = cacheKey(request.url, rule);
      if (keys.size >= maxKeys) keys.clear();
      keys.set(request.url, key);
    }
    return key;
  }

  /** Path and known parameters in a fixed order: whatever else stands in the address makes no new page. */
  function cacheKey(url: string, rule: CacheRule): string {
    const question = url.indexOf("?");
    const path = url.slice(0, question);
    const given = new URLSearchParams(url.slice(question + 1));
    const known = new URLSearchParams();
    for (const name of rule.params)
      for (const value of given.getAll(name).slice(0, 40).sort())
        if (value !== "") known.append(name, value.slice(0, 200));
    return known.size > 0 ? `${path}?${known}` : path;
  }
}
