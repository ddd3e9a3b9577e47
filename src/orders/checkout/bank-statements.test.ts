import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createAuthenticate } from "#accounts/session/session.ts";
import type { Context } from "#lib/context.ts";
import { sql } from "#lib/database.ts";
import { openContext } from "#lib/open-context.ts";
import { addDuration, day, hour, jakartaDay } from "#lib/time.ts";
import { paymentJobs } from "#payments/jobs.ts";
import { bankCharges, statementLimits } from "#payments/statements/rules.ts";
import { uploadStatement } from "#payments/statements/upload-statement.ts";
import type { StatementLineJson } from "#payments/statements/line-contract.ts";
import { attemptOf, makePlacedOrder } from "../../../test/make/orders.ts";
import { madeLayout, makeStatement, type MadeMovement } from "../../../test/make/statements.ts";
import { fireDeadline } from "../deadlines/fire-deadline.ts";
import { account, makeStatementApi, type Operator, type Placed } from "../../../test/make/statement-api.ts";

let {
  context,
  ani,
  budi,
  citra,
  now,
  call,
  send,
  upload,
  placed,
  statusOf,
  refundsOf,
  jobs,
  uploaded,
  assign,
  decide,
  lineOf,
  makeOperator,
  settle,
  close,
} = {} as Awaited<ReturnType<typeof makeStatementApi>>;

beforeAll(async () => {
  ({
    context,
    ani,
    budi,
    citra,
    now,
    call,
    send,
    upload,
    placed,
    statusOf,
    refundsOf,
    jobs,
    uploaded,
    assign,
    decide,
    lineOf,
    makeOperator,
    settle,
    close,
  } = await makeStatementApi());
});
afterEach(() => settle());
afterAll(() => close());

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
