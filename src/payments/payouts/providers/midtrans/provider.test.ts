import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ServiceError } from "#lib/http/request-json.ts";
import { readPayoutConfig } from "#lib/config/payout.ts";
import type { Mood } from "../../../../../test/doubles/json-service.ts";
import {
  startMidtransPayoutsDouble,
  type MidtransPayoutsDouble,
} from "../../../../../test/doubles/midtrans-payouts.ts";
import { banks } from "../../bank-accounts/rules.ts";
import type { OutgoingPayout, PayoutProvider } from "../../provider.ts";
import { midtransPayouts } from "./provider.ts";
import { midtransBanks, plainText } from "./rules.ts";

let double: MidtransPayoutsDouble;
let provider: PayoutProvider;

beforeAll(async () => {
  double = await startMidtransPayoutsDouble();
});
afterAll(() => double.close());
beforeEach(() => {
  double.mood = "well";
  double.next.length = 0;
  provider = open();
});

function open(settings: Record<string, string> = {}): PayoutProvider {
  const mode = { production: true, demo: false, hasXendit: false };
  const config = readPayoutConfig({ ...double.settings, ...settings }, mode, Error);
  if (!config.midtrans) throw new Error("no key");
  return midtransPayouts(config.midtrans);
}

function newPayout(fields: Partial<OutgoingPayout> = {}): OutgoingPayout {
  const reference = `KWP-${randomBytes(10).toString("hex").toUpperCase()}`;
  const destination = { bankCode: "bca", number: "1234567890", holderName: "WAHYU LAKSONO" };
  return { reference, externalId: null, amount: 100_000, destination, note: `Saldo ${reference}`, ...fields };
}
/** How the double finds a payout: by the reference in its notes, where Midtrans takes no hyphen. */
const notesOf = ({ reference }: OutgoingPayout) => reference.replace("-", " ");
const idOf = (payout: OutgoingPayout) => double.find(notesOf(payout))[0]?.reference_no ?? "";
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof ServiceError) return error.reason;
      throw error;
    },
  );

test("an order is made with the creator's key and released with the approver's", async () => {
  const payout = newPayout();
  expect(await provider.send(payout)).toEqual({ outcome: "accepted", externalId: idOf(payout) });
  const sent = { ...payout, externalId: idOf(payout) };
  expect(await provider.status(sent)).toMatchObject({ status: "unconfirmed", amount: 100_000 });
  await provider.confirm?.(sent);
  expect((await provider.status(sent)).status).toBe("pending");
  await provider.confirm?.(sent);
  double.change(notesOf(payout), { status: "completed" });
  await provider.confirm?.(sent);
  expect(await provider.status(sent)).toMatchObject({ status: "paid", amount: 100_000 });
  expect(double.find(notesOf(payout))[0]).toMatchObject({ amount: "100000.00", beneficiary_name: "WAHYU LAKSONO" });
});

test("an order that nobody released is rejected with the approver's key, a released one goes on", async () => {
  const [waiting, released] = [newPayout(), newPayout()];
  for (const payout of [waiting, released]) await provider.send(payout);
  const sent = (payout: OutgoingPayout) => ({ ...payout, externalId: idOf(payout) });
  await provider.confirm?.(sent(released));
  for (const payout of [waiting, released]) await provider.reject?.(sent(payout));
  expect((await provider.status(sent(waiting))).status).toBe("failed");
  expect((await provider.status(sent(released))).status).toBe("pending");
  double.next.push("broken");
  expect(await reasonOf(Promise.resolve(provider.reject?.(sent(waiting))))).toBe("unavailable");
});

test("an order whose answer was lost is made once when it is repeated with its key", async () => {
  const payout = newPayout();
  await provider.limits("bca");
  double.next.push("lost");
  expect(await reasonOf(provider.send(payout))).toBe("unavailable");
  expect((await provider.status(payout)).status).toBe("unknown");
  expect(await provider.send(payout)).toEqual({ outcome: "accepted", externalId: idOf(payout) });
  expect(double.find(notesOf(payout))).toHaveLength(1);
});

test("the same key with another order is never a refusal, because the first one may have been taken", async () => {
  const payout = newPayout();
  await provider.send(payout);
  expect(await reasonOf(provider.send({ ...payout, amount: 99_999 }))).toBe("unavailable");
});

test("each state of Midtrans has one of our states", async () => {
  const payout = newPayout();
  await provider.send(payout);
  const sent = { ...payout, externalId: idOf(payout) };
  for (const [status, wanted, failure] of [
    ["queued", "unconfirmed", null],
    ["approved", "pending", null],
    ["processed", "pending", null],
    ["something_new", "pending", null],
    ["completed", "paid", null],
    ["failed", "failed", "bank"],
    ["rejected", "failed", "provider"],
  ] as const) {
    double.change(notesOf(payout), { status });
    const report = await provider.status(sent);
    expect([status, report.status, report.failure]).toEqual([status, wanted, failure]);
  }
  expect((await provider.status({ ...payout, externalId: "tidak-ada" })).status).toBe("unknown");
});

test("a refused order says why, whatever form the reasons have", async () => {
  for (const [answer, wanted] of [
    [{ error_message: "Account is invalid", errors: { "0": ["beneficiary_account is invalid"] } }, "account"],
    [{ error_message: "Bad request", errors: ["amount is above the limit"] }, "limit"],
    [{ error_message: "Something else" }, "provider"],
    [{}, "provider"],
  ] as const) {
    double.nextOrders.push(answer);
    expect(await provider.send(newPayout())).toEqual({ outcome: "refused", failure: wanted });
  }
  expect(await reasonOf(open({ MIDTRANS_PAYOUT_CREATOR_KEY: "kunci-yang-lain" }).limits("bca"))).toBe("refused");
});

test("the bank names the holder of an account, or does not know it", async () => {
  const account = { bankCode: "bca", number: "1234567890", holderName: "Wahyu" };
  expect(await provider.checkAccount?.(account)).toEqual({ holderName: "PEMILIK DI BANK" });
  expect(await provider.checkAccount?.({ ...account, number: "1234560000" })).toBe("unknown_account");
  expect(await provider.checkAccount?.({ ...account, bankCode: "jago" })).toBe("unchecked");
  double.mood = "broken";
  expect(await reasonOf(provider.checkAccount?.(account) ?? Promise.resolve())).toBe("unavailable");
});

test("only banks in Midtrans' own list are served", async () => {
  expect(await provider.limits("bca")).toEqual({ min: 1, max: 9_999_999_999 });
  expect(await provider.limits("cimb")).toMatchObject({ min: 10_000 });
  expect(await provider.limits("jago")).toBeNull();
  expect(banks.filter(({ code }) => !Object.hasOwn(midtransBanks, code))).toEqual([]);
});

test("a bad day of Midtrans is unavailable or unreadable, never an end", async () => {
  const payout = newPayout();
  await provider.send(payout);
  const sent = { ...payout, externalId: idOf(payout) };
  for (const [mood, wanted] of [
    ["broken", "unavailable"],
    ["busy", "unavailable"],
    ["cut", "unavailable"],
    ["page", "unreadable"],
    ["garbage", "unreadable"],
  ] as [Mood, string][]) {
    double.mood = mood;
    expect([mood, await reasonOf(provider.status(sent))]).toEqual([mood, wanted]);
    expect([mood, await reasonOf(provider.send(newPayout()))]).toEqual([mood, wanted]);
  }
});

test("a notification counts only with the signature of its very bytes", async () => {
  const payout = newPayout();
  await provider.send(payout);
  const { text, headers } = double.notification(notesOf(payout));
  const read = (bytes: string, sent: Record<string, string> = headers) =>
    provider.readNotification({ headers: sent, rawBody: Buffer.from(bytes), body: JSON.parse(bytes) as unknown });
  expect(read(text)).toEqual({ reference: null, externalId: idOf(payout) });
  expect(read(text.replace("queued", "completed"))).toBe("unsigned");
  expect(read(text, {})).toBe("unsigned");
  expect(read(text, { "iris-signature": "zz" })).toBe("unsigned");
  const topup = double.notification(notesOf(payout), { reference_no: undefined, status: "topup" });
  expect(read(topup.text, topup.headers)).toBe("not_for_us");
});

test("names and notes become what Midtrans takes", () => {
  expect(plainText("Dewi Ayu, S.E.", 100)).toBe("Dewi Ayu, S.E.");
  expect(plainText("Café «Sári» <script>", 100)).toBe("Cafe Sari script");
  expect(plainText("Saldo KWP-01", 100)).toBe("Saldo KWP 01");
  expect(plainText("a".repeat(200), 100)).toHaveLength(100);
});

test("the statement of a day lists what left for payouts, without fees, credits and other days", async () => {
  const payout = newPayout();
  await provider.send(payout);
  double.change(notesOf(payout), { status: "completed", completed_at: "2026-11-20T17:00:00Z" });
  const row = { type: "Payout", amount: "7000.0", status: "debit", created_at: "2026-11-21T16:59:59Z" };
  double.statement.push(
    { ...row, reference_no: "lain" },
    { ...row, reference_no: "besok", created_at: "2026-11-21T17:00:00Z" },
    { ...row, reference_no: "kemarin", created_at: "2026-11-20T16:59:59Z" },
    { ...row, reference_no: "isi-saldo", type: "Topup", status: "credit" },
    { ...row, reference_no: "kembali", type: "Refund", status: "credit" },
  );
  expect(await provider.listDay?.("2026-11-21")).toEqual([
    { externalId: idOf(payout), amount: 100_000 },
    { externalId: "lain", amount: 7000 },
  ]);
  double.statement.push({ ...row, reference_no: "rusak", amount: "tujuh ribu" });
  expect(await reasonOf(provider.listDay?.("2026-11-21") ?? Promise.resolve())).toBe("unreadable");
  double.statement.length = 0;
});
