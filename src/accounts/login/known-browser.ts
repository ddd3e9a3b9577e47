import type { FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { findDeviceMark, hasDeviceMarks, type DeviceMark } from "./device-cookie.ts";
import { findCredentials, findCredentialsOf, type CredentialsRow } from "../queries.ts";

type Deps = Pick<Context, "db" | "config" | "secret">;

function keyOf(
  parts: Deps,
  request: FastifyRequest,
  kind: Exclude<DeviceMark["kind"], "opened">,
  person: CredentialsRow | undefined,
): string | undefined {
  if (!person) return undefined;
  const id = findDeviceMark(parts, request, {
    kind,
    userId: person.id,
    passwordHash: person.password_hash ?? "",
  });
  return id && `${id} ${person.id}`;
}

/**
 * A key for this browser and the account of this e-mail (in lower case) when its user has logged in here with the
 * present password, else undefined. Attempts in other browsers do not count for limits by this key.
 */
export async function findKnownBrowser(
  parts: Deps,
  request: FastifyRequest,
  email: string,
): Promise<string | undefined> {
  return hasDeviceMarks(parts, request)
    ? keyOf(parts, request, "known", await findCredentials(parts.db, email))
    : undefined;
}

/**
 * The same key by user id, for a browser where the user passed the second step with the present password. The password
 * alone, or a new one chosen by mail, must not give more attempts at codes in each further browser.
 */
export async function findSecondFactorBrowser(
  parts: Deps,
  request: FastifyRequest,
  userId: string,
): Promise<string | undefined> {
  return hasDeviceMarks(parts, request)
    ? keyOf(parts, request, "passed", await findCredentialsOf(parts.db, userId))
    : undefined;
}
