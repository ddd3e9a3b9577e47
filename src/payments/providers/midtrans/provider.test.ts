import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parse } from "promptparse";
import { readPaymentsConfig } from "#lib/config/payments.ts";
import { ServiceError } from "#lib/http/request-json.ts";
import { day, hour } from "#lib/time.ts";
import { type MidtransDouble, startMidtransDouble } from "../../../../test/doubles/midtrans.ts";
import type { Mood } from "../../../../test/doubles/json-service.ts";
import type { PaymentProvider, ProviderCharge } from "../../provider.ts";
import { paymentMethods } from "../../rules.ts";
import { midtransMethods } from "./rules.ts";
import { midtransProvider } from "./provider.ts";

let double: MidtransDouble;
let provider: PaymentProvider;
const now = new Date("2026-11-21T03:00:00Z");
const publicUrl = new URL("https://pasar.example");

beforeAll(async () => {
  double = await startMidtransDouble();
  double.now = () => now;
  provider = openProvider();
});
afterAll(() => double.close());
beforeEach(() => {
  double.mood = "well";
  double.next.length = 0;
});

function openProvider(settings: Record<string, string> = {}, at = now): PaymentProvider {
  const config = readPaymentsConfig({ ...double.settings, ...settings }, { production: true, demo: false }, Error);
  if (!config.midtrans) throw new Error("no key");
  return midtransProvider(config.midtrans, { publicUrl, now: () => at });
}

const newReference = () => `KWG-${randomBytes(10).toString("hex").toUpperCase()}`;

/** A charge of Rp100.000, due in a day. */
async function charged(method = "va_bca", amount = 100_000) {
  const reference = newReference();
  const made = await provider.charge({
    reference,
    method,
    amount,
    dueAt: new Date(now.getTime() + day),
    now,
    buyer: { name: "Sari Dewi", email: "sari@contoh.example", phone: "+6281234567890" },
    title: "Belanja di Kawung",
    returnUrl: "https://pasar.example/payment/1",
  });
  const charge: ProviderCharge = { reference, externalId: made.externalId, method, amount, createdAt: now };
  return { ...made, charge, reference };
}

const asked = (path: RegExp) => double.calls.filter((call) => path.test(call.path));
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof ServiceError) return error.reason;
      throw error;
    },
  );
const message = (body: unknown) => ({ headers: {}, rawBody: Buffer.from(JSON.stringify(body)), body });

test("every method that Midtrans serves gives the buyer a way to pay", async () => {
  expect(provider.methods).toEqual(Object.keys(midtransMethods));
  expect(provider.methods.filter((id) => !paymentMethods.some((one) => one.id === id))).toEqual([]);
  const means: Record<string, (keyof Awaited<ReturnType<typeof charged>>["instructions"])[]> = {
    va_mandiri: ["number", "biller"],
    qris: ["qr"],
    gopay: ["link"],
    shopeepay: ["link"],
    ovo: ["link"],
    card: ["link"],
  };
  for (const method of provider.methods) {
    const { instructions, externalId } = await charged(method);
    const { steps, ...given } = instructions;
    expect([method, Object.keys(given).toSorted()]).toEqual([method, (means[method] ?? ["number"]).toSorted()]);
    expect(steps.length).toBeGreaterThanOrEqual(3);
    expect(externalId).toMatch(/^[\w-]{36}$/);
  }
});

test("a charge says amount, item, deadline and where notifications go, and nothing more about the buyer than needed", async () => {
  const { reference } = await charged("va_bni");
  const call = asked(/charge$/).at(-1);
  expect(call?.body).toEqual({
    payment_type: "bank_transfer",
    bank_transfer: { bank: "bni" },
    transaction_details: { order_id: reference, gross_amount: 100_000 },
    item_details: [{ id: reference, price: 100_000, quantity: 1, name: "Belanja di Kawung" }],
    customer_details: { first_name: "Sari Dewi" },
    custom_expiry: { order_time: "2026-11-21 10:00:00 +0700", expiry_duration: 86_400, unit: "second" },
  });
  expect(call?.headers).toMatchObject({
    "idempotency-key": `${reference}-charge`,
    "x-override-notification": "https://pasar.example/v1/payments/notifications/midtrans",
  });
});

test("a card is entered on Midtrans's page only, which ends with the deadline", async () => {
  const { instructions } = await charged("card");
  expect(instructions.link).toMatch(`${double.origin}/snap/v4/redirection/`);
  expect(asked(/snap\/v1\/transactions$/).at(-1)?.body).toMatchObject({
    enabled_payments: ["credit_card"],
    credit_card: { secure: true },
    callbacks: { finish: "https://pasar.example/payment/1" },
    expiry: { start_time: "2026-11-21 10:00:00 +0700", unit: "minutes", duration: 1440 },
    page_expiry: { unit: "minutes", duration: 1440 },
  });
});

test("the QRIS code is the one that the acquirer made", async () => {
  const { instructions } = await charged("qris", 54_321);
  expect(parse(instructions.qr ?? "", true)?.getTagValue("54")).toBe("54321");
});

test("without a QR text the buyer gets the link to its picture, and a link that is not https is never shown", async () => {
  for (const [actions, link] of [
    [
      [{ name: "generate-qr-code-v2", url: "https://api.midtrans.com/v4/qris/A1/qr-code" }],
      "https://api.midtrans.com/v4/qris/A1/qr-code",
    ],
    [[{ name: "generate-qr-code", url: "javascript:alert(1)" }], `${double.origin}/v2/qris/`],
    [[], `${double.origin}/v2/qris/`],
  ] as const) {
    const { reference, charge } = await charged("qris");
    double.change(reference, { means: { actions } });
    // The same charge again: Midtrans refuses it, and its status says how to pay.
    const again = await openAgain(charge);
    expect(again.instructions).toMatchObject({ link: expect.stringContaining(link) });
    expect(again.instructions.qr).toBeUndefined();
  }
});

/** The same charge again, after Midtrans forgot the idempotency key. */
async function openAgain({ reference, method, amount }: ProviderCharge) {
  const request = {
    reference,
    method,
    amount,
    dueAt: new Date(now.getTime() + hour),
    now,
    buyer: { name: "Sari", email: "sari@contoh.example", phone: null },
    title: "Belanja",
    returnUrl: "https://pasar.example/payment/1",
  };
  double.clearKeys();
  return provider.charge(request);
}

test("a charge that is repeated, at once or much later, is one charge with the same number", async () => {
  for (const method of ["va_bca", "va_permata", "va_mandiri", "indomaret", "shopeepay", "gopay"]) {
    const first = await charged(method);
    const before = double.charges.size;
    const again = await openAgain(first.charge);
    expect([method, again]).toEqual([method, { instructions: first.instructions, externalId: first.externalId }]);
    expect(double.charges.size).toBe(before);
  }
});

test("an answer that was lost on the way costs nothing: the second attempt finds the charge", async () => {
  double.next.push("lost");
  const { instructions } = await charged("va_bri");
  expect(instructions.number).toMatch(/^\d{11}$/);
});

test("an answer about another charge, amount or currency is not believed", async () => {
  for (const wrong of [{ gross_amount: "100001.00" }, { gross_amount: "100000.01" }, { currency: "USD" }]) {
    const { reference, charge } = await charged();
    double.change(reference, wrong);
    expect(await reasonOf(openAgain(charge))).toBe("unreadable");
    double.pay(reference, wrong);
    if (wrong.gross_amount !== "100001.00") expect(await reasonOf(provider.status(charge))).toBe("unreadable");
  }
  const { reference, charge } = await charged();
  double.change(reference, { order_id: newReference() });
  expect(await reasonOf(provider.status(charge))).toBe("unreadable");
});

test("each state of Midtrans, in any case of letters, has one of our states", async () => {
  const { reference, charge } = await charged();
  const card = await charged("card");
  double.pay(card.reference);
  const states: [ProviderCharge, Record<string, string>, string][] = [
    [charge, { transaction_status: "pending" }, "pending"],
    [charge, { transaction_status: "PENDING" }, "pending"],
    [charge, { transaction_status: "authorize" }, "pending"],
    [charge, { transaction_status: "something_new" }, "pending"],
    [charge, { transaction_status: "deny" }, "cancelled"],
    [charge, { transaction_status: "cancel" }, "cancelled"],
    [charge, { transaction_status: "failure" }, "cancelled"],
    [charge, { transaction_status: "expire" }, "expired"],
    [charge, { transaction_status: "settlement" }, "paid"],
    [charge, { transaction_status: "Settlement", fraud_status: "ACCEPT" }, "paid"],
    [card.charge, { transaction_status: "capture", fraud_status: "accept" }, "paid"],
    [card.charge, { transaction_status: "capture", fraud_status: "challenge" }, "pending"],
    [card.charge, { transaction_status: "deny", fraud_status: "deny", settlement_time: "" }, "pending"],
  ];
  for (const [of, state, wanted] of states) {
    double.change(of.reference, state);
    const { status, receipts } = await provider.status(of);
    expect([state, status, receipts.length]).toEqual([state, wanted, wanted === "paid" ? 1 : 0]);
  }
  expect(reference).toBe(charge.reference);
});

test("a paid charge says exactly what came and when; an unknown one says so", async () => {
  const { reference, charge } = await charged("va_cimb", 54_321);
  double.pay(reference);
  expect(await provider.status(charge)).toEqual({
    status: "paid",
    receipts: [{ reference: double.charges.get(reference)?.transaction_id, amount: 54_321, receivedAt: now }],
    refunds: [],
    chargedBack: 0,
  });
  expect((await provider.status({ ...charge, reference: newReference() })).status).toBe("unknown");
});

test("a payment page on which nothing was chosen is unknown, can be paid, and after a cancellation cannot", async () => {
  const { reference, charge } = await charged("card");
  expect((await provider.status(charge)).status).toBe("unknown");
  double.pay(reference);
  expect(await provider.status(charge)).toMatchObject({ status: "paid", receipts: [{ amount: 100_000 }] });
  const other = await charged("ovo");
  await provider.cancel(other.charge);
  expect(() => double.pay(other.reference)).toThrow("closed");
});

test("a cancelled charge cannot be paid any more, and cancelling what ended is no error", async () => {
  const { reference, charge } = await charged();
  await provider.cancel(charge);
  expect((await provider.status(charge)).status).toBe("cancelled");
  await provider.cancel(charge);
  for (const state of ["settlement", "expire"]) {
    double.change(reference, { transaction_status: state });
    await provider.cancel(charge);
    expect(double.charges.get(reference)?.transaction_status).toBe(state);
  }
  await provider.cancel({ ...charge, reference: newReference() });
});

test("money returns by part and whole, and is final only when the bank confirmed it", async () => {
  const { reference, charge } = await charged("qris");
  double.pay(reference);
  const refund = (refundReference: string, amount: number) =>
    provider.refund({ charge, refundReference, amount, reason: "Pesanan dibatalkan" });
  expect(await refund("refund-1", 40_000)).toBe("pending");
  expect(await refund("refund-1", 40_000)).toBe("pending");
  expect(await refund("refund-2", 60_000)).toBe("pending");
  double.confirmRefund(reference, "refund-1");
  expect(await provider.status(charge)).toMatchObject({
    status: "paid",
    receipts: [{ amount: 100_000 }],
    refunds: [
      { reference: "refund-1", status: "done", amount: 40_000 },
      { reference: "refund-2", status: "pending", amount: 60_000 },
    ],
  });
  expect(await refund("refund-1", 40_000)).toBe("done");
  double.loseRefund(reference, "refund-2");
  expect((await provider.status(charge)).refunds.map((one) => one.reference)).toEqual(["refund-1"]);
});

test("a refund that Midtrans refuses for good is refused, one that may succeed later is not", async () => {
  const { reference, charge } = await charged("gopay");
  double.pay(reference);
  const refund = (amount = 10_000, of = charge) =>
    reasonAnd(provider.refund({ charge: of, refundReference: newReference(), amount, reason: "Uji" }));
  const reasonAnd = (work: Promise<string>) => work.catch((error: ServiceError) => error.reason);
  double.nextRefunds.push("bank_refuses", "not_now", "funds_short", "duplicate");
  expect([await refund(), await refund(), await refund(), await refund()]).toEqual([
    "refused",
    "refused",
    "unavailable",
    "unavailable",
  ]);
  expect(await refund(100_001)).toBe("refused");
  const card = await charged("card");
  double.pay(card.reference);
  expect(await refund(10_000, card.charge)).toBe("unavailable");
  double.change(card.reference, { transaction_status: "settlement" });
  expect(await refund(10_000, card.charge)).toBe("pending");
});

test("ShopeePay is not asked for refunds at night", async () => {
  const { reference, charge } = await charged("shopeepay");
  double.pay(reference);
  for (const [time, wanted] of [
    ["16:54", "pending"],
    ["16:55", "unavailable"],
    ["22:59", "unavailable"],
    ["23:00", "pending"],
  ] as const) {
    const night = openProvider({}, new Date(`2026-11-21T${time}:00Z`));
    const refund = night.refund({ charge, refundReference: "refund-1", amount: 100_000, reason: "Uji" });
    expect([time, await refund.catch((error: ServiceError) => error.reason)]).toEqual([time, wanted]);
  }
});

test("a chargeback and a reversal say what was taken back, and the money that came stays in the list", async () => {
  for (const [state, chargedBack] of [
    [{ transaction_status: "chargeback" }, 100_000],
    [{ transaction_status: "partial_chargeback", chargeback_amount: "30000.00" }, 30_000],
    [{ transaction_status: "deny" }, 100_000],
  ] as const) {
    const { reference, charge } = await charged("va_permata");
    double.pay(reference);
    double.change(reference, state);
    expect(await provider.status(charge)).toMatchObject({
      status: "paid",
      receipts: [{ amount: 100_000 }],
      chargedBack,
    });
  }
  const { reference, charge } = await charged("qris");
  double.pay(reference, { transaction_status: "partial_chargeback" });
  expect(await reasonOf(provider.status(charge))).toBe("unreadable");
});

test("a bad day of Midtrans is unavailable or unreadable, never a payment", async () => {
  const { reference, charge } = await charged();
  double.pay(reference);
  const quick = openProvider();
  for (const [mood, wanted] of [
    ["broken", "unavailable"],
    ["busy", "unavailable"],
    ["cut", "unavailable"],
    ["page", "unreadable"],
    ["garbage", "unreadable"],
    ["endless", "unreadable"],
    ["redirect", "unreadable"],
  ] as [Mood, string][]) {
    double.mood = mood;
    expect([mood, await reasonOf(quick.status(charge))]).toEqual([mood, wanted]);
    expect([mood, await reasonOf(charged())]).toEqual([mood, wanted]);
  }
});

test("a wrong key is refused by every call, and the key is in no error", async () => {
  const wrong = openProvider({ MIDTRANS_SERVER_KEY: "kunci-yang-salah" });
  const { charge } = await charged();
  for (const work of [
    () => wrong.status(charge),
    () => wrong.cancel(charge),
    () => wrong.refund({ charge, refundReference: "refund-1", amount: 1, reason: "Uji" }),
  ]) {
    const error = await work().then(
      () => undefined,
      (thrown: unknown) => thrown as ServiceError,
    );
    expect(error?.reason).toBe("refused");
    expect(JSON.stringify([error?.message, error?.stack, error])).not.toContain("kunci-yang-salah");
  }
});

test("a notification counts only with the signature of this account, whatever part of it was changed", async () => {
  const [one, other] = [await charged(), await charged()];
  double.pay(one.reference);
  const good = double.notification(one.reference);
  expect(provider.readNotification(message(good))).toEqual({
    reference: one.reference,
    amount: 100_000,
    claim: "paid",
  });
  for (const bad of [
    { ...good, signature_key: undefined },
    { ...good, signature_key: "" },
    { ...good, signature_key: "0".repeat(128) },
    { ...good, signature_key: `${String(good.signature_key).slice(0, 126)}zz` },
    { ...good, signature_key: [good.signature_key] },
    { ...good, order_id: other.reference },
    { ...good, gross_amount: "100000.0" },
    { ...good, gross_amount: 100_000 },
    { ...good, status_code: "201" },
    double.notification(one.reference, {}, "SB-Mid-server-lain"),
    {},
    [],
    null,
    "KWG",
  ])
    expect(provider.readNotification(message(bad))).toBe("unsigned");
});

test("a signed notification with another amount or currency states it, so that it never equals the charge", async () => {
  const { reference } = await charged();
  double.pay(reference);
  const amountIn = (wrong: Record<string, unknown>) => {
    const read = provider.readNotification(message(double.notification(reference, wrong)));
    return typeof read === "string" ? read : read.amount;
  };
  expect(amountIn({ gross_amount: "99999.00" })).toBe(99_999);
  expect(amountIn({ gross_amount: "100000.01" })).toBe(-1);
  expect(amountIn({ currency: "USD" })).toBe(-1);
});

test("digits cannot move between the signed parts, and notifications about other things are not for us", async () => {
  const { reference } = await charged();
  double.pay(reference);
  const good = double.notification(reference);
  const moved = { ...good, order_id: `${reference}2`, status_code: "001", gross_amount: "00000.00" };
  expect(provider.readNotification(message(moved))).toBe("not_for_us");
  const probe = double.notification(reference, { order_id: "payment_notif_test_G1_5a" });
  expect(provider.readNotification(message(probe))).toBe("not_for_us");
});

test("what a notification claims", async () => {
  const { reference } = await charged("gopay");
  const claims = { settlement: "paid", capture: "paid", expire: "expired", cancel: "cancelled", deny: "cancelled" };
  const more = {
    refund: "refund",
    partial_refund: "refund",
    pending: "other",
    chargeback: "refund",
    Settlement: "paid",
  };
  for (const [state, claim] of Object.entries({ ...claims, ...more })) {
    double.change(reference, { transaction_status: state });
    expect(provider.readNotification(message(double.notification(reference)))).toMatchObject({ claim });
  }
});
