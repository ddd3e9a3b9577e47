/**
 * Design note. The bank's statements are the list of the provider `manual`. Movements that came in are receipts, under
 * the movement's id. A bank does not name our payout in a form that we could rely on, so a movement that went out is
 * the payout of the same sum whose days fit, first the one that its text names, else the oldest. Payouts are judged
 * some days later, when the bank has booked them. What no operator has decided is a difference; what one marked as
 * foreign or as a charge is not. Balances that do not continue mean that movements are missing or were invented.
 */
import type { Context } from "#lib/context.ts";
import { addDuration, day as dayDuration } from "#lib/time.ts";
import { accountKey } from "../providers/manual/rules.ts";
import { chainBeginnings, countChains } from "../statements/balances.ts";
import { compareEntries, type Difference } from "./compare-entries.ts";
import type { Compared } from "./compare-charges.ts";
import {
  listAccountsInUse,
  listBalances,
  listBankPayouts,
  listIncoming,
  listOutgoing,
  listTransferReceipts,
  listUncovered,
  type BankPayout,
  type DayRange,
  type OutgoingLine,
} from "./queries.ts";
import { bankPayoutDays, bankWindow } from "./rules.ts";

/** A day that is `days` after this one. */
export function shiftDay(day: string, days: number): string {
  return addDuration(new Date(`${day}T00:00:00Z`), days * dayDuration)
    .toISOString()
    .slice(0, 10);
}

/** Compares the receipts and payouts of a day with the uploaded statements of the marketplace's accounts. */
export async function compareBank(
  { db, config }: Pick<Context, "db" | "config">,
  day: string,
  range: DayRange,
): Promise<Compared> {
  const incoming = await listIncoming(db, day);
  const receipts = await listTransferReceipts(db, range);
  const { checked, differences } = compareEntries(
    receipts.map((one) => ({ kind: "receipt", ...one })),
    incoming.map(({ id, amount }) => ({ kind: "receipt", reference: id, amount })),
  );
  const accounts = config.payments.transferAccounts.map(accountKey);
  const uncovered = await listUncovered(db, accounts, day, range);
  const outgoing = await compareOutgoing(db, day, uncovered);
  return {
    checked: checked + outgoing.checked,
    differences: [
      ...uncovered.map(notUploaded),
      ...differences,
      ...outgoing.differences,
      ...gapsOf(await listBalances(db, day), day),
    ],
  };
}

/** The statements of an account do not reach the day, so the day is compared again. */
function notUploaded(account: string): Difference {
  const note = "mutasi hari ini belum diunggah";
  return { kind: "unread", entry: "balance", reference: account, note, ours: null, theirs: null };
}

async function compareOutgoing(db: Context["db"], day: string, uncovered: readonly string[]): Promise<Compared> {
  const days = bankWindow / dayDuration;
  const lines = await listOutgoing(db, shiftDay(day, -days), shiftDay(day, days));
  const payouts = await listBankPayouts(db, shiftDay(day, -2 * days), shiftDay(day, days));
  const { unknownLines, missingPayouts } = assignPayouts(lines, payouts);
  const differences: Difference[] = unknownLines
    .filter((line) => line.day === day)
    .map(({ id, amount }) => ({
      kind: "missing_here",
      entry: "outgoing",
      reference: id,
      ours: null,
      theirs: amount,
    }));
  // By this day the bank has booked what was paid then. Any account may have paid it, so the statements of all of them
  // must reach this day.
  const judged = shiftDay(day, -bankPayoutDays.after);
  const paid = payouts.filter(({ paid_day }) => paid_day === judged);
  const missing = missingPayouts.filter(({ paid_day }) => paid_day === judged);
  if (missing.length > 0) {
    const inUse = await listAccountsInUse(db, shiftDay(day, -days));
    const behind = inUse.filter((one) => one.last_day < day && !uncovered.includes(one.account));
    differences.push(...behind.map(({ account }) => notUploaded(account)));
    if (inUse.length > 0 && behind.length === 0 && uncovered.length === 0)
      for (const { reference, amount } of missing)
        differences.push({ kind: "missing_there", entry: "payout", reference, ours: amount, theirs: null });
  }
  return { checked: lines.filter((line) => line.day === day).length + paid.length, differences };
}

/** Which payout each movement is. Each payout is one movement at most, and the other way round. */
export function assignPayouts(
  lines: readonly OutgoingLine[],
  payouts: readonly BankPayout[],
): { unknownLines: OutgoingLine[]; missingPayouts: BankPayout[] } {
  const open = new Set(payouts);
  const unknown = new Set(lines);
  const take = (line: OutgoingLine, fits: (payout: BankPayout) => boolean) => {
    const found = [...open].find((payout) => payout.amount === line.amount && isNear(line, payout) && fits(payout));
    if (!found) return;
    open.delete(found);
    unknown.delete(line);
  };
  for (const line of lines) take(line, ({ reference }) => line.description.includes(reference));
  for (const line of lines) if (unknown.has(line)) take(line, () => true);
  return { unknownLines: [...unknown], missingPayouts: [...open] };
}

function isNear({ day }: OutgoingLine, { sent_day, paid_day }: BankPayout): boolean {
  return day >= shiftDay(sent_day, -bankPayoutDays.before) && day <= shiftDay(paid_day, bankPayoutDays.after);
}

type Balance = Awaited<ReturnType<typeof listBalances>>[number];

/** Accounts whose balances of a day do not form one chain, or do not continue those of the day before. */
function gapsOf(lines: readonly Balance[], day: string): Difference[] {
  return [...Map.groupBy(lines, ({ account }) => account)].flatMap(([reference, all]) => {
    const own = all.filter((line) => line.day === day);
    const before = all.filter((line) => line.day !== day);
    const isWhole = countChains(own) <= 1 && countChains(all) <= Math.max(1, countChains(before));
    if (isWhole) return [];
    const [opening = null] = chainBeginnings(own);
    const closing = closingOf(before);
    const rupiah = (cents: number | null) => (cents === null ? null : Math.trunc(cents / 100));
    const isBetweenDays = opening !== null && countChains(own) === 1 && closing !== null;
    return [
      {
        kind: "gap" as const,
        entry: "balance" as const,
        reference,
        ours: isBetweenDays ? rupiah(closing) : null,
        theirs: isBetweenDays ? rupiah(opening) : null,
      },
    ];
  });
}

/** The balance with which a whole chain ends. */
function closingOf(lines: readonly Balance[]): number | null {
  const [opening] = chainBeginnings(lines);
  if (opening === undefined || countChains(lines) !== 1) return null;
  return opening + lines.reduce((sum, { amount, cents }) => sum + amount * 100 + cents, 0);
}
