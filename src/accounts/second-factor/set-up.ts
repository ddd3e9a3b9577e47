import { randomBytes, randomInt } from "node:crypto";
import { TOTP } from "otpauth";
import { encode } from "uqr";
import { brandName } from "#lib/brand.ts";
import type { Context } from "#lib/context.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { requireOpenSession } from "../session/require-open-session.ts";
import { deleteSessionsOf, recordSecondFactor } from "../session/queries.ts";
import { findCredentialsOf } from "../queries.ts";
import { hashRecoveryCode, unsealKey, stepOf, consumeCodeAttempt, wrongCode } from "./check-code.ts";
import { secondFactorRefusals } from "./contract.ts";
import {
  confirmKey,
  deleteSecondFactor,
  findSecondFactor,
  hasSecondFactor,
  insertUnconfirmedKey,
  replaceRecoveryCodes,
} from "./queries.ts";
import { normaliseCode, formatRecoveryCode, formatKey, recoveryAlphabet, recoveryCodes, totp } from "./rules.ts";
import { requireFreshLogin, requireSecondFactor } from "../session/confirm-session.ts";
import { seal } from "#lib/keys.ts";
import { notifyLoginMethodChange } from "../login/notify-login-method.ts";

type Deps = Pick<Context, "db" | "secret" | "clock" | "config">;

/**
 * Creates a key for the user's authenticator app, which takes effect when it is confirmed by a code. Refuses with
 * `accounts.confirm_needed` without a fresh login, and `accounts.second_factor_on` when a confirmed key exists.
 */
export async function beginSecondFactor({ db, secret }: Deps, actor: Actor, now: Date): Promise<void> {
  requireFreshLogin(actor, now);
  await requireSecondFactor(db, actor);
  const sealed = seal(secret, "second factor", actor.userId, randomBytes(20));
  await db.transaction(async (tx) => {
    await requireOpenSession(tx, actor);
    if (!(await insertUnconfirmedKey(tx, actor.userId, sealed, now))) throw new Refusal(secondFactorRefusals.alreadyOn);
  });
}

/**
 * A key that is not confirmed yet, for the authenticator app: for typing, as an address, and as a QR code. Null when it
 * cannot be read.
 */
export async function getSetup(
  { db, secret }: Deps,
  userId: string,
  sealedKey: Buffer,
): Promise<{ manual_key: string; uri: string; qr: string } | null> {
  const key = unsealKey(secret, userId, sealedKey);
  const person = await findCredentialsOf(db, userId);
  if (!key || !person) return null;
  const { digits, period } = totp;
  const uri = new TOTP({ issuer: brandName(), label: person.email, digits, period, secret: key }).toString();
  return { manual_key: formatKey(key.base32), uri, qr: qrPath(uri) };
}

/** The dark fields of a QR code as the path of an SVG, after its size: `41 M4 4h7…`. */
function qrPath(text: string): string {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const runs: string[] = [];
  data.forEach((row, y) => {
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      runs.push(`M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`);
    }
  });
  return `${size} ${runs.join("")}`;
}

/**
 * Confirms the app with its first code. Returns the recovery codes, which are shown only now, and the hash of the
 * present password. Ends the user's other sessions, which were opened without a second step, and sends a mail. Refuses
 * with `request.invalid` for a wrong code, `accounts.confirm_needed` without a fresh login, and `request.not_found`
 * when there is no unconfirmed key.
 */
export async function confirmSecondFactor(
  context: Deps,
  actor: Actor,
  typed: string,
  now: Date,
): Promise<{ codes: string[]; passwordHash: string }> {
  requireFreshLogin(actor, now);
  const { db, secret, clock } = context;
  await requireSecondFactor(db, actor);
  const factor = await findSecondFactor(db, actor.userId);
  if (!factor || factor.confirmed_at) throw new Refusal(requestRefusals.notFound);
  await consumeCodeAttempt(context, actor.userId, now);
  const key = unsealKey(secret, actor.userId, factor.sealed_key);
  const step = key && stepOf(key, normaliseCode(typed), new Date(now.getTime() - clock.offset()));
  if (step === undefined)
    throw wrongCode("Kode salah. Pastikan jam ponsel Anda tepat, lalu coba kode yang sedang tampil.");
  const codes = generateRecoveryCodes();
  const passwordHash = await db.transaction(async (tx) => {
    await requireOpenSession(tx, actor);
    if (!(await confirmKey(tx, actor.userId, step, now))) throw new Refusal(requestRefusals.notFound);
    await replaceRecoveryCodes(tx, actor.userId, hashRecoveryCodes(secret, actor.userId, codes));
    await deleteSessionsOf(tx, actor.userId, actor.sessionId);
    await recordSecondFactor(tx, actor.sessionId);
    await notifyLoginMethodChange(tx, actor.userId, "second_factor_on", now);
    return (await findCredentialsOf(tx, actor.userId))?.password_hash ?? "";
  });
  return { codes: codes.map(formatRecoveryCode), passwordHash };
}

/** Creates new recovery codes; the old ones stop working. Refuses like {@link confirmSecondFactor}. */
export async function renewRecoveryCodes({ db, secret }: Deps, actor: Actor, now: Date): Promise<string[]> {
  requireFreshLogin(actor, now);
  await requireSecondFactor(db, actor);
  const codes = generateRecoveryCodes();
  await db.transaction(async (tx) => {
    await requireOpenSession(tx, actor);
    if (!(await findSecondFactor(tx, actor.userId))?.confirmed_at) throw new Refusal(requestRefusals.notFound);
    await replaceRecoveryCodes(tx, actor.userId, hashRecoveryCodes(secret, actor.userId, codes));
    await notifyLoginMethodChange(tx, actor.userId, "recovery_codes", now);
  });
  return codes.map(formatRecoveryCode);
}

/**
 * Removes the second factor with its recovery codes, ends the user's other sessions and sends a mail. Refuses with
 * `accounts.confirm_needed` without a fresh login.
 */
export async function disableSecondFactor({ db }: Deps, actor: Actor, now: Date): Promise<void> {
  requireFreshLogin(actor, now);
  await requireSecondFactor(db, actor);
  await db.transaction(async (tx) => {
    await requireOpenSession(tx, actor);
    const wasOn = await hasSecondFactor(tx, actor.userId);
    if (!(await deleteSecondFactor(tx, actor.userId))) throw new Refusal(requestRefusals.notFound);
    if (!wasOn) return;
    await deleteSessionsOf(tx, actor.userId, actor.sessionId);
    await notifyLoginMethodChange(tx, actor.userId, "second_factor_off", now);
  });
}

/** New recovery codes, not stored yet. */
export function generateRecoveryCodes(): string[] {
  const { count, length } = recoveryCodes;
  const character = () => recoveryAlphabet[randomInt(recoveryAlphabet.length)] ?? "";
  return Array.from({ length: count }, () => Array.from({ length }, character).join(""));
}

/** The digests of recovery codes as they are stored. */
export function hashRecoveryCodes(secret: Buffer, userId: string, codes: readonly string[]): Buffer[] {
  return codes.map((code) => hashRecoveryCode(secret, userId, code));
}
