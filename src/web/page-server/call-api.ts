import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RawCall } from "#lib/api-client.ts";

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
    const response = await inject(app, visitor.ip, method, url, { ...options, headers });
    for (const one of response.setCookies) {
      void reply.header("set-cookie", one);
      cookie = withCookie(cookie ?? "", one.split(";")[0] ?? "");
    }
    return { status: response.status, body: response.body };
  };
}

/**
 * Calls the API in process without any rights. The calls count for the rate limits of the IP address `ip`, which is
 * that of the visitor who requested the page.
 */
export function callAnonymously(app: FastifyInstance, ip = "127.0.0.1"): RawCall {
  return async (method, url, options = {}) => {
    const { status, body } = await inject(app, ip, method, url, options);
    return { status, body };
  };
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
