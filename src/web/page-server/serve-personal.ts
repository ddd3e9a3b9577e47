import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SessionUser } from "#accounts/ui/session/session-provider.tsx";
import type { Context } from "#lib/context.ts";
import { callAsVisitor } from "./call-api.ts";
import { brotli, contentEncoding, encodingFor } from "./compress.ts";
import { htmlBytes } from "./html-bytes.ts";
import type { WebBuild } from "./load-web-build.ts";
import { pageRequest } from "./page-request.ts";

/** Brotli quality. Each page is compressed for one request while the user waits, so speed matters more than size. */
const quality = 3;

/**
 * Makes the handler that renders a page with the rights of its request and never caches it. It also runs the forms of
 * all pages, public ones included, because a form is personal.
 */
export function createPersonalPages(app: FastifyInstance, context: Context, { render, page }: WebBuild) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const call = callAsVisitor(app, request, reply);
    const pageInput = pageRequest(request, context.config.publicUrl.origin, request.url);
    const rendered = await render(pageInput, call, async () => {
      const { status, body } = await call("GET", "/v1/users");
      return status === 200 ? (body as { result: SessionUser }).result : null;
    });
    if (rendered.kind === "redirect")
      return reply
        .header("cache-control", "private, no-store")
        .redirect(rendered.location, request.method === "POST" ? 303 : 302);
    const html = htmlBytes(page.whole(rendered));
    void reply.status(rendered.status).headers({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      "content-security-policy": page.policy,
      vary: "accept-encoding",
    });
    if (encodingFor(request) !== "brotli") return reply.send(html);
    return reply.header("content-encoding", contentEncoding.brotli).send(brotli(html, quality));
  };
}
