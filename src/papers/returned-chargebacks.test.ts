/** Money that a buyer's bank took and gave back in a later month: what happened stays in papers and files. */
import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeSession } from "../../test/make/checkout.ts";
import { makeContext } from "../../test/make/context.ts";
import { attemptOf, makeDeliveredOrder, makePaidOrder, type MadeOrder, type MadeShop } from "../../test/make/orders.ts";
import { makeShop, makeUser } from "../../test/make/rows.ts";
import { makeVoucher } from "../../test/make/vouchers.ts";
import { readCsv } from "#lib/csv.ts";
import { identifier, sql } from "#lib/database.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { chargeBackCheckout } from "#orders/settlement/charge-back.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { receiveOrder } from "#orders/receive-order.ts";
import { returnChargeback } from "#orders/settlement/return-chargeback.ts";
import { applyStatus } from "#payments/attempts/settle-attempt.ts";
import { paymentRoutes } from "#payments/routes.ts";
import { latestMonths } from "#payments/tax/files/rules.ts";
import { vatOf } from "#payments/tax/rules.ts";
import { sealTaxNumber } from "#payments/tax/sellers/seal-tax-number.ts";
import { clearCachedWithholding } from "#payments/tax/withholding/read-withholding.ts";
import { paperRoutes } from "./routes.ts";
import type { Paper } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let app: FastifyInstance;
let operatorId: string;

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "fatal" });
  app = await createHttp(context);
  for (const register of [paperRoutes, paymentRoutes]) await app.register(async (scope) => register(scope, context));
  await app.ready();
  operatorId = await makeUser(context, { type: "operator" });
  await context.db.run(sql`
    insert into withholding_rules (is_on, valid_from, announced_at, created_by) values (true, '2020-01-01', now(), ${operatorId})`);
  clearCachedWithholding(context.db);
});
afterAll(async () => {
  await app.close();
  await context.close();
});
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

// All are over. The money is taken in the second month, and comes again in the third.
const [, third = "", second = "", first = ""] = latestMonths(new Date(), 4);
const during = (month: string, dayOfMonth = "15") => new Date(`${month}-${dayOfMonth}T10:00:00+07:00`);

async function makePkpShop(): Promise<MadeShop> {
  const shop = await makeShop(context);
  await context.db.run(sql`update shops set is_pkp = true where id = ${shop.shopId}`);
  await context.db.run(sql`
    insert into tax_identities (shop_id, kind, number_kind, number_sealed, last4, name, address, updated_at)
    values (${shop.shopId}, 'company', 'npwp', ${sealTaxNumber(context.secret, shop.shopId, "0123456789012345")}, '2345', 'PT Uji', 'Jalan Uji 1', now())`);
  return shop;
}

async function sell(shop: MadeShop, price: number): Promise<MadeOrder> {
  const at = during(first);
  await makeVoucher(context, { maxAmount: 7_777, startsAt: during(first, "01") });
  await makeVoucher(context, { shopId: shop.shopId, maxAmount: 3_333, startsAt: during(first, "01") });
  const made = await makeDeliveredOrder(context, { shops: [shop], price, quantity: 3, now: at });
  await context.db.run(sql`update vouchers set ends_at = ${at} where ends_at > ${at}`);
  await receiveOrder(context, { orderId: made.orderId, buyerId: made.buyerId }, at);
  return made;
}

async function takeBack(made: MadeOrder, chargedBack: number, at: Date): Promise<void> {
  const attempt = await attemptOf(context, made.paymentId);
  await applyStatus(context, attempt, { status: "paid", receipts: [], refunds: [], chargedBack }, at);
  await chargeBackCheckout(context, { checkoutId: made.checkoutId, attemptId: attempt.id }, at);
}
async function giveBack(made: MadeOrder, chargedBack: number, at: Date): Promise<void> {
  const { id: attemptId } = await attemptOf(context, made.paymentId);
  await returnChargeback(context, { attemptId, chargedBack }, at);
}

const tokens = new Map<string, string>();
async function get(userId: string, url: string): Promise<string> {
  const token = tokens.get(userId) ?? (await makeSession(context, userId));
  tokens.set(userId, token);
  const { statusCode, body } = await app.inject({ method: "GET", url, headers: { authorization: `Bearer ${token}` } });
  expect([url, statusCode]).toEqual([url, 200]);
  return body;
}
const json = async <T>(userId: string, url: string) => (JSON.parse(await get(userId, url)) as { result: T }).result;

/** Every file about a month that its operator and its seller can download. */
async function filesOf({ ownerId }: MadeShop, month: string): Promise<string[]> {
  const files = ["withheld", "vat", "pmse"].map((kind) =>
    get(operatorId, `/v1/operator/tax/${kind}/${month}/file.csv`),
  );
  files.push(get(ownerId, `/v1/seller/tax/vat/${month}/file.csv`), get(ownerId, `/v1/seller/tax-invoices/${month}`));
  if (month === first) files.push(get(ownerId, `/v1/seller/tax-invoices/${month}/retail`));
  return Promise.all(files);
}
async function rowsOf(file: string): Promise<Record<string, string>[]> {
  const [head = [], ...rows] = readCsv(file, { maxRows: 1000, maxColumns: 20, maxCellLength: 200 }) ?? [];
  return rows.map((row) => Object.fromEntries(head.map((title, at) => [title, row[at] ?? ""])));
}
const csv = async (kind: "withheld" | "vat" | "pmse", month: string) =>
  rowsOf(await get(operatorId, `/v1/operator/tax/${kind}/${month}/file.csv`));
const sumOf = (rows: readonly Record<string, string>[], title: string) => Number(rows.at(-1)?.[title]);
const ofOrder = async (rows: readonly Record<string, string>[], { orderId }: MadeOrder) => {
  const order = await context.db.row<{ invoice: string }>(sql`select invoice from orders where id = ${orderId}`);
  return rows.filter((row) => row["Nomor pesanan"] === order?.invoice);
};

/** What the ledger moved in a month in these accounts. */
async function ledgerOf(month: string, kinds: readonly string[]): Promise<number> {
  const row = await context.db.row<{ sum: number }>(sql`
    select coalesce(sum(e.amount), 0)::bigint as sum from ledger_entries e join ledger_accounts a on a.id = e.account_id
      join ledger_transactions t on t.id = e.transaction_id
    where a.kind = any(${kinds}::text[]) and to_char(t.created_at at time zone 'Asia/Jakarta', 'YYYY-MM') = ${month}`);
  return row?.sum ?? 0;
}

test("a file of an ended month is the same to the byte after a chargeback is won in the next month, whose file corrects it", async () => {
  const shop = await makePkpShop();
  const whole = await sell(shop, 200_199);
  const part = await sell(shop, 77_777);
  await takeBack(whole, (await attemptOf(context, whole.paymentId)).amount, during(second));
  await takeBack(part, 60_007, during(second));
  const before = [await filesOf(shop, first), await filesOf(shop, second)];

  await giveBack(whole, 0, during(third));
  await giveBack(part, 11_111, during(third));
  expect([await filesOf(shop, first), await filesOf(shop, second)]).toEqual(before);

  // Every month's files say what the ledger moved in it, to the rupiah.
  const shipping = await context.db.rows<{ month: string; given_up: number }>(sql`
    select to_char(r.created_at at time zone 'Asia/Jakarta', 'YYYY-MM') as month, sum(p.given_up)::bigint as given_up
    from refunds r join refund_parts p on p.refund_id = r.id and p.part = 'shipping' group by 1`);
  for (const month of [second, third]) {
    const pmse = await csv("pmse", month);
    expect(sumOf(pmse, "PPh 22 dipungut")).toBe(await ledgerOf(month, ["tax_withheld"]));
    expect(sumOf(await csv("withheld", month), "PPh 22")).toBe(await ledgerOf(month, ["tax_withheld"]));
    const ofShop = await ledgerOf(month, ["seller_balance", "seller_debt", "commission", "tax_withheld"]);
    const sent = shipping.find((one) => one.month === month)?.given_up ?? 0;
    expect(sumOf(pmse, "Pengembalian barang")).toBe(-ofShop - sent);
    expect(sumOf(await csv("vat", month), "Harga termasuk PPN")).toBe(ofShop + sent);
  }
  expect(sumOf(await csv("pmse", third), "Pengembalian barang")).toBeLessThan(0);

  // All months together are what the shop keeps.
  for (const made of [whole, part]) {
    const kept = await context.db.row<{ kept: number; rate: number }>(sql`
      select l.price * l.quantity + (select sum(amount) from order_adjustments where line_id = l.id and bearer = 'shop') - l.refunded as kept,
        l.vat_per_mille as rate
      from order_lines l where l.order_id = ${made.orderId}`);
    const rows: Record<string, string>[] = [];
    for (const month of [first, second, third]) rows.push(...(await ofOrder(await csv("vat", month), made)));
    expect(rows.map((row) => row["Keterangan"])).toEqual([
      "Penjualan",
      "Koreksi pengembalian",
      "Pengembalian dibatalkan",
    ]);
    const sum = (title: string) => rows.reduce((all, row) => all + Number(row[title]), 0);
    expect(sum("Harga termasuk PPN")).toBe(Number(kept?.kept));
    expect(sum("PPN")).toBe(vatOf(Number(kept?.kept), kept?.rate ?? 0));
  }

  // Coretax: the base that fell in the second month rises again in the third.
  type TaxMonth = { corrections: { number: string; vat: number; base: number }[] };
  const [fell, rose] = await Promise.all(
    [second, third].map((month) => json<TaxMonth>(shop.ownerId, `/v1/seller/tax-invoices/${month}`)),
  );
  const vat = async (month: string) => sumOf(await csv("vat", month), "PPN");
  expect(fell?.corrections.reduce((sum, one) => sum + one.vat, 0)).toBe(-(await vat(second)));
  expect(rose?.corrections.reduce((sum, one) => sum + one.vat, 0)).toBe(-(await vat(third)));
  expect(rose?.corrections.every((one) => one.vat < 0 && one.base < 0)).toBe(true);
});

test("a correction that somebody holds stays, and what came again has a paper of its own", async () => {
  const shop = await makePkpShop();
  const made = await sell(shop, 150_001);
  const url = `/v1/papers/orders/${made.orderId}`;
  type Listed = { papers: { id: string; title: string; number: string }[] };
  const notesOf = async (userId: string) =>
    (await json<Listed>(userId, url)).papers.filter(({ title }) => title === "Nota koreksi");
  const total = (await attemptOf(context, made.paymentId)).amount;
  await takeBack(made, total, during(second));
  const [held] = await notesOf(made.buyerId);
  const paper = await get(made.buyerId, `${url}/${held?.id ?? ""}`);

  await giveBack(made, 0, during(third));
  const [still, again] = await notesOf(made.buyerId);
  expect(still).toEqual(held);
  expect(await get(made.buyerId, `${url}/${held?.id ?? ""}`)).toBe(paper);

  const note = await json<Paper>(shop.ownerId, `${url}/${again?.id ?? ""}`);
  expect(note.facts).toContainEqual({ label: "Membatalkan nota", value: held?.number });
  const amounts = ({ rows, sums }: Paper) => [
    rows.reduce((sum, { amount }) => sum + amount, 0),
    ...sums.map(({ amount }) => amount),
  ];
  expect(amounts(note)).toEqual(amounts((JSON.parse(paper) as { result: Paper }).result));
  expect(note.sums.map(({ label }) => label)).toEqual([
    "Dibayar lagi oleh pembeli",
    "Ditanggung lagi oleh Kawung",
    "DPP bertambah",
    "PPN bertambah",
    "PPh Pasal 22 bertambah",
  ]);
  const invoice = await json<Paper>(made.buyerId, `${url}/invoice`);
  for (const { number } of [still, again].filter((one) => one !== undefined))
    expect(invoice.notes.some((text) => text.includes(number))).toBe(true);
  // The order has the money, so the buyer does not read that something was refunded.
  expect(await json<unknown[]>(made.buyerId, "/v1/refunds")).toEqual([]);
});

test("money that came again for a cancelled order changes no file of any month, because the order stays cancelled", async () => {
  const shop = await makePkpShop();
  const made = await makePaidOrder(context, { shops: [shop], price: 90_000, now: during(first) });
  const total = (await attemptOf(context, made.paymentId)).amount;
  await takeBack(made, total, during(second));
  const before = [await filesOf(shop, second), await filesOf(shop, third)];
  await giveBack(made, 20_000, during(third));
  await giveBack(made, 0, during(third, "20"));
  expect([await filesOf(shop, second), await filesOf(shop, third)]).toEqual(before);
  expect(await json<unknown[]>(made.buyerId, "/v1/refunds")).toMatchObject([
    { amount: 20_000, status: "needs_account" },
    { amount: total - 20_000, status: "needs_account" },
  ]);
});

test("an update stores what came again before it as rows of their own, as far as the books know it", async () => {
  const shop = await makePkpShop();
  const [deleted, smaller] = [await sell(shop, 120_003), await sell(shop, 66_666)];
  const cancelled = await makePaidOrder(context, { shops: [shop], price: 90_000, now: during(first) });
  for (const made of [deleted, smaller, cancelled])
    await takeBack(made, (await attemptOf(context, made.paymentId)).amount, during(second));
  await giveBack(deleted, 0, during(third));
  await giveBack(smaller, 55_555, during(third));
  await giveBack(smaller, 22_222, during(third, "17"));
  await giveBack(cancelled, 30_000, during(third));
  const orders = [deleted, smaller, cancelled].map(({ orderId }) => orderId);
  type Part = { part: string; line: string | null; amount: number; given_up: number };
  const stored = () =>
    context.db.rows<{ id: string; cause: string; parts: Part[] }>(sql`
      select case when r.returns is null then r.id end as id, r.order_id, r.reason, r.cause, r.amount, r.way, r.status, r.created_at, r.returns,
        (select coalesce(json_agg(json_build_object('part', p.part, 'line', p.line_id, 'amount', p.amount, 'given_up', p.given_up) order by p.part, p.line_id), '[]')
          from refund_parts p where p.refund_id = r.id) as parts
      from refunds r where r.order_id = any(${orders}::uuid[]) order by r.order_id, r.created_at, r.amount desc`);
  const before = await stored();

  // The refunds as the product stored them before the update.
  const update = await readFile(
    new URL("../../db/migrations/0374_refunds_that_came_again.sql", import.meta.url),
    "utf8",
  );
  const data = update.slice(update.indexOf("-- So far"), update.indexOf("create function"));
  await context.db.transaction(async (tx) => {
    for (const table of ["refunds", "refund_parts"])
      await tx.run(sql`alter table ${identifier(table)} disable trigger user`);
    await tx.run(sql`
      insert into refund_parts (refund_id, part, line_id, amount, given_up)
      select owed.id, p.part, p.line_id, p.amount * owed.amount / r.amount, p.amount * owed.amount / r.amount
      from refunds owed join refunds r on r.order_id = owed.order_id and r.returns is null and r.id <> owed.id join refund_parts p on p.refund_id = r.id
      where owed.cause like 'owed again %' and owed.order_id = any(${orders}::uuid[])`);
    await tx.run(sql`
      update refund_parts p set amount = p.amount + back.amount, given_up = p.given_up + back.given_up
      from (select b.returns, q.part, q.line_id, sum(q.amount) as amount, sum(q.given_up) as given_up
        from refunds b join refund_parts q on q.refund_id = b.id
        where b.order_id = any(${orders}::uuid[]) group by 1, 2, 3) back
      where back.returns = p.refund_id and back.part = p.part and back.line_id is not distinct from p.line_id`);
    await tx.run(sql`
      update refund_parts p set amount = p.amount - q.amount, given_up = p.given_up - q.given_up
      from refunds owed join refund_parts q on q.refund_id = owed.id join refunds r on r.order_id = owed.order_id and r.returns is null and r.id <> owed.id
      where owed.cause like 'owed again %' and r.id = p.refund_id and q.part = p.part and q.line_id is not distinct from p.line_id`);
    await tx.run(sql`
      update refunds r set amount = r.amount + (select sum(b.amount) from refunds b where b.returns = r.id)
      where r.order_id = any(${[smaller.orderId, cancelled.orderId]}::uuid[]) and exists (select from refunds b where b.returns = r.id)`);
    await tx.run(sql`delete from refunds where order_id = any(${orders}::uuid[]) and returns is not null`);
    await tx.run(sql`delete from refunds where order_id = ${deleted.orderId}`);
    await tx.run(
      sql`update refunds set cause = replace(cause, 'owed again', 'returned') where order_id = ${cancelled.orderId}`,
    );
    for (const statement of data.split(/^(?=do |create |with )/m).slice(1))
      await tx.run({ ...sql``, strings: [statement] });
    for (const table of ["refunds", "refund_parts"])
      await tx.run(sql`alter table ${identifier(table)} enable trigger user`);
  });

  const after = await stored();
  const withoutParts = (rows: typeof before) => rows.map((row) => ({ ...row, parts: row.parts.length }));
  expect(withoutParts(after)).toEqual(withoutParts(before));
  // Refunds and their dates are known. What was left of one is a ninth of it, so a rupiah of that is nine of its parts.
  for (const [at, { parts }] of after.entries())
    for (const [index, part] of parts.entries()) {
      const was = before[at]?.parts[index];
      expect([part.part, part.line]).toEqual([was?.part, was?.line]);
      expect(Math.abs(part.amount - (was?.amount ?? 0))).toBeLessThanOrEqual(9);
      expect(Math.abs(part.given_up - (was?.given_up ?? 0))).toBeLessThanOrEqual(9);
    }
  expect(after.some(({ parts }) => parts.length > 1)).toBe(true);
});
