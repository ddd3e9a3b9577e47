/**
 * Design note. Pages call the API in process. Most go through the HTTP server without a socket (`inject`), so that
 * policy, limits and session are the same as from outside. A public read with a cache rule is the same for everyone and
 * needs none of that: its content is taken from app.publicReads, without writing and parsing JSON. When such a read
 * fails, the call is repeated through the server, which logs the failure and makes the response of it.
 */
import { parse } from "node:querystring";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RawCall } from "#lib/api-client.ts";
import { maxParamLength } from "#lib/http/create-http.ts";

/**
 * Calls the API in process with the rights of the visitor's request. Cookies that the API sets are added to `reply`,
 * and later calls send them. So after an action logs the user in, the page's loaders run with the new session.
 */
export function callAsVisitor(app: FastifyInstance, visitor: FastifyRequest, reply: FastifyReply): RawCall {
  const { authorization, "user-agent": userAgent } = visitor.headers;
  let { cookie } = visitor.headers;
  return async (method, url, options = {}) => {
    const headers: Record<string, string> = { ...options.headers };
    if (cookie) headers.cookie = cookie;
    if (authorization) headers.authorization = authorization;
    if (userAgent) headers["user-agent"] = userAgent;
    const read = await readDirectly(app, visitor, method, url, options);
    if (read !== undefined) return { status: 200, body: read };
    const response = await inject(app, visitor.ip, method, url, { ...options, headers });
    for (const one of response.setCookies) {
      void reply.header("set-cookie", one);
      cookie = withCookie(cookie ?? "", one.split(";")[0] ?? "");
    }
    return { status: response.status, body: response.body };
  };
}

/**
 * Calls the API in process without any rights. The calls count for the rate limits of the network of the `visitor`, who
 * requested the page.
 */
export function callAnonymously(app: FastifyInstance, visitor?: FastifyRequest): RawCall {
  return async (method, url, options = {}) => {
    const read = visitor && (await readDirectly(app, visitor, method, url, options));
    if (read !== undefined) return { status: 200, body: read };
    const { status, body } = await inject(app, visitor?.ip ?? "127.0.0.1", method, url, options);
    return { status, body };
  };
}

/** The content of a public read; undefined when the call is another one, or fails. */
async function readDirectly(
  app: FastifyInstance,
  visitor: FastifyRequest,
  method: string,
  url: string,
  { pattern, params = {} }: NonNullable<Parameters<RawCall>[2]>,
): Promise<unknown> {
  const [path = "", search = ""] = url.split("?");
  const read = method === "GET" ? app.publicReads.get(pattern ?? path) : undefined;
  if (!read || Object.values(params).some((value) => encodeURIComponent(value).length > maxParamLength))
    return undefined;
  try {
    return await read({ url, params, query: parse(search) }, visitor);
  } catch {
    return undefined;
  }
}

async function inject(
  app: FastifyInstance,
  remoteAddress: string,
  method: string,
  url: string,
  options: NonNullable<Parameters<RawCall>[2]>,
): Promise<{ status: number; body: unknown; setCookies: readonly string[] }> {
  const headers: Record<string, string> = { "sec-fetch-site": "same-origin", ...options.headers };
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
    remoteAddress,
    ...(payload === undefined ? {} : { payload }),
  });
  const set = response.headers["set-cookie"] ?? [];
  return {
    status: response.statusCode,
    body: response.json() as unknown,
    setCookies: Array.isArray(set) ? set : [set],
  };
}

/** A cookie header in which `pair` (`name=value`) replaces the cookie of the same name. */
function withCookie(header: string, pair: string): string {
  const others = header.split("; ").filter((other) => other && other.split("=")[0] !== pair.split("=")[0]);
  return [...others, pair].join("; ");
}
