/**
 * Design note. A page's action gets a form as the browser sent it; other content types are refused. Only forms of
 * personal pages may hold files. A visitor without a session may send a large form to those pages only, because the
 * session may have ended while the user filled in the form. The page that asks for the login carries the form's text
 * (login-interstitial.ts). It cannot carry files, so they are dropped while they arrive.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { maxBodyBytes, maxFormBytes } from "#lib/field-limits.ts";
import { clientNetwork } from "#lib/http/client-network.ts";
import { readForm, type FormLimits } from "#lib/http/read-form.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";

/** Maximum bytes of a multipart form that needs no session. */
const maxSmallFormBytes = maxBodyBytes;
/** Maximum bytes of text in a form whose files are dropped. A product with a hundred variants has a quarter of that. */
const maxAnonymousTextBytes = 384 * 1024;
/** Limit of such forms from one network in one process. It is low because sessions rarely end during a form. */
const anonymousForms = { max: 30, window: 60_000 };

const withFiles: FormLimits = { maxBytes: maxFormBytes, maxTextBytes: maxFormBytes };
const textOnly: FormLimits = { maxBytes: maxFormBytes, maxTextBytes: maxAnonymousTextBytes };

/**
 * Registers the parsers of request bodies: `body` is a Buffer for a plain form and FormData for a multipart form.
 * `pathsWithFiles` are the routes of pages whose forms may hold files. Refuses a form that is too large, and too many
 * large forms without a session.
 */
export function registerFormParsers(app: FastifyInstance, context: Context, pathsWithFiles: ReadonlySet<string>): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer", bodyLimit: maxSmallFormBytes },
    (_request, body, done) => done(null, body),
  );
  const countAnonymousForm = app.createRateLimit({
    max: anonymousForms.max * context.config.limitFactor,
    timeWindow: anonymousForms.window,
    keyGenerator: (request) => `form ${clientNetwork(request.ip)}`,
  });

  async function assertMayDropFiles(request: FastifyRequest): Promise<void> {
    if (!pathsWithFiles.has(request.routeOptions.url ?? "")) throw new Refusal(requestRefusals.tooLarge);
    const counted = await countAnonymousForm(request);
    if (!counted.isAllowed && counted.isExceeded) throw new Refusal(requestRefusals.tooMany);
  }

  app.addContentTypeParser("multipart/form-data", async (request: FastifyRequest, body: FastifyRequest["raw"]) => {
    const type = request.headers["content-type"] ?? "";
    // A chunked body has no content-length; the comparisons below are then false.
    const announced = Number(request.headers["content-length"] ?? Number.NaN);
    if (announced > maxFormBytes) throw new Refusal(requestRefusals.tooLarge);
    if (announced <= maxSmallFormBytes || (await context.authenticate(request)))
      return readForm(type, body, withFiles, "keep");
    await assertMayDropFiles(request);
    return readForm(type, body, textOnly, "drop");
  });
}
