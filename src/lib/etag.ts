import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** The entity tag of these bytes. */
export function etagOf(bytes: Buffer): string {
  return `"${createHash("sha1").update(bytes).digest("base64url")}"`;
}

/**
 * Gives the answer its entity tag. When the client has this version already and the answer is a 200, sends 304 and returns
 * true; then nothing else may be sent. The caller sets the status and the caching headers before.
 */
export function sendUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  void reply.header("etag", etag);
  if (reply.statusCode !== 200 || request.headers["if-none-match"] !== etag) return false;
  void reply.status(304).send();
  return true;
}
