import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ServiceError } from "#lib/http/request-json.ts";
import { readPaymentsConfig } from "#lib/config/payments.ts";
import type { Mood } from "../../../../../test/doubles/json-service.ts";
import { startXenditPayoutsDouble, type XenditPayoutsDouble } from "../../../../../test/doubles/xendit-payouts.ts";
import type { OutgoingPayout, PayoutProvider } from "../../provider.ts";
import { banks } from "../../bank-accounts/rules.ts";
import { xenditPayouts } from "./provider.ts";
import { xenditChannels } from "./rules.ts";

let double: XenditPayoutsDouble;
let provider: PayoutProvider;

beforeAll(async () => {
  double = await startXenditPayoutsDouble();
});
afterAll(() => double.close());
beforeEach(() => {
  double.mood = "well";
  double.next.length = 0;
  double.nextOrders.length = 0;
  provider = open();
});

/** A provider with its own cache. */
function open(settings: Record<string, string> = {}): PayoutProvider {
  const config = readPaymentsConfig({ ...double.settings, ...settings }, { production: true, demo: false }, Error);
  if (!config.xendit) throw new Error("no key");
  return xenditPayouts(config.xendit);
}

function newPayout(fields: Partial<OutgoingPayout> = {}): OutgoingPayout {
  const reference = `KWP-${randomBytes(10).toString("hex").toUpperCase()}`;
  const destination = { bankCode: "bca", number: "1234567890", holderName: "WAHYU LAKSONO" };
  return { reference, externalId: null, amount: 100_000, destination, note: `Saldo ${reference}`, ...fields };
}
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof ServiceError) return error.reason;
      throw error;
    },
  );
const message = (body: unknown, headers: Record<string, string> = double.headers) => ({
  headers,
  rawBody: Buffer.from(JSON.stringify(body)),
  body,
});

test("an order says account, holder and amount, with our reference as its key", async () => {
  const payout = newPayout();
  const answer = await provider.send(payout);
  expect(answer).toEqual({ outcome: "accepted", externalId: double.find(payout.reference)[0]?.id });
  expect(double.calls.findLast(({ method }) => method === "POST")).toMatchObject({
    path: "/v2/payouts",
    headers: { "idempotency-key": payout.reference },
    body: {
      reference_id: payout.reference,
      channel_code: "ID_BCA",
      channel_properties: { account_number: "1234567890", account_holder_name: "WAHYU LAKSONO" },
      amount: 100_000,
      currency: "IDR",
    },
  });
});

test("an order whose answer was lost is found by our reference, and repeating it sends nothing again", async () => {
  const payout = newPayout();
  await provider.limits("bca");
  double.next.push("lost");
  expect(await reasonOf(provider.send(payout))).toBe("unavailable");
  const found = await provider.status(payout);
  expect(found).toMatchObject({ status: "pending", externalId: expect.stringMatching(/^disb-/), amount: 100_000 });
  expect(await provider.send(payout)).toEqual({ outcome: "accepted", externalId: found.externalId });
  expect(double.find(payout.reference)).toHaveLength(1);
});

test("a payout that was never taken is unknown", async () => {
  const payout = newPayout();
  expect(await provider.status(payout)).toEqual({ status: "unknown", externalId: null, amount: null, failure: null });
  expect((await provider.status({ ...payout, externalId: "disb-0" })).status).toBe("unknown");
});

test("each state of Xendit has one of our states", async () => {
  const payout = newPayout();
  await provider.send(payout);
  for (const [status, failure_code, wanted, failure] of [
    ["ACCEPTED", null, "pending", null],
    ["REQUESTED", undefined, "pending", null],
    ["LOCKED", "", "pending", null],
    ["SOMETHING_NEW", null, "pending", null],
    ["SUCCEEDED", null, "paid", null],
    ["FAILED", "INVALID_DESTINATION", "failed", "account"],
    ["FAILED", "INSUFFICIENT_BALANCE", "failed", "provider"],
    ["FAILED", "REJECTED_BY_CHANNEL", "failed", "bank"],
    ["FAILED", "A_NEW_REASON", "failed", "bank"],
    ["CANCELLED", null, "failed", "bank"],
    ["REVERSED", null, "returned", "bank"],
  ] as const) {
    double.change(payout.reference, { status, failure_code });
    const { status: state, failure: reason, amount } = await provider.status(payout);
    expect([status, state, reason, amount]).toEqual([status, wanted, failure, 100_000]);
  }
});

test("a refusal is final only for an order that Xendit never takes", async () => {
  for (const [code, wanted] of [
    ["RECIPIENT_ACCOUNT_NUMBER_ERROR", "account"],
    ["RECIPIENT_AMOUNT_ERROR", "limit"],
    ["MAXIMUM_TRANSFER_LIMIT_ERROR", "limit"],
    ["API_VALIDATION_ERROR", "provider"],
    ["CHANNEL_CODE_NOT_SUPPORTED_ERROR", "provider"],
  ] as const) {
    double.nextOrders.push(code);
    expect(await provider.send(newPayout())).toEqual({ outcome: "refused", failure: wanted });
  }
  for (const code of ["DUPLICATE_ERROR", "REQUEST_FORBIDDEN_ERROR", "SOMETHING_NEW"]) {
    double.nextOrders.push(code);
    expect([code, await reasonOf(provider.send(newPayout()))]).toEqual([
      code,
      code === "REQUEST_FORBIDDEN_ERROR" ? "refused" : "unavailable",
    ]);
  }
  const twice = newPayout();
  await provider.send(twice);
  expect(await reasonOf(provider.send({ ...twice, amount: 100_001 }))).toBe("unavailable");
  expect(await reasonOf(open({ XENDIT_SECRET_KEY: "xnd_other_key_here" }).send(newPayout()))).toBe("refused");
});

test("limits come from Xendit's list of channels, and a bank that it does not list is not served", async () => {
  expect(await provider.limits("bca")).toEqual({ min: 10_000, max: 250_000_000 });
  expect(await provider.limits("jago")).toBeNull();
  expect(await provider.limits("toString")).toBeNull();
  await provider.limits("bri");
  const before = double.calls.length;
  await provider.limits("bni");
  expect(double.calls.length).toBe(before);
  expect(banks.filter(({ code }) => !Object.hasOwn(xenditChannels, code))).toEqual([]);
});

test("an answer about another payout, currency or amount is not believed", async () => {
  const payout = newPayout();
  await provider.send(payout);
  const id = double.find(payout.reference)[0]?.id ?? "";
  for (const wrong of [
    { currency: "USD" },
    { status: "SUCCEEDED", amount: "1e5" },
    { status: "SUCCEEDED", amount: 0.5 },
  ]) {
    double.change(payout.reference, wrong);
    expect([wrong, await reasonOf(provider.status({ ...payout, externalId: id }))]).toEqual([wrong, "unreadable"]);
    double.change(payout.reference, { currency: "IDR", status: "ACCEPTED", amount: 100_000 });
  }
  expect(await reasonOf(provider.status({ ...newPayout(), externalId: id }))).toBe("unreadable");
});

test("a bad day of Xendit is unavailable or unreadable, never an end", async () => {
  const payout = newPayout();
  await provider.send(payout);
  double.change(payout.reference, { status: "SUCCEEDED" });
  for (const [mood, wanted] of [
    ["broken", "unavailable"],
    ["busy", "unavailable"],
    ["cut", "unavailable"],
    ["page", "unreadable"],
    ["garbage", "unreadable"],
    ["redirect", "unreadable"],
  ] as [Mood, string][]) {
    double.mood = mood;
    expect([mood, await reasonOf(provider.status(payout))]).toEqual([mood, wanted]);
    expect([mood, await reasonOf(provider.send(newPayout()))]).toEqual([mood, wanted]);
  }
});

test("a notification counts with the callback token only, and only about a payout", async () => {
  const payout = newPayout();
  await provider.send(payout);
  const body = double.notification(payout.reference);
  const id = double.find(payout.reference)[0]?.id;
  expect(provider.readNotification(message(body))).toEqual({ reference: payout.reference, externalId: id });
  for (const headers of [{}, { "x-callback-token": "" }, { "x-callback-token": "token-uji-xendit-012345678" }])
    expect(provider.readNotification(message(body, headers as Record<string, string>))).toBe("unsigned");
  for (const other of [
    { ...body, event: "payment.capture" },
    double.notification(payout.reference, { reference_id: "KWG-00000000000000000000" }),
    { event: "payout.succeeded", data: [] },
    {},
  ])
    expect(provider.readNotification(message(other))).toBe("not_for_us");
});
