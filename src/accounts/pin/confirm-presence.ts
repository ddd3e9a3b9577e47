import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { limitAttempts } from "../attempts/count-attempts.ts";
import { verifyPassword } from "../password/hash-password.ts";
import { checkCode } from "../second-factor/check-code.ts";
import { hasSecondFactor } from "../second-factor/queries.ts";
import { pinRefusals } from "./contract.ts";
import { pepperedPin } from "./hash-pin.ts";
import { findPin } from "./queries.ts";
import { isPin, pinAttempts, pinFormatText, wrongPinText } from "./rules.ts";

/** The kind under which wrong PINs are counted, by user. */
export const pinAttemptKind = "pin";

/**
 * Confirms that the user is present before money leaves: with the PIN, or with a code of the second factor, which is
 * used up. Refuses with `request.invalid` for a wrong or missing one, `accounts.pin_locked` after too many wrong PINs,
 * `accounts.too_many_attempts` after too many wrong codes, and `accounts.pin_missing` when the user has neither. Holds
 * no connection while the PIN is compared.
 */
export async function confirmPresence(
  context: Pick<Context, "db" | "secret" | "clock" | "config">,
  userId: string,
  { pin, code }: { pin?: string | undefined; code?: string | undefined },
  now: Date,
): Promise<void> {
  if (pin !== undefined) return checkPin(context, userId, pin, now);
  const hasFactor = await hasSecondFactor(context.db, userId);
  if (code !== undefined && hasFactor) return checkCode(context, { userId, browser: undefined }, code, now);
  if ((await findPin(context.db, userId)) === undefined && !hasFactor) throw new Refusal(pinRefusals.missing);
  throw new Refusal(requestRefusals.invalid, { pin: ["Masukkan PIN Anda."] });
}

async function checkPin(
  context: Pick<Context, "db" | "secret" | "config">,
  userId: string,
  pin: string,
  now: Date,
): Promise<void> {
  const stored = await findPin(context.db, userId);
  if (!stored) throw new Refusal(pinRefusals.missing);
  // No PIN looks like this, so it is a slip and no attempt.
  if (!isPin(pin)) throw new Refusal(requestRefusals.invalid, { pin: [pinFormatText] });
  const attempts = limitAttempts(context, pinAttemptKind, pinAttempts);
  if ((await attempts.consume(userId, now)) > 0) throw new Refusal(pinRefusals.locked);
  if (!(await verifyPassword(stored.pin_hash, pepperedPin(context.secret, userId, pin), userId)))
    throw new Refusal(requestRefusals.invalid, { pin: [wrongPinText(await attempts.left(userId, now))] });
  await attempts.release(userId);
}
