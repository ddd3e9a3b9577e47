import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { rememberFingerprints, deleteOldFingerprints } from "#accounts/fingerprints/remember-fingerprints.ts";
import { fingerprintRetentionDuration } from "#accounts/fingerprints/rules.ts";
import { sql } from "#lib/database.ts";
import { addDuration, day } from "#lib/time.ts";
import { archiveParts } from "#privacy/archive/queries.ts";
import { saveReview } from "#reviews/save-review.ts";
import { makeWorld, type World } from "../../../test/attacks/make-world.ts";
import { lineOf } from "../../../test/make/complaints.ts";
import { makeCompletedOrder, makePlacedOrder } from "../../../test/make/orders.ts";
import { makeAddress, makeBankAccount, makeShop, makeUser } from "../../../test/make/rows.ts";
import { scanForSignals } from "./find-signals.ts";
import { firstIdAt, namesText, signalRetentionDuration, signalRules, type SignalRuleName } from "./rules.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const now = () => world.context.clock.now();
const scan = (pageSize?: number) => scanForSignals(world.context, now(), pageSize);
let addresses = 0;
/** Logs these people in from one new browser, each from an own network unless one is given. */
async function useOneBrowser(people: readonly string[], ip?: string): Promise<void> {
  const browserId = randomBytes(16).toString("base64url");
  for (const userId of people) {
    addresses += 1;
    const from = { browserId, ip: ip ?? `10.1.${Math.floor(addresses / 250)}.${addresses % 250}` };
    await rememberFingerprints(world.context, userId, from, now());
  }
}
const newUsers = async (count: number) =>
  Promise.all(Array.from({ length: count }, () => makeUser(world.context, { name: "Rina Kusuma Wardani" })));
/** The signals of a rule that name this person. */
const about = (rule: SignalRuleName, userId: string) =>
  world.context.db.rows<{ id: string; strength: number; state: string; evidence: { shared?: string[] } }>(sql`
    select s.id, s.strength, s.state, s.evidence from fraud_signals s join fraud_signal_people p on p.signal_id = s.id
    where s.rule = ${rule} and p.user_id = ${userId}`);
const read = async (signalId: string) =>
  (await world.operator.call("GET", `/v1/operator/signals/${signalId}`)).body.result;
const dismiss = (signalId: string) =>
  world.operator.call("POST", `/v1/operator/signals/${signalId}/dismiss`, { reason: "Satu keluarga, satu ponsel." });

async function review(userId: string, orderOf: string): Promise<void> {
  const line = { lineId: await lineOf(world.context, orderOf), buyerId: userId };
  await saveReview(world.context, line, { rating: 5, text: "Cepat dan rapi.", picture_ids: [] }, now());
}

describe("the rules", () => {
  test("many accounts in one browser are a signal from the count of the rule on, not before", async () => {
    const few = await newUsers(signalRules.account_velocity.min - 1);
    const many = await newUsers(signalRules.account_velocity.min);
    await useOneBrowser(few);
    await useOneBrowser(many);
    await scan();
    expect(await about("account_velocity", few[0] ?? "")).toEqual([]);
    expect(await about("account_velocity", many[0] ?? "")).toMatchObject([{ strength: many.length, state: "open" }]);
  });

  test("many new accounts in one network are a signal of their own", async () => {
    const people = await newUsers(signalRules.network_velocity.min);
    for (const one of people) await useOneBrowser([one], "203.0.113.7");
    await scan(4);
    expect(await about("network_velocity", people[0] ?? "")).toMatchObject([{ strength: people.length }]);
    expect(await about("account_velocity", people[0] ?? "")).toEqual([]);
  });

  test("a buyer who shares phone, bank account, address or browser with the seller is found, others are not", async () => {
    const { context } = world;
    const [shop, plain] = [await makeShop(context), await makeShop(context)];
    const [buyer = "", stranger = ""] = await newUsers(2);
    await makeBankAccount(context, buyer, "7712345678");
    await makeBankAccount(context, shop.ownerId, "7712345678");
    await makeAddress(context, shop.ownerId);
    await context.db.run(sql`update users set phone = '+6281255550001' where id in (${buyer}, ${shop.ownerId})`);
    await useOneBrowser([buyer, shop.ownerId]);
    await makePlacedOrder(context, { buyerId: buyer, shops: [shop] });
    await makePlacedOrder(context, { buyerId: stranger, shops: [plain] });
    await scan();
    const [signal] = await about("self_dealing", buyer);
    expect(signal?.evidence.shared).toEqual(["phone", "bank_account", "address", "browser"]);
    expect(await about("self_dealing", shop.ownerId)).toHaveLength(1);
    expect(await about("self_dealing", stranger)).toEqual([]);
  });

  test("a bank account that this installation cannot decrypt is unknown, and others are still compared", async () => {
    const { context } = world;
    const shop = await makeShop(context);
    const [stranger = "", buyer = ""] = await newUsers(2);
    const number = "7798765432";
    await makeBankAccount({ db: context.db, secret: randomBytes(32) }, stranger, number);
    await makeBankAccount(context, buyer, number);
    await makeBankAccount(context, shop.ownerId, number);
    await makePlacedOrder(context, { shops: [shop], buyerId: stranger });
    await makePlacedOrder(context, { shops: [shop], buyerId: buyer });
    await scan();
    expect(await about("self_dealing", buyer)).toMatchObject([{ evidence: { shared: ["bank_account"] } }]);
    expect(await about("self_dealing", stranger)).toEqual([]);
  });

  test("many orders from one browser within the rule's time are a signal", async () => {
    const [buyer = "", other = ""] = await newUsers(2);
    const order = await makeCompletedOrder(world.context, { buyerId: buyer });
    await useOneBrowser([buyer, other]);
    await world.context.db.run(sql`
      insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', uuidv7(), 'buyer_id', ${other}::text,
        'invoice', 'INV/20261123/' || upper(substr(md5(n::text || ${buyer}), 1, 10))))).* from orders o, generate_series(2, ${signalRules.order_velocity.min}::int) n where o.id = ${order.orderId}`);
    try {
      await scan(5);
      expect(await about("order_velocity", buyer)).toMatchObject([{ strength: signalRules.order_velocity.min }]);
    } finally {
      await world.context.db.run(sql`delete from orders where buyer_id = ${other}`);
    }
  });

  test("the same buyers who praise the same shops within days are a ring", async () => {
    const { context } = world;
    const shops = [await makeShop(context), await makeShop(context)];
    const people = await newUsers(signalRules.review_ring.min);
    for (const buyerId of people)
      for (const shop of shops) {
        const order = await makeCompletedOrder(context, { buyerId, shops: [shop] });
        await review(buyerId, order.orderId);
      }
    await scan(3);
    const [signal] = await about("review_ring", people[0] ?? "");
    expect(signal?.strength).toBe(people.length);
    const shown = await read(signal?.id ?? "");
    expect(shown.reviews).toHaveLength(2 * people.length);
    expect(shown.people.filter(({ role }: { role: string }) => role === "seller")).toHaveLength(2);
  });

  test("an account whose id does not contain its time is not taken for a new one in each run", async () => {
    const people = await newUsers(signalRules.account_velocity.min);
    const { db } = world.context;
    const timeless = people.map((_, at) => `ffffffff-ffff-4fff-8fff-${String(at).padStart(12, "0")}`);
    for (const [at, id] of people.entries())
      await db.run(sql`
        insert into users (id, email, name, password_hash, type, created_at)
        select ${timeless[at]}, ${`timeless${at}@kawung.test`}, name, password_hash, type, created_at from users where id = ${id}`);
    await useOneBrowser(timeless);
    await scan();
    expect(await about("account_velocity", timeless[0] ?? "")).toEqual([]);
  });

  test("all queries of rules run over pages without a finding", async () => {
    await scan(1);
    expect(z.uuid().safeParse(firstIdAt(now())).success).toBe(true);
    expect(firstIdAt(new Date(0)) < firstIdAt(now())).toBe(true);
  });
});

describe("an operator", () => {
  async function makeSignal() {
    const people = await newUsers(signalRules.account_velocity.min);
    await useOneBrowser(people);
    await scan();
    const [signal] = await about("account_velocity", people[0] ?? "");
    return { id: signal?.id ?? "", people };
  }

  test("sees masked evidence, and each reading is in the audit log", async () => {
    const { id } = await makeSignal();
    const shown = await read(id);
    expect(shown.people[0].name).toBe("Rina K••• W•••");
    expect(JSON.stringify(shown)).not.toContain("@kawung.test");
    const entries = await world.context.db.rows(
      sql`select actor_id from audit_entries where subject_id = ${id} and action = 'operator.signal_read'`,
    );
    expect(entries).toEqual([{ actor_id: world.operator.id }]);
  });

  test("dismisses a signal once with a reason; it comes back when its count has doubled, not before", async () => {
    const { id, people } = await makeSignal();
    expect((await dismiss(id)).status).toBe(200);
    expect((await dismiss(id)).body.code).toBe("signals.closed");
    const more = await newUsers(people.length);
    const copy = (user: string) =>
      world.context.db.run(sql`
        insert into account_traces select ${user}, kind, digest, first_seen_at, last_seen_at from account_traces
        where user_id = ${people[0]} and kind = 'browser'`);
    for (const one of more.slice(1)) await copy(one);
    await scan();
    expect((await read(id)).state).toBe("dismissed");
    await copy(more[0] ?? "");
    await scan();
    expect((await read(id)).state).toBe("open");
  });

  test("closes the signals about a person by a measure, and nothing happened to the account before", async () => {
    const { id, people } = await makeSignal();
    const person = people[0] ?? "";
    expect((await read(id)).people.every((one: { is_blocked: boolean }) => !one.is_blocked)).toBe(true);
    const block = { rule: "fraud", text: "Membuka banyak akun untuk memakai satu voucher." };
    expect((await world.operator.call("POST", `/v1/operator/people/${person}/block`, block)).status).toBe(200);
    expect((await read(id)).state).toBe("acted");
  });

  test("finds the signal on the console's home, with the link to itself", async () => {
    const { id } = await makeSignal();
    const { items } = (await world.operator.call("GET", "/v1/operator/worklist")).body.result;
    expect(items).toContainEqual(expect.objectContaining({ kind: "signal", subject: id }));
  });
});

describe("what is stored", () => {
  test("a person's copy has the fingerprints and the decided signals, not the open ones, and both are deleted when they are old", async () => {
    const { context } = world;
    const people = await newUsers(signalRules.account_velocity.min);
    await useOneBrowser(people);
    await scan();
    const parts = archiveParts.filter(({ name }) => ["tanda_tempat_masuk", "tanda_penipuan"].includes(name));
    const counted = async () => {
      const rows = await Promise.all(parts.map((part) => context.db.rows(part.rows(people[0] ?? ""))));
      return rows.map((part) => part.length);
    };
    expect(await counted()).toEqual([2, 0]);
    const [signal] = await about("account_velocity", people[0] ?? "");
    expect((await dismiss(signal?.id ?? "")).status).toBe(200);
    expect(await counted()).toEqual([2, 1]);
    await deleteOldFingerprints(context.db, addDuration(now(), fingerprintRetentionDuration - day));
    expect(await context.db.rows(sql`select from account_traces where user_id = ${people[0]}`)).toHaveLength(2);
    await deleteOldFingerprints(context.db, addDuration(now(), fingerprintRetentionDuration + day));
    expect(await context.db.rows(sql`select from account_traces where user_id = ${people[0]}`)).toEqual([]);
    await scanForSignals(context, addDuration(now(), signalRetentionDuration + day));
    expect(await about("account_velocity", people[0] ?? "")).toEqual([]);
  });
});

test("the list of signals names the first people and says how many more there are", () => {
  expect(namesText(["Aditya", "Agus", "Budi", "Citra"])).toBe("Aditya, Agus, Budi, Citra");
  expect(namesText(["Aditya", "Agus", "Budi", "Citra", "Dewi"])).toBe("Aditya, Agus, Budi, Citra, dan 1 orang lagi");
  expect(namesText([])).toBe("");
});
