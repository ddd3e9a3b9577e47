import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../../test/attacks/make-world.ts";
import { makeDeletionApi } from "../../test/make/deletion-api.ts";
import { makeCompletedOrder, makePaidOrder, makePlacedOrder } from "../../test/make/orders.ts";
import { runQueued } from "../../test/run-all-jobs.ts";
import { testPin } from "../../test/make/payouts.ts";
import { makeBankAccount, makeShop, makeUser } from "../../test/make/rows.ts";
import { hashPassword } from "#accounts/password/hash-password.ts";
import { pepperedPin } from "#accounts/pin/hash-pin.ts";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour } from "#lib/time.ts";
import { cancelOrder } from "#orders/cancel-order.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { deleteDueAccounts } from "./delete-account.ts";

let { world, now, afterDeadline, runDeletion, newUser, requestDeletion, isDeleted } = {} as Awaited<
  ReturnType<typeof makeDeletionApi>
>;

beforeAll(async () => {
  ({ world, now, afterDeadline, runDeletion, newUser, requestDeletion, isDeleted } = await makeDeletionApi());
});
afterAll(() => world.close());

const readDeletion = async (person: Person) => (await person.call("GET", "/v1/users/deletion")).body.result;

describe("requesting the deletion of an account", () => {
  test("gives 14 days, logs other devices out and sends a notification and a mail", async () => {
    const person = await newUser();
    const other = await newUser(person.id);
    const { status, body } = await requestDeletion(person);
    expect(status).toBe(200);
    const days = (Date.parse(body.data.due_at) - now().getTime()) / day;
    expect(days).toBeGreaterThan(13.99);
    expect(days).toBeLessThanOrEqual(14);
    expect((await other.call("GET", "/v1/users")).status).toBe(401);
    expect((await person.call("GET", "/v1/users")).status).toBe(200);
    const notification = (await person.call("GET", "/v1/users/notifications")).body.data[0];
    expect(notification.tittle).toMatch(/^Akun Anda akan dihapus \d+ \w+ \d{4}$/);
    const mail = await world.context.db.row<{ to: string }>(sql`
      select j.payload->>'to' as to from graphile_worker._private_jobs j
      where j.payload->>'dedupeKey' like ${`deletion:${person.id}:%`}`);
    expect(mail?.to).toMatch(/@kawung\.test$/);
  });

  test("returns the same day when it is requested again", async () => {
    const person = await newUser();
    const first = (await requestDeletion(person)).body.data.due_at;
    expect((await requestDeletion(person)).body.data.due_at).toBe(first);
  });

  test("needs a fresh login or the password, and a confirmation that it is understood", async () => {
    const person = await newUser();
    const password = "kebun-teh-di-lereng-7";
    await world.context.db.run(
      sql`update users set password_hash = ${await hashPassword(password)} where id = ${person.id}`,
    );
    await world.context.db.run(
      sql`update sessions set authenticated_at = ${addDuration(now(), -hour)} where user_id = ${person.id}`,
    );
    expect((await requestDeletion(person, { understood: false })).body.code).toBe("privacy.not_understood");
    expect((await requestDeletion(person)).body.code).toBe("accounts.confirm_needed");
    expect((await requestDeletion(person, { current_password: "salah-sekali" })).status).toBe(422);
    expect((await readDeletion(person)).due_at).toBeNull();
    expect((await requestDeletion(person, { current_password: password })).status).toBe(200);
  });

  test("is refused while orders, refunds or money are open, and each is named with a link", async () => {
    const { body: buyer } = await requestDeletion(world.buyer);
    expect(buyer.code).toBe("privacy.deletion_blocked");
    expect(buyer.data._).toEqual(["4 pesanan Anda belum selesai."]);
    const sold = await makeCompletedOrder(world.context);
    const seller = await newUser(sold.sellerId);
    const { blockers } = await readDeletion(seller);
    expect(blockers).toEqual([
      {
        code: "balance",
        text: expect.stringMatching(/^Saldo toko Anda belum ditarik: Rp\d/),
        href: "/manageMerchant?page=balance",
      },
    ]);
    expect((await readDeletion(world.seller)).blockers.map(({ code }: { code: string }) => code)).toEqual([
      "shop_orders",
    ]);
    expect((await readDeletion(world.operator)).blockers.map(({ code }: { code: string }) => code)).toEqual([
      "operator",
    ]);
    const paid = await makePaidOrder(world.context);
    await cancelOrder(world.context, paid, now());
    const refunded = await newUser(paid.buyerId);
    expect((await readDeletion(refunded)).blockers.map(({ code }: { code: string }) => code)).toEqual(["refunds"]);
    for (const person of [seller, world.seller, world.operator, refunded])
      expect((await requestDeletion(person)).status).toBe(409);
  });

  test("is possible for a seller who has withdrawn everything; the payouts and the tax number stay without name and account", async () => {
    const { context } = world;
    const sold = await makeCompletedOrder(context);
    const { sellerId, shopId } = sold;
    const accountId = await makeBankAccount(context, sellerId, "5550009876", "Wahyu Laksono Asli");
    const pinHash = await hashPassword(pepperedPin(context.secret, sellerId, testPin));
    await context.db.run(sql`insert into pins (user_id, pin_hash, set_at) values (${sellerId}, ${pinHash}, now())`);
    const seller = await newUser(sellerId);
    const identity = { kind: "person", number_kind: "npwp", number: "0012345678901234", name: "Wahyu Laksono Asli" };
    const declared = { ...identity, address: "Jalan Melati Rahasia 5" };
    expect((await seller.call("PUT", "/v1/seller/tax/identity", declared)).status).toBe(200);
    const [statement] = (await seller.call("GET", "/v1/seller/tax")).body.result.statements;
    expect((await seller.call("POST", "/v1/seller/tax/statements", statement)).status).toBe(200);
    const [blocker] = (await readDeletion(seller)).blockers;
    expect((await seller.open(blocker.href)).text).toContain("Tarik saldo");
    const { balance } = (await seller.call("GET", "/v1/seller/balance")).body.result;
    const withdrawn = await seller.call(
      "POST",
      "/v1/seller/withdrawals",
      { amount: balance, bank_account_id: accountId, pin: testPin },
      { "idempotency-key": randomUUID() },
    );
    expect(withdrawn.status).toBe(200);
    expect((await readDeletion(seller)).blockers).toEqual([
      { code: "payouts", text: "1 penarikan Anda masih berjalan.", href: "/manageMerchant?page=balance" },
    ]);
    const { id } = withdrawn.body.data;
    expect((await world.operator.call("POST", `/v1/operator/payouts/${id}/approve`)).status).toBe(200);
    await runQueued(context);
    expect((await readDeletion(seller)).blockers).toEqual([]);
    expect((await requestDeletion(seller)).status).toBe(200);
    expect(await runDeletion(seller)).toBe(true);
    const kept = await context.db.row<{ row: string; status: string; amount: number }>(
      sql`select to_jsonb(p)::text as row, status, amount from payouts p where id = ${id}`,
    );
    expect([kept?.status, kept?.amount]).toEqual(["paid", balance]);
    expect(kept?.row).not.toContain("Wahyu Laksono");
    expect(kept?.row).toMatch(/"number_digest": null, "number_sealed": null/);
    const rest = await context.db.row<{ n: number }>(sql`
      select ((select count(*) from bank_accounts where user_id = ${sellerId}) + (select count(*) from pins where user_id = ${sellerId}))::int as n`);
    expect(rest?.n).toBe(0);
    const tax = await context.db.row<{ row: string }>(
      sql`select to_jsonb(i)::text || (select string_agg(to_jsonb(e)::text, '') from tax_exemptions e where e.shop_id = i.shop_id) as row
        from tax_identities i where shop_id = ${shopId}`,
    );
    expect(tax?.row).toMatch(/"name": null.*"status": "accepted"/);
    expect(tax?.row).not.toMatch(/Wahyu|Rahasia/);
    const shop = await context.db.row<{ name: string }>(sql`select name from shops where id = ${shopId}`);
    expect(shop?.name).toBe("Toko sudah tutup");
    expect(await brokenInvariants(context.db)).toEqual([]);
  });

  test("can be cancelled by the user within the 14 days", async () => {
    const person = await newUser();
    await requestDeletion(person);
    expect((await person.call("DELETE", "/v1/users/deletion")).status).toBe(200);
    expect((await readDeletion(person)).due_at).toBeNull();
    expect(await runDeletion(person)).toBe(false);
    expect(await isDeleted(person)).toBe(false);
  });

  test("closes the shop at once, and cancelling opens it again", async () => {
    const { ownerId, shopId } = await makeShop(world.context);
    const seller = await newUser(ownerId);
    const away = async () =>
      (await world.context.db.row<{ away: boolean }>(sql`select on_vacation as away from shops where id = ${shopId}`))
        ?.away;
    await requestDeletion(seller);
    expect(await away()).toBe(true);
    await seller.call("DELETE", "/v1/users/deletion");
    expect(await away()).toBe(false);
  });

  test("leaves a shop on vacation that was on vacation before", async () => {
    const { ownerId, shopId } = await makeShop(world.context);
    await world.context.db.run(sql`update shops set on_vacation = true where id = ${shopId}`);
    const seller = await newUser(ownerId);
    await requestDeletion(seller);
    await seller.call("DELETE", "/v1/users/deletion");
    const row = await world.context.db.row(sql`select from shops where id = ${shopId} and on_vacation`);
    expect(row).toBeDefined();
  });

  test("deletes nothing before the day, and waits for an order that began in the meantime", async () => {
    const person = await newUser();
    await requestDeletion(person);
    expect(await runDeletion(person, addDuration(now(), 13 * day))).toBe(false);
    const order = await makePlacedOrder(world.context, { buyerId: person.id });
    expect(await runDeletion(person)).toBe(false);
    expect(await runDeletion(person)).toBe(false);
    const held = (await person.call("GET", "/v1/users/notifications")).body.data.filter(
      ({ tittle }: { tittle: string }) => tittle === "Penghapusan akun Anda menunggu",
    );
    expect(held).toHaveLength(1);
    await cancelOrder(world.context, order, now());
    expect(await runDeletion(person)).toBe(true);
    expect(await isDeleted(person)).toBe(true);
  });
});

test("accounts whose deletion fails or is postponed do not delay others, even when few are read at a time", async () => {
  const { db } = world.context;
  const people = await Promise.all(Array.from({ length: 4 }, () => makeUser(world.context)));
  const [held = "", broken = "", ...others] = people.toSorted();
  for (const id of people) await requestDeletion(await newUser(id));
  await makePlacedOrder(world.context, { buyerId: held });
  await db.run(sql`create function poisoned() returns trigger language plpgsql as $$ begin raise 'poisoned'; end $$`);
  await db.pool.query(
    `create trigger poisoned before update on users for each row when (old.id = '${broken}') execute function poisoned()`,
  );
  try {
    await expect(deleteDueAccounts(world.context, afterDeadline(), 1)).rejects.toThrow("poisoned");
  } finally {
    await db.run(sql`drop trigger poisoned on users`);
  }
  expect([await isDeleted({ id: held }), await isDeleted({ id: broken })]).toEqual([false, false]);
  for (const id of others) expect(await isDeleted({ id })).toBe(true);
});
