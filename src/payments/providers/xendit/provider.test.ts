import { randomBytes } from "node:crypto";
import { parse } from "promptparse";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ServiceError } from "#lib/http/request-json.ts";
import { readPaymentsConfig } from "#lib/config/payments.ts";
import { day } from "#lib/time.ts";
import type { Mood } from "../../../../test/doubles/json-service.ts";
import { startXenditDouble, type XenditDouble } from "../../../../test/doubles/xendit.ts";
import type { PaymentProvider, ProviderCharge } from "../../provider.ts";
import { paymentMethods } from "../../rules.ts";
import { xenditProvider } from "./provider.ts";
import { xenditMethods } from "./rules.ts";

let double: XenditDouble;
let provider: PaymentProvider;
const now = new Date("2026-11-21T03:00:00Z");

beforeAll(async () => {
  double = await startXenditDouble();
  double.now = () => now;
  provider = openProvider();
});
afterAll(() => double.close());
beforeEach(() => {
  double.mood = "well";
  double.next.length = 0;
});

function openProvider(settings: Record<string, string> = {}): PaymentProvider {
  const config = readPaymentsConfig({ ...double.settings, ...settings }, { production: true, demo: false }, Error);
  if (!config.xendit) throw new Error("no key");
  return xenditProvider(config.xendit);
}

const newReference = () => `KWG-${randomBytes(10).toString("hex").toUpperCase()}`;

/** A charge of Rp100.000, due in a day. */
async function charged(method = "va_bca", amount = 100_000, reference = newReference()) {
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

const lastCall = (path: RegExp) => double.calls.findLast((call) => path.test(call.path));
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
const read = (body: unknown, headers?: Record<string, string>) => provider.readNotification(message(body, headers));

test("every method that Xendit serves gives the buyer a way to pay", async () => {
  expect(provider.methods).toEqual(Object.keys(xenditMethods));
  expect(provider.methods.filter((id) => !paymentMethods.some((one) => one.id === id))).toEqual([]);
  for (const method of provider.methods) {
    const { instructions, externalId } = await charged(method);
    const { steps, ...given } = instructions;
    const by = xenditMethods[method];
    const wanted = by?.by === "invoice" ? "link" : method === "qris" ? "qr" : "number";
    expect([method, Object.keys(given)]).toEqual([method, [wanted]]);
    expect(steps.length).toBeGreaterThanOrEqual(3);
    expect(externalId).toMatch(by?.by === "invoice" ? /^[0-9a-f]{24}$/ : /^pr-[\w-]{36}$/);
  }
});

test("a charge says amount and deadline, and nothing more about the buyer than needed", async () => {
  const { reference } = await charged("va_bni");
  expect(lastCall(/payment_requests$/)).toMatchObject({
    headers: { "api-version": "2024-11-11" },
    body: {
      reference_id: reference,
      request_amount: 100_000,
      channel_code: "BNI_VIRTUAL_ACCOUNT",
      channel_properties: { display_name: "Kawung", expires_at: "2026-11-22T03:00:00.000Z" },
    },
  });
  await charged("card");
  const { body } = lastCall(/invoices$/) ?? {};
  expect(body).toMatchObject({
    amount: 100_000,
    invoice_duration: 86_400,
    payment_methods: ["CREDIT_CARD"],
    should_send_email: false,
    should_authenticate_credit_card: true,
    success_redirect_url: "https://pasar.example/payment/1",
  });
  expect(JSON.stringify(body)).not.toMatch(/contoh\.example|628123/);
});

test("the QRIS code is the one that the acquirer made", async () => {
  const { instructions } = await charged("qris", 54_321);
  expect(parse(instructions.qr ?? "", true)?.getTagValue("54")).toBe("54321");
});

test("a charge that was repeated is paid through the one that the buyer sees", async () => {
  const first = await charged("va_bri");
  await charged("va_bri", 100_000, first.reference);
  expect(double.find(first.reference)).toHaveLength(2);
  double.pay(first.reference, { id: first.externalId ?? "" });
  expect(await provider.status(first.charge)).toMatchObject({ status: "paid", receipts: [{ amount: 100_000 }] });
});

test("a charge whose answer was lost is unknown", async () => {
  double.next.push("lost");
  expect(await reasonOf(charged())).toBe("unavailable");
  const charge = { reference: newReference(), externalId: null, method: "va_bca", amount: 1, createdAt: now };
  expect((await provider.status(charge)).status).toBe("unknown");
  await provider.cancel(charge);
  expect(await provider.refund({ charge, refundReference: "refund-1", amount: 1, reason: "Uji" })).toBe("refused");
});

test("each state of Xendit has one of our states", async () => {
  const request = await charged();
  const page = await charged("dana");
  const states: [ProviderCharge, string, string][] = [
    [request.charge, "REQUIRES_ACTION", "pending"],
    [request.charge, "ACCEPTING_PAYMENTS", "pending"],
    [request.charge, "AUTHORIZED", "pending"],
    [request.charge, "SOMETHING_NEW", "pending"],
    [request.charge, "CANCELED", "cancelled"],
    [request.charge, "FAILED", "cancelled"],
    [request.charge, "EXPIRED", "expired"],
    [page.charge, "PENDING", "pending"],
    [page.charge, "EXPIRED", "expired"],
    [page.charge, "PAID", "paid"],
    [page.charge, "SETTLED", "paid"],
  ];
  for (const [charge, status, wanted] of states) {
    double.change(charge.reference, { status });
    const found = await provider.status(charge);
    expect([status, found.status, found.receipts.length]).toEqual([status, wanted, wanted === "paid" ? 1 : 0]);
  }
});

test("a paid charge says exactly what came and when, also after it expired, and the same twice", async () => {
  for (const method of ["va_bca", "card"]) {
    const { reference, charge } = await charged(method, 54_321);
    double.pay(reference);
    const paid = await provider.status(charge);
    expect(paid).toMatchObject({
      status: "paid",
      receipts: [{ amount: 54_321, receivedAt: now }],
      refunds: [],
      chargedBack: 0,
    });
    double.change(reference, { status: method === "card" ? "SETTLED" : "EXPIRED" });
    expect(await provider.status(charge)).toEqual(paid);
  }
});

test("an amount that is not whole rupiah, or about another charge, is not believed", async () => {
  for (const method of ["va_bca", "card"]) {
    for (const wrong of [{ amount: "100000.01" }, { amount: 0.5 }, { currency: "USD" }]) {
      const { reference, charge } = await charged(method);
      double.pay(reference, wrong);
      expect([method, wrong, await reasonOf(provider.status(charge))]).toEqual([method, wrong, "unreadable"]);
    }
    const { reference, charge } = await charged(method);
    double.pay(reference, { amount: 99_999 });
    expect(await provider.status(charge)).toMatchObject({ receipts: [{ amount: 99_999 }] });
    double.change(reference, { reference_id: newReference(), external_id: newReference() });
    expect(await reasonOf(provider.status(charge))).toBe("unreadable");
  }
});

test("a cancelled charge cannot be paid any more, and cancelling what ended is no error", async () => {
  for (const [method, closed] of [
    ["va_mandiri", "cancelled"],
    ["shopeepay", "expired"],
  ] as const) {
    const { reference, charge } = await charged(method);
    await provider.cancel(charge);
    expect((await provider.status(charge)).status).toBe(closed);
    await provider.cancel(charge);
    double.pay(reference);
    await provider.cancel(charge);
    expect((await provider.status(charge)).status).toBe("paid");
  }
});

test("money returns by part and whole, once for each refund, and a refund may fail after it succeeded", async () => {
  for (const method of ["qris", "card"]) {
    const { reference, charge } = await charged(method);
    double.pay(reference);
    const keys = [newReference(), newReference()] as const;
    const refund = (key: string, amount: number) =>
      provider.refund({ charge, refundReference: key, amount, reason: "Pesanan dibatalkan" });
    expect(await refund(keys[0], 40_000)).toBe("pending");
    expect(await refund(keys[0], 40_000)).toBe("pending");
    expect(double.refunds.filter((one) => one.reference_id === keys[0])).toHaveLength(1);
    double.endRefund(keys[0], "SUCCEEDED");
    expect(await refund(keys[0], 40_000)).toBe("done");
    double.nextRefunds.push("SUCCEEDED");
    expect(await refund(keys[1], 60_000)).toBe("done");
    double.endRefund(keys[1], "FAILED");
    expect((await provider.status(charge)).refunds).toEqual([
      { reference: keys[0], status: "done", amount: 40_000 },
      { reference: keys[1], status: "failed", amount: 60_000 },
    ]);
    expect(await refund(keys[1], 60_000)).toBe("refused");
  }
});

test("a refund that Xendit refuses for good is refused, one that may succeed later is not", async () => {
  const { reference, charge } = await charged("gopay");
  double.pay(reference);
  const refund = (amount = 10_000) =>
    provider
      .refund({ charge, refundReference: newReference(), amount, reason: "Uji" })
      .catch((error: ServiceError) => error.reason);
  for (const [code, wanted] of [
    ["REFUND_IN_PROGRESS", "unavailable"],
    ["TEMPORARILY_UNAVAILABLE", "unavailable"],
    ["INSUFFICIENT_BALANCE", "unavailable"],
    ["INELIGIBLE_TRANSACTION_STATUS", "refused"],
    ["PARTIAL_REFUND_COUNTS_EXCEEDED", "refused"],
    ["REFUND_NOT_SUPPORTED", "refused"],
    ["PARTIAL_REFUND_NOT_SUPPORTED", "refused"],
    ["FAILED", "refused"],
  ] as const) {
    double.nextRefunds.push(code);
    expect([code, await refund()]).toEqual([code, wanted]);
  }
  expect(await refund(100_001)).toBe("refused");
});

test("a bad day of Xendit is unavailable or unreadable, never a payment", async () => {
  const { reference, charge } = await charged();
  double.pay(reference);
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
    expect([mood, await reasonOf(provider.status(charge))]).toEqual([mood, wanted]);
    expect([mood, await reasonOf(charged())]).toEqual([mood, wanted]);
  }
});

test("a wrong key is refused by every call, and the key is in no error", async () => {
  const wrong = openProvider({ XENDIT_SECRET_KEY: "kunci-yang-salah" });
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

test("a notification counts only with the token, or with the previous one while it is changed", async () => {
  const { reference } = await charged();
  double.pay(reference);
  const body = double.notification(reference);
  expect(read(body)).toEqual({ reference, amount: 100_000, claim: "paid" });
  const token = double.headers["x-callback-token"] ?? "";
  for (const headers of [
    {},
    { "x-callback-token": "" },
    { "x-callback-token": `${token}1` },
    { "x-callback-token": token.slice(1) },
  ])
    expect(read(body, headers as Record<string, string>)).toBe("unsigned");
  const changed = openProvider({ XENDIT_CALLBACK_TOKEN: "token-yang-baru", XENDIT_PREVIOUS_CALLBACK_TOKEN: token });
  expect(changed.readNotification(message(body))).toMatchObject({ reference });
  expect(openProvider({ XENDIT_CALLBACK_TOKEN: "token-yang-baru" }).readNotification(message(body))).toBe("unsigned");
});

test("what a notification claims, flat, nested once or twice", async () => {
  const request = await charged("va_bca");
  expect(read(double.notification(request.reference))).toMatchObject({ claim: "other" });
  double.change(request.reference, { status: "EXPIRED" });
  expect(read(double.notification(request.reference))).toMatchObject({
    reference: request.reference,
    claim: "expired",
  });
  double.pay(request.reference);
  const good = double.notification(request.reference);
  expect(read({ ...good, data: good })).toEqual({ reference: request.reference, amount: 100_000, claim: "paid" });
  expect(read(double.notification(request.reference, { captures: [], request_amount: "100000" }))).toMatchObject({
    amount: 100_000,
  });
  expect(read(double.notification(request.reference, { status: "FAILED" }))).toMatchObject({ claim: "cancelled" });

  const page = await charged("ovo");
  expect(read(double.notification(page.reference))).toMatchObject({ claim: "other" });
  double.change(page.reference, { status: "EXPIRED" });
  expect(read(double.notification(page.reference))).toMatchObject({ amount: 100_000, claim: "expired" });
  double.pay(page.reference);
  expect(read(double.notification(page.reference))).toEqual({
    reference: page.reference,
    amount: 100_000,
    claim: "paid",
  });
});

test("a notification with another amount or currency states it, so that it never equals the charge", async () => {
  for (const method of ["va_bca", "card"]) {
    const { reference } = await charged(method);
    const amountIn = (amount: unknown, currency = "IDR") => {
      double.pay(reference, { amount, currency });
      const claim = read(double.notification(reference));
      return typeof claim === "string" ? claim : claim.amount;
    };
    expect(amountIn(99_999)).toBe(99_999);
    expect(amountIn("100000.01")).toBe(-1);
    expect(amountIn(100_000, "USD")).toBe(-1);
    expect(amountIn({})).toBe(-1);
  }
});

test("a notification about a refund names the charge; one about something else is not for us", async () => {
  const { reference, charge } = await charged("gopay");
  double.pay(reference);
  const key = newReference();
  await provider.refund({ charge, refundReference: key, amount: 1000, reason: "Uji" });
  expect(read(double.refundNotification(key))).toEqual({ reference, amount: null, claim: "refund" });
  for (const body of [
    { event: "payout.succeeded", data: { reference_id: "W-1", status: "SUCCEEDED" } },
    { event: "refund.succeeded", data: { metadata: null } },
    { event: "payment.capture", data: { reference_id: "order-1", status: "SUCCEEDED" } },
    { id: "1", external_id: "invoice-of-somebody", status: "PAID", amount: 1 },
    {},
    [],
    null,
    "KWG",
  ])
    expect(read(body)).toBe("not_for_us");
});
