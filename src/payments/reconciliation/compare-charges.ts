/**
 * Design note. Neither Midtrans nor Xendit has a list of a day's payments whose form is published, so each charge of
 * the day is read again by its own status call, which answers from the provider's books. Money that the provider has
 * and the books lack is booked at once, as by the poll, and the report says so. What the provider has under other
 * references than ours is seen only in its own reports (settlement-files/). Midtrans publishes the statement of its
 * payouts, which shows money that left without our order.
 * No database connection is held while a provider is asked.
 */
import type { Context } from "#lib/context.ts";
import { ServiceError } from "#lib/http/request-json.ts";
import { jakartaDay } from "#lib/time.ts";
import { chargeOf } from "../attempts/charge-attempt.ts";
import { findAttempt } from "../attempts/queries.ts";
import { applyStatus } from "../attempts/settle-attempt.ts";
import { applyReport } from "../payouts/apply-report.ts";
import { payoutProviderOf, type PayoutProvider } from "../payouts/provider.ts";
import { findPayoutByReference } from "../payouts/queries.ts";
import type { ChargeStatus } from "../provider.ts";
import { callProvider } from "../providers/call-provider.ts";
import { findProvider } from "../providers/find-provider.ts";
import { outageFailures } from "../providers/rules.ts";
import type { ListingProviderId } from "../rules.ts";
import { compareEntries, type Difference, type Entry } from "./compare-entries.ts";
import {
  findBooked,
  listPayoutsByExternalId,
  listMovedCharges,
  listPayoutsOfDay,
  listUnpaidCharges,
  listStrangeSimulatorCharges,
  type DayRange,
  type EndedPayout,
} from "./queries.ts";
import { askedAtOnce, maxAsked, maxUnpaidAsked } from "./rules.ts";

export type Compared = { checked: number; differences: Difference[] };

/** Compares the charges and payouts of a day with what their provider answers about each. */
export async function compareCharges(
  context: Context,
  provider: ListingProviderId,
  range: DayRange,
  now: Date,
): Promise<Compared> {
  const moved = await listMovedCharges(context.db, provider, range, maxAsked + 1);
  // Anybody can make charges without paying them, so these are asked about last and have a limit of their own.
  const unpaid = await listUnpaidCharges(context.db, provider, range, maxUnpaidAsked);
  const charges = [...moved.slice(0, maxAsked), ...unpaid];
  const payouts = await listPayoutsOfDay(context.db, provider, range, maxAsked + 1);
  const compared: Compared[] = [];
  if (charges.length > 0 && !findProvider(context, provider))
    compared.push({ checked: 0, differences: [unread("charge", provider, withoutSettings)] });
  else compared.push(...(await askInTurn(charges, (id) => compareCharge(context, id, now))));
  compared.push(...(await comparePayouts(context, provider, payouts.slice(0, maxAsked), now)));
  compared.push(await compareList(context, provider, jakartaDay(range.from)));
  const differences = compared.flatMap((one) => one.differences);
  if (moved.length > maxAsked || payouts.length > maxAsked)
    differences.push(unread("charge", `${maxAsked}`, "terlalu banyak untuk ditanyakan"));
  if (provider === "simulator")
    for (const { reference, amount } of await listStrangeSimulatorCharges(context.db, range))
      differences.push({ kind: "missing_here", entry: "receipt", reference, ours: null, theirs: amount });
  return { checked: compared.reduce((sum, one) => sum + one.checked, 0), differences };
}

const unread = (entry: Difference["entry"], reference: string, note: string): Difference => ({
  kind: "unread",
  entry,
  reference,
  note,
  ours: null,
  theirs: null,
});

async function askInTurn<T>(items: readonly T[], ask: (item: T) => Promise<Compared>): Promise<Compared[]> {
  const compared: Compared[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: askedAtOnce }, async () => {
      while (next < items.length) {
        const at = next;
        next += 1;
        const item = items[at];
        if (item !== undefined) compared[at] = await ask(item);
      }
    }),
  );
  return compared;
}

async function compareCharge(context: Context, attemptId: string, now: Date): Promise<Compared> {
  const attempt = await findAttempt(context.db, attemptId);
  if (!attempt) return { checked: 0, differences: [] };
  let reported: ChargeStatus;
  try {
    reported = await callProvider(context, attempt.provider, (one) => one.status(chargeOf(attempt)));
  } catch (error) {
    return { checked: 1, differences: [unread("charge", attempt.reference, reasonOf(error))] };
  }
  // Read after the answer, because a payment may have been booked meanwhile.
  const booked = await findBooked(context.db, attemptId);
  if (!booked) return { checked: 0, differences: [] };
  const ours: Entry[] = [
    ...booked.receipts.map((one) => ({ kind: "receipt" as const, ...one })),
    ...booked.refunds.map((one) => ({ kind: "refund" as const, ...one })),
    ...chargeback(attempt.reference, booked.charged_back),
  ];
  const theirs: Entry[] = [
    ...reported.receipts.map(({ reference, amount }) => ({ kind: "receipt" as const, reference, amount })),
    ...reported.refunds
      .filter(({ status }) => status === "done")
      .map(({ reference, amount }) => ({ kind: "refund" as const, reference, amount })),
    ...chargeback(
      attempt.reference,
      Math.min(reported.chargedBack ?? booked.charged_back, Math.max(booked.received, booked.charged_back)),
    ),
  ];
  const compared = compareEntries(ours, theirs);
  const named = compared.differences.map((one) => ({ ...one, note: attempt.reference }));
  if (named.some(({ kind, entry }) => kind === "missing_here" || entry === "chargeback"))
    await applyStatus(context, attempt, reported, now);
  return { checked: compared.checked, differences: named };
}

const chargeback = (reference: string, amount: number): Entry[] =>
  amount > 0 ? [{ kind: "chargeback", reference, amount }] : [];

/** After some failures in a row the rest is not asked about: each would wait for the timeout. */
async function comparePayouts(
  context: Context,
  id: ListingProviderId,
  payouts: readonly EndedPayout[],
  now: Date,
): Promise<Compared[]> {
  const provider = payoutProviderOf(context, id);
  if (!provider) {
    const differences = payouts.length > 0 ? [unread("payout", id, withoutSettings)] : [];
    return [{ checked: 0, differences }];
  }
  let failures = 0;
  return askInTurn(payouts, async (payout) => {
    const { reference } = payout;
    if (failures >= outageFailures) return { checked: 1, differences: [unread("payout", reference, noAnswer)] };
    try {
      const compared = await comparePayout(context, provider, payout, now);
      failures = 0;
      return compared;
    } catch (error) {
      failures += 1;
      return { checked: 1, differences: [unread("payout", reference, reasonOf(error))] };
    }
  });
}

/**
 * Compares the payouts in the provider's own statement with the books: money that left without our payout, twice,
 * or as another sum. What it lacks is seen by the status of each payout.
 */
async function compareList(context: Context, id: ListingProviderId, day: string): Promise<Compared> {
  const listDay = payoutProviderOf(context, id)?.listDay;
  if (!listDay) return { checked: 0, differences: [] };
  try {
    const listed = await listDay(day);
    const ours = await listPayoutsByExternalId(context.db, id, [...new Set(listed.map((one) => one.externalId))]);
    const compared = compareEntries(
      ours.map(({ external_id: reference, amount }) => ({ kind: "payout", reference, amount })),
      listed.map(({ externalId: reference, amount }) => ({ kind: "payout", reference, amount })),
    );
    const note = "menurut mutasi penyedia";
    return { checked: 0, differences: compared.differences.map((one) => ({ ...one, note })) };
  } catch (error) {
    return { checked: 0, differences: [unread("payout", `${id} ${day}`, reasonOf(error))] };
  }
}

async function comparePayout(
  context: Context,
  provider: PayoutProvider,
  payout: EndedPayout,
  now: Date,
): Promise<Compared> {
  const { reference, external_id: externalId } = payout;
  const amount = payout.amount - payout.fee;
  const report = await provider.status({ reference, externalId, amount });
  const current = await findPayoutByReference(context.db, reference);
  const entry = (sum: number): Entry[] => [{ kind: "payout", reference, amount: sum }];
  const compared = compareEntries(
    (current ?? payout).status === "paid" ? entry(amount) : [],
    report.status === "paid" ? entry(report.amount ?? amount) : [],
  );
  if (current && compared.differences.length > 0) await applyReport(context, current, report, now);
  return { checked: Math.max(1, compared.checked), differences: compared.differences };
}

const withoutSettings = "pengaturan penyedia tidak ada";
const noAnswer = "penyedia tidak menjawab";

/** Why a provider could not be asked. Throws what is no fault of the provider. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ServiceError)) throw error;
  return error.reason === "unavailable" ? noAnswer : "jawaban penyedia tidak terbaca";
}
