/**
 * Design note. Each challenge is stored as a hash, is valid for five minutes and can be answered once. The answer
 * contains its challenge, so no cookie is needed. The device must have verified its user (PIN, finger, face), so a
 * passkey counts as both factors. When a device sends a counter, the counter must increase: one that stays the same or
 * goes back shows that the key was copied, and the answer is refused.
 */
import { createHash } from "node:crypto";
import type { z } from "zod";
import { brandName } from "#lib/brand.ts";
import type { Context } from "#lib/context.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { Refusal, requestRefusals, sessionRefusals } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { requireOpenSession } from "../session/require-open-session.ts";
import { providerRefusals } from "../providers/contract.ts";
import { lockLoginMethods } from "../providers/queries.ts";
import type { newPasskey, passkeyLogin } from "./contract.ts";
import {
  deletePasskey,
  findCredential,
  insertChallenge,
  insertPasskey,
  listCredentialIds,
  consumeChallenge,
  recordPasskeyUse,
} from "./queries.ts";
import { challengeTtl, maxPasskeysPerUser } from "./rules.ts";
import { findCredentialsOf } from "../queries.ts";
import { recordSecondFactor } from "../session/queries.ts";
import { requireFreshLogin, requireSecondFactor } from "../session/confirm-session.ts";
import { notifyLoginMethodChange } from "../login/notify-login-method.ts";
import { passkeyRefusals } from "./contract.ts";

// Loaded with the first passkey, because it takes a quarter of a second and many processes never need it.
const webauthn = () => import("@simplewebauthn/server");

// ES256 first, because every device has it; RS256 for older Windows, EdDSA for some security keys.
const algorithms = [-7, -257, -8];

type Deps = Pick<Context, "db" | "config" | "log">;

function relyingParty({ config }: Deps) {
  return { rpID: config.publicUrl.hostname, origin: config.publicUrl.origin };
}

const hashOf = (challenge: string) => createHash("sha256").update(challenge).digest();

/** The options for a login by passkey, which the browser passes to the device. Any passkey of this site may answer. */
export async function createLoginChallenge(parts: Deps, now: Date) {
  const { rpID } = relyingParty(parts);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: "required",
    timeout: challengeTtl,
  });
  await insertChallenge(parts.db, hashOf(options.challenge), null, addDuration(now, challengeTtl));
  return options;
}

/**
 * The options for a new passkey of the user, which the browser passes to the device. Refuses with
 * `accounts.confirm_needed` without a fresh login, and `accounts.passkeys_full` when the user has twenty.
 */
export async function createPasskeyChallenge(parts: Deps, actor: Actor, now: Date) {
  requireFreshLogin(actor, now);
  const { db } = parts;
  await requireSecondFactor(db, actor);
  const known = await listCredentialIds(db, actor.userId);
  if (known.length >= maxPasskeysPerUser) throw new Refusal(passkeyRefusals.full);
  const person = await findCredentialsOf(db, actor.userId);
  if (!person) throw new Refusal(sessionRefusals.required);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: brandName(),
    rpID: relyingParty(parts).rpID,
    userName: person.email,
    userDisplayName: person.name,
    userID: new Uint8Array(userHandleOf(actor.userId)),
    timeout: challengeTtl,
    attestationType: "none",
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await insertChallenge(db, hashOf(options.challenge), actor.userId, addDuration(now, challengeTtl));
  return options;
}

/** The id by which devices know a user: the bytes of the account's id, without a name or e-mail. */
function userHandleOf(userId: string): Buffer {
  return Buffer.from(userId.replaceAll("-", ""), "hex");
}

// Uses up the challenge that an answer contains. An answer that cannot be read is refused.
async function consumeAnsweredChallenge(
  parts: Deps,
  clientData: string,
  userId: string | null,
  now: Date,
): Promise<string> {
  let challenge: unknown;
  try {
    challenge = (JSON.parse(Buffer.from(clientData, "base64url").toString()) as { challenge?: unknown }).challenge;
  } catch {
    throw new Refusal(passkeyRefusals.refused);
  }
  if (typeof challenge !== "string" || !(await consumeChallenge(parts.db, hashOf(challenge), userId, now)))
    throw new Refusal(passkeyRefusals.refused);
  return challenge;
}

/**
 * Stores a new passkey of the user and mails them. Refuses with `accounts.confirm_needed` without a fresh login,
 * `accounts.passkey_refused` for an answer that fails a check, `accounts.passkey_known` when the device's key is stored
 * already, and `accounts.passkeys_full` when the user has twenty.
 */
export async function addPasskey(
  parts: Deps,
  actor: Actor,
  input: z.output<typeof newPasskey> & { name: string },
  now: Date,
): Promise<void> {
  requireFreshLogin(actor, now);
  await requireSecondFactor(parts.db, actor);
  const expectedChallenge = await consumeAnsweredChallenge(parts, input.client_data, actor.userId, now);
  const { rpID, origin } = relyingParty(parts);
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: {
      id: input.id,
      rawId: input.id,
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON: input.client_data, attestationObject: input.attestation },
    },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown) => refusePasskey(parts, error));
  if (!verified.registrationInfo) throw new Refusal(passkeyRefusals.refused);
  const { credential } = verified.registrationInfo;
  await parts.db.transaction(async (tx) => {
    await requireOpenSession(tx, actor);
    if ((await listCredentialIds(tx, actor.userId)).length >= maxPasskeysPerUser)
      throw new Refusal(passkeyRefusals.full);
    const isNew = await insertPasskey(tx, {
      userId: actor.userId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: input.transports,
      name: input.name,
      now,
    });
    if (!isNew) throw new Refusal(passkeyRefusals.known);
    await recordSecondFactor(tx, actor.sessionId);
    await notifyLoginMethodChange(tx, actor.userId, "passkey_added", now);
  });
}

/**
 * Returns which passkey has answered, and its user. Refuses an answer that fails a check with
 * `accounts.passkey_refused`.
 */
export async function checkPasskey(
  parts: Deps,
  input: z.output<typeof passkeyLogin>,
  now: Date,
): Promise<{ userId: string; passkeyId: string }> {
  const expectedChallenge = await consumeAnsweredChallenge(parts, input.client_data, null, now);
  const found = await findCredential(parts.db, input.id);
  if (!found) throw new Refusal(passkeyRefusals.refused);
  if (input.user_handle && input.user_handle !== userHandleOf(found.user_id).toString("base64url"))
    throw new Refusal(passkeyRefusals.refused);
  const { rpID, origin } = relyingParty(parts);
  const { verifyAuthenticationResponse } = await webauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: input.id,
      rawId: input.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: input.client_data,
        authenticatorData: input.authenticator_data,
        signature: input.signature,
      },
    },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: input.id,
      publicKey: new Uint8Array(found.public_key),
      counter: found.counter,
      transports: found.transports,
    },
    requireUserVerification: true,
  }).catch((error: unknown) => refusePasskey(parts, error));
  if (!verified || !(await recordPasskeyUse(parts.db, found.id, authenticationInfo.newCounter, now)))
    throw new Refusal(passkeyRefusals.refused);
  return { userId: found.user_id, passkeyId: found.id };
}

// The library throws for every failed check, among them a counter that went back.
function refusePasskey({ log }: Deps, error: unknown): never {
  log.info({ reason: error instanceof Error ? error.message.slice(0, 200) : "" }, "security: passkey refused");
  throw new Refusal(passkeyRefusals.refused);
}

/**
 * Removes one of the user's passkeys. Refuses with `accounts.confirm_needed` without a fresh login, `request.not_found`
 * when it is not theirs, and `accounts.last_way_in` when they could no longer log in.
 */
export async function removePasskey(parts: Deps, actor: Actor, id: string, now: Date): Promise<void> {
  requireFreshLogin(actor, now);
  await requireSecondFactor(parts.db, actor);
  await parts.db.transaction(async (tx) => {
    const ways = await lockLoginMethods(tx, actor.userId);
    if (!ways || !(await deletePasskey(tx, actor.userId, id))) throw new Refusal(requestRefusals.notFound);
    if (!ways.has_password && ways.identities + ways.passkeys < 2) throw new Refusal(providerRefusals.lastWayIn);
    await notifyLoginMethodChange(tx, actor.userId, "passkey_removed", now);
  });
}
