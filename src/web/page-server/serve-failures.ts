import type { FastifyInstance, FastifyReply } from "fastify";
import type { Context } from "#lib/context.ts";
import { settingsVersion } from "#lib/settings/setting.ts";
import { isProbe, logRefusal } from "#lib/http/refusal-log.ts";
import { Refusal, requestRefusals, serverRefusals } from "#lib/refusal.ts";
import { callAnonymously } from "./call-api.ts";
import type { WebBuild } from "./load-web-build.ts";

/**
 * Registers the responses to unknown URLs and failed requests: a page for browsers, also where a link to a file of the
 * API is opened, and JSON for programs.
 */
export function answerFailures(app: FastifyInstance, context: Context, { render, page }: WebBuild): void {
  function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
    return reply
      .status(status)
      .headers({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "content-security-policy": page.policy,
      })
      .send(html);
  }

  function sendFailure(reply: FastifyReply, status: number, message: string): FastifyReply {
    return sendPage(reply, status, page.plain({ title: message, message, status }));
  }

  app.setNotFoundHandler(async (request, reply) => {
    // A CORS preflight from an origin that is not allowed.
    const isForeign = request.headers["access-control-request-method"] !== undefined;
    if (isForeign) logRefusal(request, new Refusal(requestRefusals.crossSite));
    else logRefusal(request, new Refusal(requestRefusals.notFound), isProbe(request.raw.url ?? ""));
    const wantsHtml =
      (request.method === "GET" || request.method === "HEAD") &&
      /text\/html|\*\/\*/.test(request.headers.accept ?? "*/*");
    if (wantsHtml && !request.url.startsWith("/v1/")) return sendPage(reply, 404, await notFoundPage());
    const { code, message } = requestRefusals.notFound;
    return reply
      .status(404)
      .type("application/json; charset=utf-8")
      .send(JSON.stringify({ success: false, code, message }));
  });

  app.setErrorHandler(async (error, request, reply) => {
    const { errorResponse } = await import("#lib/http/create-http.ts");
    const { status, body } = errorResponse(error, request);
    return sendFailure(reply, status, body.message);
  });
  app.failurePage.send = sendFailure;

  let notFoundHtml: Promise<string> | undefined;
  let renderedWith = settingsVersion();
  /** The 404 page. All requests share one rendering. */
  function notFoundPage(): Promise<string> {
    if (renderedWith !== settingsVersion()) notFoundHtml = undefined;
    renderedWith = settingsVersion();
    notFoundHtml ??= render(new Request(`${context.config.publicUrl.origin}/404`), callAnonymously(app)).then(
      (rendered) => {
        if (rendered.kind === "page" && rendered.status === 404) return page.whole(rendered);
        throw new Refusal(serverRefusals.busy);
      },
    );
    // After a failure the next request renders the page again.
    notFoundHtml.catch(() => (notFoundHtml = undefined));
    return notFoundHtml;
  }
}
