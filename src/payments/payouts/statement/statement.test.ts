import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeShopApi } from "../../../../test/make/checkout.ts";
import { makeContext } from "../../../../test/make/context.ts";
import { makeCompletedOrder, makePaidOrder } from "../../../../test/make/orders.ts";
import { makeRichShop, testPin } from "../../../../test/make/payouts.ts";
import { makeSession } from "../../../../test/make/checkout.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { readCsv } from "#lib/csv.ts";
import { sql } from "#lib/database.ts";
import { addDuration, day, jakartaDay } from "#lib/time.ts";
import { book } from "../../ledger/ledger.ts";
import { paymentRoutes } from "../../routes.ts";
import { advancePayout } from "../advance-payout.ts";
import { withdrawalFee } from "../rules.ts";
import { readStatement } from "./read-statement.ts";
import { isMonth, monthBounds, monthLabel } from "./rules.ts";
import { statementCsv } from "./statement-csv.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "fatal" });
  api = await makeShopApi(context, [paymentRoutes]);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

const now = () => context.clock.now();
const thisMonth = () => jakartaDay(now()).slice(0, 7);

test("a statement names each order and withdrawal, and its sums agree with the ledger to the rupiah", async () => {
  const shop = await makeRichShop(context);
  const sold = await makeCompletedOrder(context, { shops: [shop], price: 200_000 });
  await makePaidOrder(context, { shops: [shop] });
  const seller = await api.as(shop.ownerId);
  const { balance, pending } = (await seller("GET", "/v1/seller/balance")).body.result as unknown as {
    balance: number;
    pending: number;
  };
  expect(pending).toBeGreaterThan(0);
  const { body } = await seller(
    "POST",
    "/v1/seller/withdrawals",
    { amount: 100_000, bank_account_id: shop.accountId, pin: testPin },
    { "idempotency-key": randomUUID() },
  );
  await advancePayout(context, (body.data as unknown as { id: string }).id, now());
  const statement = await readStatement(context.db, shop.shopId, thisMonth());
  const order = await context.db.row<{ invoice: string; commission: number; earned: number }>(
    sql`select invoice, commission, earned from orders where id = ${sold.orderId}`,
  );
  const [released] = statement.entries.filter(({ number }) => number === order?.invoice);
  expect(released).toMatchObject({
    label: "Pesanan selesai",
    amount: order?.earned,
    commission: order?.commission,
    gross: (order?.earned ?? 0) + (order?.commission ?? 0),
  });
  const withdrawal = statement.entries.at(-1);
  expect(withdrawal).toMatchObject({ label: "Penarikan", amount: -100_000, withdrawalFee, balance: balance - 100_000 });
  expect(statement.opening + statement.entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(statement.closing);
  expect(statement.closing).toBe(balance - 100_000);
  const rows = readCsv(statementCsv(statement), { maxRows: 100, maxColumns: 20, maxCellLength: 200 }) ?? [];
  expect(rows.at(-1)?.at(-1)).toBe(String(balance - 100_000));
  expect(rows.find((row) => row[3] === order?.invoice)?.slice(4)).toEqual(
    [released?.gross, -(order?.commission ?? 0), 0, 0, order?.earned, released?.balance].map(String),
  );
});

test("a month ends where the next one begins, at midnight in Jakarta", async () => {
  const shop = await makeRichShop(context, { isKnownAccount: false });
  const at = (moment: string, amount: number) =>
    context.db.transaction((tx) =>
      book(tx, {
        kind: "order_released",
        reference: randomUUID(),
        now: new Date(moment),
        movements: [
          { kind: "cash", owner: "simulator", amount: -amount },
          { kind: "seller_balance", owner: shop.shopId, amount },
        ],
      }),
    );
  await at("2026-01-31T23:59:59+07:00", 1000);
  await at("2026-02-01T00:00:00+07:00", 20);
  await at("2026-03-01T00:00:00+07:00", 3);
  const read = async (month: string) => {
    const { opening, closing, entries } = await readStatement(context.db, shop.shopId, month);
    return [opening, closing, entries.length];
  };
  expect(await read("2025-12")).toEqual([0, 0, 0]);
  expect(await read("2026-01")).toEqual([0, 1000, 1]);
  expect(await read("2026-02")).toEqual([1000, 1020, 1]);
  expect(await read("2026-03")).toEqual([1020, 1023, 1]);
  expect(await read("2026-04")).toEqual([1023, 1023, 0]);
  const seller = await api.as(shop.ownerId);
  expect((await seller("GET", "/v1/seller/statements")).body.result).toMatchObject([
    { month: "2026-03", label: "Maret 2026", opening: 1020, income: 3, outgo: 0, closing: 1023 },
    { month: "2026-02", opening: 1000, income: 20, closing: 1020 },
    { month: "2026-01", opening: 0, income: 1000, closing: 1000 },
  ]);
});

test("the file is of the seller's own shop, and only for months", async () => {
  const app = await createHttp(context);
  await app.register(async (scope) => paymentRoutes(scope, context));
  await app.ready();
  const shop = await makeRichShop(context, { balance: 5000, isKnownAccount: false });
  const authorization = `Bearer ${await makeSession(context, shop.ownerId)}`;
  const get = (month: string, headers: Record<string, string> = { authorization }) =>
    app.inject({ method: "GET", url: `/v1/seller/statements/${month}/file.csv`, headers });
  const file = await get(thisMonth());
  expect(file.statusCode).toBe(200);
  expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(file.headers["content-disposition"]).toBe(`attachment; filename="mutasi-saldo-${thisMonth()}.csv"`);
  expect(file.body).toContain("Saldo akhir");
  for (const wrong of ["2026-13", "2026-00", "1999-12", "2026-1", "x", "2026-11-01", "..%2f2026-11"])
    expect([wrong, [404, 422].includes((await get(wrong)).statusCode)]).toEqual([wrong, true]);
  expect((await get(thisMonth(), {})).statusCode).toBe(401);
  await app.close();
});

test("an update copies what was booked before it, to the rupiah", async () => {
  await makeRichShop(context, { balance: 7000, isKnownAccount: false });
  const client = await context.db.pool.connect();
  const copies = async () => [
    (await client.query("select * from balance_entries order by shop_id, booked_at, transaction_id")).rows as unknown[],
    (await client.query("select * from balance_months order by shop_id, month")).rows as unknown[],
  ];
  try {
    const written = await copies();
    expect(written.map((rows) => rows.length > 0)).toEqual([true, true]);
    await client.query("begin");
    await client.query(`drop trigger ledger_entries_copy on ledger_entries; drop table balance_entries, balance_months;
      drop function copy_balance_entries, sum_balance_months`);
    for (const file of ["0405_balance_entries", "0406_balance_entries_before", "0407_balance_months"])
      await client.query(await readFile(new URL(`../../../../db/migrations/${file}.sql`, import.meta.url), "utf8"));
    expect(await copies()).toEqual(written);
  } finally {
    await client.query("rollback");
    client.release();
  }
});

test("months are read without gaps", () => {
  let { from, to } = monthBounds("2026-11");
  expect([from.toISOString(), to.toISOString()]).toEqual(["2026-10-31T17:00:00.000Z", "2026-11-30T17:00:00.000Z"]);
  ({ from, to } = monthBounds("2026-12"));
  expect(to.toISOString()).toBe("2026-12-31T17:00:00.000Z");
  expect([isMonth("2026-12"), isMonth("2026-13"), monthLabel("2026-02")]).toEqual([true, false, "Februari 2026"]);
  expect(addDuration(from, 31 * day)).toEqual(to);
});
