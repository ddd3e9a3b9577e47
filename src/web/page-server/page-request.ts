import type { FastifyRequest } from "fastify";

/**
 * Whether the address is the path of a page as it is written. A path that means another one (`/product/..`, a whole URL) is
 * none: Fastify would route it as one page and React Router render it as the other.
 */
export function isPlainPath(url: string): boolean {
  return /^\/(?!\/)/.test(url) && !/\/(\.|%2e){1,2}([/?#]|$)/i.test(url.split("?")[0] ?? "");
}

/** The request as a page's loader or action gets it; `url` begins with the path. page-forms.ts has read the body. */
export function pageRequest(request: FastifyRequest, origin: string, url: string): Request {
  const address = origin + url;
  if (request.method !== "POST") return new Request(address);
  if (request.body instanceof FormData) return new Request(address, { method: "POST", body: request.body });
  // A post without a body is a form without fields.
  return new Request(address, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : "",
  });
}
