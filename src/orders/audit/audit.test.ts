import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { holdPayouts, payoutHold, releasePayouts } from "#payments/payouts/hold-payouts.ts";
import { makeShopApi, type Client } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makePaidOrder, makePlacedOrder } from "../../../test/make/orders.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { workJobs } from "../../../test/run-jobs.ts";
import { invariants } from "../invariants.ts";
import { orderJobs } from "../jobs.ts";
import { auditRoutes } from "./routes.ts";
import { auditRetentionDays, auditSchedule, auditTimeText, maxAuditAge } from "./rules.ts";
import { runAudit } from "./run-audit.ts";
import { sumHeldFunds } from "./sum-held-funds.ts";
import type { FundsAnswer } from "./contract.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let operator: Client;
let visitor: Client;
beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "silent" });
  api = await makeShopApi(context, [auditRoutes]);
  operator = await api.as(await makeUser(context, { type: "operator" }));
  visitor = await api.as(null);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

type Listed = {
  rows: { found: number; checked: number; findings: { invariant: string; what: string }[] }[];
  more: boolean;
  is_overdue: boolean;
};
const listed = async () => (await operator("GET", "/v1/operator/audits")).body.result as unknown as Listed;
const funds = async () => (await visitor("GET", "/v1/funds")).body.result as unknown as FundsAnswer | null;

/** Changes one balance behind the ledger's back while `work` runs. */
async function withWrongBalance(kind: string, work: (accountId: string) => Promise<void>): Promise<void> {
  const account = await context.db.row<{ id: string }>(
    sql`update ledger_accounts set balance = balance + 1 where id = (select id from ledger_accounts where kind = ${kind} order by id limit 1) returning id`,
  );
  const id = account?.id ?? "";
  try {
    await work(id);
  } finally {
    await context.db.run(sql`update ledger_accounts set balance = balance - 1 where id = ${id}`);
  }
}

test("before the first audit nothing is said about the funds, and the console warns", async () => {
  expect(await funds()).toBeNull();
  expect(await listed()).toEqual({ rows: [], more: false, is_overdue: true });
});

test("the auditor finds nothing in sound books, and says how much is held and covered at that moment", async () => {
  const paid = await makePaidOrder(context);
  const { checked, findings } = await runAudit(context);
  expect([checked, findings]).toEqual([Object.keys(invariants).length, []]);
  const shown = {
    in_orders: paid.total,
    held: paid.total,
    is_covered: true,
    is_sound: true,
    is_overdue: false,
    checked,
  };
  expect(await funds()).toMatchObject(shown);
  expect(await payoutHold(context.db)).toBeNull();
  expect(await listed()).toMatchObject({ rows: [{ found: 0, checked, findings: [] }], is_overdue: false });
  // A later payment is not shown on this day, also after another audit: nobody can read one person's purchase from the
  // difference.
  await makePaidOrder(context);
  await runAudit(context);
  expect(await funds()).toMatchObject(shown);
  await context.db.run(sql`
    update audits set started_at = started_at - interval '1 day', finished_at = finished_at - interval '1 day'`);
  const later = await runAudit(context);
  const { held, escrow } = sumHeldFunds(later.balances);
  expect(held).toBeGreaterThan(paid.total);
  expect(await funds()).toMatchObject({ in_orders: escrow, held });
});

test("payouts are on hold from an audit that finds something to the next one that finds nothing", async () => {
  await runAudit(context);
  await withWrongBalance("escrow", async (accountId) => {
    const { findings } = await runAudit(context);
    expect(findings).toContainEqual({ invariant: "each ledger balance is the sum of its entries", what: accountId });
    expect(findings.map(({ invariant }) => invariant)).toContain("all ledger balances sum to zero");
    expect(await payoutHold(context.db)).toMatchObject({ reason: "audit" });
    expect((await listed()).rows[0]).toMatchObject({
      found: findings.length,
      findings: expect.arrayContaining(findings),
    });
    expect(await funds()).toMatchObject({ is_sound: false });
    await runAudit(context);
    expect(await payoutHold(context.db)).toMatchObject({ reason: "audit" });
  });
  expect(await payoutHold(context.db)).toMatchObject({ reason: "audit" });
  await runAudit(context);
  expect(await payoutHold(context.db)).toBeNull();
});

test("a clean audit does not end the hold of an audit that began later and finished before", async () => {
  await runAudit(context);
  await withWrongBalance("escrow", async () => {
    await runAudit(context);
    await context.db.run(sql`
      update audits set started_at = started_at + interval '1 minute', finished_at = finished_at + interval '1 minute'
      where id = (select id from audits order by started_at desc, id desc limit 1)`);
  });
  expect((await runAudit(context)).findings).toEqual([]);
  expect(await payoutHold(context.db)).toMatchObject({ reason: "audit" });
  expect((await listed()).rows[0]?.found).toBeGreaterThan(0);
  await context.db.run(sql`
    update audits set started_at = started_at - interval '1 hour', finished_at = finished_at - interval '1 hour'`);
  await runAudit(context);
  expect(await payoutHold(context.db)).toBeNull();
});

test("a clean audit does not end an operator's hold", async () => {
  await holdPayouts(context.db, { reason: "operator", note: "Uji", now: context.clock.now() });
  await runAudit(context);
  expect(await payoutHold(context.db)).toMatchObject({ reason: "operator" });
  await releasePayouts(context.db, "operator");
});

test("audits of a marketplace where people buy and pay at the same time find nothing", async () => {
  // The people buy until the audits are done: how many orders an audit meets depends on the machine.
  let isAuditing = true;
  let bought = 0;
  const buying = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (isAuditing) await ((bought += 1) % 2 ? makePaidOrder(context) : makePlacedOrder(context));
    }),
  );
  try {
    for (let audits = 0; audits < 3; audits += 1) expect((await runAudit(context)).findings).toEqual([]);
  } finally {
    isAuditing = false;
    await buying;
  }
  expect(bought).toBeGreaterThan(3);
});

test("an audit that cannot be finished stores nothing and changes no hold", async () => {
  const before = (await listed()).rows.length;
  await holdPayouts(context.db, { reason: "audit", note: "Uji", now: context.clock.now() });
  await context.db.run(sql`alter table voucher_uses rename to voucher_uses_gone`);
  try {
    await expect(runAudit(context)).rejects.toThrow("voucher_uses");
  } finally {
    await context.db.run(sql`alter table voucher_uses_gone rename to voucher_uses`);
  }
  expect((await listed()).rows).toHaveLength(before);
  expect(await payoutHold(context.db)).toMatchObject({ reason: "audit" });
  await runAudit(context);
});

test("an operator starts an audit now, twice at once only one", async () => {
  const before = (await listed()).rows.length;
  for (const status of [200, 200]) expect((await operator("POST", "/v1/operator/audits")).status).toBe(status);
  await workJobs(context, orderJobs);
  expect((await listed()).rows).toHaveLength(before + 1);
});

test("the console warns when no audit has run for more than a day, and audits are deleted after their time", async () => {
  await context.db.run(sql`
    update audits set started_at = started_at - make_interval(secs => ${maxAuditAge / 1000 + 60}),
      finished_at = finished_at - make_interval(secs => ${maxAuditAge / 1000 + 60})`);
  expect((await listed()).is_overdue).toBe(true);
  expect(await funds()).toMatchObject({ is_overdue: true });
  await context.db.run(sql`update audits set started_at = started_at - make_interval(days => ${auditRetentionDays})`);
  await runAudit(context);
  expect(await listed()).toMatchObject({ rows: [{ found: 0 }], is_overdue: false });
});

test("the schedule in UTC is the time that the texts say in WIB", () => {
  const [minute, hour] = auditSchedule.split(" ").map(Number);
  const at = new Date(Date.UTC(2026, 10, 22, hour, minute));
  expect(
    `${at.toLocaleTimeString("id-ID", { timeZone: "Asia/Jakarta", hour: "2-digit", minute: "2-digit" })} WIB`,
  ).toBe(auditTimeText);
});

describe("what is held", () => {
  const balances = {
    cash: -805,
    escrow: 500,
    unapplied_payment: 20,
    seller_balance: 200,
    withdrawal_payable: 30,
    refund_payable: 50,
    tax_withheld: 5,
    commission: 300,
    promotion_cost: -300,
  };

  test("belongs to buyers, sellers and the state; income and costs of the marketplace do not count", () => {
    expect(sumHeldFunds(balances)).toEqual({ escrow: 520, held: 805, cash: 805, isCovered: true });
  });

  test("is not covered when a single rupiah is missing", () => {
    expect(sumHeldFunds({ ...balances, cash: -804, promotion_cost: -301 })).toMatchObject({ isCovered: false });
  });

  test("is nothing in a new marketplace", () => {
    expect(sumHeldFunds({ ...balances, tax_withheld: -5 }).held).toBe(
      sumHeldFunds({ ...balances, tax_withheld: 0 }).held,
    );
    expect(sumHeldFunds({})).toEqual({ escrow: 0, held: 0, cash: 0, isCovered: true });
  });
});

describe("npm run audit", () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  function run(): Promise<{ code: number | null; text: string }> {
    const env = {
      ...process.env,
      NODE_ENV: "test",
      DATABASE_URL: context.databaseUrl,
      DATA_DIR: context.config.dataDir,
    };
    const child = spawn(process.execPath, ["src/commands/main.ts", "audit"], { cwd: root, env });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
    return new Promise((done) => child.once("close", (code) => done({ code, text })));
  }

  test("prints that sound books are sound", async () => {
    const { code, text } = await run();
    expect(text).toMatch(
      /^Held for buyers and sellers: Rp[\d.]+\. At providers and banks: Rp[\d.]+\.\nAudit log: \d+ entries, all sound\. Last hash: [0-9a-f]{64}\n\d+ checks, 0 findings\.\n$/,
    );
    expect(code).toBe(0);
    expect((await listed()).rows[0]).toMatchObject({ found: 0 });
  });

  test("prints where the books are wrong, fails, and holds payouts", async () => {
    await withWrongBalance("cash", async (accountId) => {
      const { code, text } = await run();
      expect(text).toContain(`\neach ledger balance is the sum of its entries: ${accountId}\n`);
      expect(text).toMatch(/ checks, [1-9]\d* findings\.\n$/);
      expect(code).toBe(1);
      expect(await payoutHold(context.db)).toMatchObject({ reason: "audit" });
    });
    await runAudit(context);
  });
});
