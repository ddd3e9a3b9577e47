import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contextOn, makeContext } from "../../../test/make/context.ts";
import { brokenMoney, makeRichShop, type RichShop } from "../../../test/make/payouts.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { startXenditPayoutsDouble, type XenditPayoutsDouble } from "../../../test/doubles/xendit-payouts.ts";
import { sql } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { bookByBalance, type Account } from "../ledger/ledger.ts";
import { advancePayout, pollPayouts } from "./advance-payout.ts";
import { findUsableBankAccount } from "./bank-accounts/find-usable-bank-account.ts";
import { lockOwner } from "./bank-accounts/queries.ts";
import { cancelWithdrawal, withdraw } from "./request-withdrawal.ts";
import { approvePayout, rejectPayout } from "./review/decide-payout.ts";

type TestContext = Awaited<ReturnType<typeof makeContext>>;
let context: TestContext;
/** A second process of the same marketplace. */
let second: TestContext;
let xendit: XenditPayoutsDouble;
let operators: string[];

beforeAll(async () => {
  xendit = await startXenditPayoutsDouble();
  context = await makeContext({ LOG_LEVEL: "silent", ...xendit.settings });
  second = await contextOn(
    { url: context.databaseUrl, drop: async () => {} },
    { LOG_LEVEL: "silent", ...xendit.settings, DATA_DIR: context.config.dataDir },
  );
  operators = [await makeUser(context, { type: "operator" }), await makeUser(context, { type: "operator" })];
});
afterAll(async () => {
  await second.db.close();
  await context.close();
  await xendit.close();
});

const now = () => context.clock.now();

type Stored = { id: string; reference: string; status: string; amount: number; fee: number };
const payoutsOf = ({ shopId }: RichShop) =>
  context.db.rows<Stored>(
    sql`select id, reference, status, amount, fee from payouts where shop_id = ${shopId} and amount > 1 order by id`,
  );
async function fundsOf({ shopId }: RichShop): Promise<{ balance: number; debt: number }> {
  const rows = await context.db.rows<{ kind: string; balance: number }>(
    sql`select kind, balance from ledger_accounts where owner = ${shopId} and kind in ('seller_balance', 'seller_debt')`,
  );
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.balance ?? 0;
  return { balance: of("seller_balance"), debt: Math.abs(of("seller_debt")) };
}

/** An approved or requested withdrawal; a refusal is fine. */
async function tryWithdraw(by: TestContext, shop: RichShop, amount: number): Promise<string> {
  const { ownerId: userId, shopId, accountId } = shop;
  try {
    await by.db.transaction(async (tx) => {
      await lockOwner(tx, userId);
      const account = await findUsableBankAccount(tx, by, { userId, accountId, now: now() });
      await withdraw(tx, by, { userId, shopId }, { amount, account, isAutomatic: false, now: now() });
    });
    return "withdrawn";
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
const mayRefuse = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });

/** Income pays off a debt first, and a loss takes the balance first, as when orders are settled and refunded late. */
function earn({ shopId: owner }: RichShop, income: number) {
  const balance: Account = { kind: "seller_balance", owner };
  const debt: Account = { kind: "seller_debt", owner };
  const cash: Account = { kind: "cash", owner: "simulator" };
  return context.db.transaction((tx) =>
    bookByBalance(tx, {
      kind: "settlement_changed",
      reference: randomUUID(),
      now: now(),
      accounts: [balance, debt, cash],
      movementsFor: (balanceOf) => {
        const toDebt = income > 0 ? Math.min(income, -balanceOf(debt)) : Math.min(0, income + balanceOf(balance));
        return [
          { ...debt, amount: toDebt },
          { ...balance, amount: income - toDebt },
          { ...cash, amount: -income },
        ];
      },
    }),
  );
}

type Step =
  | { do: "sell" | "take back" | "withdraw"; amount: number; process: number }
  | { do: "poll"; process: number }
  | { do: "decide"; at: number; operator: number; approve: boolean }
  | { do: "cancel"; at: number }
  | { do: "report"; at: number; status: string }
  | { do: "spoil"; moods: ("lost" | "broken" | "cut" | "well")[] };

const amount = fc.integer({ min: 1, max: 60_000_000 });
const process = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("sell" as const), amount, process }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("take back" as const), amount, process }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("withdraw" as const), amount, process }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("poll" as const), process }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("decide" as const),
      at: fc.nat(5),
      operator: fc.nat(1),
      approve: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const), at: fc.nat(5) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("report" as const),
      at: fc.nat(9),
      status: fc.constantFrom("SUCCEEDED", "SUCCEEDED", "FAILED", "REVERSED", "ACCEPTED", "CANCELLED"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("spoil" as const),
      moods: fc.array(fc.constantFrom("lost" as const, "broken" as const, "cut" as const, "well" as const), {
        maxLength: 4,
      }),
    }),
  },
);

async function take(shop: RichShop, one: Step): Promise<void> {
  const by = "process" in one && one.process === 1 ? second : context;
  switch (one.do) {
    case "sell":
      await earn(shop, one.amount);
      return;
    case "take back":
      await earn(shop, -one.amount);
      return;
    case "withdraw": {
      const { balance } = await fundsOf(shop);
      await tryWithdraw(by, shop, one.amount % 7 === 0 ? balance : one.amount % (balance + 1));
      return;
    }
    case "poll":
      await context.db.run(
        sql`update payouts set poll_at = now() - interval '1 minute' where shop_id = ${shop.shopId} and poll_at is not null`,
      );
      await pollPayouts(by, now());
      return;
    case "decide": {
      const waiting = (await payoutsOf(shop)).filter(({ status }) => status === "requested");
      const chosen = waiting[one.at % Math.max(1, waiting.length)];
      const operator = { userId: operators[one.operator] ?? "", operatorRole: "finance" };
      if (!chosen) return;
      if (one.approve) await mayRefuse(approvePayout(context, operator, chosen.id, now()));
      else if (one.at === 0) await mayRefuse(rejectPayout(context, operator, chosen.id, "Uji acak", now()));
      return;
    }
    case "cancel": {
      const made = await payoutsOf(shop);
      const chosen = made[one.at % Math.max(1, made.length)];
      const owner = { userId: shop.ownerId, shopId: shop.shopId };
      if (chosen) await mayRefuse(cancelWithdrawal(context, owner, chosen.id, now()));
      return;
    }
    case "report": {
      const made = await payoutsOf(shop);
      const chosen = made[one.at % Math.max(1, made.length)];
      if (chosen) xendit.change(chosen.reference, { status: one.status });
      return;
    }
    case "spoil":
      xendit.next.push(...one.moods);
  }
}

/** Sums of a shop that must agree after every step. */
async function check(shop: RichShop, sold: number, takenBack: number): Promise<void> {
  const { balance, debt } = await fundsOf(shop);
  const made = await payoutsOf(shop);
  const gone = made.filter(({ status }) => !["failed", "returned", "cancelled"].includes(status));
  expect(balance - debt).toBe(sold - takenBack - gone.reduce((sum, one) => sum + one.amount, 0));
  expect(Math.min(balance, debt)).toBe(0);
  for (const { reference } of made) expect(xendit.find(reference).length).toBeLessThanOrEqual(1);
  expect(await brokenMoney(context)).toEqual([]);
}

test("in random histories of two processes nobody gains a rupiah, no payout is sent twice, and books agree with the provider", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      xendit.next.length = 0;
      const shop = await makeRichShop(context);
      let [sold, takenBack] = [0, 0];
      for (const one of steps) {
        await take(shop, one);
        if (one.do === "sell") sold += one.amount;
        if (one.do === "take back") takenBack += one.amount;
        await check(shop, sold, takenBack);
      }
      xendit.next.length = 0;
      for (let turn = 0; turn < 4; turn += 1) await take(shop, { do: "poll", process: turn % 2 });
      await check(shop, sold, takenBack);
      const allowed: Record<string, readonly string[]> = {
        SUCCEEDED: ["paid", "returned"],
        FAILED: ["failed", "returned"],
        CANCELLED: ["failed", "returned"],
        REVERSED: ["failed", "returned"],
        ACCEPTED: ["sent", "paid", "failed", "returned"],
      };
      for (const { reference, status, amount: taken, fee } of await payoutsOf(shop)) {
        const [held] = xendit.find(reference);
        if (!held) expect(["requested", "approved", "cancelled"]).toContain(status);
        else {
          expect(allowed[held.status], `${held.status} at the provider`).toContain(status);
          expect(held.amount).toBe(taken - fee);
        }
      }
    }),
    { numRuns: Number(globalThis.process.env.HISTORIES ?? 12), endOnFailure: true },
  );
}, 3_600_000);

test("twenty withdrawals at the same moment on two processes take exactly what the balance allows", async () => {
  for (let round = 0; round < 10; round += 1) {
    const shop = await makeRichShop(context, { balance: 350_000 });
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => tryWithdraw(at % 2 ? context : second, shop, 100_000)),
    );
    expect(outcomes.filter((one) => one === "withdrawn")).toHaveLength(3);
    expect(new Set(outcomes)).toEqual(new Set(["withdrawn", "payments.balance_too_low"]));
    expect(await fundsOf(shop)).toEqual({ balance: 50_000, debt: 0 });
  }
});

test("a payout of two processes is advanced by one at a time, also when both are notified of it at once", async () => {
  const shop = await makeRichShop(context, { balance: 20 * 50_000 });
  for (let at = 0; at < 20; at += 1) {
    expect(await tryWithdraw(context, shop, 50_000)).toBe("withdrawn");
    const made = (await payoutsOf(shop)).at(-1);
    await Promise.all([context, second, context, second].map((by) => advancePayout(by, made?.id ?? "", now())));
    expect(xendit.find(made?.reference ?? "")).toHaveLength(1);
    xendit.change(made?.reference ?? "", { status: "SUCCEEDED" });
    await take(shop, { do: "poll", process: 0 });
  }
  expect((await payoutsOf(shop)).every(({ status }) => status === "paid")).toBe(true);
});
