/**
 * An update of a marketplace from before balance_entries (docs/decisions/0108), while its processes go on booking: its
 * migrations are interrupted in the middle, and go on.
 */
import { randomUUID } from "node:crypto";
import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, sql, type Database } from "../src/lib/database.ts";
import { createLog } from "../src/lib/log.ts";
import { migrate } from "../src/lib/migrate.ts";
import { book } from "../src/payments/ledger/ledger.ts";
import { payoutInvariants } from "../src/payments/payouts/invariants.ts";
import { createEmptyDatabase, type TestDatabase } from "./database.ts";

const migrations = new URL("../db/migrations/", import.meta.url);
const shops = Array.from({ length: 5 }, () => randomUUID());
const earlierBookings = 1000;
/** The booking of the middle is the only one of its shop, so that what waits for it is the copy alone. */
const middle = 500;
const copy = "0425_balance_entries_in_batches.sql";
const quietShop = randomUUID();

let database: TestDatabase;
let db: Database;
let before: string;
let booked = 0;
beforeAll(async () => {
  database = await createEmptyDatabase();
  before = await mkdtemp(join(tmpdir(), "kawung-before-"));
  for (const file of await readdir(migrations))
    if (file < "0405") await copyFile(new URL(file, migrations), join(before, file));
  await migrate(database.url, () => {}, pathToFileURL(`${before}/`));
  db = openDatabase(database.url, { log: createLog("silent") });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
  await rm(before, { recursive: true, force: true });
});

/** Books what an order brings a shop, as a process of any version does, and now and then a withdrawal. */
async function bookOne(): Promise<void> {
  booked += 1;
  const shop = booked === middle ? quietShop : (shops[booked % shops.length] ?? "");
  const isWithdrawal = booked % 7 === 0 && booked > earlierBookings / 2;
  const amount = isWithdrawal ? -1000 : 10_000 + booked;
  // Every second one is of another month.
  const now = new Date(Date.UTC(2026, booked % 2 === 0 ? 9 : 10, 1 + (booked % 20), 8, 0, 0));
  await db.transaction((tx) =>
    book(tx, {
      kind: isWithdrawal ? "withdrawal_requested" : "order_released",
      reference: `${booked}`,
      now,
      movements: [
        { kind: isWithdrawal ? "withdrawal_payable" : "cash", owner: shop, amount: -amount },
        { kind: "seller_balance", owner: shop, amount },
      ],
    }),
  );
}

const migrator = sql`select pid from pg_stat_activity where application_name like 'kawung migrations%' and datname = current_database()`;
const countCopied = async () =>
  (await db.row<{ count: number }>(sql`select count(*)::int as count from balance_entries`))?.count ?? 0;

test("bookings go on while an update copies the earlier ones, and what was interrupted is completed", async () => {
  while (booked < earlierBookings) await bookOne();

  // A long reading holds the update up before the copy. Then another process holds what the copy needs in its middle.
  const reader = await db.pool.connect();
  const other = await db.pool.connect();
  try {
    await reader.query("begin; select from orders");
    const lines: string[] = [];
    const updating = migrate(database.url, (line) => void lines.push(line));
    updating.catch(() => {});
    await expect.poll(() => lines).toContain("0409_expected_shares.sql waits for others who use its tables");
    await other.query("begin");
    await other.query(
      `insert into balance_entries (shop_id, booked_at, transaction_id, amount)
       select a.owner::uuid, t.created_at, t.id, e.amount from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
       join ledger_accounts a on a.id = e.account_id where a.owner = $1 and a.kind = 'seller_balance'`,
      [quietShop],
    );
    await reader.query("commit");
    await expect.poll(() => lines).toContain(`${copy} waits for others who use its tables`);
    expect(await countCopied()).toBeGreaterThan(0);
    // The update cannot go on, and every shop sells.
    for (let count = 0; count < 20; count += 1) await bookOne();
    const [running] = await db.rows<{ pid: number }>(migrator);
    await db.run(sql`select pg_terminate_backend(${running?.pid})`);
    await expect(updating).rejects.toThrow(/terminat|connection/i);
  } finally {
    for (const client of [reader, other]) {
      await client.query("rollback");
      client.release();
    }
  }
  expect(await countCopied()).toBeLessThan(earlierBookings);
  for (let count = 0; count < 20; count += 1) await bookOne();

  // The next process that starts completes it, while bookings go on.
  let isOver = false;
  const again = migrate(database.url).finally(() => (isOver = true));
  do await bookOne();
  while (!isOver);
  await again;
  expect(await countCopied()).toBe(booked);
  for (const name of [
    "the changes of a shop's balance are those of the ledger",
    "the months of a shop's balance are the sums of its changes",
  ]) {
    const invariant = payoutInvariants[name];
    expect(invariant, name).toBeDefined();
    expect(invariant && (await db.rows(invariant)), name).toEqual([]);
  }
});
