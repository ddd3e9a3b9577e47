import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour } from "#lib/time.ts";
import { ownMatches, secondOperatorAmount, uploadedMatches } from "#payments/statements/rules.ts";
import { uploadStatement } from "#payments/statements/upload-statement.ts";
import { makeStatement } from "../../../test/make/statements.ts";
import { fireDeadline } from "../deadlines/fire-deadline.ts";
import { account, makeStatementApi, type Placed } from "../../../test/make/statement-api.ts";

let {
  context,
  ani,
  budi,
  citra,
  now,
  upload,
  placed,
  statusOf,
  jobs,
  uploaded,
  assign,
  approve,
  decide,
  lineOf,
  lastText,
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
    upload,
    placed,
    statusOf,
    jobs,
    uploaded,
    assign,
    approve,
    decide,
    lineOf,
    lastText,
    makeOperator,
    settle,
    close,
  } = await makeStatementApi());
});
afterEach(() => settle());
afterAll(() => close());

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
      orders.map(async (made, at) => assign(dina, await uploaded(secondOperatorAmount - 1 - at), made)),
    );
    const proposed = answers.filter(({ data }) => data.status === "proposed");
    expect(proposed).toHaveLength(1);
  });

  test("what one operator's files match beyond the sum of a day waits until another operator uploads the bank's file", async () => {
    const dodi = await makeOperator("Dodi");
    const many = await Promise.all(Array.from({ length: 11 }, () => placed({ price: 9_400_000 })));
    const total = many.reduce((sum, { sum: one }) => sum + one, 0);
    expect(total).toBeGreaterThan(uploadedMatches.max);
    const movements = many.map(({ sum }, at) => ({ amount: sum, text: `TRSF BANYAK ${at}` }));
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
    const movements = [{ amount: own.sum, text: "TRSF MILIK BUDI" }];
    await upload(movements, budi);
    expect((await upload(movements, budi)).data).toMatchObject({ confirmed: 0 });
    expect((await upload([...movements, { amount: large.sum + 5, text: lastText() }], citra)).status).toBe(403);
    expect((await upload([...movements, { amount: large.sum + 5, text: lastText() }], budi)).data).toMatchObject({
      new_lines: 0,
      confirmed: 0,
    });
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
