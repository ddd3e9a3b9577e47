import { sessionHintCookie } from "#accounts/session/session.ts";
import { hadSessionHeader } from "#accounts/ui/login/login-interstitial-fields.ts";
import type { FastifyRequest } from "fastify";

/**
 * Whether `url` begins with a path that needs no resolving. Others (`/product/..`, an absolute URL) are not served,
 * because Fastify and React Router would take them for two different pages.
 */
export function isPlainPath(url: string): boolean {
  return /^\/(?!\/)/.test(url) && !/\/(\.|%2e){1,2}([/?#]|$)/i.test(url.split("?")[0] ?? "");
}

/** The request that a page's loader or action gets; `url` begins with the path. page-forms.ts has parsed the body. */
export function pageRequest(request: FastifyRequest, origin: string, url: string): Request {
  const href = origin + url;
  if (request.method !== "POST") return new Request(href);
  // An ended session leaves its cookies in the browser; a visitor has none.
  const hadSession: Record<string, string> = request.cookies[sessionHintCookie] ? { [hadSessionHeader]: "1" } : {};
  if (request.body instanceof FormData)
    return new Request(href, { method: "POST", body: request.body, headers: hadSession });
  // A POST without a body is a form without fields.
  return new Request(href, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...hadSession },
    body: Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : "",
  });
}
