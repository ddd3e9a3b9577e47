import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** The entity tag of these bytes. */
export function etagOf(bytes: Buffer): string {
  return `"${hash("sha1", bytes, "base64url")}"`;
}

/**
 * Sets the entity tag of the response. When the client already has this version and the status is 200, sends 304 and
 * returns true; then the caller sends nothing. The caller sets the status and the caching headers before.
 */
export function sendUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  void reply.header("etag", etag);
  if (reply.statusCode !== 200 || request.headers["if-none-match"] !== etag) return false;
  void reply.status(304).send();
  return true;
}
