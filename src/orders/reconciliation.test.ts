import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "#lib/context.ts";
import { sql } from "#lib/database.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { addDuration, day, hour, jakartaDay } from "#lib/time.ts";
import { paymentJobs } from "#payments/jobs.ts";
import type { Difference } from "#payments/reconciliation/compare-entries.ts";
import { shiftDay } from "#payments/reconciliation/compare-bank.ts";
import { rangeOf } from "#payments/reconciliation/day-range.ts";
import { saveReport } from "#payments/reconciliation/queries.ts";
import { queueReconciliations, reconcileDay } from "#payments/reconciliation/reconcile-day.ts";
import { settlementRoutes } from "#payments/reconciliation/settlement-files/routes.ts";
import { reconciliationRoutes } from "#payments/reconciliation/routes.ts";
import { bankPayoutDays, bankWindow, reconciledDays, repeatAfter } from "#payments/reconciliation/rules.ts";
import type { ListingProviderId } from "#payments/rules.ts";
import { saveLayout } from "#payments/statements/queries.ts";
import { defaultLayout } from "#payments/statements/rules.ts";
import { uploadStatement } from "#payments/statements/upload-statement.ts";
import { makeSession, makeShopApi } from "../../test/make/checkout.ts";
import { makeContext } from "../../test/make/context.ts";
import { attemptOf, makeCompletedOrder, makePaidOrder, makePlacedOrder } from "../../test/make/orders.ts";
import { makeShop, makeUser } from "../../test/make/rows.ts";
import { workJobs } from "../../test/run-jobs.ts";
import { startMidtransDouble, type MidtransDouble } from "../../test/doubles/midtrans.ts";
import { startXenditDouble, type XenditDouble } from "../../test/doubles/xendit.ts";
import { rejectOrder } from "./accept-order.ts";
import { brokenInvariants } from "./invariants.ts";
import { orderJobs } from "./jobs.ts";

type Made = Awaited<ReturnType<typeof makeContext>>;
let context: Made;
const now = () => context.clock.now();
const today = () => jakartaDay(now());
const compare = async (provider: ListingProviderId, on: Context = context): Promise<Difference[]> =>
  (await reconcileDay(on, { provider, day: today() }, now())).differences;
const notified = (userId: string) =>
  context.db.rows<{ title: string; description: string }>(
    sql`select title, description from notifications where user_id = ${userId} order by id`,
  );
const statusOf = async (orderId: string) =>
  (await context.db.row<{ status: string }>(sql`select status from orders where id = ${orderId}`))?.status;

describe("the simulated bank", () => {
  beforeAll(async () => {
    context = await makeContext({ LOG_LEVEL: "silent" });
  });
  afterAll(() => context.close());
  afterEach(async () => {
    await workJobs(context, paymentJobs, orderJobs);
    expect(await brokenInvariants(context.db)).toEqual([]);
  });

  test("agrees with the books on a day with payments, refunds and unpaid orders", async () => {
    await makeCompletedOrder(context);
    await makePlacedOrder(context);
    const rejected = await makePaidOrder(context);
    await rejectOrder(
      context,
      { orderId: rejected.orderId, shopId: rejected.shopId, userId: rejected.sellerId, reason: "Stok habis" },
      now(),
    );
    await workJobs(context, paymentJobs, orderJobs);
    const { checked, differences } = await reconcileDay(context, { provider: "simulator", day: today() }, now());
    expect([checked, differences]).toEqual([3, []]);
    expect(await context.db.row(sql`select checked, found from reconciliations where day = ${today()}`)).toEqual({
      checked: 3,
      found: 0,
    });
  });

  test("shows each difference once, and operators of finance are notified once", async () => {
    const operator = await makeUser(context, { type: "operator" });
    const support = await makeUser(context, { type: "operator" });
    await context.db.run(sql`update users set operator_role = 'support' where id = ${support}`);
    const [lost, other] = [await makePaidOrder(context), await makePaidOrder(context)];
    const references = await Promise.all(
      [lost, other].map(async (one) => (await attemptOf(context, one.paymentId)).reference),
    );
    await context.db.run(
      sql`update simulator_charges set status = 'cancelled', paid_at = null where reference = ${references[0]}`,
    );
    await context.db.run(sql`update simulator_charges set amount = amount + 1 where reference = ${references[1]}`);
    await context.db.run(
      sql`insert into simulator_charges (reference, method, amount, status, due_at, created_at, paid_at) values ('KWG-ASING', 'qris', 5000, 'paid', ${now()}, ${now()}, ${now()})`,
    );
    const found = await compare("simulator");
    expect(found.map(({ kind, reference, ours, theirs }) => [kind, reference, ours, theirs]).toSorted()).toEqual(
      [
        ["amount", references[1], other.total, other.total + 1],
        ["missing_here", "KWG-ASING", null, 5000],
        ["missing_there", references[0], lost.total, null],
      ].toSorted(),
    );
    await compare("simulator");
    const [told, ...more] = await notified(operator);
    expect([told?.title, more, await notified(support)]).toEqual(["Pembukuan dan penyedia berbeda", [], []]);
    expect(told?.description).toContain("3 perbedaan");
    await context.db.run(sql`delete from simulator_charges where reference = 'KWG-ASING'`);
    await compare("simulator");
    expect(await notified(operator)).toHaveLength(2);
    await context.db.run(sql`update simulator_charges set amount = amount - 1 where reference = ${references[1]}`);
    await context.db.run(
      sql`update simulator_charges set status = 'paid', paid_at = ${now()} where reference = ${references[0]}`,
    );
    expect(await compare("simulator")).toEqual([]);
    expect(await context.db.rows(sql`select 1 from reconciliation_differences`)).toEqual([]);
  });

  test("is compared for each day of the last week, once, and again while something differs", async () => {
    await context.db.run(sql`delete from reconciliations`);
    const at = addDuration(rangeOf(shiftDay(today(), 1)).from, 3 * hour);
    const queued = async () =>
      (
        await context.db.rows<{ key: string }>(
          sql`select key from graphile_worker.jobs where task_identifier = 'payments.reconcile_day' and key like 'reconcile simulator%' order by key`,
        )
      ).map(({ key }) => key.split(" ").at(-1));
    await queueReconciliations(context, addDuration(at, -2 * hour));
    expect(await queued()).not.toContain(today());
    await queueReconciliations(context, at);
    await queueReconciliations(context, at);
    expect(await queued()).toContain(today());
    expect(await queued()).toHaveLength(reconciledDays + 1);
    await workJobs(context, paymentJobs);
    await queueReconciliations(context, at);
    expect(await queued()).toEqual([]);
    await context.db.run(sql`update reconciliations set found = 1, finished_at = ${at} where day = ${today()}`);
    await queueReconciliations(context, addDuration(at, repeatAfter.differences - hour));
    expect(await queued()).toEqual([]);
    await queueReconciliations(context, addDuration(at, repeatAfter.differences));
    expect(await queued()).toEqual([today()]);
  });

  test("is shown to operators, and those of finance compare a day again", async () => {
    const api = await makeShopApi(context, [reconciliationRoutes]);
    const operator = await api.as(await makeUser(context, { type: "operator" }));
    const supportId = await makeUser(context, { type: "operator" });
    await context.db.run(sql`update users set operator_role = 'support' where id = ${supportId}`);
    const support = await api.as(supportId);
    const { result } = (await support("GET", "/v1/operator/reconciliations")).body as unknown as {
      result: { rows: { provider: string; day: string }[]; decides: boolean };
    };
    expect(result.decides).toBe(false);
    expect(result.rows).toContainEqual(expect.objectContaining({ provider: "simulator", day: today() }));
    const url = `/v1/operator/reconciliations/simulator/${shiftDay(today(), -1)}`;
    expect((await support("POST", url)).body.code).toBe("session.not_permitted");
    expect((await operator("POST", url)).status).toBe(200);
    const early = await operator("POST", `/v1/operator/reconciliations/simulator/${today()}`);
    expect(early.body.code).toBe("reconciliations.not_over");
    expect((await operator("POST", "/v1/operator/reconciliations/simulator/2026-02-31")).status).toBe(422);
    await api.close();
  });

  test("is listed from the first day with something to compare, and a provider that never had anything is not", async () => {
    const api = await makeShopApi(context, [reconciliationRoutes]);
    const operator = await api.as(await makeUser(context, { type: "operator" }));
    await context.db.run(sql`delete from reconciliations`);
    const nothing = { checked: 0, found: 0, unread: 0, received: 0, returned: 0, paidOut: 0, differences: [] };
    const save = (provider: ListingProviderId, ago: number, some: object = {}) =>
      context.db.transaction((tx) =>
        saveReport(tx, { ...nothing, provider, day: shiftDay(today(), -ago), now: now(), ...some }),
      );
    for (const ago of [6, 5, 2, 1]) await save("simulator", ago);
    await save("simulator", 4, { checked: 2, received: 50_000 });
    for (const ago of [6, 1]) await save("manual", ago);
    await save("xendit", 6);
    await save("xendit", 3, { paidOut: 20_000 });
    const { rows } = (await operator("GET", "/v1/operator/reconciliations")).body.result as unknown as {
      rows: { provider: string; day: string }[];
    };
    expect(rows.map(({ provider, day: of }) => [provider, of])).toEqual([
      ["simulator", shiftDay(today(), -1)],
      ["simulator", shiftDay(today(), -2)],
      ["xendit", shiftDay(today(), -3)],
      ["simulator", shiftDay(today(), -4)],
    ]);
    await api.close();
  });
});

describe("Midtrans", () => {
  let double: MidtransDouble;
  beforeAll(async () => {
    double = await startMidtransDouble();
    context = await makeContext({ LOG_LEVEL: "silent", ...double.settings });
  });
  afterAll(async () => {
    await double.close();
    await context.close();
  });
  beforeEach(() => {
    double.mood = "well";
  });

  test("has a payment whose notification was lost: it is reported and booked, and the next comparison agrees", async () => {
    const made = await makePlacedOrder(context, { method: "va_bca" });
    const { reference } = await attemptOf(context, made.paymentId);
    expect(await compare("midtrans")).toEqual([]);
    double.pay(reference);
    expect(await compare("midtrans")).toMatchObject([
      { kind: "missing_here", entry: "receipt", note: reference, ours: null, theirs: made.total },
    ]);
    await workJobs(context, paymentJobs, orderJobs);
    expect(await statusOf(made.orderId)).toBe("awaiting_confirmation");
    expect(await compare("midtrans")).toEqual([]);
    double.change(reference, { gross_amount: `${made.total + 1}.00` });
    expect(await compare("midtrans")).toMatchObject([{ kind: "amount", ours: made.total, theirs: made.total + 1 }]);
    double.change(reference, { gross_amount: `${made.total}.00`, transaction_status: "pending" });
    expect(await compare("midtrans")).toMatchObject([{ kind: "missing_there", ours: made.total, theirs: null }]);
    double.change(reference, { transaction_status: "settlement" });
    expect(await compare("midtrans")).toEqual([]);
    expect(await brokenInvariants(context.db)).toEqual([]);
  });

  test("does not answer: the day is not judged, no connection waits, and operators hear of it after half a day", async () => {
    const operator = await makeUser(context, { type: "operator" });
    double.mood = "silent";
    const working = compare("midtrans");
    await expect.poll(() => double.calls.length).toBeGreaterThan(0);
    expect(context.db.pool.totalCount - context.db.pool.idleCount).toBe(0);
    double.cut();
    double.mood = "broken";
    const found = await working;
    expect(found.map(({ kind, note }) => [kind, note])).toEqual([["unread", "penyedia tidak menjawab"]]);
    expect(await notified(operator)).toEqual([]);
    const late = addDuration(rangeOf(today()).to, 13 * hour);
    await reconcileDay(context, { provider: "midtrans", day: today() }, late);
    expect((await notified(operator)).map(({ title }) => title)).toEqual(["Pencocokan harian belum selesai"]);
  });
});

describe("Xendit", () => {
  let double: XenditDouble;
  beforeAll(async () => {
    double = await startXenditDouble();
    context = await makeContext({ LOG_LEVEL: "silent", ...double.settings });
  });
  afterAll(async () => {
    await double.close();
    await context.close();
  });

  test("has a payment and a refund that we did not hear of: both are reported and booked, and the next comparison agrees", async () => {
    // A wallet is paid by an invoice and takes money back, a virtual account by a payment request.
    const [wallet, account] = [
      await makePlacedOrder(context, { method: "gopay" }),
      await makePlacedOrder(context, { method: "va_bca" }),
    ];
    const [invoice, request] = [
      await attemptOf(context, wallet.paymentId),
      await attemptOf(context, account.paymentId),
    ];
    expect(await compare("xendit")).toEqual([]);
    double.pay(invoice.reference);
    double.pay(request.reference);
    const found = await compare("xendit");
    expect(found.map(({ kind, note, theirs }) => [kind, note, theirs]).toSorted()).toEqual(
      [
        ["missing_here", invoice.reference, wallet.total],
        ["missing_here", request.reference, account.total],
      ].toSorted(),
    );
    await workJobs(context, paymentJobs, orderJobs);
    expect([await statusOf(wallet.orderId), await statusOf(account.orderId)]).toEqual(
      Array(2).fill("awaiting_confirmation"),
    );
    expect(await compare("xendit")).toEqual([]);
    await rejectOrder(
      context,
      { orderId: wallet.orderId, shopId: wallet.shopId, userId: wallet.sellerId, reason: "Stok habis" },
      now(),
    );
    await workJobs(context, paymentJobs, orderJobs);
    expect(await compare("xendit")).toEqual([]);
    double.endRefund(double.refunds[0]?.reference_id ?? "", "SUCCEEDED");
    expect(await compare("xendit")).toMatchObject([
      { kind: "missing_here", entry: "refund", note: invoice.reference, theirs: wallet.total },
    ]);
    await workJobs(context, paymentJobs, orderJobs);
    expect(await compare("xendit")).toEqual([]);
    expect(await brokenInvariants(context.db)).toEqual([]);
  });
});

describe("a settlement report of Midtrans", () => {
  let double: MidtransDouble;
  let app: Awaited<ReturnType<typeof createHttp>>;
  let token = "";
  const paid: { reference: string; total: number }[] = [];
  type Answer = { status: number; code: string; message: string; data: object; errors: Record<string, string[]> };

  beforeAll(async () => {
    double = await startMidtransDouble();
    context = await makeContext({ LOG_LEVEL: "silent", LIMIT_FACTOR: "100", ...double.settings });
    app = await createHttp(context);
    await app.register(async (scope) => settlementRoutes(scope, context));
    await app.ready();
    token = await makeSession(context, await makeUser(context, { type: "operator" }));
    for (let made = 0; made < 3; made += 1) {
      const { paymentId, total } = await makePlacedOrder(context, { method: "va_bca", price: 90_000 + made });
      const { reference } = await attemptOf(context, paymentId);
      double.pay(reference);
      paid.push({ reference, total });
    }
    await compare("midtrans");
  });
  afterAll(async () => {
    expect(await brokenInvariants(context.db)).toEqual([]);
    await app.close();
    await double.close();
    await context.close();
  });

  async function upload(file: string | Buffer, fields: Record<string, string> = {}): Promise<Answer> {
    const form = new FormData();
    const columns = {
      reference_column: "Order ID",
      amount_column: "Amount",
      fee_columns: "MDR, Fee",
      decimal_mark: ".",
    };
    for (const [name, value] of Object.entries({ provider: "midtrans", ...columns, ...fields })) form.set(name, value);
    form.set("report", new File([new Uint8Array(Buffer.from(file))], "laporan.csv"));
    const wrapped = new Response(form);
    const response = await app.inject({
      method: "POST",
      url: "/v1/operator/settlement-files",
      headers: { "content-type": wrapped.headers.get("content-type") ?? "", authorization: `Bearer ${token}` },
      payload: Buffer.from(await wrapped.arrayBuffer()),
    });
    return { status: response.statusCode, ...response.json<Omit<Answer, "status">>() };
  }
  const head = "Daily Report\n\nNo,Order ID,Amount,MDR,Fee,New Column\n";
  const row = (reference: string, amount: number, fee = "-4000.00") => `1,${reference},${amount}.00,0.40,${fee},x\n`;
  const rows = () => paid.map(({ reference, total }) => row(reference, total)).join("");
  const balances = async () =>
    Object.fromEntries(
      (
        await context.db.rows<{ kind: string; balance: number }>(
          sql`select kind, balance from ledger_accounts where kind in ('cash', 'provider_fees')`,
        )
      ).map(({ kind, balance }) => [kind, balance]),
    );
  const lastDifferences = async () =>
    (
      await context.db.row<{ differences: Difference[] }>(
        sql`select differences from settlement_files order by uploaded_at desc, id desc limit 1`,
      )
    )?.differences;

  const refused: [string, string | Buffer, Record<string, string>, string][] = [
    ["with other columns", "Nomor,Jumlah\n1,2\n", {}, "settlements.missing_column"],
    ["with a formula as amount", `${head}1,KWG-1,=1+1,0,0,x\n`, {}, "settlements.bad_row"],
    ["with an unreadable fee", `${head}1,KWG-1,500,nol,0,x\n`, {}, "settlements.bad_row"],
    ["that is a spreadsheet", "PK\u0003\u0004\0", {}, "settlements.not_csv"],
    ["without transactions", head, {}, "settlements.empty"],
    ["of 6 MB", Buffer.alloc(6 * 1024 * 1024, "a"), {}, "settlements.too_large"],
    ["of an unknown provider", `${head}${row("KWG-1", 1)}`, { provider: "manual" }, "request.invalid"],
    [
      "with days in the wrong order",
      `${head}${row("KWG-1", 1)}`,
      { from: "2026-11-22", to: "2026-11-20" },
      "request.invalid",
    ],
  ];
  test.each(refused)("%s is refused with a code and changes nothing", async (_what, file, fields, code) => {
    const answer = await upload(file, fields);
    expect(answer.code).toBe(code);
    expect(
      await context.db.rows(sql`select 1 from settlement_files union all select 1 from settlement_columns`),
    ).toEqual([]);
  });

  test("books the fees once, however often it comes, and agrees with the books", async () => {
    await workJobs(context, paymentJobs, orderJobs);
    const before = await balances();
    const text = `${head}${rows()}Total,,300000,1.20,12000,\n`;
    expect((await upload(Buffer.from(text.replaceAll("x", "é"), "latin1"))).message).toBe(
      "3 baris baru dari 3. Biaya Rp12.001 dibukukan. Semua cocok dengan pembukuan.",
    );
    expect((await upload(text)).data).toEqual({ lines: 3, new_lines: 0, fees: 0, found: 0 });
    const after = await balances();
    expect((after.cash ?? 0) - (before.cash ?? 0)).toBe(12_001);
    expect((after.provider_fees ?? 0) - (before.provider_fees ?? 0)).toBe(-12_001);
    expect(await compare("midtrans")).toEqual([]);
  });

  test("shows a line of another amount, twice, under an unknown reference, and a payment that it lacks", async () => {
    const [one, two, three] = paid;
    const file = `${head}${row(one?.reference ?? "", (one?.total ?? 0) + 1)}${row(two?.reference ?? "", two?.total ?? 0)}${row(two?.reference ?? "", two?.total ?? 0)}${row("Total", 5000)}${row(three?.reference ?? "", -500)}`;
    expect((await upload(file)).data).toMatchObject({ lines: 5, found: 4 });
    expect((await lastDifferences())?.map(({ kind, entry, reference }) => [kind, entry, reference])).toEqual(
      expect.arrayContaining([
        ["amount", "receipt", one?.reference],
        ["doubled", "receipt", two?.reference],
        ["missing_here", "receipt", "Total"],
        ["missing_here", "refund", three?.reference],
      ]),
    );
    await context.db.run(sql`delete from settlement_lines where reference = ${one?.reference}`);
    const days = { from: today(), to: today() };
    expect((await upload(`${head}${row(two?.reference ?? "", two?.total ?? 0)}`, days)).data).toMatchObject({
      found: 1,
    });
    expect(await lastDifferences()).toMatchObject([
      { kind: "missing_there", reference: one?.reference, ours: one?.total },
    ]);
  });
});

describe("the marketplace's bank", () => {
  const account = "bca:1234567890";
  const layout = { ...defaultLayout, balanceColumn: "Saldo" };
  let operator: { userId: string; operatorRole: string };
  let balance = 1_000_000;

  beforeAll(async () => {
    context = await makeContext({
      LOG_LEVEL: "silent",
      MANUAL_BANK_ACCOUNTS: "bca:1234567890:PT Maju Jaya",
      PAYMENT_PROVIDERS: "manual",
      PAYOUT_PROVIDER: "manual",
    });
    operator = { userId: await makeUser(context, { type: "operator" }), operatorRole: "owner" };
    await saveLayout(context.db, { account, layout, operatorId: operator.userId, now: now() });
  });
  afterAll(async () => {
    expect(await brokenInvariants(context.db)).toEqual([]);
    await context.close();
  });

  async function upload(amounts: readonly number[], of = today(), opening = balance): Promise<void> {
    balance = opening;
    const rows = amounts.map((amount) => {
      balance += amount;
      const date = of.split("-").reverse().join("/");
      return `${date},MUTASI ${balance},${amount > 0 ? amount : ""},${amount < 0 ? -amount : ""},${balance}`;
    });
    const bytes = Buffer.from(["Tanggal,Keterangan,Kredit,Debit,Saldo", ...rows].join("\n"));
    await uploadStatement(context, operator, { account, fileName: "a.csv", bytes }, now());
    await workJobs(context, paymentJobs, orderJobs);
  }

  test("has no statement of a day on which somebody could transfer: the day is not judged", async () => {
    await makePlacedOrder(context, { method: "transfer_bca" });
    expect(await compare("manual")).toMatchObject([{ kind: "unread", reference: account }]);
  });

  test("agrees when each movement is booked, and shows money that nobody has decided about", async () => {
    const made = await makePlacedOrder(context, { method: "transfer_bca", price: 70_000 });
    const { amount } = await attemptOf(context, made.paymentId);
    await upload([amount]);
    expect(await statusOf(made.orderId)).toBe("awaiting_confirmation");
    expect(await compare("manual")).toEqual([]);
    await upload([777_000, -55_000]);
    expect(await compare("manual")).toMatchObject([
      { kind: "missing_here", entry: "receipt", ours: null, theirs: 777_000 },
      { kind: "missing_here", entry: "outgoing", ours: null, theirs: 55_000 },
    ]);
    await context.db.run(sql`
      update bank_statement_lines set status = 'foreign', decided_by = ${operator.userId}, decided_at = now(), reason = 'Setoran modal' where status = 'open'`);
    expect(await compare("manual")).toEqual([]);
  });

  test("shows that an earlier file had an invented movement, because the balances of the true one do not continue", async () => {
    const [before, truth] = [shiftDay(today(), -2), shiftDay(today(), -1)];
    const opening = 5_000_000;
    await upload([100_000, 200_000, 4_000_000], before, opening);
    const on = (date: string) => reconcileDay(context, { provider: "manual", day: date }, now());
    expect((await on(before)).differences.filter(({ kind }) => kind === "gap")).toEqual([]);
    // The bank never had the 4,000,000.
    await upload([50_000], truth, opening + 300_000);
    expect((await on(truth)).differences.filter(({ kind }) => kind === "gap")).toEqual([
      { kind: "gap", entry: "balance", reference: account, ours: 9_300_000, theirs: 5_300_000 },
    ]);
  });

  test("calls a payout missing only when the statements of every account in use reach the day", async () => {
    await upload([10_000]);
    const { shopId, ownerId } = await makeShop(context);
    const paidOn = `${shiftDay(today(), -bankPayoutDays.after)}T12:00:00+07:00`;
    const reference = "KWP-00000000000000000047";
    await context.db.run(sql`
      insert into payouts (reference, purpose, user_id, shop_id, amount, fee, bank_code, last4, status, needed_approvals, provider, requested_at,
        approved_at, sent_at, paid_at)
      values (${reference}, 'withdrawal', ${ownerId}, ${shopId}, 45000, 0, 'bca', '1234', 'paid', 0, 'manual', ${paidOn}, ${paidOn}, ${paidOn}, ${paidOn})`);
    const other = async (lastDay: string) =>
      context.db.run(sql`
        insert into bank_statements (account, file_name, line_count, new_count, skipped_count, first_day, last_day, uploaded_by, uploaded_at)
        values ('mandiri:1370012345678', 'b.csv', 1, 0, 0, ${lastDay}, ${lastDay}, ${operator.userId}, ${now()})`);
    const missing = async () =>
      (await compare("manual")).filter(({ kind }) => kind === "missing_there" || kind === "unread");
    try {
      const found = { kind: "missing_there", entry: "payout", reference, ours: 45_000 };
      // Nobody has uploaded this account's statements for weeks: it is no longer in use.
      await other(shiftDay(today(), -bankWindow / day - 1));
      expect(await missing()).toMatchObject([found]);
      await other(shiftDay(today(), -1));
      // The day is compared again when the statement has come.
      expect(await missing()).toMatchObject([{ kind: "unread", reference: "mandiri:1370012345678" }]);
      await other(today());
      expect(await missing()).toMatchObject([found]);
    } finally {
      await context.db.run(sql`delete from payouts where reference = ${reference}`);
    }
  });
});
