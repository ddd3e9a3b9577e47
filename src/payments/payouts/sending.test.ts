import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeShopApi } from "../../../test/make/checkout.ts";
import { contextOn, makeContext } from "../../../test/make/context.ts";
import { brokenMoney, fundsOf, makeRichShop, type RichShop } from "../../../test/make/payouts.ts";
import { startMidtransPayoutsDouble, type MidtransPayoutsDouble } from "../../../test/doubles/midtrans-payouts.ts";
import { startXenditPayoutsDouble, type XenditPayoutsDouble } from "../../../test/doubles/xendit-payouts.ts";
import { raceRounds } from "../../../test/race-rounds.ts";
import { runQueued } from "../../../test/run-all-jobs.ts";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour, minute } from "#lib/time.ts";
import { book } from "../ledger/ledger.ts";
import { paymentRoutes } from "../routes.ts";
import { holdPayouts, releasePayouts } from "./hold-payouts.ts";
import { advancePayout, pollPayouts } from "./advance-payout.ts";
import { findUsableBankAccount } from "./bank-accounts/find-usable-bank-account.ts";
import { lockOwner } from "./bank-accounts/queries.ts";
import { withdraw } from "./request-withdrawal.ts";
import { maxSends, payoutLeaseDuration, silentTurns } from "./rules.ts";

type TestContext = Awaited<ReturnType<typeof makeContext>>;
let context: TestContext;
/** A second process of the same marketplace. */
let second: TestContext;
let xendit: XenditPayoutsDouble;
let midtrans: MidtransPayoutsDouble;
let api: Awaited<ReturnType<typeof makeShopApi>>;

/** Another process on the same database, with the same key. */
const openProcess = () =>
  contextOn({ url: context.databaseUrl, drop: async () => {} }, settings({ DATA_DIR: context.config.dataDir }));
const settings = (more: Record<string, string> = {}) => ({
  LOG_LEVEL: "silent",
  ...midtrans.settings,
  ...xendit.settings,
  ...more,
});

beforeAll(async () => {
  xendit = await startXenditPayoutsDouble();
  midtrans = await startMidtransPayoutsDouble();
  context = await makeContext(settings());
  second = await openProcess();
  api = await makeShopApi(context, [paymentRoutes]);
});
afterAll(async () => {
  const broken = await brokenMoney(context);
  await api.close();
  await second.db.close();
  await context.close();
  await xendit.close();
  await midtrans.close();
  expect(broken).toEqual([]);
});
beforeEach(() => {
  xendit.mood = "well";
  xendit.next.length = 0;
  xendit.nextOrders.length = 0;
  xendit.firstStatus = "ACCEPTED";
  xendit.onTaken = undefined;
  midtrans.mood = "well";
  midtrans.approvedStatus = "approved";
});

const now = () => context.clock.now();

/** An approved withdrawal of a shop with this balance. */
async function approved(amount = 100_000, shop?: RichShop) {
  const owner = shop ?? (await makeRichShop(context, { balance: amount }));
  const { ownerId: userId, shopId, accountId } = owner;
  const payout = await context.db.transaction(async (tx) => {
    await lockOwner(tx, userId);
    const account = await findUsableBankAccount(tx, context, { userId, accountId, now: now() });
    return withdraw(tx, context, { userId, shopId }, { amount, account, isAutomatic: false, now: now() });
  });
  expect(payout.status).toBe("approved");
  return { id: payout.id, reference: payout.reference, shop: owner };
}

async function stored(id: string) {
  const row = await context.db.row<{
    status: string;
    attention: string | null;
    failure: string | null;
    external_id: string | null;
    provider: string | null;
    sends: number;
    poll_at: Date | null;
  }>(sql`select status, attention, failure, external_id, provider, sends, poll_at from payouts where id = ${id}`);
  if (!row) throw new Error("no payout");
  return row;
}
/** Handles the payout at the moment when it is due next. */
async function nextTurn(id: string, by: TestContext = context): Promise<void> {
  const { poll_at: at } = await stored(id);
  if (at) await advancePayout(by, id, at);
}
async function notifyBy(provider: "xendit" | "midtrans", payload: string, headers: Record<string, string>) {
  const client = await api.as(null);
  const { status, body } = await client("POST", `/v1/payouts/notifications/${provider}`, JSON.parse(payload), headers);
  return { status, code: body.code, verdict: (body as unknown as { verdict: string }).verdict };
}
const notifyXendit = (reference: string, wrong: object = {}, headers = xendit.headers) =>
  notifyBy("xendit", JSON.stringify(xendit.notification(reference, wrong as Record<string, unknown>)), headers);

describe("a payout through a provider", () => {
  test("is sent once and paid when the provider reports it, which a notification makes it ask for", async () => {
    const { id, reference, shop } = await approved();
    await advancePayout(context, id, now());
    expect(await stored(id)).toMatchObject({ status: "sent", provider: "xendit", sends: 1 });
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 0, payable: 100_000 });
    xendit.change(reference, { status: "SUCCEEDED" });
    expect(await notifyXendit(reference)).toMatchObject({ status: 200, verdict: "noted" });
    await runQueued(context);
    expect((await stored(id)).status).toBe("paid");
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 0, payable: 0 });
    expect(xendit.find(reference).map(({ amount }) => amount)).toEqual([97_500]);
  });

  test("whose answer was lost is found at the provider and never sent again", async () => {
    const { id, reference } = await approved();
    await advancePayout(context, (await approved()).id, now());
    xendit.next.push("lost");
    await advancePayout(context, id, now());
    expect(await stored(id)).toMatchObject({ status: "sent", external_id: null, sends: 1 });
    await nextTurn(id);
    expect(await stored(id)).toMatchObject({ status: "sent", sends: 1, external_id: xendit.find(reference)[0]?.id });
    xendit.change(reference, { status: "SUCCEEDED" });
    await nextTurn(id);
    expect([(await stored(id)).status, xendit.find(reference).length]).toEqual(["paid", 1]);
  });

  test("that the provider did not take is sent again with the same key", async () => {
    const { id, reference } = await approved();
    xendit.mood = "broken";
    await advancePayout(context, id, now());
    await nextTurn(id);
    await nextTurn(id);
    xendit.mood = "well";
    for (let turn = 0; turn < 4; turn += 1) await nextTurn(id);
    expect(xendit.find(reference)).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ status: "sent", external_id: xendit.find(reference)[0]?.id });
    const keys = xendit.calls.filter(
      ({ method, body }) => method === "POST" && (body as { reference_id: string }).reference_id === reference,
    );
    expect(new Set(keys.map(({ headers }) => headers["idempotency-key"]))).toEqual(new Set([reference]));
  });

  test("of a process that is killed after the provider took it is finished by another, and sent once", async () => {
    const { id, reference, shop } = await approved();
    const dying = await openProcess();
    xendit.onTaken = () => void dying.db.pool.end();
    await advancePayout(dying, id, now()).catch(() => {});
    xendit.onTaken = undefined;
    expect(xendit.find(reference)).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ status: "sent", external_id: null });
    await advancePayout(second, id, now());
    expect((await stored(id)).external_id, "still held by the dead process").toBeNull();
    xendit.change(reference, { status: "SUCCEEDED" });
    await advancePayout(second, id, addDuration(now(), payoutLeaseDuration + 1000));
    expect((await stored(id)).status).toBe("paid");
    expect([xendit.find(reference).length, await fundsOf(context, shop.shopId)]).toEqual([
      1,
      { balance: 0, payable: 0 },
    ]);
  });

  test("of a process that is killed before the provider is asked is sent by another", async () => {
    const { id, reference } = await approved();
    const { markSending } = await import("./sending-queries.ts");
    await context.db.run(sql`update payouts set poll_at = ${addDuration(now(), payoutLeaseDuration)} where id = ${id}`);
    await markSending(context.db, id, "xendit", now());
    await advancePayout(second, id, addDuration(now(), payoutLeaseDuration + 1000));
    expect([xendit.find(reference).length, (await stored(id)).status]).toEqual([1, "sent"]);
  });

  test("is handled by one of two processes at a time", async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => approved()));
    const at = addDuration(now(), minute);
    await Promise.all(
      made
        .flatMap(({ id }) => [context, second].map((by) => advancePayout(by, id, at)))
        .concat(pollPayouts(second, at)),
    );
    for (const { id, reference } of made)
      expect([xendit.find(reference).length, (await stored(id)).sends]).toEqual([1, 1]);
  });

  test("is asked about later also when two turns overlap, because one was slower than its lease", async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => approved()));
    const at = now();
    const leaseEnded = addDuration(at, payoutLeaseDuration + minute);
    for (const { id, reference } of made) {
      await Promise.all([advancePayout(context, id, at), advancePayout(second, id, leaseEnded)]);
      expect(await stored(id)).toMatchObject({ status: "sent", poll_at: expect.any(Date) });
      expect(xendit.find(reference)).toHaveLength(1);
    }
  });

  test("that the provider refuses for good returns to the balance", async () => {
    const { id, shop } = await approved();
    await advancePayout(context, (await approved()).id, now());
    xendit.nextOrders.push("RECIPIENT_ACCOUNT_NUMBER_ERROR");
    await advancePayout(context, id, now());
    expect(await stored(id)).toMatchObject({ status: "failed", failure: "account" });
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 100_000, payable: 0 });
  });

  test("is neither failed nor lost while our key is refused", async () => {
    const { id, shop, reference } = await approved();
    await advancePayout(context, (await approved()).id, now());
    xendit.nextOrders.push("REQUEST_FORBIDDEN_ERROR");
    await advancePayout(context, id, now());
    expect(await stored(id)).toMatchObject({ status: "sent", sends: 1 });
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 0, payable: 100_000 });
    await nextTurn(id);
    expect([xendit.find(reference).length, (await stored(id)).sends]).toEqual([1, 2]);
  });

  test("that the provider never takes is left to an operator, and not sent without end", async () => {
    const { id, reference } = await approved();
    await advancePayout(context, (await approved()).id, now());
    xendit.nextOrders.push(...Array<string>(maxSends + 10).fill("DUPLICATE_ERROR"));
    await advancePayout(context, id, now());
    await context.db.run(sql`update payouts set sends = ${maxSends - 2} where id = ${id}`);
    for (let turn = 0; turn < 6; turn += 1) await nextTurn(id);
    expect(await stored(id)).toMatchObject({ status: "sent", attention: "unanswered", sends: maxSends });
    expect(xendit.find(reference)).toHaveLength(0);
  });

  test("is not repeated after the time in which keys are valid", async () => {
    const { id } = await approved();
    await advancePayout(context, (await approved()).id, now());
    xendit.nextOrders.push("DUPLICATE_ERROR");
    await advancePayout(context, id, now());
    await context.db.run(sql`update payouts set poll_at = ${addDuration(now(), day)} where id = ${id}`);
    await nextTurn(id);
    expect(await stored(id)).toMatchObject({ sends: 1, attention: "unanswered" });
  });

  test("is shown to operators when its provider has been silent for hours, and still sent when it answers", async () => {
    const { id, reference } = await approved();
    await advancePayout(context, (await approved()).id, now());
    xendit.mood = "broken";
    await context.db.run(sql`update payouts set polls = ${silentTurns} where id = ${id}`);
    await nextTurn(id);
    const silent = await stored(id);
    xendit.mood = "well";
    xendit.next.push("lost");
    await nextTurn(id);
    expect([silent.status, silent.attention, (await stored(id)).status]).toEqual(["sent", "unanswered", "sent"]);
    xendit.change(reference, { status: "SUCCEEDED" });
    for (let turn = 0; turn < 3; turn += 1) await nextTurn(id);
    expect(await stored(id)).toMatchObject({ status: "paid", attention: null });
  });

  test("to a bank, or of an amount, that the provider does not serve waits for operators", async () => {
    const small = await approved(10_000);
    await advancePayout(context, small.id, now());
    expect(await stored(small.id)).toMatchObject({ status: "approved", provider: "manual", poll_at: null });
    const other = await approved();
    await context.db.run(sql`update payouts set bank_code = 'jago' where id = ${other.id}`);
    await advancePayout(context, other.id, now());
    expect(await stored(other.id)).toMatchObject({ provider: "manual" });
    expect(xendit.find(other.reference)).toHaveLength(0);
  });

  test("of which the provider reports another amount is not booked; an operator looks", async () => {
    const { id, reference, shop } = await approved();
    await advancePayout(context, id, now());
    xendit.change(reference, { status: "SUCCEEDED", amount: 97_501 });
    await nextTurn(id);
    await nextTurn(id);
    expect(await stored(id)).toMatchObject({ status: "sent", attention: "amount_differs" });
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 0, payable: 100_000 });
    xendit.change(reference, { amount: 97_500 });
    await nextTurn(id);
    expect(await stored(id)).toMatchObject({ status: "paid", attention: null });
  });
});

describe("a provider that changes its mind", () => {
  test("about a failed payout: it is taken from the balance again, and what is missing becomes a debt", async () => {
    const { id, reference, shop } = await approved();
    await advancePayout(context, id, now());
    xendit.change(reference, { status: "FAILED", failure_code: "TRANSFER_ERROR" });
    await nextTurn(id);
    expect([(await stored(id)).status, await fundsOf(context, shop.shopId)]).toEqual([
      "failed",
      { balance: 100_000, payable: 0 },
    ]);
    const spent = await approved(60_000, shop);
    await advancePayout(context, spent.id, now());
    xendit.change(reference, { status: "SUCCEEDED" });
    await notifyXendit(reference);
    await runQueued(context);
    expect((await stored(id)).status).toBe("paid");
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 0, payable: 60_000 });
    const debt = async () =>
      (
        await context.db.row<{ balance: number }>(
          sql`select balance from ledger_accounts where kind = 'seller_debt' and owner = ${shop.shopId}`,
        )
      )?.balance;
    expect(await debt()).toBe(-60_000);
    // The other payout fails, and pays off the debt before the balance grows.
    xendit.change(spent.reference, { status: "FAILED" });
    await nextTurn(spent.id);
    expect([await debt(), await fundsOf(context, shop.shopId)]).toEqual([0, { balance: 0, payable: 0 }]);
    // And the first one comes back after all.
    xendit.change(reference, { status: "REVERSED" });
    await nextTurn(id);
    expect([(await stored(id)).status, await fundsOf(context, shop.shopId)]).toEqual([
      "returned",
      { balance: 100_000, payable: 0 },
    ]);
  });

  test("in every round of notifications that say paid and failed at once books each payout one way", async () => {
    const rounds = raceRounds(20);
    const shop = await makeRichShop(context, { balance: rounds * 20_000 });
    const results: Record<string, number> = {};
    for (let round = 0; round < rounds; round += 1) {
      const { id, reference } = await approved(20_000, shop);
      await advancePayout(context, id, now());
      const claims = ["SUCCEEDED", "FAILED", "SUCCEEDED", "FAILED"];
      const ask = async (by: TestContext, status: string) => {
        xendit.change(reference, { status });
        await context.db.run(sql`update payouts set poll_at = ${now()} where id = ${id} and poll_at is not null`);
        await advancePayout(by, id, now());
      };
      await Promise.all(claims.map((status, at) => ask(at % 2 ? context : second, status)));
      const final = round % 2 === 0 ? "SUCCEEDED" : "REVERSED";
      xendit.change(reference, { status: final });
      for (let turn = 0; turn < 2; turn += 1) {
        await context.db.run(
          sql`update payouts set poll_at = ${now()} where id = ${id} and status in ('sent', 'paid', 'failed')`,
        );
        await advancePayout(context, id, now());
      }
      const { status } = await stored(id);
      results[`${final} ${status}`] = (results[`${final} ${status}`] ?? 0) + 1;
    }
    // A payout that was paid, then failed, is returned for good. Nothing is ever paid at us and not at the provider.
    for (const outcome of Object.keys(results))
      expect(["SUCCEEDED paid", "SUCCEEDED returned", "REVERSED returned", "REVERSED failed"]).toContain(outcome);
    expect(await brokenMoney(context)).toEqual([]);
    const row = await context.db.row<{ paid: number; n: number }>(sql`
      select coalesce(sum(amount) filter (where status = 'paid'), 0)::bigint as paid, count(*)::int as n
      from payouts where shop_id = ${shop.shopId} and amount > 1`);
    expect(row?.n).toBe(rounds);
    expect((await fundsOf(context, shop.shopId)).balance).toBe(rounds * 20_000 - (row?.paid ?? 0));
  }, 120_000);
});

test("no connection to the database is held while a provider is asked", async () => {
  const held: number[] = [];
  xendit.onTaken = () => void held.push(context.db.pool.totalCount - context.db.pool.idleCount);
  const { id } = await approved();
  await advancePayout(context, id, now());
  xendit.onTaken = undefined;
  expect(held).toEqual([0]);
});

describe("a notification", () => {
  test("without the token, of another installation, or about nothing changes nothing", async () => {
    const { id, reference } = await approved();
    await advancePayout(context, id, now());
    const before = await stored(id);
    expect(await notifyXendit(reference, {}, {})).toMatchObject({ status: 401, code: "payments.bad_signature" });
    expect(await notifyXendit(reference, {}, { "x-callback-token": "salah" })).toMatchObject({ status: 401 });
    const unknown = `KWP-${"0".repeat(20)}`;
    expect(await notifyXendit(reference, { reference_id: unknown, id: "disb-1" })).toMatchObject({
      verdict: "ignored",
    });
    expect(await notifyBy("xendit", "{}", xendit.headers)).toMatchObject({ status: 200, verdict: "ignored" });
    expect((await notifyBy("xendit", "[]", xendit.headers)).status).toBe(422);
    expect(await stored(id)).toEqual(before);
  });

  test("that claims what the provider does not report, repeated and reordered, books nothing", async () => {
    const { id, reference, shop } = await approved();
    await advancePayout(context, id, now());
    for (const status of ["SUCCEEDED", "FAILED", "REVERSED", "SUCCEEDED"])
      await Promise.all(Array.from({ length: 5 }, () => notifyXendit(reference, { status })));
    await runQueued(context);
    expect((await stored(id)).status).toBe("sent");
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 0, payable: 100_000 });
    const jobs = await context.db.row<{ n: number }>(
      sql`select count(*)::int as n from graphile_worker.jobs where task_identifier = 'payments.advance_payout'`,
    );
    expect(jobs?.n).toBeLessThan(5);
  });

  test("that is lost is not missed", async () => {
    const { id, reference } = await approved();
    await advancePayout(context, id, now());
    xendit.change(reference, { status: "SUCCEEDED" });
    await pollPayouts(context, addDuration(now(), hour));
    expect((await stored(id)).status).toBe("paid");
  });
});

describe("Midtrans", () => {
  let process: TestContext;
  beforeAll(async () => {
    process = await contextOn(
      { url: context.databaseUrl, drop: async () => {} },
      settings({ DATA_DIR: context.config.dataDir, PAYOUT_PROVIDER: "midtrans" }),
    );
  });
  afterAll(() => process.db.close());
  const notes = (reference: string) => reference.replace("-", " ");

  test("gets an order with both keys, also when the answer to either step was lost", async () => {
    for (const lost of [[], ["lost"], ["well", "lost"], ["well", "broken"], ["well", "cut"]] as const) {
      const { id, reference } = await approved();
      await advancePayout(process, (await approved()).id, now());
      midtrans.next.push(...lost);
      await advancePayout(process, id, now());
      for (let turn = 0; turn < 3; turn += 1) await nextTurn(id, process);
      const made = midtrans.find(notes(reference));
      expect([lost, made.length, made[0]?.status]).toEqual([lost, 1, "approved"]);
      midtrans.change(notes(reference), { status: "completed" });
      const { text, headers } = midtrans.notification(notes(reference));
      expect(await notifyBy("midtrans", text, headers)).toMatchObject({ status: 200, verdict: "noted" });
      await advancePayout(process, id, addDuration(now(), minute));
      expect((await stored(id)).status).toBe("paid");
    }
  });

  test("confirms no order while payouts are stopped, and confirms it afterwards", async () => {
    const { id, reference } = await approved();
    await advancePayout(process, (await approved()).id, now());
    midtrans.next.push("well", "lost");
    await advancePayout(process, id, now());
    midtrans.change(notes(reference), { status: "queued" });
    await holdPayouts(context.db, { reason: "operator", note: "Uji", now: now() });
    await nextTurn(id, process);
    expect(midtrans.find(notes(reference))[0]?.status).toBe("queued");
    await releasePayouts(context.db, "operator");
    await nextTurn(id, process);
    expect(midtrans.find(notes(reference))[0]?.status).toBe("approved");
  });

  test("is shown to operators as unsent when the list of banks has been out of reach for hours", async () => {
    const { id } = await approved();
    // A new process: it does not know the list of banks yet.
    const started = await contextOn(
      { url: context.databaseUrl, drop: async () => {} },
      settings({ DATA_DIR: context.config.dataDir, PAYOUT_PROVIDER: "midtrans" }),
    );
    midtrans.mood = "broken";
    await context.db.run(sql`update payouts set polls = ${silentTurns} where id = ${id}`);
    await nextTurn(id, started);
    const silent = await stored(id);
    midtrans.mood = "well";
    await nextTurn(id, started);
    await started.db.close();
    expect(silent).toMatchObject({ status: "approved", attention: "unsent" });
    expect(await stored(id)).toMatchObject({ status: "sent", attention: null });
  });

  test("may send a completed payout back", async () => {
    const { id, reference, shop } = await approved();
    midtrans.approvedStatus = "completed";
    await advancePayout(process, id, now());
    expect((await stored(id)).status).toBe("paid");
    midtrans.change(notes(reference), { status: "failed" });
    await nextTurn(id, process);
    expect([(await stored(id)).status, await fundsOf(context, shop.shopId)]).toEqual([
      "returned",
      { balance: 100_000, payable: 0 },
    ]);
  });

  test("keeps the payouts that it has when the settings choose another provider", async () => {
    const { id, reference } = await approved();
    await advancePayout(process, id, now());
    midtrans.change(notes(reference), { status: "completed" });
    await nextTurn(id, context);
    expect(await stored(id)).toMatchObject({ status: "paid", provider: "midtrans" });
  });
});

test("a returned payout pays off the debt that its shop has had since", async () => {
  const { id, reference, shop } = await approved();
  await advancePayout(context, id, now());
  xendit.change(reference, { status: "SUCCEEDED" });
  await nextTurn(id);
  await context.db.transaction((tx) =>
    book(tx, {
      kind: "settlement_changed",
      reference: randomUUID(),
      now: now(),
      movements: [
        { kind: "seller_debt", owner: shop.shopId, amount: -30_000 },
        { kind: "cash", owner: "xendit", amount: 30_000 },
      ],
    }),
  );
  xendit.change(reference, { status: "REVERSED" });
  await nextTurn(id);
  expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 70_000, payable: 0 });
});
