import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import { brokenInvariants } from "../../src/orders/invariants.ts";
import { orderJobs } from "../../src/orders/jobs.ts";
import { orderRoutes } from "../../src/orders/routes.ts";
import { pollPayments } from "../../src/payments/attempts/poll-attempts.ts";
import { pollRun } from "../../src/payments/rules.ts";
import { payRefund } from "../../src/payments/refunds/pay-refund.ts";
import { consoleRoutes } from "../../src/operator/console/routes.ts";
import { paymentRoutes } from "../../src/payments/routes.ts";
import type { Mood } from "../doubles/json-service.ts";
import { startMidtransDouble, type MidtransDouble } from "../doubles/midtrans.ts";
import { startXenditDouble, type XenditDouble } from "../doubles/xendit.ts";
import { makeCartLine, makeShopApi, type Client } from "../make/checkout.ts";
import { makeContext } from "../make/context.ts";
import { attemptOf } from "../make/orders.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "../make/rows.ts";
import { runQueued } from "../run-all-jobs.ts";

/** What the tests do at either provider. */
type Provider = {
  id: "midtrans" | "xendit";
  /** A method without and one with refunds. */
  va: string;
  qris: string;
  pay(reference: string, amount?: number): void;
  expire(reference: string): void;
  /** A notification about the state of a charge; `amount` and `currency` replace what it states. */
  notification(reference: string, wrong?: { amount?: number; currency?: string; state?: string }): object;
  /** One for the first charge, with the reference of the second. */
  replay(from: string, to: string): object;
  forged(reference: string): [object, Record<string, string>][];
  headers: Record<string, string>;
  confirmRefund(reference: string, refundId: string): object;
  failRefund(reference: string, refundId: string): object;
  setMood(mood: Mood): void;
  calls(): number;
};

let midtrans: MidtransDouble;
let xendit: XenditDouble;
let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let app: FastifyInstance;
let shop: Awaited<ReturnType<typeof makeShop>>;
const providers: Provider[] = [];

beforeAll(async () => {
  midtrans = await startMidtransDouble();
  xendit = await startXenditDouble();
  context = await makeContext({
    NODE_ENV: "production",
    PUBLIC_URL: "https://pasar.example",
    DEMO: "0",
    ...midtrans.settings,
    ...xendit.settings,
    PAYMENT_PROVIDERS: "midtrans,xendit",
    PAYMENT_METHODS: "va_bni=xendit,va_bri=xendit,gopay=xendit,card=off",
  });
  api = await makeShopApi(context, [orderRoutes, paymentRoutes, consoleRoutes, (scope) => void (app = scope)]);
  shop = await makeShop(context);
  providers.push(atMidtrans(), atXendit());
});
afterAll(async () => {
  await api.close();
  await context.close();
  await midtrans.close();
  await xendit.close();
});
beforeEach(() => {
  midtrans.mood = "well";
  xendit.mood = "well";
});
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

function atMidtrans(): Provider {
  return {
    id: "midtrans",
    va: "va_bca",
    qris: "qris",
    pay: (reference, amount) => midtrans.pay(reference, amount === undefined ? {} : { gross_amount: `${amount}.00` }),
    expire: (reference) => midtrans.change(reference, { transaction_status: "expire" }),
    notification: (reference, { amount, currency, state } = {}) =>
      midtrans.notification(reference, {
        ...(amount === undefined ? {} : { gross_amount: `${amount}.00` }),
        ...(currency ? { currency } : {}),
        ...(state ? { transaction_status: state } : {}),
      }),
    replay: (from, to) => ({ ...midtrans.notification(from), order_id: to }),
    forged: (reference) => {
      const good = midtrans.notification(reference);
      return [
        [{ ...good, signature_key: undefined }, {}],
        [{ ...good, signature_key: "" }, {}],
        [{ ...good, signature_key: "0".repeat(128) }, {}],
        [midtrans.notification(reference, {}, "SB-Mid-server-lain"), {}],
        [{}, {}],
      ];
    },
    headers: {},
    confirmRefund(reference, refundId) {
      midtrans.confirmRefund(reference, refundId);
      return midtrans.notification(reference);
    },
    failRefund(reference, refundId) {
      midtrans.loseRefund(reference, refundId);
      return midtrans.notification(reference);
    },
    setMood: (mood) => void (midtrans.mood = mood),
    calls: () => midtrans.calls.length,
  };
}

function atXendit(): Provider {
  return {
    id: "xendit",
    va: "va_bni",
    qris: "gopay",
    pay: (reference, amount) => xendit.pay(reference, amount === undefined ? {} : { amount }),
    expire: (reference) => xendit.change(reference, { status: "EXPIRED" }),
    notification: (reference, { amount, currency, state } = {}) =>
      xendit.notification(reference, {
        ...(amount === undefined ? {} : { request_amount: amount, captures: [], paid_amount: amount }),
        ...(currency ? { currency } : {}),
        ...(state
          ? { status: { settlement: "SUCCEEDED", expire: "EXPIRED", deny: "FAILED", pending: "PENDING" }[state] }
          : {}),
      }),
    replay: (from, to) => {
      const good = xendit.notification(from) as { data: object };
      return { ...good, data: { ...good.data, reference_id: to } };
    },
    forged: (reference) => {
      const good = xendit.notification(reference);
      const token = xendit.headers["x-callback-token"] ?? "";
      return [
        [good, {}],
        [good, { "x-callback-token": "" }],
        [good, { "x-callback-token": token.slice(1) }],
        [{ ...good, "x-callback-token": token }, {}],
      ];
    },
    headers: xendit.headers,
    confirmRefund(_reference, refundId) {
      xendit.endRefund(refundId, "SUCCEEDED");
      return xendit.refundNotification(refundId);
    },
    failRefund(_reference, refundId) {
      xendit.endRefund(refundId, "FAILED");
      return xendit.refundNotification(refundId);
    },
    setMood: (mood) => void (xendit.mood = mood),
    calls: () => xendit.calls.length,
  };
}

type Payment = {
  status: string;
  open: boolean;
  method: string;
  amount: number;
  instructions: { number?: string; link?: string; qr?: string } | null;
  offered: string[];
  simulator: string | null;
};

/** A buyer places an order of Rp50.000 and opens its payment, all over HTTP. */
async function placed(method: string) {
  const buyerId = await makeUser(context);
  const addressId = await makeAddress(context, buyerId);
  const { variantIds } = await makeProduct(context, shop.shopId);
  await makeCartLine(context, buyerId, variantIds[0] ?? "");
  const buyer = await api.as(buyerId);
  const choice = { address_id: addressId, shipping: { [shop.shopId]: "jne-reg" }, payment_method: method };
  const { body: quoted } = await buyer("POST", "/v1/checkout/quote", choice);
  const answer = await buyer(
    "POST",
    "/v1/checkout",
    { ...choice, quote_id: quoted.result.quote_id },
    { "idempotency-key": randomUUID() },
  );
  expect([answer.status, answer.body.code]).toEqual([200, undefined]);
  const { payment_id: paymentId, checkout_id: checkoutId, order_ids: orderIds } = answer.body.data;
  const view = await show(buyer, paymentId);
  const { reference } = await attemptOf(context, paymentId);
  return { buyer, buyerId, paymentId, checkoutId, orderId: orderIds[0] ?? "", reference, view };
}

async function show(buyer: Client, paymentId: string): Promise<Payment> {
  const { status, body } = await buyer("GET", `/v1/payments/${paymentId}`);
  expect(status).toBe(200);
  return body.result as unknown as Payment;
}

/** Sends a notification from the provider's network, or from a stranger's. */
async function notify(
  provider: Pick<Provider, "id" | "headers">,
  body: object,
  { headers = provider.headers, from = `10.0.0.${provider.id.length}` } = {},
) {
  const response = await app.inject({
    method: "POST",
    remoteAddress: from,
    url: `/v1/payments/notifications/${provider.id}`,
    headers: { "content-type": "application/json", ...headers },
    payload: JSON.stringify(body),
  });
  const { verdict, code } = response.json<{ verdict?: string; code?: string }>();
  return [response.statusCode, verdict ?? code] as const;
}

const orderStatus = async (orderId: string) =>
  (await context.db.row<{ status: string }>(sql`select status from orders where id = ${orderId}`))?.status;
const paymentStatus = async (paymentId: string) =>
  (await context.db.row<{ status: string }>(sql`select status from payments where id = ${paymentId}`))?.status;
const refundsOf = (paymentId: string) =>
  context.db.rows<{ id: string; reason: string; status: string; way: string; amount: number }>(
    sql`select id, reason, status, way, amount from refunds where payment_id = ${paymentId} order by id`,
  );
const count = async (query: ReturnType<typeof sql>) => (await context.db.row<{ n: number }>(query))?.n;

test("an installation offers what its providers charge, each method by the one that its settings name", async () => {
  const { body } = await (await api.as(null))("GET", "/v1/payment-methods");
  const offered = (body.result as unknown as { id: string }[]).map(({ id }) => id);
  expect(offered).not.toContain("card");
  expect(offered).toEqual(expect.arrayContaining(["va_bca", "va_bni", "qris", "gopay", "dana", "ovo"]));
  for (const [method, provider] of [
    ["va_bca", "midtrans"],
    ["va_bni", "xendit"],
    ["dana", "xendit"],
  ] as const) {
    const { paymentId, view } = await placed(method);
    expect((await attemptOf(context, paymentId)).provider).toBe(provider);
    expect(view).toMatchObject({ status: "pending", open: true, simulator: null, offered });
  }
  const refused = await refusedOrder("card");
  expect(refused).toEqual([422, "payments.method_unknown"]);
});

async function refusedOrder(method: string, at: Context = context, shopApi = api) {
  const buyerId = await makeUser(at);
  const { shopId } = at === context ? shop : await makeShop(at);
  const addressId = await makeAddress(at, buyerId);
  const { variantIds } = await makeProduct(at, shopId);
  await makeCartLine(at, buyerId, variantIds[0] ?? "");
  const buyer = await shopApi.as(buyerId);
  const choice = { address_id: addressId, shipping: { [shopId]: "jne-reg" }, payment_method: method };
  const { body } = await buyer("POST", "/v1/checkout/quote", choice);
  const headers = { "idempotency-key": randomUUID() };
  const answer = await buyer("POST", "/v1/checkout", { ...choice, quote_id: body.result.quote_id }, headers);
  expect(await at.db.rows(sql`select 1 from orders where buyer_id = ${buyerId}`)).toEqual([]);
  expect(
    await at.db.rows(sql`select 1 from cart_lines l join carts c on c.id = l.cart_id where c.user_id = ${buyerId}`),
  ).toHaveLength(1);
  return [answer.status, answer.body.code];
}

test("the operator's console says who charges what", async () => {
  const operator = await api.as(await makeUser(context, { type: "operator" }));
  await context.db.run(sql`update sessions set second_factor = true`);
  const { body } = await operator("GET", "/v1/operator/overview");
  const { providers: shown } = body.result as unknown as { providers: { id: string; methods: string[] }[] };
  expect(shown.map(({ id }) => id)).toEqual(["midtrans", "xendit"]);
  expect(shown[0]?.methods).toEqual(expect.arrayContaining(["BCA Virtual Account", "QRIS"]));
  expect(shown[1]?.methods).toEqual(expect.arrayContaining(["BNI Virtual Account", "DANA"]));
  expect(shown.flatMap(({ methods }) => methods)).not.toContain("Kartu kredit atau debit");
});

test("in production without a provider nothing is offered and the checkout refuses; the cart stays", async () => {
  const closed = await makeContext({ NODE_ENV: "production", PUBLIC_URL: "https://pasar.example", DEMO: "0" });
  const closedApi = await makeShopApi(closed, [orderRoutes, paymentRoutes]);
  try {
    const { body } = await (await closedApi.as(null))("GET", "/v1/payment-methods");
    expect(body.result).toEqual([]);
    expect(await refusedOrder("va_bca", closed, closedApi)).toEqual([409, "payments.no_provider"]);
  } finally {
    await closedApi.close();
    await closed.close();
  }
});

describe.each([0, 1])("provider %i", (at) => {
  let provider: Provider;
  beforeAll(() => {
    provider = providers[at] as Provider;
  });

  test("a checkout is paid end to end, in production", async () => {
    const { buyer, paymentId, orderId, reference, view } = await placed(provider.va);
    expect(view.instructions?.number).toMatch(/^\d{11,12}$/);
    provider.pay(reference);
    expect(await notify(provider, provider.notification(reference))).toEqual([200, "settled"]);
    expect(await show(buyer, paymentId)).toMatchObject({ status: "paid", amount: view.amount });
    await runQueued(context);
    expect(await orderStatus(orderId)).toBe("awaiting_confirmation");
  });

  test("a notification without a valid signature is refused, recorded, and changes nothing", async () => {
    const { paymentId, reference } = await placed(provider.va);
    provider.pay(reference);
    for (const [body, headers] of provider.forged(reference))
      expect(await notify(provider, body, { headers })).toEqual([401, "payments.bad_signature"]);
    expect(await paymentStatus(paymentId)).toBe("pending");
    expect(
      await count(
        sql`select count(*)::int as n from payment_notifications where verdict = 'bad_signature' and provider = ${provider.id}`,
      ),
    ).toBeGreaterThan(0);
  });

  test("a signed notification with another amount or currency is refused and recorded for review", async () => {
    for (const wrong of [{ amount: 1 }, { currency: "USD" }]) {
      const { paymentId, reference } = await placed(provider.va);
      provider.pay(reference);
      expect(await notify(provider, provider.notification(reference, wrong))).toEqual([422, "payments.wrong_amount"]);
      expect(await paymentStatus(paymentId)).toBe("pending");
      const { id } = await attemptOf(context, paymentId);
      expect(await context.db.rows(sql`select verdict from payment_notifications where attempt_id = ${id}`)).toEqual([
        { verdict: "wrong_amount" },
      ]);
    }
  });

  test("a rupiah less than asked does not pay the order", async () => {
    const { buyer, paymentId, orderId, reference, view } = await placed(provider.va);
    provider.pay(reference, view.amount - 1);
    expect(await notify(provider, provider.notification(reference))).toEqual([200, "partial"]);
    expect(await show(buyer, paymentId)).toMatchObject({ status: "pending", received: view.amount - 1 });
    await runQueued(context);
    expect(await orderStatus(orderId)).toBe("awaiting_payment");
  });

  test("the same notification ten times in a row and ten times at once books and tells once", async () => {
    const { buyerId, paymentId, orderId, reference } = await placed(provider.va);
    provider.pay(reference);
    const body = provider.notification(reference);
    const atOnce = await Promise.all(Array.from({ length: 10 }, () => notify(provider, body)));
    const inTurn = [];
    for (let round = 0; round < 10; round += 1) inTurn.push(await notify(provider, body));
    const all = [...atOnce, ...inTurn];
    expect(all.map(([status]) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(all.filter(([, verdict]) => verdict === "settled")).toHaveLength(1);
    await runQueued(context);
    await runQueued(context);
    const { id } = await attemptOf(context, paymentId);
    expect(await count(sql`select count(*)::int as n from payment_receipts where attempt_id = ${id}`)).toBe(1);
    expect(await count(sql`select count(*)::int as n from ledger_transactions where reference = ${paymentId}`)).toBe(1);
    expect(await count(sql`select count(*)::int as n from notifications where user_id = ${buyerId}`)).toBe(
      await count(sql`select count(distinct title)::int as n from notifications where user_id = ${buyerId}`),
    );
    expect(await orderStatus(orderId)).toBe("awaiting_confirmation");
  });

  test("late messages about an earlier state do not undo a payment", async () => {
    const { paymentId, orderId, reference } = await placed(provider.va);
    provider.pay(reference);
    await notify(provider, provider.notification(reference));
    for (const state of ["pending", "expire", "deny"])
      expect((await notify(provider, provider.notification(reference, { state })))[0]).toBe(200);
    await runQueued(context);
    expect([await paymentStatus(paymentId), await orderStatus(orderId)]).toEqual(["paid", "awaiting_confirmation"]);
  });

  test("a notification for one order cannot pay another", async () => {
    const [paid, other] = [await placed(provider.va), await placed(provider.va)];
    provider.pay(paid.reference);
    const [status] = await notify(provider, provider.replay(paid.reference, other.reference));
    expect([401, 409]).toContain(status);
    expect(await paymentStatus(other.paymentId)).toBe("pending");
  });

  test("a notification of one provider cannot concern a charge of the other", async () => {
    const foreign = providers.find(({ id }) => id !== provider.id) as Provider;
    const { paymentId, reference } = await placed(foreign.va);
    foreign.pay(reference);
    const body =
      provider.id === "xendit"
        ? { event: "payment.capture", data: { reference_id: reference, status: "SUCCEEDED", request_amount: 1 } }
        : midtrans.notification((await copyAtMidtrans(reference)) ?? "");
    expect(await notify(provider, body)).toEqual([404, "payments.not_found"]);
    expect(await paymentStatus(paymentId)).toBe("pending");
  });

  test("money for an expired order never ships it, and is owed back once", async () => {
    const { paymentId, orderId, checkoutId, reference } = await placed(provider.va);
    await orderJobs["payments.lapsed"]?.({ checkoutId }, context);
    provider.pay(reference);
    const body = provider.notification(reference);
    const answers = await Promise.all(Array.from({ length: 6 }, () => notify(provider, body)));
    expect(answers.filter(([, verdict]) => verdict === "late")).toHaveLength(1);
    expect(await refundsOf(paymentId)).toMatchObject([
      { reason: "late_payment", way: "bank_account", status: "needs_account" },
    ]);
    expect([await paymentStatus(paymentId), await orderStatus(orderId)]).toEqual(["expired", "cancelled"]);
  });

  test("a charge that its provider expires ends the order, and money that it reports after that goes back", async () => {
    const { paymentId, orderId, reference } = await placed(provider.qris);
    provider.expire(reference);
    expect((await notify(provider, provider.notification(reference, { state: "expire" })))[1]).toMatch(
      /lapsed|ignored/,
    );
    await context.db.run(sql`update payments set due_at = now() - interval '1 minute' where id = ${paymentId}`);
    await notify(provider, provider.notification(reference, { state: "expire" }));
    await runQueued(context);
    expect([await paymentStatus(paymentId), await orderStatus(orderId)]).toEqual(["expired", "cancelled"]);
    provider.pay(reference);
    expect(await notify(provider, provider.notification(reference))).toEqual([200, "late"]);
    expect(await refundsOf(paymentId)).toMatchObject([{ reason: "late_payment", way: "provider" }]);
  });

  test("a lost notification costs nothing: the poll finds the payment", async () => {
    const { paymentId, reference } = await placed(provider.va);
    provider.pay(reference);
    await pollPayments(context, new Date(Date.now() + 61_000));
    expect(await paymentStatus(paymentId)).toBe("paid");
  });

  test("while the provider does not confirm, a notification is asked for again and nothing is booked", async () => {
    const { paymentId, reference } = await placed(provider.va);
    expect(await notify(provider, provider.notification(reference, { state: "settlement", amount: 1 }))).toEqual([
      422,
      "payments.wrong_amount",
    ]);
    provider.pay(reference);
    const body = provider.notification(reference);
    for (const mood of ["broken", "cut", "page", "garbage", "redirect"] as const) {
      provider.setMood(mood);
      expect([mood, ...(await notify(provider, body))]).toEqual([mood, 503, "payments.provider_down"]);
    }
    expect(await paymentStatus(paymentId)).toBe("pending");
    provider.setMood("well");
    expect(await notify(provider, body)).toEqual([200, "settled"]);
  });

  test("a stranger's flood of forged notifications is refused cheaply and does not stop the provider's own", async () => {
    const { reference } = await placed(provider.va);
    provider.pay(reference);
    const before = provider.calls();
    const [[body, headers] = [{}, {}]] = provider.forged(reference);
    const stranger = { headers, from: `203.0.113.${at}` };
    const flood = await Promise.all(Array.from({ length: 300 }, () => notify(provider, body, stranger)));
    expect(new Set(flood.map(([status]) => status))).toEqual(new Set([401, 429]));
    expect(flood.filter(([status]) => status === 401).length).toBeLessThanOrEqual(60);
    expect(provider.calls()).toBe(before);
    // Even the stranger's network may deliver a signed one.
    const own = { from: stranger.from };
    expect(await notify(provider, provider.notification(reference), own)).toEqual([200, "settled"]);
  });

  test("a refund through the provider is done when it says so, and one that fails after success needs an account", async () => {
    const { paymentId, checkoutId, reference } = await placed(provider.qris);
    await orderJobs["payments.lapsed"]?.({ checkoutId }, context);
    provider.pay(reference);
    expect(await notify(provider, provider.notification(reference))).toEqual([200, "late"]);
    const id = (await refundsOf(paymentId))[0]?.id ?? "";
    await payRefund(context, id, context.clock.now());
    await payRefund(context, id, context.clock.now());
    expect(await refundsOf(paymentId)).toMatchObject([{ status: "sent" }]);
    expect(await notify(provider, provider.confirmRefund(reference, id))).toEqual([200, "already_known"]);
    expect(await refundsOf(paymentId)).toMatchObject([{ status: "done" }]);
    await notify(provider, provider.failRefund(reference, id));
    // Midtrans lists no failed refunds: it takes them off its list.
    if (provider.id === "xendit")
      expect(await refundsOf(paymentId)).toMatchObject([{ status: "needs_account", way: "bank_account" }]);
  });

  test("the page of a payment opens while the provider is down, calls it no longer after a few failures, and shows how to pay later", async () => {
    provider.setMood("broken");
    const { buyer, paymentId, view } = await placed(provider.va);
    expect(view).toMatchObject({ status: "pending", open: true, instructions: null });
    for (let views = 0; views < 3; views += 1) await show(buyer, paymentId);
    const before = provider.calls();
    for (let views = 0; views < 5; views += 1)
      expect(await show(buyer, paymentId)).toMatchObject({ open: true, instructions: null });
    expect(provider.calls()).toBe(before);
    provider.setMood("well");
    await expect
      .poll(async () => (await show(buyer, paymentId)).instructions?.number, { interval: 500 })
      .toMatch(/^\d{11,12}$/);
  });
});

test("a chargeback and a reversal at Midtrans cancel an order that is not shipped; the money is gone once", async () => {
  for (const state of [{ transaction_status: "chargeback" }, { transaction_status: "deny" }]) {
    const { paymentId, orderId, reference } = await placed("va_bca");
    midtrans.pay(reference);
    const [provider] = providers;
    if (!provider) throw new Error("no provider");
    await notify(provider, midtrans.notification(reference));
    await runQueued(context);
    midtrans.change(reference, state);
    const body = midtrans.notification(reference);
    const answers = await Promise.all(Array.from({ length: 5 }, () => notify(provider, body)));
    expect(answers.map(([status]) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(answers.filter(([, verdict]) => verdict === "charged_back")).toHaveLength(1);
    await runQueued(context);
    expect(await orderStatus(orderId)).toBe("cancelled");
    const { id } = await attemptOf(context, paymentId);
    expect(
      await count(
        sql`select count(*)::int as n from ledger_transactions where kind = 'chargeback' and reference like ${`${id}%`}`,
      ),
    ).toBe(1);
  }
});

/** The same reference as a paid charge at Midtrans, made there by somebody else. Returns it. */
async function copyAtMidtrans(reference: string): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${midtrans.settings.MIDTRANS_SERVER_KEY}:`).toString("base64")}`;
  await fetch(`${midtrans.origin}/v2/charge`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization },
    body: JSON.stringify({
      payment_type: "bank_transfer",
      bank_transfer: { bank: "bca" },
      transaction_details: { order_id: reference, gross_amount: 1 },
    }),
  });
  midtrans.pay(reference);
  return reference;
}

test("a method that the provider refuses closes its charge, and the buyer pays in another way", async () => {
  const { buyer, paymentId, orderId } = await placed("va_bca");
  const reference = (await attemptOf(context, paymentId)).reference;
  midtrans.next.push("well");
  // A new charge for a method that this account may not use.
  midtrans.refuseCharges = "402";
  const changed = await buyer("PUT", `/v1/payments/${paymentId}/method`, { payment_method: "va_permata" });
  expect(changed.status).toBe(200);
  expect(midtrans.charges.get(reference)?.transaction_status).toBe("cancel");
  await show(buyer, paymentId);
  expect(await show(buyer, paymentId)).toMatchObject({ status: "pending", open: false });
  midtrans.refuseCharges = null;
  expect((await buyer("PUT", `/v1/payments/${paymentId}/method`, { payment_method: "va_bni" })).status).toBe(200);
  expect(await show(buyer, paymentId)).toMatchObject({ open: true, method: "va_bni" });
  const attempt = await attemptOf(context, paymentId);
  expect(attempt.provider).toBe("xendit");
  xendit.pay(attempt.reference);
  expect(await notify(providers[1] as Provider, xendit.notification(attempt.reference))).toEqual([200, "settled"]);
  await runQueued(context);
  expect(await orderStatus(orderId)).toBe("awaiting_confirmation");
});

test("two views of a page at once show the same number, and only that one is paid", async () => {
  const { buyer, paymentId } = await placed("va_bni");
  await context.db.run(
    sql`update payment_attempts set instructions = null, external_id = null where payment_id = ${paymentId}`,
  );
  const views = await Promise.all(Array.from({ length: 5 }, () => show(buyer, paymentId)));
  expect(new Set(views.map(({ instructions }) => instructions?.number)).size).toBe(1);
  const attempt = await attemptOf(context, paymentId);
  xendit.pay(attempt.reference, { id: attempt.external_id ?? "" });
  await pollPayments(context, new Date(Date.now() + 61_000));
  expect(await paymentStatus(paymentId)).toBe("paid");
});

test("a provider that is silent does not delay the polls of another", async () => {
  for (let charge = 0; charge < 8; charge += 1) await placed("va_bca");
  const { paymentId, reference } = await placed("va_bni");
  xendit.pay(reference);
  midtrans.mood = "silent";
  const asked = midtrans.calls.length;
  const polled = pollPayments(context, new Date(Date.now() + 61_000));
  await expect.poll(() => paymentStatus(paymentId)).toBe("paid");
  // None of the silent calls has ended meanwhile: each would make room for the next one.
  expect(midtrans.calls.length - asked).toBeLessThanOrEqual(pollRun.concurrency);
  midtrans.mood = "well";
  midtrans.cut();
  await polled;
});

test("notifications are JSON of limited size, for a provider that is set up; other things are answered and ignored", async () => {
  const post = (path: string, payload: string, type = "application/json") =>
    app.inject({
      method: "POST",
      url: `/v1/payments/notifications/${path}`,
      headers: { "content-type": type, ...xendit.headers },
      payload,
    });
  for (const [path, payload, type, status] of [
    ["simulator", "{}", "application/json", 404],
    ["manual", "{}", "application/json", 422],
    ["other", "{}", "application/json", 422],
    ["xendit", "a=1", "application/x-www-form-urlencoded", 415],
    ["xendit", "{", "application/json", 400],
    ["xendit", JSON.stringify({ a: "x".repeat(70_000) }), "application/json", 413],
    ["xendit", `${'{"a":'.repeat(12)}1${"}".repeat(12)}`, "application/json", 422],
    ["xendit", '{"event":"payout.succeeded","data":{}}', "application/json", 200],
  ] as const)
    expect([path, payload.slice(0, 20), (await post(path, payload, type)).statusCode]).toEqual([
      path,
      payload.slice(0, 20),
      status,
    ]);
});
