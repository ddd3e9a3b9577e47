import type { FastifyInstance } from "fastify";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeSession } from "../../../../test/make/checkout.ts";
import { makeContext } from "../../../../test/make/context.ts";
import { makeDeliveredOrder, makePaidOrder, type MadeOrder, type MadeShop } from "../../../../test/make/orders.ts";
import { makeShop, makeUser } from "../../../../test/make/rows.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { receiveOrder } from "#orders/receive-order.ts";
import { refundPart } from "#orders/settlement/refund-part.ts";
import { readCsv } from "#lib/csv.ts";
import { sql } from "#lib/database.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { addDuration, day, jakartaDay } from "#lib/time.ts";
import { findBalance } from "../../ledger/queries.ts";
import { paymentRoutes } from "../../routes.ts";
import { vatOf } from "../rules.ts";
import { sealTaxNumber } from "../sellers/seal-tax-number.ts";
import { clearCachedWithholding } from "../withholding/read-withholding.ts";
import type { TaxMonth } from "./contract.ts";
import { amountsDue, latestMonths, otherTaxBase, vatEntries } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let app: FastifyInstance;
let operatorId: string;
let shop: MadeShop;

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  app = await createHttp(context);
  await app.register(async (scope) => paymentRoutes(scope, context));
  await app.ready();
  operatorId = await makeUser(context, { type: "operator" });
  shop = await makeShop(context, { name: "=Toko Rumus" });
  await context.db.run(sql`
    insert into withholding_rules (is_on, valid_from, announced_at, created_by) values (true, '2020-01-01', now(), ${operatorId})`);
  clearCachedWithholding(context.db);
  await context.db.run(sql`
    insert into tax_identities (shop_id, kind, number_kind, number_sealed, last4, name, address, updated_at)
    values (${shop.shopId}, 'person', 'npwp', ${sealTaxNumber(context.secret, shop.shopId, "0012345678901234")}, '1234', '+Wahyu', 'Jalan Merdeka 10', now())`);
});
afterAll(async () => {
  const roles = await context.db.rows(sql`select distinct actor_role as role from audit_entries`);
  await app.close();
  await context.close();
  expect(roles, "entries of the audit log name the operator's role").toEqual([{ role: "owner" }]);
});
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

const now = () => context.clock.now();
const [thisMonth = "", lastMonth = "", monthBefore = ""] = latestMonths(new Date(), 3);
const during = (month: string, dayOfMonth = "20") => new Date(`${month}-${dayOfMonth}T10:00:00+07:00`);

async function call(userId: string | null, method: "GET" | "POST", url: string, payload?: object) {
  const headers = userId ? { authorization: `Bearer ${await makeSession(context, userId)}` } : {};
  const response = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return { status: response.statusCode, text: response.body, headers: response.headers };
}
async function file(userId: string, url: string): Promise<string[][]> {
  const { status, text } = await call(userId, "GET", url);
  expect(status).toBe(200);
  return readCsv(text, { maxRows: 1000, maxColumns: 20, maxCellLength: 200 }) ?? [];
}
const months = async () =>
  (JSON.parse((await call(operatorId, "GET", "/v1/operator/tax/months")).text) as { result: TaxMonth[] }).result;
async function pay(month: string, fields: object = {}) {
  const due = (await months()).find((one) => one.month === month)?.due ?? 0;
  const body = { amount: due, reference: `NTPN ${month}`, paid_on: jakartaDay(now()), ...fields };
  const { status, text } = await call(operatorId, "POST", `/v1/operator/tax/months/${month}/pay`, body);
  return { status, code: (JSON.parse(text) as { code?: string }).code };
}
async function sell(month: string, price: number): Promise<MadeOrder> {
  const at = during(month);
  const made = await makeDeliveredOrder(context, { shops: [shop], price, now: at });
  await receiveOrder(context, { orderId: made.orderId, buyerId: made.buyerId }, at);
  return made;
}
async function give(made: MadeOrder, amount: number, at: Date): Promise<void> {
  const line = await context.db.row<{ id: string }>(sql`select id from order_lines where order_id = ${made.orderId}`);
  const { orderId, shopId, sellerId: userId } = made;
  const lines = [{ line_id: line?.id ?? "", amount }];
  const request = { orderId, shopId, userId, idempotencyKey: crypto.randomUUID(), lines, shipping: 0 };
  await refundPart(context, { ...request, reason: "Sedikit rusak" }, at);
}
async function ledgerOf(month: string): Promise<number> {
  const row = await context.db.row<{ sum: number }>(sql`
    select coalesce(sum(e.amount), 0)::bigint as sum from ledger_entries e join ledger_accounts a on a.id = e.account_id
      join ledger_transactions t on t.id = e.transaction_id
    where a.kind = 'tax_withheld' and t.kind <> 'tax_paid' and to_char(t.created_at at time zone 'Asia/Jakarta', 'YYYY-MM') = ${month}`);
  return row?.sum ?? 0;
}

test("the file of a month agrees with the ledger to the rupiah, and a refund is a negative row in its own month", async () => {
  const made = await sell(monthBefore, 200_199);
  await sell(monthBefore, 300_000);
  await give(made, 100_000, during(lastMonth, "05"));
  await sell(lastMonth, 50_000);
  const invoice = (
    await context.db.row<{ it: string }>(sql`select invoice as it from orders where id = ${made.orderId}`)
  )?.it;
  const before = await file(operatorId, `/v1/operator/tax/withheld/${monthBefore}/file.csv`);
  const after = await file(operatorId, `/v1/operator/tax/withheld/${lastMonth}/file.csv`);
  expect(before.find((row) => row[1] === invoice)?.slice(2)).toEqual([
    "Pemungutan",
    "'=Toko Rumus",
    "'+Wahyu",
    "NPWP",
    "0012 3456 7890 1234",
    "200199",
    "0,5%",
    "1000",
  ]);
  expect(after.find((row) => row[1] === invoice)?.slice(7)).toEqual(["-100000", "0,5%", "-500"]);
  expect([before.at(-1)?.at(-1), after.at(-1)?.at(-1)]).toEqual(["2500", "-250"]);
  expect([await ledgerOf(monthBefore), await ledgerOf(lastMonth)]).toEqual([2500, -250]);
  const own = await file(shop.ownerId, `/v1/seller/tax/withheld/${monthBefore.slice(0, 4)}/file.csv`);
  expect(own[0]).not.toContain("Nomor");
  expect(own.some((row) => row[1] === invoice)).toBe(true);
  const readings = await context.db.row<{ n: number }>(
    sql`select count(*)::int as n from tax_readings where user_id = ${operatorId} and file = 'withheld'`,
  );
  expect(readings?.n).toBe(2);
});

test("the tax of a month that is over is paid to the state once, and a negative rest lowers the next one", async () => {
  await makePaidOrder(context, { shops: [shop] });
  const listed = new Map((await months()).map((one) => [one.month, one]));
  expect([listed.get(monthBefore)?.due, listed.get(lastMonth)?.due]).toEqual([2500, 0]);
  expect(await pay(monthBefore, { amount: 2499 })).toEqual({ status: 409, code: "tax.amount_differs" });
  expect(await pay(monthBefore, { amount: "2500" })).toMatchObject({ status: 422 });
  expect(await pay(monthBefore, { paid_on: jakartaDay(addDuration(now(), day)) })).toMatchObject({ status: 422 });
  expect(await pay(monthBefore, { paid_on: `${monthBefore}-25` })).toMatchObject({ status: 422 });
  expect(await pay(thisMonth, { amount: 1 })).toEqual({ status: 409, code: "tax.month_running" });
  expect(await pay(lastMonth, { amount: 1 })).toEqual({ status: 409, code: "tax.amount_differs" });
  const held = await findBalance(context.db, "tax_withheld", "platform");
  const answers = await Promise.all(Array.from({ length: 4 }, () => pay(monthBefore)));
  expect(answers.map(({ code }) => code ?? "paid").toSorted()).toEqual([
    "paid",
    ...Array<string>(3).fill("tax.already_paid"),
  ]);
  // The refund of the month after has given back what the state already has.
  expect([held, await findBalance(context.db, "tax_withheld", "platform")]).toEqual([2250, -250]);
  expect((await months()).find((one) => one.month === monthBefore)?.payment).toMatchObject({ amount: 2500 });
});

test("tax that is not paid yet is due month by month, and what is due sums to what was withheld", () => {
  const sums = fc.array(fc.integer({ min: -5000, max: 5000 }), { maxLength: 20 });
  fc.assert(
    fc.property(sums, (withheld) => {
      const rows = withheld.map((one, at) => ({ month: `20${10 + at}-01`, withheld: one }));
      const due = [...amountsDue(rows).values()];
      const all = (amounts: number[]) => amounts.reduce((sum, one) => sum + one, 0);
      expect(Math.min(0, ...due)).toBe(0);
      // Less is never due than was withheld; more only by a negative rest at the end.
      expect(all(due)).toBeGreaterThanOrEqual(all(withheld));
      if ((withheld.at(-1) ?? 0) > 0 && (due.at(-1) ?? 0) > 0) expect(all(due)).toBe(all(withheld));
    }),
  );
});

test("PPN of an order and its corrections sum to the PPN of what the shop keeps", () => {
  const line = fc
    .tuple(fc.integer({ min: 1, max: 9_000_000 }), fc.constantFrom(110, 120), fc.array(fc.nat(1000), { maxLength: 4 }))
    .map(([price, vatPerMille, shares]) => {
      let left = price;
      const refunds = shares.map((share, at) => {
        const givenUp = Math.floor((left * share) / 1000);
        left -= givenUp;
        return { id: String(at), at: "2026-11-20T00:00:00Z", givenUp };
      });
      return { price, vatPerMille, refunds, left };
    });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
      const entries = vatEntries({ paidAt: new Date("2026-11-01T00:00:00Z"), lines });
      const sum = (pick: (entry: (typeof entries)[number]) => number) =>
        entries.reduce((all, entry) => all + pick(entry), 0);
      expect(sum(({ vat }) => vat)).toBe(lines.reduce((all, one) => all + vatOf(one.left, one.vatPerMille), 0));
      expect(sum(({ price }) => price)).toBe(lines.reduce((all, one) => all + one.left, 0));
      for (const { price, base, vat } of entries) expect(base + vat).toBe(price);
    }),
  );
  expect([otherTaxBase(100_000), otherTaxBase(-100_000)]).toEqual([91_667, -91_667]);
});

test("a PKP shop gets the PPN of its month with corrections, and no other shop's", async () => {
  const pkp = await makeShop(context);
  await context.db.run(sql`update shops set is_pkp = true where id = ${pkp.shopId}`);
  const made = await makeDeliveredOrder(context, { shops: [pkp], price: 111_000, now: during(lastMonth) });
  await give(made, 55_500, during(lastMonth));
  const rows = await file(pkp.ownerId, `/v1/seller/tax/vat/${lastMonth}/file.csv`);
  expect(rows.slice(1).map((row) => row.slice(2))).toEqual([
    ["Penjualan", "111000", "100000", "91667", "11000"],
    ["Koreksi pengembalian", "-55500", "-50000", "-45833", "-5500"],
    ["", "55500", "50000", "45834", "5500"],
  ]);
  expect(await file(shop.ownerId, `/v1/seller/tax/vat/${lastMonth}/file.csv`)).toHaveLength(2);
  expect(await file(operatorId, `/v1/operator/tax/vat/${lastMonth}/file.csv`)).toHaveLength(4);
});

test("the file about sellers has what each sold in a month, and its sums are those of the ledger", async () => {
  const month = latestMonths(now(), 5).at(-1) ?? "";
  const declared = await makeShop(context, { name: "=Toko Data" });
  await context.db.run(sql`
    insert into tax_identities (shop_id, kind, number_kind, number_sealed, last4, name, address, updated_at)
    values (${declared.shopId}, 'person', 'nik', ${sealTaxNumber(context.secret, declared.shopId, "3273014101900001")}, '0001', '@Sari', 'Jalan 1', now())`);
  const silent = await makeShop(context, { name: "Toko Diam" });
  const refunded = await makeDeliveredOrder(context, { shops: [declared], price: 200_000, now: during(month) });
  await give(refunded, 50_000, during(month, "21"));
  const cash = await makeShop(context, { name: "Toko Tunai", hasCod: true });
  const collected = await makeDeliveredOrder(context, {
    shops: [cash],
    price: 70_000,
    method: "cod",
    now: during(month),
  });
  const kept = await makeDeliveredOrder(context, { shops: [silent], price: 300_000, now: during(month) });
  await receiveOrder(context, { orderId: kept.orderId, buyerId: kept.buyerId }, during(month));
  await makeDeliveredOrder(context, { shops: [silent], price: 900_000, now: during(lastMonth) });

  const url = `/v1/operator/tax/pmse/${month}/file.csv`;
  const [heads, ...rows] = await file(operatorId, url);
  expect(heads).not.toContain("Rekening");
  const sums = rows.pop();
  const rowOf = (name: string) => rows.find((row) => row[3] === name)?.slice(4);
  const received = (made: MadeOrder) => String(made.total);
  expect(rowOf("'=Toko Data")).toEqual([
    "'@Sari",
    "NIK",
    "3273 0141 0190 0001",
    "1",
    received(refunded),
    "200000",
    "50000",
    "150000",
    "0",
  ]);
  expect(rowOf("Toko Diam")).toEqual(
    ["", "", "", "1", received(kept), "300000", "0", "300000", "1500"], // not the sale of the month after
  );
  expect(rowOf("Toko Tunai")?.slice(3)).toEqual(["1", received(collected), "70000", "0", "70000", "0"]);

  const escrow = await context.db.row<{ sum: number }>(sql`
    select sum(e.amount)::bigint as sum from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transactions t on t.id = e.transaction_id
    where a.kind = 'escrow' and t.kind in ('payment_received', 'cod_collected') and to_char(t.created_at at time zone 'Asia/Jakarta', 'YYYY-MM') = ${month}`);
  expect(sums?.slice(7)).toEqual([
    "3",
    String(escrow?.sum),
    "570000",
    "50000",
    "520000",
    String(await ledgerOf(month)),
  ]);
  const readings = await context.db.rows<{ month: string }>(sql`select month from tax_readings where file = 'pmse'`);
  expect(readings).toEqual([{ month }]);
});

test("files are for operators and the shop itself, and a month is a month", async () => {
  const stranger = await makeUser(context);
  for (const url of ["withheld", "vat", "pmse"].map((one) => `/v1/operator/tax/${one}/${lastMonth}/file.csv`)) {
    expect((await call(null, "GET", url)).status).toBe(401);
    expect((await call(shop.ownerId, "GET", url)).status).toBe(403);
  }
  const support = await makeUser(context, { type: "operator" });
  await context.db.run(sql`update users set operator_role = 'support' where id = ${support}`);
  for (const one of ["withheld", "vat", "pmse"])
    expect((await call(support, "GET", `/v1/operator/tax/${one}/${lastMonth}/file.csv`)).text).toMatch(
      "session.not_permitted",
    );
  expect((await call(stranger, "GET", `/v1/seller/tax/vat/${lastMonth}/file.csv`)).status).toBe(403);
  for (const month of ["2026-13", "2026-1", "1999-01", "..%2F..", "2026-01-01"])
    expect((await call(operatorId, "GET", `/v1/operator/tax/withheld/${month}/file.csv`)).status).toBe(422);
  const { headers } = await call(operatorId, "GET", `/v1/operator/tax/withheld/${lastMonth}/file.csv`);
  expect(headers["cache-control"]).toBe("private, no-store");
});
