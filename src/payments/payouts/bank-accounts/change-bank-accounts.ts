import { randomUUID } from "node:crypto";
import { limitAttempts } from "#accounts/attempts/count-attempts.ts";
import { accountRefusals } from "#accounts/contract.ts";
import { greeting } from "#accounts/recovery/rules.ts";
import { requireFreshLogin } from "#accounts/session/confirm-session.ts";
import { hrefs } from "#hrefs.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { Refusal, requestRefusals, sessionRefusals } from "#lib/refusal.ts";
import { addDuration, formatDateTime, span, zoneOfProvince } from "#lib/time.ts";
import { mailOf } from "#messages/mail-template.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { requireNotification, type SentTexts } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import type { NotificationUserType } from "#notifications/rules.ts";
import { payoutProvider } from "../provider.ts";
import { bankAccountRefusals } from "./contract.ts";
import {
  deleteBankAccount,
  findBankAccount,
  insertBankAccount,
  listBankAccounts,
  lockOwner,
  updateMainAccount,
  type BankAccountRow,
} from "./queries.ts";
import {
  accountChecksOfUser,
  accountHoldDuration,
  accountNumberProblem,
  bankName,
  findBank,
  maskedNumber,
  maxBankAccounts,
  normaliseAccountNumber,
} from "./rules.ts";
import { digestNumber, sealNumber } from "./seal-number.ts";
import { bankAccountMailTemplate, bankAccountTemplates } from "./texts.ts";

type Deps = Pick<Context, "db" | "secret" | "config" | "log">;

/**
 * Stores a bank account, with the holder's name as the payout provider answers it, else as typed. It can be used after
 * {@link accountHoldDuration}; the first one becomes the main account. The owner gets a mail and a notification. The
 * provider is asked before the transaction, because no connection waits for it. Refuses with `accounts.confirm_needed`,
 * `request.invalid`, `payouts.bank_account_unknown`, `payouts.check_down`, `payouts.bank_account_known` and
 * `payouts.bank_accounts_full`.
 */
export async function addBankAccount(
  context: Deps,
  actor: Actor,
  typed: { bankCode: string; number: string; holderName: string },
  now: Date,
): Promise<BankAccountRow> {
  requireFreshLogin(actor, now);
  const { db, secret } = context;
  const bank = findBank(typed.bankCode);
  if (!bank) throw new Refusal(requestRefusals.invalid, { bank_code: ["Pilih bank dari daftar."] });
  const number = normaliseAccountNumber(typed.number);
  const problem = accountNumberProblem(bank, number);
  if (problem !== null) throw new Refusal(requestRefusals.invalid, { number: [problem] });
  const numberDigest = digestNumber(secret, actor.userId, bank.code, number);
  const checked = await checkHolder(
    context,
    actor.userId,
    { bankCode: bank.code, number, holderName: typed.holderName },
    now,
  );
  return db.transaction(async (tx) => {
    const owner = await lockOwner(tx, actor.userId);
    if (!owner) throw new Refusal(sessionRefusals.required);
    const others = await listBankAccounts(tx, actor.userId);
    const stored = await insertBankAccount(tx, {
      userId: actor.userId,
      bankCode: bank.code,
      numberSealed: sealNumber(secret, actor.userId, number),
      numberDigest,
      last4: number.slice(-4),
      holderName: checked ?? typed.holderName,
      verifiedAt: checked === null ? null : now,
      isMain: others.length === 0,
      usableFrom: addDuration(now, accountHoldDuration),
      now,
    });
    if (!stored) throw new Refusal(bankAccountRefusals.known);
    if (others.length >= maxBankAccounts) throw new Refusal(bankAccountRefusals.full);
    const usable = formatDateTime(stored.usable_from, zoneOfProvince(owner.province_code));
    const values = {
      rekening: `${bank.name} ${maskedNumber(stored.last4)}`,
      pemilik: stored.holder_name,
      mulai: usable,
    };
    await notifyOwner(tx, { userId: actor.userId, ...owner }, now, (side) =>
      requireNotification(bankAccountTemplates.added, side, values),
    );
    return stored;
  });
}

/** The holder's name that the provider answers; null when it has no check. */
async function checkHolder(
  context: Deps,
  userId: string,
  account: { bankCode: string; number: string; holderName: string },
  now: Date,
): Promise<string | null> {
  const { checkAccount } = payoutProvider(context);
  if (!checkAccount) return null;
  const checks = limitAttempts(context, "bank account check", accountChecksOfUser);
  if ((await checks.consume(userId, now)) > 0) throw new Refusal(accountRefusals.tooManyAttempts);
  let answer: Awaited<ReturnType<typeof checkAccount>>;
  try {
    answer = await checkAccount(account);
  } catch (error) {
    context.log.error({ err: error }, "the payout provider did not check a bank account");
    throw new Refusal(bankAccountRefusals.checkDown);
  }
  if (answer === "unknown_account") throw new Refusal(bankAccountRefusals.unknownAtBank);
  if (answer === "unchecked") return null;
  return answer.holderName;
}

/** Chooses the account for automatic withdrawals. Refuses with `accounts.confirm_needed` and `request.not_found`. */
export async function chooseMainAccount(
  { db }: Pick<Context, "db">,
  actor: Actor,
  accountId: string,
  now: Date,
): Promise<void> {
  requireFreshLogin(actor, now);
  await db.transaction(async (tx) => {
    const owner = await lockOwner(tx, actor.userId);
    const before = await findBankAccount(tx, actor.userId, accountId);
    if (!owner || !before || !(await updateMainAccount(tx, actor.userId, accountId)))
      throw new Refusal(requestRefusals.notFound);
    if (before.is_main) return;
    const rekening = `${bankName(before.bank_code)} ${maskedNumber(before.last4)}`;
    await notifyOwner(tx, { userId: actor.userId, ...owner }, now, (side) =>
      requireNotification(bankAccountTemplates.main, side, { rekening }),
    );
  });
}

/**
 * Removes a bank account. Payouts that are under way still arrive there. Refuses with `accounts.confirm_needed` and
 * `request.not_found`.
 */
export async function removeBankAccount(
  { db }: Pick<Context, "db">,
  actor: Actor,
  accountId: string,
  now: Date,
): Promise<void> {
  requireFreshLogin(actor, now);
  await db.transaction(async (tx) => {
    const owner = await lockOwner(tx, actor.userId);
    const deleted = owner && (await deleteBankAccount(tx, actor.userId, accountId));
    if (!owner || !deleted) throw new Refusal(requestRefusals.notFound);
    const rekening = `${bankName(deleted.bank_code)} ${maskedNumber(deleted.last4)}`;
    await notifyOwner(tx, { userId: actor.userId, ...owner }, now, (side) =>
      requireNotification(bankAccountTemplates.removed, side, { rekening }),
    );
  });
}

/** Sends the owner a mail and a notification about a change of their bank accounts. */
async function notifyOwner(
  tx: Tx,
  owner: { userId: string; name: string; email: string; has_shop: boolean },
  now: Date,
  textsFor: (side: NotificationUserType) => SentTexts,
): Promise<void> {
  const key = `bank account ${randomUUID()}`;
  const userType = owner.has_shop ? ("seller" as const) : ("buyer" as const);
  const { title, text } = textsFor(userType);
  await notify(tx, { userId: owner.userId, type: "user", userType, title, description: text, dedupeKey: key, now });
  const values = { salam: greeting(owner.name), judul: title, kabar: text, tunggu: span(accountHoldDuration) };
  const rest = { to: owner.email, path: hrefs.profile("security") };
  await queueMail(tx, { ...mailOf(bankAccountMailTemplate, values, rest), dedupeKey: key });
}
