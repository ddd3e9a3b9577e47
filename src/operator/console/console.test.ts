import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { orderRoutes } from "#orders/routes.ts";
import { makeShopApi } from "../../../test/make/checkout.ts";
import { closePayment } from "#payments/attempts/close-payment.ts";
import { payRefund } from "#payments/refunds/pay-refund.ts";
import { rejectOrder } from "#orders/accept-order.ts";
import { makePaidOrder, makePlacedOrder, makeShippedOrder, receiveMoney } from "../../../test/make/orders.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeShop, makeUser } from "../../../test/make/rows.ts";
import { storeAccountSums } from "#payments/ledger/sum-accounts.ts";
import { countText, maxCountedLate, maxCountedOrders, minInvoiceCodeLength } from "../rules.ts";
import { worklistRoutes } from "../worklist/routes.ts";
import { consoleRoutes } from "./routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let operator: Awaited<ReturnType<typeof api.as>>;
beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  api = await makeShopApi(context, [consoleRoutes, orderRoutes, worklistRoutes]);
  operator = await api.as(await makeUser(context, { type: "operator" }));
});
afterAll(async () => {
  await api.close();
  await context.close();
});

type Listed<Row> = { rows: Row[]; more: boolean };
const listOf = async <Row>(url: string) => (await operator("GET", url)).body.result as unknown as Listed<Row>;
const invoiceOf = async (orderId: string) =>
  (await context.db.row<{ invoice: string }>(sql`select invoice from orders where id = ${orderId}`))?.invoice ?? "";

test("only an operator can read the console", async () => {
  const made = await makePaidOrder(context);
  for (const [who, status] of [
    [null, 401],
    [made.buyerId, 403],
    [made.sellerId, 403],
  ] as const) {
    const anyone = await api.as(who);
    for (const part of ["overview", "orders", "payments", "ledger"])
      expect([part, (await anyone("GET", `/v1/operator/${part}`)).status]).toEqual([part, status]);
  }
});

test("an operator finds an order by its invoice or status, with its history", async () => {
  const shipped = await makeShippedOrder(context);
  const invoice = await invoiceOf(shipped.orderId);
  const { rows } = await listOf<{ id: string; status: string; events: { label: string; actor: string }[] }>(
    `/v1/operator/orders?q=${encodeURIComponent(invoice.toLowerCase())}`,
  );
  expect(rows).toMatchObject([{ id: shipped.orderId, status: "shipped" }]);
  expect(rows[0]?.events.map(({ label, actor }) => `${actor}: ${label}`)).toEqual([
    "buyer: Pesanan dibuat",
    "system: Pembayaran diterima",
    "seller: Pesanan diterima penjual",
    "seller: Pesanan dikirim",
  ]);
  const waiting = await listOf<{ id: string }>("/v1/operator/orders?status=awaiting_payment");
  expect(waiting.rows.map(({ id }) => id)).not.toContain(shipped.orderId);
  expect((await operator("GET", "/v1/operator/orders?status=lost")).status).toBe(422);
});

test("an operator finds an order by the last part of its number, or by the buyer's whole e-mail", async () => {
  const made = await makePaidOrder(context);
  const code = (await invoiceOf(made.orderId)).split("/").at(-1) ?? "";
  const { email = "" } =
    (await context.db.row<{ email: string }>(sql`select email from users where id = ${made.buyerId}`)) ?? {};
  const found = async (q: string) => {
    const path = `q=${encodeURIComponent(q)}`;
    const listed = await listOf<{ id: string }>(`/v1/operator/orders?${path}`);
    const everywhere = (await operator("GET", `/v1/operator/search?${path}`)).body.result as unknown as {
      kind: string;
      subject: string;
    }[];
    const invoices = everywhere.filter(({ kind }) => kind === "order").map(({ subject }) => subject);
    return { listed: listed.rows.map(({ id }) => id), everywhere: invoices };
  };
  const one = { listed: [made.orderId], everywhere: [await invoiceOf(made.orderId)] };
  expect(await found(code)).toEqual(one);
  expect(await found(` ${code.slice(0, 7).toLowerCase()} `)).toEqual(one);
  expect(await found(`20261124/${code}`)).toEqual(one);
  expect(await found(email.toUpperCase())).toEqual(one);
  const none = { listed: [], everywhere: [] };
  expect(await found(code.slice(0, minInvoiceCodeLength - 1))).toEqual(none);
  expect(await found(code.slice(1))).toEqual(none);
  expect(await found(`${code.slice(0, 6)}%`)).toEqual(none);
  expect(await found(email.slice(0, -1))).toEqual(none);
});

test("payments and ledger show the same money, and all accounts sum to zero", async () => {
  const made = await makePaidOrder(context);
  await makePlacedOrder(context);
  const invoice = await invoiceOf(made.orderId);
  const paid = await listOf<object>("/v1/operator/payments?status=paid");
  expect(paid.rows).toContainEqual(
    expect.objectContaining({ invoices: [invoice], amount: made.total, received: made.total, refunded: 0 }),
  );
  expect((await listOf<{ status: string }>("/v1/operator/payments?status=pending")).rows[0]?.status).toBe("pending");
  const ledger = await listOf<{ kind: string; movements: { account: string; amount: number }[] }>(
    "/v1/operator/ledger",
  );
  for (const { movements } of ledger.rows) expect(movements.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  expect(ledger.rows.map(({ movements }) => movements)).toContainEqual([
    expect.objectContaining({ account: "cash", amount: -made.total }),
    expect.objectContaining({ account: "escrow", amount: made.total }),
  ]);
  const { result } = (await operator("GET", "/v1/operator/overview")).body as unknown as {
    result: { orders: Record<string, number>; accounts: { balance: number }[]; overdue: number };
  };
  expect(result.accounts.reduce((sum, { balance }) => sum + balance, 0)).toBe(0);
  expect(result.orders.awaiting_confirmation).toBeGreaterThanOrEqual(1);
  expect(result.overdue).toBe(0);
});

test("every ledger event about orders names them, also refunds", async () => {
  const invoicesOf = async (kind: string, reference: string) => {
    const { rows } = await listOf<{ id: string; kind: string; invoices: string[] }>("/v1/operator/ledger");
    const { id } = (await context.db.row<{ id: string }>(
      sql`select id from ledger_transactions where kind = ${kind} and reference = ${reference}`,
    )) ?? { id: "" };
    return rows.find((row) => row.id === id)?.invoices;
  };
  const refundOf = async (paymentId: string) =>
    (await context.db.row<{ id: string }>(sql`select id from refunds where payment_id = ${paymentId}`))?.id ?? "";
  const now = context.clock.now();
  const sold = await makePaidOrder(context, { shops: [await makeShop(context), await makeShop(context)] });
  const invoices = (await Promise.all(sold.orderIds.map(invoiceOf))).toSorted();
  expect(await invoicesOf("payment_received", sold.paymentId)).toEqual(invoices);
  await rejectOrder(
    context,
    { orderId: sold.orderId, shopId: sold.shopId, userId: sold.sellerId, reason: "Stok habis." },
    now,
  );
  expect(await invoicesOf("order_settled", sold.orderId)).toEqual([await invoiceOf(sold.orderId)]);
  const refund = await refundOf(sold.paymentId);
  await payRefund(context, refund, now);
  expect(await invoicesOf("refund_paid", refund)).toEqual([await invoiceOf(sold.orderId)]);
  const late = await makePlacedOrder(context);
  await context.db.transaction((tx) => closePayment(tx, late.checkoutId, "expired", now));
  await receiveMoney(context, late, now);
  const lateRefund = await refundOf(late.paymentId);
  const { refunds } = (
    (await operator("GET", "/v1/operator/overview")).body as unknown as { result: { refunds: object } }
  ).result;
  expect(refunds).toMatchObject({ waiting: { count: 1, amount: late.total }, paid: { count: 1 } });
  await payRefund(context, lateRefund, now);
  const { id: receipt = "" } =
    (await context.db.row<{ id: string }>(sql`
      select r.id from payment_receipts r join payment_attempts a on a.id = r.attempt_id where a.payment_id = ${late.paymentId}`)) ??
    {};
  expect(await invoicesOf("late_payment_received", receipt)).toEqual([await invoiceOf(late.orderId)]);
  expect(await invoicesOf("refund_paid", lateRefund)).toEqual([await invoiceOf(late.orderId)]);
});

test("the lists of the console have pages", async () => {
  const buyerId = await makeUser(context);
  for (let at = 0; at < 31; at += 1)
    await context.db.run(sql`
    insert into ledger_transactions (kind, reference, created_at) values ('refund_paid', ${`uji-${buyerId}-${at}`}, ${context.clock.now()})`);
  const first = await listOf<{ id: string }>("/v1/operator/ledger");
  const second = await listOf<{ id: string }>("/v1/operator/ledger?page=2");
  expect([first.rows.length, first.more]).toEqual([30, true]);
  expect(second.rows[0]?.id).not.toBe(first.rows[29]?.id);
});

type OverviewResult = {
  orders: Record<string, number>;
  overdue: number;
  accounts: { kind: string; balance: number; owners: number }[];
  summed_at: string | null;
};
const overview = async () => (await operator("GET", "/v1/operator/overview")).body.result as unknown as OverviewResult;

test("a thousand orders of a status and a hundred past their deadline are counted, and of more the console says so", async () => {
  const { orderId } = await makePaidOrder(context);
  await context.db.run(sql`
    insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', uuidv7(), 'invoice', 'INV/20260101/' || 'XXXX' || lpad(n::text, 4, '0'), 'due_at', ${context.clock.now()}::timestamptz - interval '1 hour'))).*
    from orders o, generate_series(1, 1200) n where o.id = ${orderId}`);
  const { orders, overdue } = await overview();
  expect([orders.awaiting_confirmation, overdue]).toEqual([1001, 101]);
  expect([countText(1000, maxCountedOrders), countText(overdue, maxCountedLate)]).toEqual(["1.000", "100+"]);
  const { items } = (await operator("GET", "/v1/operator/worklist")).body.result as unknown as {
    items: { kind: string; about: string; since: string }[];
  };
  expect(items.filter(({ kind }) => kind === "deadlines")).toMatchObject([{ about: "101" }]);
  await context.db.run(sql`delete from orders where invoice like '%/XXXX%'`);
});

test("the accounts of a large ledger are summed by a job, and the overview says when", async () => {
  const sumOf = async (kind: string) => (await overview()).accounts.find((one) => one.kind === kind);
  await makePaidOrder(context);
  await storeAccountSums(context, context.clock.now());
  expect((await overview()).summed_at).toBeNull();
  await context.db.run(
    sql`insert into ledger_accounts (kind, owner) select 'escrow', 'counted ' || n from generate_series(1, 20001) n`,
  );
  const at = context.clock.now();
  await storeAccountSums(context, at);
  const [before, { summed_at: summedAt, accounts }] = [await sumOf("escrow"), await overview()];
  expect(summedAt).toBe(at.toISOString());
  expect(accounts.reduce((sum, { balance }) => sum + balance, 0)).toBe(0);
  const { total } = await makePaidOrder(context);
  expect(await sumOf("escrow")).toEqual(before);
  await storeAccountSums(context, context.clock.now());
  expect(await sumOf("escrow")).toMatchObject({
    balance: (before?.balance ?? 0) + total,
    owners: (before?.owners ?? 0) + 1,
  });
  // No job has run for an hour, so the overview sums by itself.
  await context.db.run(
    sql`update ledger_sums set summed_at = ${context.clock.now()}::timestamptz - interval '1 hour', balance = 0`,
  );
  expect((await overview()).summed_at).toBeNull();
  expect(await sumOf("escrow")).toMatchObject({ balance: (before?.balance ?? 0) + total });
});
