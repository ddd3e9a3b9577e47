/**
 * Design note. Six digits give a million possible codes. Two limits protect a code: it ends with the fifth wrong
 * attempt, and codes are counted by number, user and address in the database, for all processes. The statement that
 * reads the code also counts the attempt, so attempts at the same moment cannot share one. The code itself is not
 * stored: it is an HMAC of its row's id with the installation's secret, and the job that sends it computes it again. So
 * the queue with its failed jobs contains neither codes nor numbers, and a copy of the database contains no codes.
 */
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { hrefs } from "#hrefs.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration, minute } from "#lib/time.ts";
import { mailOf } from "#messages/mail-template.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { deliverPhoneCode } from "#messages/deliver-phone-code.ts";
import { phoneRefusals } from "./contract.ts";
import {
  countPhoneCodes,
  endPhoneCode,
  findOpenCode,
  lockPhone,
  lockKeys,
  replacePhoneCode,
  setPhoneVerified,
  removePhoneFromOthers,
  countPhoneCodeAttempt,
} from "./queries.ts";
import { phoneTakenTemplate } from "../mail-templates.ts";
import { formatPhone, phoneCode, maxPhoneCodesPerDay } from "./rules.ts";

type Deps = Pick<Context, "db" | "secret" | "config">;

/**
 * Sends a code to the user's own number; an earlier code ends. Refuses with `accounts.phone_missing`,
 * `accounts.phone_is_verified`, `accounts.phone_code_too_soon` or `accounts.phone_code_limit`.
 */
export function sendPhoneCode(
  { db, secret, config }: Deps,
  from: { userId: string; network: string },
  now: Date,
): Promise<{ expiresAt: Date; againAt: Date }> {
  return db.transaction(async (tx) => {
    const person = await lockPhone(tx, from.userId);
    if (!person?.phone) throw new Refusal(phoneRefusals.missing);
    if (person.phone_verified_at) throw new Refusal(phoneRefusals.alreadyVerified);
    const { phone } = person;
    await lockKeys(tx, [`phone ${phone}`, `network ${from.network}`]);
    const sent = await countPhoneCodes(tx, { ...from, phone }, now);
    if (sent.last && addDuration(sent.last, phoneCode.resendDelay) > now) throw new Refusal(phoneRefusals.codeTooSoon);
    const allowed = (of: keyof typeof maxPhoneCodesPerDay) => maxPhoneCodesPerDay[of] * config.limitFactor;
    const isOver = person.email_verified_at
      ? sent.own >= allowed("own") || sent.proven >= allowed("proven")
      : sent.phone >= allowed("phone") || sent.network >= allowed("network");
    if (isOver || sent.person >= allowed("person")) throw new Refusal(phoneRefusals.tooManyCodes);
    const id = randomUUID();
    const expires = addDuration(now, phoneCode.ttl);
    await replacePhoneCode(tx, {
      id,
      ...from,
      phone,
      hash: hashCode(secret, id, derivePhoneCode(secret, id)),
      now,
      expires,
    });
    await queueJob(tx, "accounts.send_phone_code", { id, queuedAt: new Date().toISOString() });
    return { expiresAt: expires, againAt: addDuration(now, phoneCode.resendDelay) };
  });
}

/** Sends the code with this id, unless it was replaced or has expired. Only the job calls it. */
export async function deliverCode(context: Context, { id, queuedAt }: { id: string; queuedAt: string }): Promise<void> {
  const open = await findOpenCode(context.db, id, context.clock.now());
  if (!open) return;
  const code = derivePhoneCode(context.secret, id);
  const minutes = phoneCode.ttl / minute;
  await deliverPhoneCode(context, { phone: open.phone, code, minutes, dedupeKey: `phone:${id}`, queuedAt });
}

/**
 * Confirms the number with its code. A number has one confirmed owner: a user who had it before loses it and is
 * notified (docs/decisions/0014). Refuses with `accounts.phone_code_ended`, or `request.invalid` for a wrong code.
 */
export async function verifyPhone({ db, secret }: Deps, userId: string, code: string, now: Date): Promise<void> {
  // The refusal is thrown after the transaction, because the count of a wrong attempt must be committed.
  const refusal = await db.transaction(async (tx) => {
    const open = await countPhoneCodeAttempt(tx, userId, now);
    if (!open) return new Refusal(phoneRefusals.codeEnded, { code: ["Kode ini sudah tidak berlaku."] });
    if (!timingSafeEqual(open.code_hash, hashCode(secret, open.id, code))) {
      const left = phoneCode.maxAttempts - open.attempts;
      if (left > 0) return new Refusal(requestRefusals.invalid, { code: [`Kode salah. Sisa ${left} percobaan.`] });
      await endPhoneCode(tx, open.id, now);
      return new Refusal(phoneRefusals.codeEnded, {
        code: [`Kode salah ${phoneCode.maxAttempts} kali, jadi tidak berlaku lagi.`],
      });
    }
    await endPhoneCode(tx, open.id, now);
    await lockKeys(tx, [`phone ${open.phone}`]);
    await transferPhone(tx, userId, open.phone, now);
    return undefined;
  });
  if (refusal) throw refusal;
}

async function transferPhone(tx: Tx, userId: string, phone: string, now: Date): Promise<void> {
  const others = await removePhoneFromOthers(tx, userId, phone);
  if (!(await setPhoneVerified(tx, userId, phone, now))) throw new Refusal(phoneRefusals.codeEnded);
  for (const other of others) {
    await queueJob(tx, "accounts.phone_taken_over", { userId: other.id });
    const rest = { to: other.email, path: hrefs.profile("settings") };
    await queueMail(tx, {
      ...mailOf(phoneTakenTemplate, { nomor: formatPhone(phone) }, rest),
      dedupeKey: `phone_taken:${other.id}:${now.getTime()}`,
    });
  }
}

/** The digits of the code with this id. */
export function derivePhoneCode(secret: Buffer, id: string): string {
  const bytes = createHmac("sha256", secret).update(`phone digits ${id}`).digest();
  return String(bytes.readUIntBE(0, 6) % 10 ** phoneCode.digits).padStart(phoneCode.digits, "0");
}

function hashCode(secret: Buffer, id: string, code: string): Buffer {
  return createHmac("sha256", secret).update(`phone code ${id} ${code}`).digest();
}
