import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeSession } from "../../test/make/checkout.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeCoveredOrder } from "../../test/make/covered-orders.ts";
import type { MadeOrder, MadeShop } from "../../test/make/orders.ts";
import { makeShop, makeUser } from "../../test/make/rows.ts";
import { readCsv } from "#lib/csv.ts";
import { identifier, sql } from "#lib/database.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { addDuration, day, jakartaDay } from "#lib/time.ts";
import { acceptOrder, rejectOrder } from "#orders/accept-order.ts";
import { answerCancel, requestCancel } from "#orders/cancel-order.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { orderRoutes } from "#orders/routes.ts";
import { refundPart } from "#orders/settlement/refund-part.ts";
import { monthBounds } from "#payments/payouts/statement/rules.ts";
import { readStatement } from "#payments/payouts/statement/read-statement.ts";
import { paymentRoutes } from "#payments/routes.ts";
import { sealTaxNumber } from "#payments/tax/sellers/seal-tax-number.ts";
import { paperRoutes } from "./routes.ts";
import type { Paper } from "./rules.ts";

// Orders of which the marketplace's vouchers pay goods, or all: their refunds return nothing to the buyer.
let context: Awaited<ReturnType<typeof makeContext>>;
let app: FastifyInstance;
let operatorId: string;
let shop: MadeShop;
const now = () => context.clock.now();

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "fatal" });
  app = await createHttp(context);
  for (const register of [paperRoutes, paymentRoutes, orderRoutes])
    await app.register(async (scope) => register(scope, context));
  await app.ready();
  operatorId = await makeUser(context, { type: "operator" });
  // Without a service fee an order can cost its buyer nothing beside another of the same checkout.
  await context.db.run(sql`update fee_rules set flat = 0, per_mille = 0 where kind = 'service_fee'`);
  shop = await makeShop(context);
  await context.db.run(sql`update shops set is_pkp = true where id = ${shop.shopId}`);
  await context.db.run(sql`
    insert into tax_identities (shop_id, kind, number_kind, number_sealed, last4, name, address, updated_at)
    values (${shop.shopId}, 'company', 'npwp', ${sealTaxNumber(context.secret, shop.shopId, "0123456789012345")}, '2345', 'PT Uji', 'Jalan Uji 1', now())`);
});
afterAll(async () => {
  await app.close();
  await context.close();
});
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

const thisMonth = () => jakartaDay(now()).slice(0, 7);
const lastMonth = () => jakartaDay(addDuration(monthBounds(thisMonth()).from, -day)).slice(0, 7);

const tokens = new Map<string, string>();
async function get(userId: string, url: string) {
  if (!tokens.has(userId)) tokens.set(userId, await makeSession(context, userId));
  const response = await app.inject({ method: "GET", url, headers: { authorization: `Bearer ${tokens.get(userId)}` } });
  expect([url, response.statusCode]).toEqual([url, 200]);
  return response;
}
const result = async <T>(userId: string, url: string) => (await get(userId, url)).json<{ result: T }>().result;
async function csv(userId: string, url: string): Promise<string[][]> {
  return readCsv((await get(userId, url)).body, { maxRows: 100, maxColumns: 20, maxCellLength: 200 }) ?? [];
}
const papersOf = async (userId: string, { orderId }: MadeOrder) => {
  const { papers } = await result<{ papers: { id: string; title: string }[] }>(userId, `/v1/papers/orders/${orderId}`);
  const notes = papers.filter(({ title }) => title.startsWith("Nota"));
  return Promise.all(notes.map(({ id }) => result<Paper>(userId, `/v1/papers/orders/${orderId}/${id}`)));
};
const sumNamed = ({ sums }: Paper, words: string) => sums.find(({ label }) => label.includes(words))?.amount;
async function invoiceOf({ orderId }: MadeOrder): Promise<string> {
  return (await context.db.row<{ it: string }>(sql`select invoice as it from orders where id = ${orderId}`))?.it ?? "";
}
async function promotionsOf({ orderId }: MadeOrder): Promise<number> {
  const row = await context.db.row<{ sum: number }>(sql`
    select coalesce(sum(e.amount), 0)::bigint as sum from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
    where a.kind = 'promotion_cost' and t.kind in ('order_settled', 'settlement_changed') and ${orderId} = any(string_to_array(t.reference, ' '))`);
  return row?.sum ?? 0;
}
test("a cancelled order that vouchers paid wholly is corrected in every paper and file, although its buyer gets nothing", async () => {
  const other = await makeShop(context);
  const made = await makeCoveredOrder(context, [
    { shopId: shop.shopId, price: 111_000, isCovered: true },
    { shopId: other.shopId, price: 50_000, isCovered: false },
  ]);
  expect(made.total).toBe(0);
  const paidAt = addDuration(monthBounds(lastMonth()).from, 10 * day);
  await context.db.run(sql`update orders set paid_at = ${paidAt} where id = ${made.orderId}`);
  await rejectOrder(
    context,
    { orderId: made.orderId, shopId: shop.shopId, userId: shop.ownerId, reason: "Habis" },
    now(),
  );
  const invoice = await invoiceOf(made);

  const before = await csv(operatorId, `/v1/operator/tax/vat/${lastMonth()}/file.csv`);
  expect(before.find((row) => row[1] === invoice)?.slice(-4)).toEqual(["111000", "100000", "91667", "11000"]);
  const after = await csv(operatorId, `/v1/operator/tax/vat/${thisMonth()}/file.csv`);
  expect(after.find((row) => row[1] === invoice)?.slice(-4)).toEqual(["-111000", "-100000", "-91667", "-11000"]);
  const own = await csv(shop.ownerId, `/v1/seller/tax/vat/${thisMonth()}/file.csv`);
  expect(own.find((row) => row[1] === invoice)?.slice(-4)).toEqual(["-111000", "-100000", "-91667", "-11000"]);

  const sellers = await csv(operatorId, `/v1/operator/tax/pmse/${thisMonth()}/file.csv`);
  const columns = sellers[0] ?? [];
  const row = sellers.find((one) => one.includes("PT Uji")) ?? [];
  expect(
    ["Jumlah pesanan", "Pengembalian barang", "Setelah pengembalian"].map((name) => row[columns.indexOf(name)]),
  ).toEqual(["0", "111000", "-111000"]);

  for (const reader of [made.buyerId, shop.ownerId, operatorId]) {
    const [note, ...more] = await papersOf(reader, made);
    expect([note?.title, more]).toEqual(["Nota pembatalan", []]);
    expect(note && sumNamed(note, "Dikembalikan ke pembeli")).toBe(0);
    expect(note && [sumNamed(note, "DPP"), sumNamed(note, "PPN")]).toEqual([100_000, 11_000]);
    expect(note && sumNamed(note, "Kembali ke")).toBe(await promotionsOf(made));
  }
  const statement = await readStatement(context.db, shop.shopId, thisMonth());
  expect([statement.entries.filter((entry) => entry.number === invoice), statement.closing]).toEqual([[], 0]);
  // No money moves, so nobody reads of a refund on its way.
  expect(await result<unknown[]>(made.buyerId, "/v1/refunds")).toEqual([]);
  expect(await result<{ refunds: unknown[] }>(made.buyerId, `/v1/orders/${made.orderId}`)).toMatchObject({
    refunds: [],
  });
});

test("after the seller gave back all that the buyer paid, the cancellation corrects the goods that vouchers paid", async () => {
  const made = await makeCoveredOrder(context, [
    { shopId: shop.shopId, price: 50_000, isCovered: false },
    { shopId: shop.shopId, price: 222_000, isCovered: true },
  ]);
  expect(made.total).toBe(50_000);
  const { orderId, shopId } = made;
  const bySeller = { orderId, shopId, userId: shop.ownerId };
  await acceptOrder(context, bySeller, now());
  const paid = await context.db.row<{ id: string }>(
    sql`select id from order_lines where order_id = ${orderId} and price = 50000`,
  );
  const lines = [{ line_id: paid?.id ?? "", amount: 50_000 }];
  await refundPart(
    context,
    { ...bySeller, lines, shipping: 0, idempotencyKey: randomUUID(), reason: "Tidak ada" },
    now(),
  );
  await requestCancel(context, { orderId, buyerId: made.buyerId, reason: "Salah pesan" }, now());
  await answerCancel(context, { ...bySeller, agreed: true }, now());

  const notes = await papersOf(made.buyerId, made);
  expect(notes.map(({ title }) => title)).toEqual(["Nota koreksi", "Nota pembatalan"]);
  expect(notes.map((note) => sumNamed(note, "Dikembalikan ke pembeli"))).toEqual([50_000, 0]);
  expect(notes.map((note) => sumNamed(note, "PPN"))).toEqual([4955, 22_000]);
  const rest = notes.reduce((sum, note) => sum + (sumNamed(note, "Kembali ke") ?? 0), 0);
  expect(rest).toBe(await promotionsOf(made));
  const invoice = await invoiceOf(made);
  const vat = (await csv(shop.ownerId, `/v1/seller/tax/vat/${thisMonth()}/file.csv`)).filter(
    (row) => row[1] === invoice,
  );
  expect(vat.map((row) => Number(row.at(-1)))).toEqual([26_955, -4955, -22_000]);
  // One refund moves money: that of the part.
  expect(await result<unknown[]>(made.buyerId, "/v1/refunds")).toMatchObject([{ amount: 50_000 }]);
});

test("an update stores the refunds of this kind that were not stored before it", async () => {
  const update = await readFile(new URL("../../db/migrations/0333_refunds_without_money.sql", import.meta.url), "utf8");
  const stored = () =>
    context.db.rows(sql`
      select r.order_id, r.reason, r.created_at, p.part, p.given_up from refunds r join refund_parts p on p.refund_id = r.id
      where r.amount = 0 order by 1, 4, 5`);
  const before = await stored();
  expect(before.length).toBeGreaterThan(2);
  // The database deletes no refund any more.
  for (const table of ["refunds", "refund_parts"])
    await context.db.run(sql`alter table ${identifier(table)} disable trigger user`);
  await context.db.run(sql`delete from refunds where amount = 0`);
  expect((await brokenInvariants(context.db)).length).toBeGreaterThan(0);
  await context.db.run({ ...sql``, strings: [update.slice(update.indexOf("with missing"))] });
  expect(await stored()).toEqual(before);
});
