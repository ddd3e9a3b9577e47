import type { FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { findMark, hasMarks } from "./browser-mark.ts";
import { findCredentials, findCredentialsOf, type CredentialsRow } from "./queries.ts";

type Parts = Pick<Context, "db" | "config" | "secret">;

function keyOf(parts: Parts, request: FastifyRequest, person: CredentialsRow | undefined): string | undefined {
  if (!person) return undefined;
  const id = findMark(parts, request, {
    kind: "known",
    userId: person.id,
    passwordHash: person.password_hash ?? "",
  });
  return id && `${id} ${person.id}`;
}

/**
 * A key for this browser and the account of this e-mail (in lower case) when its person logged in here with the present
 * password; undefined otherwise. Limits by this key cannot be used up from elsewhere.
 */
export async function findKnownBrowser(
  parts: Parts,
  request: FastifyRequest,
  email: string,
): Promise<string | undefined> {
  return hasMarks(parts, request) ? keyOf(parts, request, await findCredentials(parts.db, email)) : undefined;
}

/** As {@link findKnownBrowser}, by the person's id. */
export async function findKnownBrowserOf(
  parts: Parts,
  request: FastifyRequest,
  userId: string,
): Promise<string | undefined> {
  return hasMarks(parts, request) ? keyOf(parts, request, await findCredentialsOf(parts.db, userId)) : undefined;
}
