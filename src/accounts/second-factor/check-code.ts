import { createHmac } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { accountRefusals } from "../contract.ts";
import { countCodeAttempt, findSecondFactor, consumeRecoveryCode, consumeStep } from "./queries.ts";
import { codeAttempts, normaliseCode, totp } from "./rules.ts";
import { limitAttempts } from "../attempts/count-attempts.ts";
import { unseal } from "#lib/keys.ts";

type Deps = Pick<Context, "db" | "secret" | "clock" | "config">;

/** The refusal of a code, with the sentence at its field. */
export function wrongCode(sentence = "Kode salah atau sudah tidak berlaku."): Refusal {
  return new Refusal(requestRefusals.invalid, { code: [sentence] });
}

/**
 * The key of an authenticator app in the form that otpauth needs; undefined when it was sealed with another key than
 * ours.
 */
export function unsealKey(secret: Buffer, userId: string, sealedKey: Buffer): Secret | undefined {
  const key = unseal(secret, "second factor", userId, sealedKey);
  return key && new Secret({ buffer: new Uint8Array(key).buffer });
}

/**
 * The time step of a code within the allowed window; undefined when it is no valid code of this key now. `now` is real
 * time.
 */
export function stepOf(key: Secret, code: string, now: Date): number | undefined {
  const { digits, period, window } = totp;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ token: code, secret: key, digits, period, window, timestamp });
  return delta === null ? undefined : TOTP.counter({ period, timestamp }) + delta;
}

/** The digest of a recovery code as it is stored. Testing codes against it needs our key, not only the database. */
export function hashRecoveryCode(secret: Buffer, userId: string, plain: string): Buffer {
  return createHmac("sha256", secret).update(`recovery code ${userId} ${plain}`).digest();
}

/** Counts an attempt at a code. Refuses with `accounts.too_many_attempts` after ten wrong ones within 15 minutes. */
export async function consumeCodeAttempt({ db, config }: Deps, userId: string, now: Date): Promise<void> {
  const counted = await countCodeAttempt(db, userId, addDuration(now, -codeAttempts.window), now);
  if (counted && counted.failures > codeAttempts.max * config.limitFactor)
    throw new Refusal(accountRefusals.tooManyAttempts);
}

/**
 * Checks a code of the user's authenticator app or one of their recovery codes, and uses it up. Refuses with
 * `request.invalid` for any other code, and `accounts.too_many_attempts` after too many wrong ones. Wrong codes in a
 * `browser` where the user passed this step before count for that browser alone, so wrong codes elsewhere cannot block
 * it.
 */
export async function checkCode(
  context: Deps,
  { userId, browser }: { userId: string; browser: string | undefined },
  typed: string,
  now: Date,
): Promise<void> {
  const ofBrowser = limitAttempts(context, "code browser", codeAttempts);
  if (browser === undefined) await consumeCodeAttempt(context, userId, now);
  else if ((await ofBrowser.consume(browser, now)) > 0) throw new Refusal(accountRefusals.tooManyAttempts);
  await matchAndConsumeCode(context, userId, typed, now);
  if (browser !== undefined) await ofBrowser.release(browser);
}

async function matchAndConsumeCode(context: Deps, userId: string, typed: string, now: Date): Promise<void> {
  const { db, secret } = context;
  const factor = await findSecondFactor(db, userId);
  if (!factor?.confirmed_at) throw wrongCode();
  const code = normaliseCode(typed);
  if (!/^\d{6}$/.test(code)) {
    if (!(await consumeRecoveryCode(db, userId, hashRecoveryCode(secret, userId, code), now))) throw wrongCode();
    return;
  }
  const key = unsealKey(secret, userId, factor.sealed_key);
  // Authenticator apps use real time, which may differ from the business clock.
  const step = key && stepOf(key, code, new Date(now.getTime() - context.clock.offset()));
  if (step === undefined) throw wrongCode();
  if (!(await consumeStep(db, userId, step))) throw wrongCode("Kode ini sudah dipakai. Tunggu kode berikutnya.");
}
