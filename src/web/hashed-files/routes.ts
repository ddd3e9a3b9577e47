import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { sendUnchanged } from "#lib/http/etag.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { contentEncoding, encodingFor } from "../page-server/compress.ts";
import { createFindFile } from "./find-file.ts";
import type { Build } from "./read-build.ts";
import { hashedFileType } from "./rules.ts";

/**
 * Headers that only say something about a document. A page loads up to ten scripts, which nobody opens as a
 * document, and all headers of one were as long as a small script.
 */
const documentHeaders = [
  "content-security-policy",
  "cross-origin-opener-policy",
  "permissions-policy",
  "referrer-policy",
  "x-frame-options",
];

/**
 * Registers `/assets/`: the hashed files of this build and of those that other processes published. Browsers cache them
 * for a year, and scripts need nothing by which a browser could ask for a newer version.
 */
export function hashedFileRoutes(app: FastifyInstance, context: Context, build: Build): void {
  const findFile = createFindFile(context, build);
  const options = { config: { policy: "public" as const }, schema: { hide: true } as object };

  app.get("/assets/*", options, async (request, reply) => {
    const name = (request.params as { "*": string })["*"];
    if (/[/\\]|^\.\.?$/.test(name)) throw new Refusal(requestRefusals.malformed);
    const kind = hashedFileType(name);
    const encoding = kind?.isText ? encodingFor(request) : "plain";
    const bytes = kind && (await findFile(name, encoding));
    if (!bytes) return reply.callNotFound();
    void reply.headers({ "cache-control": "public, max-age=31536000, immutable", "content-type": kind.type });
    if (kind.isText) void reply.header("vary", "accept-encoding");
    if (encoding !== "plain") void reply.header("content-encoding", contentEncoding[encoding]);
    if (name.endsWith(".js")) leaveHeadersOut(request, reply);
    else if (sendUnchanged(request, reply, `"${name}"`)) return reply;
    return reply.send(bytes);
  });
}

/** Leaves out of the response to a script what a browser does not need. */
function leaveHeadersOut(request: FastifyRequest, reply: FastifyReply): void {
  for (const header of documentHeaders) void reply.removeHeader(header);
  // Connections of HTTP/1.1 stay open without a header that says so.
  const isLast = reply.getHeader("connection") === "close";
  if (request.raw.httpVersion === "1.1" && !isLast) reply.raw.removeHeader("connection");
}
