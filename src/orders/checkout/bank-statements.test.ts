import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createAuthenticate } from "#accounts/session/session.ts";
import type { Context } from "#lib/context.ts";
import { sql } from "#lib/database.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { openContext } from "#lib/open-context.ts";
import { addDuration, day, hour, jakartaDay } from "#lib/time.ts";
import { paymentJobs } from "#payments/jobs.ts";
import { paymentRoutes } from "#payments/routes.ts";
import {
  bankCharges,
  ownMatches,
  secondOperatorAmount,
  statementLimits,
  uploadedMatches,
} from "#payments/statements/rules.ts";
import { uploadStatement } from "#payments/statements/upload-statement.ts";
import type { StatementLineJson, TransferJson } from "#payments/statements/contract.ts";
import { makeSession } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { attemptOf, makePlacedOrder, type MadeOrder } from "../../../test/make/orders.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { madeLayout, makeStatement, type MadeMovement } from "../../../test/make/statements.ts";
import { workJobs } from "../../../test/run-jobs.ts";
import { fireDeadline } from "../deadlines/fire-deadline.ts";
import { brokenInvariants } from "../invariants.ts";
import { orderJobs } from "../jobs.ts";

const account = "bca:1234567890";
let context: Awaited<ReturnType<typeof makeContext>>;
let app: Awaited<ReturnType<typeof createHttp>>;
type Answer = { status: number; code: string; message: string; data: { status?: string }; result: never };
type Operator = { userId: string; operatorRole: string; token: string };
let [ani, budi, citra]: Operator[] = [];
const now = () => context.clock.now();

beforeAll(async () => {
  context = await makeContext({
    LOG_LEVEL: "fatal",
    LIMIT_FACTOR: "100",
    MANUAL_BANK_ACCOUNTS: "bca:1234567890:PT Maju Jaya;mandiri:1370012345678:PT Maju Jaya",
  });
  app = await createHttp(context);
  await app.register(async (scope) => paymentRoutes(scope, context));
  await app.ready();
  [ani, budi, citra] = await Promise.all([makeOperator("Ani"), makeOperator("Budi"), makeOperator("Citra", "support")]);
  await call(ani, "PUT", `/v1/operator/statement-layouts/${account}`, madeLayout);
});
afterAll(async () => {
  await app.close();
  await context.close();
});
afterEach(async () => {
  await workJobs(context, paymentJobs, orderJobs);
  expect(await brokenInvariants(context.db)).toEqual([]);
});

async function makeOperator(name: string, role = "owner"): Promise<Operator> {
  const userId = await makeUser(context, { type: "operator", name });
  await context.db.run(sql`update users set operator_role = ${role} where id = ${userId}`);
  return { userId, operatorRole: role, token: await makeSession(context, userId) };
}

async function call(who: Operator | undefined, method: "GET" | "POST" | "PUT", url: string, body?: object) {
  const response = await app.inject({
    method,
    url,
    headers: who ? { authorization: `Bearer ${who.token}` } : {},
    ...(body ? { payload: body } : {}),
  });
  return { status: response.statusCode, ...response.json<object>() } as unknown as Answer;
}

async function send(who: Operator | undefined, file: string | Buffer, to = "", key = account): Promise<Answer> {
  const form = new FormData();
  form.set("account", key);
  form.set("statement", new File([new Uint8Array(Buffer.from(file))], "mutasi november.csv"));
  const wrapped = new Response(form);
  const response = await app.inject({
    method: "POST",
    url: `/v1/operator/statements${to}`,
    headers: {
      "content-type": wrapped.headers.get("content-type") ?? "",
      ...(who ? { authorization: `Bearer ${who.token}` } : {}),
    },
    payload: Buffer.from(await wrapped.arrayBuffer()),
  });
  return { status: response.statusCode, ...response.json<object>() } as unknown as Answer;
}
const upload = (movements: readonly MadeMovement[], who = ani) => send(who, makeStatement(movements, now()));

type Placed = MadeOrder & { attemptId: string; sum: number; reference: string };
async function placed(fields: Parameters<typeof makePlacedOrder>[1] = {}): Promise<Placed> {
  const made = await makePlacedOrder(context, { method: "transfer_bca", ...fields });
  const { id, amount, reference } = await attemptOf(context, made.paymentId);
  return { ...made, attemptId: id, sum: amount, reference };
}
const statusOf = async (orderId: string) =>
  (await context.db.row<{ status: string }>(sql`select status from orders where id = ${orderId}`))?.status;
const refundsOf = ({ paymentId }: Placed) =>
  context.db.rows<{ reason: string; amount: number; status: string; way: string }>(
    sql`select reason, amount, status, way from refunds where payment_id = ${paymentId} order by id`,
  );
const jobs = () => workJobs(context, paymentJobs, orderJobs);

let texts = 0;
/** The id of the movement with this sum that was uploaded just now. */
async function uploaded(amount: number, fields: Omit<MadeMovement, "amount"> = {}, who = ani): Promise<string> {
  texts += 1;
  const text = `SETORAN ${texts}`;
  expect((await upload([{ amount, text, ...fields }], who)).status).toBe(200);
  const row = await context.db.row<{ id: string }>(
    sql`select id from bank_statement_lines where description = ${text}`,
  );
  return row?.id ?? "";
}
const assign = (who: Operator | undefined, lineId: string, { attemptId }: Placed) =>
  call(who, "POST", `/v1/operator/statement-lines/${lineId}/assign`, { attempt_id: attemptId, reason: "Bukti cocok" });
const approve = (who: Operator | undefined, lineId: string, { attemptId }: Placed) =>
  call(who, "POST", `/v1/operator/statement-lines/${lineId}/approve`, { attempt_id: attemptId });
const decide = (who: Operator | undefined, lineId: string, action: string, reason = "Setoran modal") =>
  call(who, "POST", `/v1/operator/statement-lines/${lineId}/${action}`, { reason });
const lineOf = async (lineId: string) =>
  (await call(ani, "GET", `/v1/operator/statement-lines/${lineId}`)).result as {
    line: StatementLineJson;
    events: { action: string; actor: string }[];
    transfers: TransferJson[];
    twins: number;
  };

describe("an exact transfer", () => {
  test("pays its order once the statement is uploaded, and the marketplace bears the difference", async () => {
    const made = await placed();
    const answer = await upload([
      { amount: made.sum, text: "TRSF CR SARI" },
      { amount: -17_000, text: "BIAYA ADM" },
    ]);
    expect(answer.message).toBe("2 mutasi baru. 1 transfer cocok dan dibukukan.");
    await jobs();
    expect(await statusOf(made.orderId)).toBe("awaiting_confirmation");
    const adjustments = await context.db.rows(
      sql`select bearer, sum(amount)::bigint as amount from order_adjustments where order_id = ${made.orderId} and kind = 'unique_code' group by 1`,
    );
    expect(adjustments).toEqual([{ bearer: "platform", amount: made.sum - made.total }]);
    const { rows } = (await call(ani, "GET", "/v1/operator/statement-lines?view=matched")).result as {
      rows: StatementLineJson[];
    };
    expect(rows[0]).toMatchObject({ is_booked: true, is_automatic: true, transfer: { reference: made.reference } });
  });

  test("is booked once, whether its file is sent twice, overlaps another, or is sent to two processes at once", async () => {
    const made = await placed();
    const other = await openContext(context.config, context.databaseUrl, createAuthenticate);
    const text = "TRSF KEMBAR";
    try {
      const file = (extra: MadeMovement[]) => ({
        account,
        fileName: "mutasi.csv",
        bytes: Buffer.from(makeStatement([{ amount: made.sum, text }, ...extra], now())),
      });
      const operator = ani as Operator;
      const both = await Promise.all([
        uploadStatement(context, operator, file([]), now()),
        uploadStatement(other, operator, file([{ amount: 1, text: `${text} lain` }]), now()),
        uploadStatement(other, operator, file([]), now()),
      ]);
      expect(both.reduce((sum, { newLines }) => sum + newLines, 0)).toBe(2);
      expect(both.reduce((sum, { matched }) => sum + matched, 0)).toBe(1);
      await Promise.all([
        jobs(),
        paymentJobs["payments.book_transfers"]?.({ statementId: await lastStatement() }, other),
      ]);
    } finally {
      await other.realtime.close();
      await other.db.close();
    }
    expect((await upload([{ amount: made.sum, text }])).message).toBe("0 mutasi baru, 1 sudah ada.");
    await jobs();
    expect(await statusOf(made.orderId)).toBe("awaiting_confirmation");
    expect(
      await context.db.rows(sql`select amount from payment_receipts where attempt_id = ${made.attemptId}`),
    ).toEqual([{ amount: made.sum }]);
  });

  test("that is sent twice by the buyer is booked once; the second one waits for a person and is owed back", async () => {
    const made = await placed();
    const text = "TRSF DUA KALI";
    const answer = await upload([
      { amount: made.sum, text },
      { amount: made.sum, text },
    ]);
    expect(answer.data).toMatchObject({ new_lines: 2, matched: 1, waiting: 1 });
    await jobs();
    const [second] = await context.db.rows<{ id: string }>(
      sql`select id from bank_statement_lines where description = ${text} and status = 'open'`,
    );
    expect((await lineOf(second?.id ?? "")).twins).toBe(1);
    expect((await assign(ani, second?.id ?? "", made)).data).toEqual({ status: "matched" });
    await jobs();
    expect(await refundsOf(made)).toEqual([
      { reason: "late_payment", amount: made.sum, status: "needs_account", way: "bank_account" },
    ]);
  });

  test("of an order that was closed since is owed back to a bank account of the buyer", async () => {
    const made = await placed();
    await fireDeadline(context, made.orderId, addDuration(now(), 3 * day));
    await upload([{ amount: made.sum, text: "TRSF TERLAMBAT" }]);
    await jobs();
    expect(await refundsOf(made)).toMatchObject([
      { reason: "late_payment", amount: made.sum, status: "needs_account" },
    ]);
  });

  test("of a sum that is also the whole price of another purchase waits for a person", async () => {
    const [coded, whole] = [await placed(), await placed()];
    // The other buyer's price is what the first one is asked for with the code.
    await context.db.run(sql`
      update payment_attempts set amount = ${coded.sum - 7}, code = 7 where id = ${whole.attemptId}`);
    const lineId = await uploaded(coded.sum);
    expect((await lineOf(lineId)).line).toMatchObject({ status: "open" });
    expect((await lineOf(lineId)).transfers.map(({ attempt_id }) => attempt_id)).toContain(coded.attemptId);
    expect((await assign(ani, lineId, coded)).data.status).toBe("matched");
  });

  test("with a day before its order, or long after its deadline, waits for a person", async () => {
    const made = await placed();
    const early = await upload([{ amount: made.sum, day: jakartaDay(addDuration(now(), -day)), text: "TRSF DINI" }]);
    expect(early.data).toMatchObject({ matched: 0, waiting: 1 });
    const old = await placed({ now: addDuration(now(), -10 * day) });
    expect((await upload([{ amount: old.sum, text: "TRSF LAMA" }])).data).toMatchObject({ matched: 0, waiting: 1 });
  });
});

async function lastStatement(): Promise<string> {
  const row = await context.db.row<{ id: string }>(
    sql`select statement_id as id from bank_statement_lines where status = 'matched' order by id desc limit 1`,
  );
  return row?.id ?? "";
}

describe("a movement that does not match", () => {
  test("is proposed for the transfer with nearly its sum, and completes it in two parts", async () => {
    const made = await placed();
    const first = await uploaded(made.sum - 100);
    expect((await lineOf(first)).transfers.map(({ attempt_id }) => attempt_id)).toContain(made.attemptId);
    expect((await assign(ani, first, made)).message).toBe("Transfer dicocokkan dan dibukukan.");
    await jobs();
    expect(await statusOf(made.orderId)).toBe("awaiting_payment");
    const rest = await uploaded(100);
    await assign(budi, rest, made);
    await jobs();
    expect(await statusOf(made.orderId)).toBe("awaiting_confirmation");
    expect((await lineOf(rest)).line).toMatchObject({ status: "matched", is_booked: true, decided_by: "Budi" });
  });

  test("and is too much, pays the order; the rest is owed back", async () => {
    const made = await placed();
    await assign(ani, await uploaded(made.sum + 5000), made);
    await jobs();
    expect(await statusOf(made.orderId)).toBe("awaiting_confirmation");
    expect(await refundsOf(made)).toMatchObject([{ reason: "overpayment", amount: 5000, status: "needs_account" }]);
  });

  test("is marked as none of a buyer with a reason, and that can be taken back", async () => {
    const made = await placed();
    const id = await uploaded(777_777);
    expect((await decide(ani, id, "foreign", "x")).status).toBe(422);
    expect((await decide(ani, id, "foreign")).data).toEqual({ status: "foreign" });
    expect((await assign(ani, id, made)).code).toBe("statements.not_open");
    expect((await decide(budi, id, "reopen", "Ternyata pembeli")).data).toEqual({ status: "open" });
    const { line, events } = await lineOf(id);
    expect(line).toMatchObject({ status: "open", reason: "" });
    expect(events.map(({ action, actor }) => `${actor} ${action}`)).toEqual(["Ani foreign", "Budi reopened"]);
  });

  test("is booked as the bank's charge or interest, and that can be taken back", async () => {
    const cash = async () =>
      (
        await context.db.row<{ fees: number }>(
          sql`select balance as fees from ledger_accounts where kind = 'provider_fees'`,
        )
      )?.fees ?? 0;
    const before = await cash();
    const charge = await uploaded(-17_000);
    const interest = await uploaded(2500);
    expect((await decide(ani, charge, "bank-charge", "Biaya admin")).data).toEqual({ status: "bank_charge" });
    expect((await decide(ani, interest, "bank-charge", "Bunga")).data).toEqual({ status: "bank_charge" });
    expect((await cash()) - before).toBe(2500 - 17_000);
    expect((await decide(budi, charge, "bank-charge", "Sekali lagi")).code).toBe("statements.not_open");
    expect((await decide(budi, charge, "reopen", "Bukan biaya")).data).toEqual({ status: "open" });
    expect((await cash()) - before).toBe(2500);
    const answers = await Promise.all([ani, budi].map((who) => decide(who, charge, "bank-charge", "Biaya admin")));
    expect(answers.map(({ code }) => code ?? "booked").toSorted()).toEqual(["booked", "statements.not_open"]);
    expect((await cash()) - before).toBe(2500 - 17_000);
    // What an operator books in a day is added up.
    const rest = await uploaded(-bankCharges.max + 17_000);
    expect((await decide(ani, rest, "bank-charge", "Biaya admin")).code).toBe("statements.charge_too_large");
    const dewi = await makeOperator("Dewi");
    expect((await decide(dewi, rest, "bank-charge", "Biaya admin")).data).toEqual({ status: "bank_charge" });
  });

  test("that went out, or has cents, is never a payment", async () => {
    const made = await placed();
    expect((await assign(ani, await uploaded(-50_000), made)).code).toBe("statements.not_matchable");
    const text = "BUNGA";
    await send(
      ani,
      `Tanggal,Keterangan,Kredit,Debit\n${jakartaDay(now()).split("-").reverse().join("/")},${text},${made.sum}.50,\n`,
    );
    const row = await context.db.row<{ id: string; status: string }>(
      sql`select id, status from bank_statement_lines where description = ${text}`,
    );
    expect(row?.status).toBe("open");
    expect((await assign(ani, row?.id ?? "", made)).code).toBe("statements.not_matchable");
  });

  test("is matched only with a bank transfer that exists", async () => {
    const id = await uploaded(31_000);
    const va = await makePlacedOrder(context, {});
    const { id: attemptId } = await attemptOf(context, va.paymentId);
    expect((await assign(ani, id, { attemptId } as Placed)).code).toBe("statements.transfer_unknown");
    expect((await assign(ani, id, { attemptId: va.orderId } as Placed)).code).toBe("statements.transfer_unknown");
    expect((await assign(ani, va.orderId, { attemptId } as Placed)).code).toBe("statements.line_unknown");
  });

  test("is decided once when two operators decide at the same moment", async () => {
    // No other open transfer asks for nearly this sum.
    const made = await placed({ price: 61_000 });
    const id = await uploaded(made.sum - 7);
    const answers = await Promise.all([assign(ani, id, made), assign(budi, id, made), decide(ani, id, "foreign")]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === "statements.not_open")).toHaveLength(2);
  });
});

describe("four eyes", () => {
  const large = { price: secondOperatorAmount + 1_000_000 };

  test("a transfer above the limit is booked after another operator confirmed it, never by the one who uploaded it", async () => {
    const made = await placed(large);
    const answer = await upload([{ amount: made.sum, text: "TRSF BESAR" }]);
    expect(answer.data).toMatchObject({ matched: 0, proposed: 1 });
    await jobs();
    expect(await statusOf(made.orderId)).toBe("awaiting_payment");
    const row = await context.db.row<{ id: string }>(
      sql`select id from bank_statement_lines where description = 'TRSF BESAR'`,
    );
    const id = row?.id ?? "";
    expect((await lineOf(id)).line.can_approve).toBe(false);
    expect((await approve(ani, id, made)).code).toBe("statements.second_operator");
    expect((await approve(citra, id, made)).code).toBe("session.not_permitted");
    const both = await Promise.all([approve(budi, id, made), approve(budi, id, made)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await jobs();
    expect(await statusOf(made.orderId)).toBe("awaiting_confirmation");
  });

  test("a purchase does not expire while its transfer waits for the second operator, and expires if nobody decides", async () => {
    const [confirmed, forgotten] = [await placed({ price: 12_000_000 }), await placed({ price: 12_000_000 })];
    const lineId = await uploaded(confirmed.sum);
    await uploaded(forgotten.sum);
    const later = addDuration(now(), 2 * day);
    const due = addDuration(now(), -day);
    for (const { orderId } of [confirmed, forgotten]) {
      await context.db.run(sql`update orders set due_at = ${due} where id = ${orderId}`);
      expect(await fireDeadline(context, orderId, now())).toBe(false);
    }
    expect((await approve(budi, lineId, confirmed)).status).toBe(200);
    await jobs();
    expect(await statusOf(confirmed.orderId)).toBe("awaiting_confirmation");
    expect(await fireDeadline(context, forgotten.orderId, later)).toBe(true);
    expect(await statusOf(forgotten.orderId)).toBe("cancelled");
  });

  test("a large sum cannot be matched in small parts by one operator", async () => {
    const made = await placed({ price: 2 * secondOperatorAmount });
    const parts = await Promise.all([uploaded(secondOperatorAmount), uploaded(secondOperatorAmount)]);
    const answers = await Promise.all(parts.map((id) => assign(ani, id, made)));
    expect(answers.map(({ data }) => data.status).toSorted()).toEqual(["matched", "proposed"]);
  });

  test("what an operator matched by hand beyond the sum of a day waits for another one", async () => {
    const dina = await makeOperator("Dina", "finance");
    const count = ownMatches.max / secondOperatorAmount;
    const orders: Placed[] = [];
    for (let at = 0; at <= count; at += 1) orders.push(await placed({ price: secondOperatorAmount - 500_000 }));
    const answers = await Promise.all(
      orders.map(async (made) => assign(dina, await uploaded(secondOperatorAmount - 1 - texts), made)),
    );
    const proposed = answers.filter(({ data }) => data.status === "proposed");
    expect(proposed).toHaveLength(1);
  });

  test("what one operator's files match beyond the sum of a day waits until another operator uploads the bank's file", async () => {
    const dodi = await makeOperator("Dodi");
    const many = await Promise.all(Array.from({ length: 11 }, () => placed({ price: 9_400_000 })));
    const total = many.reduce((sum, { sum: one }) => sum + one, 0);
    expect(total).toBeGreaterThan(uploadedMatches.max);
    texts += 1;
    const movements = many.map(({ sum }, at) => ({ amount: sum, text: `TRSF BANYAK ${texts} ${at}` }));
    const first = await upload(movements, dodi);
    expect(first.message).toContain("10 transfer cocok dan dibukukan. 1 menunggu operator kedua.");
    // Neither the same operator again nor a file without the movement confirms it.
    expect((await upload(movements, dodi)).data).toMatchObject({ new_lines: 0, confirmed: 0 });
    expect((await upload(movements.slice(0, 10), budi)).data).toMatchObject({ confirmed: 0 });
    await jobs();
    const last = many.at(-1);
    expect(await statusOf(last?.orderId ?? "")).toBe("awaiting_payment");
    expect((await upload(movements, budi)).message).toBe(
      "0 mutasi baru, 11 sudah ada. 1 usulan operator lain dipastikan oleh berkas ini.",
    );
    await jobs();
    expect(await statusOf(last?.orderId ?? "")).toBe("awaiting_confirmation");
    // A day later the sum begins again.
    const next = await placed({ price: 9_000_000 });
    const later = await uploadStatement(
      context,
      dodi,
      { account, fileName: "a.csv", bytes: Buffer.from(makeStatement([{ amount: next.sum }], now())) },
      addDuration(now(), uploadedMatches.window + hour),
    );
    expect(later).toMatchObject({ matched: 1, proposed: 0 });
  });

  test("a file confirms no purchase of its own operator, and nothing that a person proposed", async () => {
    const own = await placed({ buyerId: budi?.userId ?? "" });
    const large = await placed({ price: secondOperatorAmount });
    const byHand = await uploaded(large.sum + 5);
    expect((await assign(ani, byHand, large)).data).toEqual({ status: "proposed" });
    texts += 1;
    const movements = [{ amount: own.sum, text: `TRSF ${texts}` }];
    await upload(movements, budi);
    expect((await upload(movements, budi)).data).toMatchObject({ confirmed: 0 });
    expect((await upload([...movements, { amount: large.sum + 5, text: `SETORAN ${texts - 1}` }], citra)).status).toBe(
      403,
    );
    expect(
      (await upload([...movements, { amount: large.sum + 5, text: `SETORAN ${texts - 1}` }], budi)).data,
    ).toMatchObject({ new_lines: 0, confirmed: 0 });
    await jobs();
    expect([await statusOf(own.orderId), await statusOf(large.orderId)]).toEqual([
      "awaiting_payment",
      "awaiting_payment",
    ]);
    expect((await upload(movements, ani)).data).toMatchObject({ confirmed: 1 });
    await jobs();
    expect(await statusOf(own.orderId)).toBe("awaiting_confirmation");
  });

  test("an operator who buys never matches that purchase alone", async () => {
    const made = await placed({ buyerId: budi?.userId ?? "" });
    const answer = await upload([{ amount: made.sum, text: "TRSF SENDIRI" }], budi);
    expect(answer.data).toMatchObject({ matched: 0, proposed: 1 });
    const row = await context.db.row<{ id: string }>(
      sql`select id from bank_statement_lines where description = 'TRSF SENDIRI'`,
    );
    expect((await approve(budi, row?.id ?? "", made)).code).toBe("statements.second_operator");
    await decide(ani, row?.id ?? "", "reject", "Belum yakin");
    expect((await assign(ani, row?.id ?? "", made)).data).toEqual({ status: "matched" });
    const other = await placed({ buyerId: budi?.userId ?? "", ...large });
    const id = await uploaded(other.sum - 5);
    await assign(ani, id, other);
    expect((await approve(budi, id, other)).code).toBe("statements.second_operator");
  });

  test("a confirmation counts only for the transfer that its operator saw", async () => {
    const [one, two] = [await placed(large), await placed(large)];
    const id = await uploaded(one.sum - 3);
    await assign(ani, id, one);
    await decide(budi, id, "reject", "Salah tagihan");
    await assign(ani, id, two);
    expect((await approve(budi, id, one)).code).toBe("statements.not_open");
    expect((await approve(budi, id, two)).data).toEqual({ status: "matched" });
  });

  test("the database refuses a match that needs two operators with one, and changes of a final one", async () => {
    const made = await placed(large);
    const id = await uploaded(made.sum - 9);
    await assign(ani, id, made);
    const change = (part: ReturnType<typeof sql>) =>
      context.db.run(sql`update bank_statement_lines set ${part} where id = ${id}`);
    await expect(change(sql`status = 'matched'`)).rejects.toThrow("bank_statement_lines");
    await expect(change(sql`status = 'matched', approved_by = decided_by`)).rejects.toThrow("bank_statement_lines");
    await expect(change(sql`amount = 1`)).rejects.toThrow("what a bank reported does not change");
    await approve(budi, id, made);
    await expect(change(sql`status = 'foreign'`)).rejects.toThrow("a match is final");
    await expect(context.db.run(sql`delete from bank_statement_lines where id = ${id}`)).rejects.toThrow("not deleted");
    await expect(context.db.run(sql`update bank_statement_decisions set reason = 'lain'`)).rejects.toThrow(
      "append-only",
    );
  });
});

describe("a file", () => {
  const count = async () =>
    (await context.db.row<{ n: number }>(sql`select count(*)::int as n from bank_statement_lines`))?.n;

  test.each([
    ["with a wrong column", "Tgl,Keterangan,Kredit,Debit\n1,2,3,4\n", "statements.missing_column", 422],
    ["with a formula as amount", "Tanggal,Keterangan,Kredit,Debit\n20/11/2026,a,=1+1,\n", "statements.bad_row", 422],
    ["that is a spreadsheet", "PK\u0003\u0004\0\0\0", "statements.not_csv", 422],
    ["without movements", "Tanggal,Keterangan,Kredit,Debit\n", "statements.empty", 422],
    ["without a byte", "", "statements.missing_file", 422],
    [
      "with too many lines",
      `Tanggal,Keterangan,Kredit,Debit\n${"20/11/2026,a,1,\n".repeat(statementLimits.lines + 100)}`,
      "statements.too_many_lines",
      422,
    ],
    ["above 5 MB", "a".repeat(statementLimits.bytes + 1), "statements.too_large", 413],
    ["of 50 MB", "a".repeat(50 * 1024 * 1024), "statements.too_large", 413],
  ])("%s is refused with a code and changes nothing", async (_what, file, code, status) => {
    const before = await count();
    const answer = await send(ani, file);
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(await count()).toBe(before);
  });

  test("with a missing column says which one, and a preview shows how a file is read", async () => {
    const wrong = await send(ani, "Tanggal,Keterangan,Masuk,Debit\n", "/preview");
    expect(wrong.data).toEqual({
      statement: ["Kolom “Kredit” tidak ada di berkas ini. Kolom yang ada: “Tanggal”, “Keterangan”, “Masuk”, “Debit”."],
    });
    const shown = await send(ani, makeStatement([{ amount: 5, text: "PRATINJAU" }], now()), "/preview");
    expect(shown.result).toMatchObject({ lines: 1, first: [{ amount: 5, description: "PRATINJAU" }] });
    expect(await context.db.rows(sql`select 1 from bank_statement_lines where description = 'PRATINJAU'`)).toEqual([]);
  });

  test("in Windows-1252 is read", async () => {
    const text = makeStatement([{ amount: 12_345, text: "CAFÉ ŸALE" }], now());
    await send(ani, Buffer.from(text.replace("Ÿ", "\u009f"), "latin1"));
    expect(await context.db.rows(sql`select 1 from bank_statement_lines where description = 'CAFÉ ŸALE'`)).toHaveLength(
      1,
    );
  });

  test("needs an account of the marketplace, its columns, and an operator of finance", async () => {
    const file = makeStatement([{ amount: 5 }], now());
    expect((await send(ani, file, "", "bca:9999999999")).code).toBe("statements.account_unknown");
    expect((await send(ani, file, "", "mandiri:1370012345678")).code).toBe("statements.no_layout");
    expect((await send(citra, file)).code).toBe("session.not_permitted");
    expect((await send(undefined, file)).status).toBe(401);
    const accounts = (await call(ani, "GET", "/v1/operator/bank-accounts")).result as {
      accounts: { key: string; has_layout: boolean }[];
    };
    expect(accounts.accounts.map(({ key, has_layout }) => [key, has_layout])).toEqual([
      [account, true],
      ["mandiri:1370012345678", false],
    ]);
    const both = { ...madeLayout, amount_column: "Jumlah" };
    expect((await call(ani, "PUT", `/v1/operator/statement-layouts/${account}`, both)).status).toBe(422);
    expect((await call(citra, "PUT", `/v1/operator/statement-layouts/${account}`, madeLayout)).code).toBe(
      "session.not_permitted",
    );
  });
});

test("a movement is found by its text or its sum", async () => {
  const id = await uploaded(4_321_987, { text: "TRSF ISTIMEWA 100%" }).then(
    async () =>
      (await context.db.row<{ id: string }>(sql`select id from bank_statement_lines where amount = 4321987`))?.id,
  );
  for (const q of ["istimewa 100%", "Rp4.321.987", "4321987"]) {
    const { rows } = (await call(ani, "GET", `/v1/operator/statement-lines?q=${encodeURIComponent(q)}`)).result as {
      rows: { id: string }[];
    };
    expect([q, rows.map((row) => row.id)]).toEqual([q, [id]]);
  }
});

test("a match whose booking failed for good is booked within the hour", async () => {
  const made = await placed();
  await upload([{ amount: made.sum, text: "TRSF MACET" }]);
  await context.db.pool.query("delete from graphile_worker._private_jobs");
  await jobs();
  expect(await statusOf(made.orderId)).toBe("awaiting_payment");
  const later = { ...context, clock: { ...context.clock, now: () => addDuration(now(), 2 * hour) } } as Context;
  await paymentJobs["payments.retry_transfers"]?.({}, later);
  await jobs();
  expect(await statusOf(made.orderId)).toBe("awaiting_confirmation");
});
