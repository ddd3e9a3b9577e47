import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, day } from "#lib/time.ts";
import { alarmOverdueCash } from "#payments/cod/alarm-overdue.ts";
import { codRefusals } from "#payments/cod/contract.ts";
import { approveDifference, decideDifference } from "#payments/cod/decide-difference.ts";
import { readList, type RemittanceLine } from "#payments/cod/read-list.ts";
import { remitList, remitOrders } from "#payments/cod/remit-cash.ts";
import { remittanceDuration } from "#payments/cod/rules.ts";
import { findBalance } from "#payments/ledger/queries.ts";
import { statementRefusals } from "#payments/statements/contract.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeDeliveredOrder, makeShippedOrder, type MadeOrder } from "../../test/make/orders.ts";
import { makeUser } from "../../test/make/rows.ts";
import { outcome } from "../../test/read/orders.ts";
import { brokenInvariants } from "./invariants.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let operator: { userId: string; operatorRole: string | null };
const now = () => context.clock.now();
const cod = { method: "cod" } as const;

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "fatal" });
  const userId = await makeUser(context, { type: "operator" });
  await context.db.run(sql`update users set operator_role = 'finance' where id = ${userId}`);
  operator = { userId, operatorRole: "finance" };
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

const owed = () => findBalance(context.db, "cod_receivable", "jne");
const cash = () => findBalance(context.db, "cash", "manual");
let references = 0;
const nextReference = () => `SETOR-${(references += 1)}`;

async function lineOf(made: MadeOrder, change: Partial<RemittanceLine> = {}): Promise<RemittanceLine> {
  const parcel = await context.db.row<{ n: string }>(
    sql`select tracking_number as n from parcels where order_id = ${made.orderId}`,
  );
  return { trackingNumber: parcel?.n ?? "", amount: made.total, fee: 0, ...change };
}
const send = (lines: readonly RemittanceLine[], reference = nextReference(), by = operator, courier = "jne") =>
  remitList(context, by, { courier, reference, fileName: "setoran.csv", lines }, now());
const problems = async (id: string) =>
  (
    await context.db.row<{ kinds: string[] }>(
      sql`select array(select d->>'problem' from jsonb_array_elements(differences) d) as kinds from cod_remittances where id = ${id}`,
    )
  )?.kinds;

describe("a courier's list", () => {
  test("clears what the courier owes: the net sum is in the bank, its fee is booked", async () => {
    const [first, second] = [await makeDeliveredOrder(context, cod), await makeDeliveredOrder(context, cod)];
    const before = { owed: await owed(), cash: await cash() };
    const done = await send([await lineOf(first, { fee: 2_500 }), await lineOf(second, { fee: 1_500 })]);
    expect(done).toMatchObject({ matched_count: 2, amount: first.total + second.total, fee: 4_000, found: 0 });
    expect(await owed()).toBe(before.owed + first.total + second.total);
    expect(await cash()).toBe(before.cash - (first.total + second.total - 4_000));
  });

  test("books nothing twice: neither the same list, nor its orders under another number", async () => {
    const made = await makeDeliveredOrder(context, cod);
    const other = await makeDeliveredOrder(context, cod);
    const reference = nextReference();
    await send([await lineOf(made)], reference);
    const after = { owed: await owed(), cash: await cash() };
    expect(await outcome(send([await lineOf(made)], reference))).toBe(codRefusals.nothingOwed.code);
    expect(await outcome(send([await lineOf(other)], reference))).toBe(codRefusals.referenceUsed.code);
    expect(await outcome(send([await lineOf(made)]))).toBe(codRefusals.nothingOwed.code);
    expect({ owed: await owed(), cash: await cash() }).toEqual(after);
    const done = await send([await lineOf(made), await lineOf(other)]);
    expect(done).toMatchObject({ matched_count: 1, amount: other.total, found: 1 });
    expect(await problems(done.id)).toEqual(["already_remitted"]);
  });

  test("lists what matches nothing owed, and books the rest", async () => {
    const good = await makeDeliveredOrder(context, cod);
    const less = await makeDeliveredOrder(context, cod);
    const more = await makeDeliveredOrder(context, cod);
    const underWay = await makeShippedOrder(context, cod);
    const paidBefore = await makeDeliveredOrder(context);
    const before = await owed();
    const done = await send([
      await lineOf(good),
      await lineOf(good),
      await lineOf(less, { amount: less.total - 1 }),
      await lineOf(more, { amount: more.total + 1 }),
      await lineOf(underWay),
      await lineOf(paidBefore),
      { trackingNumber: "TLJR999999999999", amount: 1_000, fee: 0 },
    ]);
    expect(await problems(done.id)).toEqual([
      "repeated",
      "amount",
      "amount",
      "not_collected",
      "not_collected",
      "unknown",
    ]);
    expect(done).toMatchObject({ matched_count: 1, amount: good.total });
    expect(await owed()).toBe(before + good.total);
  });

  test("of another courier matches nothing", async () => {
    const made = await makeDeliveredOrder(context, cod);
    expect(await outcome(send([await lineOf(made)], nextReference(), operator, "jnt"))).toBe(
      codRefusals.nothingOwed.code,
    );
  });

  test("is booked by operators of finance only", async () => {
    const made = await makeDeliveredOrder(context, cod);
    const helper = { ...operator, operatorRole: "support" };
    expect(await outcome(send([await lineOf(made)], nextReference(), helper))).toBe(statementRefusals.notFinance.code);
    const chosen = { courier: "jne", reference: nextReference(), orderIds: [made.orderId], fee: 0 };
    expect(await outcome(remitOrders(context, helper, chosen, now()))).toBe(statementRefusals.notFinance.code);
  });

  test("two operators at once book an order once", async () => {
    const made = await makeDeliveredOrder(context, cod);
    const before = await owed();
    const lines = [await lineOf(made)];
    const outcomes = await Promise.all([outcome(send(lines)), outcome(send(lines)), outcome(send(lines))]);
    expect(outcomes.filter((one) => one === "done")).toHaveLength(1);
    expect(await owed()).toBe(before + made.total);
  });
});

describe("chosen orders", () => {
  const remit = (made: readonly MadeOrder[], fee = 0) =>
    remitOrders(
      context,
      operator,
      { courier: "jne", reference: nextReference(), orderIds: made.map(({ orderId }) => orderId), fee },
      now(),
    );

  test("are booked together with one fee, or not at all", async () => {
    const made = [await makeDeliveredOrder(context, cod), await makeDeliveredOrder(context, cod)];
    const foreign = await makeShippedOrder(context, cod);
    const before = await owed();
    expect(await outcome(remit([...made, foreign]))).toBe(codRefusals.nothingOwed.code);
    expect(await outcome(remit(made, 10_000_000))).toBe(codRefusals.feeTooLarge.code);
    expect(await owed()).toBe(before);
    const total = made.reduce((sum, one) => sum + one.total, 0);
    expect(await remit(made, 5_000)).toMatchObject({ amount: total, fee: 5_000 });
    expect(await outcome(remit(made))).toBe(codRefusals.nothingOwed.code);
  });
});

test("operators of finance are called once a day about cash that is overdue", async () => {
  const made = await makeDeliveredOrder(context, cod);
  const count = async () =>
    (
      await context.db.row<{ n: number }>(
        sql`select count(*)::int as n from notifications where user_id = ${operator.userId} and dedupe_key like 'cod-overdue:jne:%'`,
      )
    )?.n;
  await alarmOverdueCash(context, addDuration(now(), remittanceDuration - day));
  expect(await count()).toBe(0);
  const late = addDuration(now(), remittanceDuration + day);
  await alarmOverdueCash(context, late);
  await alarmOverdueCash(context, late);
  expect(await count()).toBe(1);
  expect(made.total).toBeGreaterThan(0);
});

test("a list is read by its titles, and not at all when a sum is not whole rupiah", () => {
  const read = (text: string) => readList(Buffer.from(text));
  const line = { trackingNumber: "TLJR123456789012", amount: 1_250_000, fee: 3_000 };
  const lines = [line];
  expect(read("Tanggal,Resi,Jumlah,Biaya\n2026-11-22,tljr 123456789012,1.250.000,3000\n")).toEqual({ lines });
  expect(read("resi;biaya;jumlah\nTLJR123456789012;3.000;1250000\n\n")).toEqual({ lines });
  // As couriers and spreadsheets write it: remarks before the titles, other titles, and sums at the end.
  expect(
    read('Laporan COD;;\nNo. AWB;Nilai COD;Potongan\n\'TLJR123456789012;"Rp 1.250.000,00";3.000,0\n;1.250.000;3.000\n'),
  ).toEqual({ lines });
  expect(read('Waybill,COD Amount,COD Fee\nTLJR123456789012,"1,250,000.00",3000.00\n')).toEqual({ lines });
  expect(read("resi,jumlah\nTLJR123456789012,1250000\n")).toEqual({ lines: [{ ...line, fee: 0 }] });
  for (const bad of ["", "resi,biaya\nTLJR123456789012,1000\n", "resi,jumlah,biaya\n"])
    expect(read(bad)).toEqual({ problem: { kind: "form" } });
  for (const [row, column] of [
    ["TLJR123456789012,1000.50,0", "jumlah"],
    ["TLJR123456789012,-1000,0", "jumlah"],
    ["TLJR123456789012,0,0", "jumlah"],
    ["TLJR123456789012,=1+1,0", "jumlah"],
    ["TLJR123456789012,1000,1001", "biaya"],
    ["<b>,1000,0", "resi"],
  ])
    expect(read(`resi,jumlah,biaya\nTLJR999999999999,5,0\n${row}\n`)).toMatchObject({
      problem: { kind: "cell", line: 3, column },
    });
});

describe("a difference", () => {
  const decide = (made: MadeOrder, fields: Partial<Parameters<typeof decideDifference>[2]>, by = operator) =>
    decideDifference(
      context,
      by,
      {
        orderId: made.orderId,
        kind: "still_owed",
        amount: 0,
        reference: "",
        reason: "Selisih setoran kurir",
        ...fields,
      },
      now(),
    );
  const losses = () => findBalance(context.db, "losses", "platform");
  async function makeSecond() {
    const userId = await makeUser(context, { type: "operator" });
    return { userId, operatorRole: "finance" };
  }
  const auditedOf = (id: string) =>
    context.db.rows<{ action: string }>(sql`select action from audit_entries where subject_id = ${id} order by id`);

  test("stays the courier's debt, is paid in part, or is borne by the marketplace; the rest is remitted as ever", async () => {
    const made = await makeDeliveredOrder(context, cod);
    const before = { owed: await owed(), cash: await cash(), losses: await losses() };
    expect(await decide(made, {})).toMatchObject({ state: "booked" });
    expect(await owed()).toBe(before.owed);
    await decide(made, { kind: "part_paid", amount: 20_000, reference: "BCA 1" });
    expect(await outcome(decide(made, { kind: "part_paid", amount: 20_000, reference: "BCA 1" }))).toBe(
      codRefusals.referenceUsed.code,
    );
    await decide(made, { kind: "written_off", amount: 5_000 });
    expect({ owed: await owed(), cash: await cash(), losses: await losses() }).toEqual({
      owed: before.owed + 25_000,
      cash: before.cash - 20_000,
      losses: before.losses - 5_000,
    });
    expect(await outcome(decide(made, { kind: "written_off", amount: made.total - 24_999 }))).toBe(
      codRefusals.amountTooLarge.code,
    );
    expect(
      await problems((await send([await lineOf(made), await lineOf(await makeDeliveredOrder(context, cod))])).id),
    ).toEqual(["amount"]);
    const rest = await send([await lineOf(made, { amount: made.total - 25_000 })]);
    expect(rest).toMatchObject({ matched_count: 1, amount: made.total - 25_000 });
    expect(await outcome(decide(made, {}))).toBe(codRefusals.amountTooLarge.code);
  });

  test("that was borne and comes in after all is a movement of its own, up to what was borne", async () => {
    const made = await makeDeliveredOrder(context, cod);
    const before = { cash: await cash(), losses: await losses() };
    await decide(made, { kind: "written_off", amount: made.total });
    expect(await outcome(send([await lineOf(made)]))).toBe(codRefusals.nothingOwed.code);
    const late = { kind: "recovered", amount: made.total, reference: "BCA 2" } as const;
    expect(await outcome(decide(made, { ...late, amount: made.total + 1 }))).toBe(codRefusals.amountTooLarge.code);
    await decide(made, late);
    expect({ cash: await cash(), losses: await losses() }).toEqual({ ...before, cash: before.cash - made.total });
    expect(await outcome(decide(made, { ...late, amount: 1, reference: "BCA 3" }))).toBe(
      codRefusals.amountTooLarge.code,
    );
  });

  test("above the limit of a day needs another operator, who is no side of the order; parts of it count together", async () => {
    const alone = await makeSecond();
    const [first, second] = [
      await makeDeliveredOrder(context, { ...cod, price: 400_000 }),
      await makeDeliveredOrder(context, { ...cod, price: 400_000 }),
    ];
    expect(await decide(first, { kind: "written_off", amount: 400_000 }, alone)).toMatchObject({ state: "booked" });
    const before = await owed();
    const { id, state } = await decide(second, { kind: "written_off", amount: 400_000 }, alone);
    expect([state, await owed()]).toEqual(["proposed", before]);
    const approve = (by: typeof alone, accept = true) =>
      outcome(approveDifference(context, by, { decisionId: id, accept }, now()));
    expect(await approve(alone)).toBe(codRefusals.secondOperator.code);
    expect(await approve({ userId: second.sellerId, operatorRole: "finance" })).toBe(codRefusals.secondOperator.code);
    expect(await approve({ ...(await makeSecond()), operatorRole: "support" })).toBe(statementRefusals.notFinance.code);
    const others = [await makeSecond(), await makeSecond()];
    const answers = await Promise.all(others.map((one) => approve(one)));
    expect(answers.toSorted()).toEqual([codRefusals.decisionClosed.code, "done"]);
    expect(await owed()).toBe(before + 400_000);
    expect((await auditedOf(id)).map(({ action }) => action)).toEqual([
      "payments.cod_decided",
      "payments.cod_approved",
    ]);
    const third = await makeDeliveredOrder(context, { ...cod, price: 200_000 });
    const refused = await decide(third, { kind: "written_off", amount: 200_000 }, alone);
    const [other] = others;
    if (!other) throw new Error("no operator");
    const left = await owed();
    await approveDifference(context, other, { decisionId: refused.id, accept: false }, now());
    expect(await owed()).toBe(left);
  });

  test("is decided by finance alone, and about cash that was collected", async () => {
    const made = await makeDeliveredOrder(context, cod);
    const support = { ...(await makeSecond()), operatorRole: "support" };
    expect(await outcome(decide(made, {}, support))).toBe(statementRefusals.notFinance.code);
    const underWay = await makeShippedOrder(context, cod);
    expect(await outcome(decide(underWay, { kind: "written_off", amount: 1_000 }))).toBe("request.not_found");
  });
});
