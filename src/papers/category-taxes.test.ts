import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeSession, makeShopApi } from "../../test/make/checkout.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeCompletedOrder, makeDeliveredOrder, makeShippedOrder, type MadeOrder } from "../../test/make/orders.ts";
import { makeProduct, makeShop, makeUser } from "../../test/make/rows.ts";
import { readCsv } from "#lib/csv.ts";
import { sql } from "#lib/database.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { addDuration, day, jakartaDay } from "#lib/time.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { receiveOrder } from "#orders/receive-order.ts";
import { refundPart } from "#orders/settlement/refund-part.ts";
import { findBalance } from "#payments/ledger/queries.ts";
import { monthBounds } from "#payments/payouts/statement/rules.ts";
import { paymentRoutes } from "#payments/routes.ts";
import { clearCachedCategoryTaxes } from "#payments/tax/categories/read-category-taxes.ts";
import { withheldTaxOf } from "#payments/tax/rules.ts";
import { sealTaxNumber } from "#payments/tax/sellers/seal-tax-number.ts";
import type { TaxOfSeller } from "#payments/tax/sellers/contract.ts";
import { clearCachedWithholding } from "#payments/tax/withholding/read-withholding.ts";
import { paperRoutes } from "./routes.ts";
import type { Paper } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let app: Awaited<ReturnType<typeof createHttp>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let operatorId: string;
let categoryId: string;

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  app = await createHttp(context);
  for (const register of [paperRoutes, paymentRoutes]) await app.register(async (scope) => register(scope, context));
  await app.ready();
  api = await makeShopApi(context, [paymentRoutes]);
  operatorId = await makeUser(context, { type: "operator" });
  await context.db.run(sql`
    insert into withholding_rules (is_on, valid_from, announced_at, created_by) values (true, '2020-01-01', now(), ${operatorId})`);
  clearCachedWithholding(context.db);
  // All products of these tests are in this category.
  await makeProduct(context, (await makeShop(context)).shopId);
  categoryId =
    (await context.db.row<{ id: string }>(sql`select id from categories where slug = 'uji'`))?.id ?? "no category";
});
afterAll(async () => {
  await app.close();
  await api.close();
  await context.close();
});
beforeEach(async () => {
  await context.db.run(sql`delete from category_tax_rules`);
  clearCachedCategoryTaxes(context.db);
});
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

const now = () => context.clock.now();
const tomorrow = () => addDuration(now(), day);
async function announce(kind: "vat" | "income_tax", value: string, days: number): Promise<void> {
  const operator = await api.as(operatorId);
  const body = { category_id: categoryId, kind, value, valid_from: jakartaDay(addDuration(now(), days * day)) };
  expect((await operator("POST", "/v1/operator/category-taxes", body)).status).toBe(200);
}
async function read(userId: string, url: string): Promise<string> {
  const headers = { authorization: `Bearer ${await makeSession(context, userId)}` };
  const { statusCode, body } = await app.inject({ method: "GET", url, headers });
  expect(statusCode, body).toBe(200);
  return body;
}
const csv = async (userId: string, url: string) =>
  readCsv(await read(userId, url), { maxRows: 1000, maxColumns: 20, maxCellLength: 200 }) ?? [];
const paperOf = async (made: MadeOrder, paper: string) =>
  (JSON.parse(await read(made.buyerId, `/v1/papers/orders/${made.orderId}/${paper}`)) as { result: Paper }).result;
async function factsOf({ orderId }: MadeOrder) {
  const row = await context.db.row<{ invoice: string; shipping: number; commission: number; line: string }>(sql`
    select o.invoice, o.shipping_cost as shipping, o.commission, l.id as line
    from orders o join order_lines l on l.order_id = o.id where o.id = ${orderId}`);
  if (!row) throw new Error("no order");
  return row;
}
async function give(made: MadeOrder, amount: number, at = now()): Promise<void> {
  const { orderId, shopId, sellerId: userId } = made;
  const lines = [{ line_id: (await factsOf(made)).line, amount }];
  const request = { orderId, shopId, userId, idempotencyKey: crypto.randomUUID(), lines, shipping: 0 };
  await refundPart(context, { ...request, reason: "Sedikit rusak" }, at);
}
async function withheldRows(made: MadeOrder, at: Date) {
  const { invoice } = await factsOf(made);
  const rows = await csv(operatorId, `/v1/operator/tax/withheld/${jakartaDay(at).slice(0, 7)}/file.csv`);
  return rows.filter((row) => row[1] === invoice).map((row) => [row[2], ...row.slice(-3)]);
}
async function makePkpShop() {
  const shop = await makeShop(context);
  await context.db.run(sql`update shops set is_pkp = true where id = ${shop.shopId}`);
  await context.db.run(sql`
    insert into tax_identities (shop_id, kind, number_kind, number_sealed, last4, name, address, updated_at)
    values (${shop.shopId}, 'company', 'npwp', ${sealTaxNumber(context.secret, shop.shopId, "0123456789012345")}, '2345', 'PT Uji', 'Jalan Uji 1', now())`);
  return shop;
}

test("a rule begins on its day: orders before it are taxed to their end, and those of the day withhold nothing and say why", async () => {
  await announce("income_tax", "phone_credit", 1);
  const before = await makeDeliveredOrder(context, { price: 200_000 });
  const after = await makeCompletedOrder(context, { price: 200_000, now: tomorrow() });
  await receiveOrder(context, { orderId: before.orderId, buyerId: before.buyerId }, tomorrow());
  const [old, exempt] = [await factsOf(before), await factsOf(after)];
  expect(await findBalance(context.db, "seller_balance", before.shopId)).toBe(
    200_000 + old.shipping - old.commission - 1000,
  );
  expect(await findBalance(context.db, "seller_balance", after.shopId)).toBe(
    200_000 + exempt.shipping - exempt.commission,
  );
  expect(await withheldRows(before, tomorrow())).toEqual([["Pemungutan", "200000", "0,5%", "1000"]]);
  expect(await withheldRows(after, tomorrow())).toEqual([
    ["Tidak dipungut (Pulsa dan kartu perdana)", "200000", "0%", "0"],
  ]);
  expect((await paperOf(after, "invoice")).rows[0]?.details).toContain(
    "PPh Pasal 22 tidak dipungut: Pulsa dan kartu perdana",
  );
});

test("a refund takes the goods back from the reason too, and the file's sum is the base of what was withheld", async () => {
  await announce("income_tax", "gold", 0);
  const made = await makeCompletedOrder(context, { price: 200_000 });
  await give(made, 50_000);
  expect(await withheldRows(made, now())).toEqual([
    ["Tidak dipungut (Emas, perhiasan, dan batu mulia)", "200000", "0%", "0"],
    ["Tidak dipungut (Emas, perhiasan, dan batu mulia), koreksi pengembalian", "-50000", "0%", "0"],
  ]);
  const year = jakartaDay(now()).slice(0, 4);
  const own = await csv(made.sellerId, `/v1/seller/tax/withheld/${year}/file.csv`);
  expect(own.at(-1)?.slice(-3)).toEqual(["0", "", "0"]);
});

test("luxury goods have the full base in invoice, correction, Coretax's file and the PPN file", async () => {
  await announce("vat", "luxury", 0);
  const shop = await makePkpShop();
  const made = await makeShippedOrder(context, { shops: [shop], price: 112_000 });
  await announce("vat", "ordinary", 1);
  await give(made, 56_000);
  const invoice = await paperOf(made, "invoice");
  expect(invoice.rows[0]?.details).toContain("DPP Rp100.000, PPN 12% Rp12.000");
  const papers = JSON.parse(await read(made.buyerId, `/v1/papers/orders/${made.orderId}`)) as {
    result: { papers: { id: string; title: string }[] };
  };
  const correction = await paperOf(made, papers.result.papers.find(({ title }) => title === "Nota koreksi")?.id ?? "");
  expect(correction.sums.filter(({ label }) => /DPP|PPN/.test(label)).map(({ amount }) => amount)).toEqual([
    50_000, 6_000,
  ]);
  const { from } = monthBounds(
    jakartaDay(addDuration(monthBounds(jakartaDay(now()).slice(0, 7)).from, -day)).slice(0, 7),
  );
  const month = jakartaDay(from).slice(0, 7);
  await context.db.run(sql`update orders set paid_at = ${addDuration(from, 5 * day)} where id = ${made.orderId}`);
  await context.db.run(
    sql`update refunds set created_at = ${addDuration(from, 6 * day)} where order_id = ${made.orderId}`,
  );
  const rows = await csv(shop.ownerId, `/v1/seller/tax/vat/${month}/file.csv`);
  expect(rows.slice(1).map((row) => row.slice(-4))).toEqual([
    ["112000", "100000", "100000", "12000"],
    ["-56000", "-50000", "-50000", "-6000"],
    ["56000", "50000", "50000", "6000"],
  ]);
  const xml = await read(shop.ownerId, `/v1/seller/tax-invoices/${month}/invoices?part=1`);
  for (const value of ["<TrxCode>01<", "<TaxBase>50000.00<", "<OtherTaxBase>50000.00<", "<VAT>6000.00<"])
    expect(xml).toContain(value);
});

test.each(["phone_credit", "luxury", "none"])(
  "what the seller's form says of the price is what the ledger pays, to the rupiah (rule: %s)",
  async (value) => {
    if (value !== "none") await announce(value === "luxury" ? "vat" : "income_tax", value, 0);
    const shop = await makePkpShop();
    const seller = await api.as(shop.ownerId);
    const tax = (await seller("GET", "/v1/seller/tax")).body.result as unknown as TaxOfSeller;
    const terms = tax.categories.find(({ slug }) => slug === "uji") ?? tax;
    const made = await makeCompletedOrder(context, { shops: [shop], price: 199_999 });
    const { shipping, commission } = await factsOf(made);
    const withheld = withheldTaxOf(199_999, {
      vatPerMille: terms.vat_per_mille,
      taxPerMille: terms.withheld_per_mille,
    });
    expect(withheld).toBe({ phone_credit: 0, luxury: 892, none: 900 }[value]);
    expect(await findBalance(context.db, "seller_balance", shop.shopId)).toBe(
      199_999 - commission - withheld + shipping,
    );
  },
);
