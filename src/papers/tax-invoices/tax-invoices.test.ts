import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSession } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makePaidOrder, makeShippedOrder, type MadeOrder, type MadeShop } from "../../../test/make/orders.ts";
import { makeShop, makeUser } from "../../../test/make/rows.ts";
import { makeVoucher } from "../../../test/make/vouchers.ts";
import { readCsv } from "#lib/csv.ts";
import { sql } from "#lib/database.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { addDuration, day, jakartaDay } from "#lib/time.ts";
import { rejectOrder } from "#orders/accept-order.ts";
import { refundPart } from "#orders/settlement/refund-part.ts";
import { monthBounds } from "#payments/payouts/statement/rules.ts";
import { paymentRoutes } from "#payments/routes.ts";
import { sealTaxNumber } from "#payments/tax/sellers/seal-tax-number.ts";
import { paperRoutes } from "../routes.ts";
import type { Paper } from "../rules.ts";
import { listTaxedOrders } from "./queries.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let app: FastifyInstance;
const now = () => context.clock.now();
const number = "0123456789012345";

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "fatal" });
  app = await createHttp(context);
  for (const register of [paperRoutes, paymentRoutes]) await app.register(async (scope) => register(scope, context));
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await context.close();
});

async function makePkpShop({ hasNumber = true } = {}): Promise<MadeShop> {
  const shop = await makeShop(context);
  await context.db.run(sql`update shops set is_pkp = true where id = ${shop.shopId}`);
  if (hasNumber)
    await context.db.run(sql`
      insert into tax_identities (shop_id, kind, number_kind, number_sealed, last4, name, address, updated_at)
      values (${shop.shopId}, 'company', 'npwp', ${sealTaxNumber(context.secret, shop.shopId, number)}, '2345', 'PT Uji', 'Jalan Uji 1', now())`);
  return shop;
}

const tokens = new Map<string, string>();
async function get(userId: string | null, path: string) {
  if (userId && !tokens.has(userId)) {
    tokens.set(userId, await makeSession(context, userId));
    // A test looks at this month when it is over, on whatever day of it the test runs.
    await context.db.run(sql`update sessions set expires_at = ends_at where user_id = ${userId}`);
  }
  const headers = userId ? { authorization: `Bearer ${tokens.get(userId)}` } : {};
  const url = path.startsWith("/v1/") ? path : `/v1/seller/tax-invoices${path}`;
  return app.inject({ method: "GET", url, headers });
}
type TaxMonth = {
  count: number;
  parts: number;
  base: number;
  vat: number;
  corrections: { vat: number; base: number }[];
};
const monthOf = async (shop: MadeShop, month: string) =>
  (await get(shop.ownerId, `/${month}`)).json<{ result: TaxMonth }>().result;

const lastMonth = () => jakartaDay(addDuration(monthBounds(jakartaDay(now()).slice(0, 7)).from, -day)).slice(0, 7);
/** Moves an order's payment, or with `refunds` its refunds, to a moment in last month. */
async function moveToLastMonth(made: MadeOrder, what: "payment" | "refunds"): Promise<void> {
  const at = addDuration(monthBounds(lastMonth()).from, what === "payment" ? 10 * day : 12 * day);
  await (what === "payment"
    ? context.db.run(sql`update orders set paid_at = ${at} where id = ${made.orderId}`)
    : context.db.run(sql`update refunds set created_at = ${at} where order_id = ${made.orderId}`));
}
const give = async (made: MadeOrder, amount: number) => {
  const line = await context.db.row<{ id: string }>(sql`select id from order_lines where order_id = ${made.orderId}`);
  const { orderId, shopId, sellerId: userId } = made;
  const lines = [{ line_id: line?.id ?? "", amount }];
  await refundPart(
    context,
    { orderId, shopId, userId, idempotencyKey: randomUUID(), lines, shipping: 0, reason: "Sedikit rusak" },
    now(),
  );
};
const valuesOf = (file: string, tag: string) =>
  Array.from(file.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, "g")), ([, value = ""]) => value);
const sumOf = (values: readonly string[]) => values.reduce((sum, value) => sum + Number(value), 0);

test("the files of a month agree with its PPN in CSV and with the invoices of its orders, for random prices, vouchers and refunds", async () => {
  const history = fc.record({
    price: fc.integer({ min: 30_001, max: 3_000_000 }),
    quantity: fc.integer({ min: 1, max: 3 }),
    voucher: fc.integer({ min: 1_000, max: 9_999 }),
    early: fc.nat(5_000),
    late: fc.nat(5_000),
  });
  const agrees = async (drawn: (typeof history extends fc.Arbitrary<infer T> ? T : never)[]) => {
    const shop = await makePkpShop();
    const expected = { base: 0, vat: 0, corrected: 0 };
    for (const { price, quantity, voucher, early, late } of drawn) {
      await makeVoucher(context, { shopId: shop.shopId, maxAmount: voucher, perBuyer: 1 });
      const made = await makeShippedOrder(context, { shops: [shop], price, quantity });
      await context.db.run(sql`update vouchers set ends_at = now() where shop_id = ${shop.shopId}`);
      await moveToLastMonth(made, "payment");
      if (early > 0) {
        await give(made, early);
        await moveToLastMonth(made, "refunds");
      }
      if (late > 0) await give(made, late);
      const paper = async (id: string) => {
        const headers = {
          authorization: `Bearer ${tokens.get(shop.ownerId) ?? (await makeSession(context, shop.ownerId))}`,
        };
        const url = `/v1/papers/orders/${made.orderId}${id && `/${id}`}`;
        return (await app.inject({ method: "GET", url, headers })).json<{ result: unknown }>().result;
      };
      const noteOf = ({ sums }: Paper, words: string) => sums.find(({ label }) => label.includes(words))?.amount ?? 0;
      const invoice = (await paper("invoice")) as Paper;
      expected.base += noteOf(invoice, "DPP");
      expected.vat += noteOf(invoice, "PPN");
      const notes = ((await paper("")) as { papers: { id: string; title: string }[] }).papers.filter(
        ({ title }) => title === "Nota koreksi",
      );
      for (const [at, { id }] of notes.entries()) {
        const note = (await paper(id)) as Paper;
        if (early > 0 && at === 0) {
          expected.base -= noteOf(note, "DPP");
          expected.vat -= noteOf(note, "PPN");
        } else expected.corrected += noteOf(note, "PPN");
      }
    }
    const month = await monthOf(shop, lastMonth());
    expect(month).toMatchObject({ count: drawn.length, parts: 1, base: expected.base, vat: expected.vat });
    const retail = (await get(shop.ownerId, `/${lastMonth()}/retail`)).body;
    expect(sumOf(valuesOf(retail, "TaxBaseSellingPrice"))).toBe(expected.base);
    expect(sumOf(valuesOf(retail, "VAT"))).toBe(expected.vat);
    const invoices = (await get(shop.ownerId, `/${lastMonth()}/invoices`)).body;
    expect(valuesOf(invoices, "RefDesc")).toEqual(valuesOf(retail, "SerialNo"));
    expect(Math.abs(sumOf(valuesOf(invoices, "VAT")) - expected.vat)).toBeLessThan(drawn.length);
    const csv = (await get(shop.ownerId, `/v1/seller/tax/vat/${lastMonth()}/file.csv`)).body;
    const sums = readCsv(csv, { maxRows: 100, maxColumns: 20, maxCellLength: 200 })?.at(-1) ?? [];
    expect([Number(sums.at(-3)), Number(sums.at(-1))]).toEqual([expected.base, expected.vat]);
    const thisMonth = jakartaDay(now()).slice(0, 7);
    expect((await get(shop.ownerId, `/${thisMonth}`)).statusCode).toBe(404);
    // The corrections of this month are listed when it is over.
    context.clock.now = () => addDuration(monthBounds(thisMonth).to, day);
    const next = await monthOf(shop, thisMonth);
    context.clock.now = real;
    expect(next.count).toBe(0);
    expect(next.corrections.reduce((sum, { vat }) => sum + vat, 0)).toBe(expected.corrected);
  };
  const real = context.clock.now;
  await fc.assert(fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: 2 }), agrees), { numRuns: 3 });
});

test("orders without PPN, of other shops, of other months and wholly refunded ones are in no file", async () => {
  const shop = await makePkpShop();
  const order = async () => {
    const made = await makePaidOrder(context, { shops: [shop], price: 111_000 });
    await moveToLastMonth(made, "payment");
    return made;
  };
  const kept = await order();
  const untaxed = await order();
  await context.db.run(sql`update order_lines set vat_per_mille = 0 where order_id = ${untaxed.orderId}`);
  const refunded = await order();
  const { orderId, shopId, sellerId: userId } = refunded;
  await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, now());
  await moveToLastMonth(refunded, "refunds");
  await makePaidOrder(context, { shops: [shop], price: 111_000 });
  const other = await makePkpShop();
  await moveToLastMonth(await makePaidOrder(context, { shops: [other], price: 222_000 }), "payment");
  expect(await monthOf(shop, lastMonth())).toMatchObject({ count: 1, base: 100_000, vat: 11_000, corrections: [] });
  const file = await get(shop.ownerId, `/${lastMonth()}/invoices`);
  expect(file.headers["content-type"]).toBe("application/xml; charset=utf-8");
  expect(file.headers["content-disposition"]).toBe(`attachment; filename="faktur-pajak-${lastMonth()}-1.xml"`);
  const invoice = await context.db.row<{ invoice: string }>(sql`select invoice from orders where id = ${kept.orderId}`);
  expect(valuesOf(file.body, "RefDesc")).toEqual([invoice?.invoice]);
  expect(valuesOf(file.body, "TIN")).toEqual([number]);
  // A street is no business of a file that is kept for ten years.
  expect(file.body).not.toContain("Jalan Merdeka");
  expect((await get(shop.ownerId, `/${lastMonth()}/invoices?part=2`)).statusCode).toBe(404);
});

test("a month with more tax invoices than a file takes is split without a gap", async () => {
  const shop = await makePkpShop();
  for (let at = 0; at < 3; at += 1)
    await moveToLastMonth(await makePaidOrder(context, { shops: [shop], price: 111_000 }), "payment");
  const page = async (limit: number, offset: number) =>
    (await listTaxedOrders(context.db, shop.shopId, monthBounds(lastMonth()), { limit, offset })).map(
      ({ invoice }) => invoice,
    );
  const all = await page(10, 0);
  expect(new Set(all).size).toBe(3);
  expect([...(await page(2, 0)), ...(await page(2, 2))]).toEqual(all);
});

test("only sellers read them, of ended months, and a file needs the shop's tax number", async () => {
  const shop = await makePkpShop({ hasNumber: false });
  await moveToLastMonth(await makePaidOrder(context, { shops: [shop], price: 111_000 }), "payment");
  const list = (await get(shop.ownerId, "")).json<{ result: { has_number: boolean; months: { month: string }[] } }>();
  expect(list.result).toMatchObject({ has_number: false, months: [{ month: lastMonth() }] });
  const refused = await get(shop.ownerId, `/${lastMonth()}/invoices`);
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, "papers.tax_number_needed"]);
  expect((await get(shop.ownerId, "/2019-01/invoices")).statusCode).toBe(404);
  for (const wrong of ["/2026-13/invoices", "/2026-10/other", "/2026-10/invoices?part=0", "/2026-10/invoices?x=1"])
    expect([wrong, (await get(shop.ownerId, wrong)).statusCode]).toEqual([wrong, 422]);
  const buyer = await makeUser(context);
  for (const path of ["", `/${lastMonth()}`, `/${lastMonth()}/retail`]) {
    expect((await get(buyer, path)).statusCode).toBe(403);
    expect((await get(null, path)).statusCode).toBe(401);
  }
});
