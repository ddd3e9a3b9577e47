/**
 * Design note. Forms of pages reach the page's action as the browser sent them, and nothing but forms does. Only personal pages
 * take files, so a visitor who is not logged in may send a large form only to those: their session may have ended while they
 * filled it in. Its text outlives the login in between (login-interstitial.ts). Its files cannot, so they are dropped while they
 * arrive.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { maxBodyBytes } from "#lib/field-limits.ts";
import { clientNetwork } from "#lib/http/client-network.ts";
import { readForm, type FormLimits } from "#lib/http/read-form.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";

/** Bytes of a form with files. */
const maxFormBytes = 10 * 1024 * 1024;
/** Bytes of a multipart form that anybody may send to any page. */
const maxSmallFormBytes = maxBodyBytes;
/** Bytes of text in a form whose files are dropped: a product with a hundred variants has a quarter of that. */
const maxAnonymousTextBytes = 384 * 1024;
/** How many such forms one network may send in a minute to one process: sessions rarely end in the middle of a form. */
const anonymousForms = { max: 30, window: 60_000 };

const keptWhole: FormLimits = { maxBytes: maxFormBytes, maxTextBytes: maxFormBytes };
const textOnly: FormLimits = { maxBytes: maxFormBytes, maxTextBytes: maxAnonymousTextBytes };

/**
 * Registers the bodies that pages take: `body` is a Buffer for a plain form and FormData for a multipart one. `pathsWithFiles`
 * are the routes of pages whose forms take files.
 */
export function takePageForms(app: FastifyInstance, context: Context, pathsWithFiles: ReadonlySet<string>): void {
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
    // A chunked body announces no length.
    const announced = Number(request.headers["content-length"] ?? Number.NaN);
    if (announced > maxFormBytes) throw new Refusal(requestRefusals.tooLarge);
    if (announced <= maxSmallFormBytes || (await context.authenticate(request)))
      return readForm(type, body, keptWhole, "keep");
    await assertMayDropFiles(request);
    return readForm(type, body, textOnly, "drop");
  });
}
