import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { makeSession } from "../../test/make/checkout.ts";
import { makeContext } from "../../test/make/context.ts";
import {
  attemptOf,
  makeCompletedOrder,
  makePaidOrder,
  makePlacedOrder,
  makeShippedOrder,
  type MadeOrder,
} from "../../test/make/orders.ts";
import { addBalance, makeRichShop } from "../../test/make/payouts.ts";
import { makeShop, makeUser } from "../../test/make/rows.ts";
import { makeVoucher } from "../../test/make/vouchers.ts";
import { readPdf } from "../../test/read/pdf.ts";
import { openDatabase, sql } from "#lib/database.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { jakartaDay } from "#lib/time.ts";
import { rejectOrder } from "#orders/accept-order.ts";
import { chargeBackCheckout } from "#orders/settlement/charge-back.ts";
import { markCheckoutPaid } from "#orders/checkout/mark-checkout-paid.ts";
import { decideCorrection, proposeCorrection } from "#orders/corrections/decide-correction.ts";
import type { CorrectionKind } from "#orders/corrections/rules.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { receiveOrder } from "#orders/receive-order.ts";
import { refundPart } from "#orders/settlement/refund-part.ts";
import { returnChargeback } from "#orders/settlement/return-chargeback.ts";
import { applyStatus } from "#payments/attempts/settle-attempt.ts";
import { book } from "#payments/ledger/ledger.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { numberPapers } from "./number-papers.ts";
import { paperRoutes } from "./routes.ts";
import { pdfLimits, type Paper } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let app: FastifyInstance;
const now = () => context.clock.now();

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "fatal", MANUAL_BANK_ACCOUNTS: "bca:1234567890:PT Kawung Nusantara" });
  app = await createHttp(context);
  await app.register(async (scope) => paperRoutes(scope, context));
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await context.close();
});

const tokens = new Map<string, string>();
/** Calls as a user; `null` is nobody. */
async function get(userId: string | null, path: string) {
  if (userId && !tokens.has(userId)) tokens.set(userId, await makeSession(context, userId));
  const headers = userId ? { authorization: `Bearer ${tokens.get(userId)}` } : {};
  const url = path.startsWith("/v1/") ? path : `/v1/papers/orders/${path}`;
  return app.inject({ method: "GET", url, headers });
}
type Listed = { id: string; title: string; number: string };
const listOf = async (userId: string, orderId: string) =>
  (await get(userId, orderId)).json<{ result: { papers: Listed[] } }>().result.papers;
const paperOf = async (userId: string, orderId: string, paper: string) =>
  (await get(userId, `${orderId}/${paper}`)).json<{ result: Paper }>().result;
const totalOf = ({ sums }: Paper) => sums.find(({ look }) => look === "total")?.amount;
const plainOf = ({ sums }: Paper) =>
  sums.filter(({ look }) => look === "plain").reduce((sum, { amount }) => sum + amount, 0);
const rowsOf = ({ rows }: Paper) => rows.reduce((sum, { amount }) => sum + amount, 0);
const noteOf = ({ sums }: Paper, words: string) => sums.find(({ label }) => label.includes(words))?.amount ?? 0;
const linesOf = ({ orderId }: MadeOrder) =>
  context.db.rows<{ id: string }>(sql`select id from order_lines where order_id = ${orderId} order by id`);
const give = (made: MadeOrder, amount: number, shipping = 0, reason = "Sedikit rusak") =>
  linesOf(made).then(([line]) =>
    refundPart(
      context,
      {
        orderId: made.orderId,
        shopId: made.shopId,
        userId: made.sellerId,
        idempotencyKey: randomUUID(),
        lines: amount > 0 ? [{ line_id: line?.id ?? "", amount }] : [],
        shipping,
        reason,
      },
      now(),
    ),
  );
/** What an event booked to the accounts of a kind, for all events of an order. */
async function bookedTo(orderId: string, kind: string): Promise<number> {
  const row = await context.db.row<{ amount: number }>(sql`
    select coalesce(sum(e.amount), 0)::bigint as amount from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
    where a.kind = ${kind} and t.id in (
      select e.transaction_id from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.kind = 'escrow' and a.owner = ${orderId}
      union select t.id from ledger_transactions t where ${orderId} = any(string_to_array(t.reference, ' ')))`);
  return row?.amount ?? 0;
}

describe("who reads the papers of an order", () => {
  let made: MadeOrder;
  beforeAll(async () => {
    made = await makePaidOrder(context, { price: 200_000 });
  });

  test("its buyer reads invoice and receipt, its seller invoice and summary, an operator all", async () => {
    const operator = await makeUser(context, { type: "operator" });
    const ids = async (userId: string) => (await listOf(userId, made.orderId)).map(({ id }) => id);
    expect(await ids(made.buyerId)).toEqual(["invoice", "receipt"]);
    expect(await ids(made.sellerId)).toEqual(["invoice", "summary"]);
    expect(await ids(operator)).toEqual(["invoice", "receipt", "summary"]);
    expect((await get(made.buyerId, `${made.orderId}/summary`)).statusCode).toBe(404);
    expect((await get(made.sellerId, `${made.orderId}/receipt`)).statusCode).toBe(404);
    // Operators read no postal address.
    expect(JSON.stringify(await paperOf(made.sellerId, made.orderId, "invoice"))).toContain("Jalan Merdeka 10");
    expect(JSON.stringify(await paperOf(operator, made.orderId, "invoice"))).not.toContain("Jalan Merdeka 10");
  });

  test("an operator without a second factor in the session, another buyer, another shop and visitors read nothing", async () => {
    const operator = await makeUser(context, { type: "operator" });
    await context.db.run(sql`delete from second_factors where user_id = ${operator}`);
    const strangers = [operator, await makeUser(context), (await makeShop(context)).ownerId];
    for (const path of ["", "/invoice", "/receipt", "/summary", "/invoice/pdf", `/${randomUUID()}`]) {
      for (const stranger of strangers) {
        const foreign = await get(stranger, made.orderId + path);
        const missing = await get(stranger, randomUUID() + path);
        expect([path, foreign.statusCode, foreign.body]).toEqual([path, 404, missing.body]);
      }
      expect((await get(null, made.orderId + path)).statusCode).toBe(401);
    }
    expect((await get(made.buyerId, `${made.orderId}/x%2f..`)).statusCode).toBe(422);
  });

  test("an order that is not paid has no papers", async () => {
    const unpaid = await makePlacedOrder(context);
    for (const userId of [unpaid.buyerId, unpaid.sellerId])
      expect((await get(userId, unpaid.orderId)).statusCode).toBe(404);
  });

  test("a seller no longer reads the buyer's address when the order no longer needs it", async () => {
    const sold = await makeCompletedOrder(context);
    await context.db.run(sql`update orders set completed_at = now() - interval '30 days' where id = ${sold.orderId}`);
    const text = JSON.stringify(await paperOf(sold.sellerId, sold.orderId, "invoice"));
    expect(text).not.toContain("Jalan Merdeka 10");
    expect(JSON.stringify(await paperOf(sold.buyerId, sold.orderId, "invoice"))).toContain("Jalan Merdeka 10");
  });
});

test("a correction says why the seller gave the part back, each its own reason", async () => {
  const made = await makeShippedOrder(context, { price: 100_000 });
  await give(made, 10_000, 0, "Kancing hilang");
  await give(made, 20_000, 0, "Kerah bernoda");
  const corrections = (await listOf(made.buyerId, made.orderId)).filter(({ title }) => title === "Nota koreksi");
  const reasons = await Promise.all(
    corrections.map(async ({ id }) => {
      const { facts, sums } = await paperOf(made.buyerId, made.orderId, id);
      return [sums[0]?.amount, facts.find(({ label }) => label === "Keterangan penjual")?.value];
    }),
  );
  expect(reasons).toEqual([
    [10_000, "Kancing hilang"],
    [20_000, "Kerah bernoda"],
  ]);
});

describe("the number of a paper", () => {
  test("is the order's for an invoice, stays as it is once given, and is the same for every reader", async () => {
    const made = await makeShippedOrder(context, { price: 100_000 });
    await give(made, 10_000);
    await give(made, 20_000);
    const first = await listOf(made.buyerId, made.orderId);
    expect(await listOf(made.buyerId, made.orderId)).toEqual(first);
    const invoice = await context.db.row<{ invoice: string }>(
      sql`select invoice from orders where id = ${made.orderId}`,
    );
    expect(first[0]).toEqual({ id: "invoice", title: "Invoice", number: invoice?.invoice });
    const corrections = (list: Listed[]) => list.filter(({ title }) => title === "Nota koreksi");
    expect(corrections(await listOf(made.sellerId, made.orderId))).toEqual(corrections(first));
    expect(new Set(first.map(({ number }) => number)).size).toBe(4);
  });

  test("reveals nothing about other papers: all but prefix and day is random", async () => {
    const subjects = Array.from({ length: 300 }, () => ({
      subject: randomUUID(),
      at: new Date("2026-11-20T17:30:00Z"),
    }));
    const numberOf = await numberPapers(context.db, "correction", subjects, now());
    const numbers = subjects.map(({ subject }) => numberOf(subject));
    expect(new Set(numbers).size).toBe(300);
    for (const number of numbers) expect(number).toMatch(/^NK\/20261121\/[A-Z0-9]{10}$/);
    // In the order in which they were given, about as many numbers follow a smaller one as follow a greater one.
    const rises = numbers.filter((number, at) => at > 0 && number > (numbers[at - 1] ?? "")).length;
    expect(rises).toBeGreaterThan(100);
    expect(rises).toBeLessThan(200);
  });

  test("is one and the same when two processes give it at the same moment", async () => {
    const other = openDatabase(context.databaseUrl, { log: context.log, connections: 5 });
    const subjects = Array.from({ length: 40 }, () => ({ subject: randomUUID(), at: now() }));
    const given = await Promise.all(
      [context.db, other, context.db, other].map((db, at) =>
        numberPapers(db, "receipt", at % 2 === 0 ? subjects : subjects.toReversed(), now()),
      ),
    );
    for (const { subject } of subjects) expect(new Set(given.map((numberOf) => numberOf(subject))).size).toBe(1);
    await other.close();
    const stored = await context.db.row<{ count: number }>(
      sql`select count(*)::int as count from papers where subject = any(${subjects.map(({ subject }) => subject)}::text[])`,
    );
    expect(stored?.count).toBe(40);
  });
});

/** What stays with the bank of what it took. */
const stillTaken = ({ chargedBack, returned }: { chargedBack: number | null; returned: number }) =>
  Math.floor(((chargedBack ?? 0) * (1_000 - returned)) / 1_000);

describe("amounts", () => {
  afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

  test("agree to the rupiah with order and ledger, for random orders, vouchers, taxes and refunds", async () => {
    const history = fc.record({
      price: fc.integer({ min: 30_001, max: 3_000_000 }),
      quantity: fc.integer({ min: 1, max: 3 }),
      pkp: fc.boolean(),
      tax: fc.boolean(),
      byShop: fc.nat(9_999),
      byPlatform: fc.nat(9_999),
      shops: fc.integer({ min: 1, max: 2 }),
      refunds: fc.array(fc.integer({ min: 1, max: 9_000 }), { maxLength: 2 }),
      chargedBack: fc.option(fc.integer({ min: 1, max: 20_000 })),
      /** How much of that the bank returns, per mille. */
      returned: fc.nat(1_000),
    });
    const isWithin = async (drawn: typeof history extends fc.Arbitrary<infer T> ? T : never) => {
      const shops = [];
      for (let at = 0; at < drawn.shops; at += 1) shops.push(await makeShop(context));
      const [first] = shops;
      if (!first) throw new Error("no shop");
      await context.db.run(sql`update shops set is_pkp = ${drawn.pkp} where id = ${first.shopId}`);
      if (drawn.byShop >= 1_000) await makeVoucher(context, { shopId: first.shopId, maxAmount: drawn.byShop });
      const platform = drawn.byPlatform >= 1_000 ? await makeVoucher(context, { maxAmount: drawn.byPlatform }) : null;
      const made = await makeShippedOrder(context, { shops, price: drawn.price, quantity: drawn.quantity });
      if (platform) await context.db.run(sql`update vouchers set ends_at = now() where id = ${platform.id}`);
      if (drawn.tax)
        await context.db.run(sql`update order_lines set tax_per_mille = 5 where order_id = ${made.orderId}`);
      for (const amount of drawn.refunds) await give(made, amount, 1_000);
      if (drawn.chargedBack !== null) {
        const attempt = await attemptOf(context, made.paymentId);
        const receipts = [{ reference: attempt.reference, amount: attempt.amount, receivedAt: now() }];
        const reported = { status: "paid" as const, receipts, refunds: [], chargedBack: drawn.chargedBack };
        await applyStatus(context, attempt, reported, now());
        await chargeBackCheckout(context, { checkoutId: made.checkoutId, attemptId: attempt.id }, now());
        await returnChargeback(context, { attemptId: attempt.id, chargedBack: stillTaken(drawn) }, now());
      }
      const operator = await makeUser(context, { type: "operator" });
      const listed = await listOf(operator, made.orderId);
      const papers = await Promise.all(listed.map(({ id }) => paperOf(operator, made.orderId, id)));
      const of = (kind: string) => papers.filter((paper) => paper.kind === kind);
      const [invoice] = of("invoice");
      const [receipt] = of("receipt");
      const [summary] = of("summary");
      const corrections = of("correction");
      if (!invoice || !receipt || !summary) throw new Error("a paper is missing");
      const stored = await context.db.row<{ total: number; paid: number; refunded: number }>(sql`
        select o.total, (select settled from payment_attempts a join payments p on p.id = a.payment_id where p.checkout_id = o.checkout_id and a.status = 'paid') as paid,
          (select coalesce(sum(amount), 0)::bigint from refunds where order_id = o.id) as refunded
        from orders o where o.id = ${made.orderId}`);
      expect([totalOf(invoice), plainOf(invoice)]).toEqual([stored?.total, stored?.total]);
      expect([totalOf(receipt), rowsOf(receipt)]).toEqual([stored?.paid, stored?.paid]);
      const returns = corrections.filter(({ facts }) => facts.some(({ label }) => label === "Membatalkan nota"));
      const hasReturn = drawn.chargedBack !== null && stillTaken(drawn) < drawn.chargedBack;
      expect(corrections.length - returns.length).toBe(drawn.refunds.length + (drawn.chargedBack === null ? 0 : 1));
      expect(returns.length).toBeLessThanOrEqual(hasReturn ? 1 : 0);
      for (const paper of corrections) expect(rowsOf(paper)).toBe(totalOf(paper));
      const correctedBy = (list: readonly Paper[]) => list.reduce((sum, paper) => sum + (totalOf(paper) ?? 0), 0);
      expect(correctedBy(corrections) - 2 * correctedBy(returns)).toBe(stored?.refunded);
      expect(plainOf(summary)).toBe(totalOf(summary));
      if (!drawn.pkp) expect(JSON.stringify(papers)).not.toContain("DPP");
      await context.db.run(
        sql`update orders set status = 'delivered', delivered_at = now() where id = ${made.orderId}`,
      );
      await context.db.run(
        sql`insert into order_events (order_id, action, from_status, to_status, actor, created_at) values (${made.orderId}, 'mark_delivered', 'shipped', 'delivered', 'courier', now())`,
      );
      await receiveOrder(context, { orderId: made.orderId, buyerId: made.buyerId }, now());
      const earned = await context.db.row<{ earned: number }>(
        sql`select earned from orders where id = ${made.orderId}`,
      );
      expect(totalOf(await paperOf(made.sellerId, made.orderId, "summary"))).toBe(earned?.earned);
      expect(await bookedTo(made.orderId, "tax_withheld")).toBe(0 - noteOf(summary, "PPh"));
      expect(await bookedTo(made.orderId, "commission")).toBe(0 - noteOf(summary, "Komisi"));
    };
    await fc.assert(fc.asyncProperty(history, isWithin), { numRuns: 5, endOnFailure: true });
  });

  test("a transfer's unique code is on the invoice, and the receipt says what was transferred", async () => {
    const shops = [await makeShop(context), await makeShop(context)];
    const made = await makePlacedOrder(context, { shops, method: "transfer_bca", price: 100_000 });
    const attempt = await attemptOf(context, made.paymentId);
    expect(attempt.code).toBeGreaterThan(0);
    const receipts = [{ reference: randomUUID(), amount: attempt.amount, receivedAt: now() }];
    await applyStatus(context, attempt, { status: "paid", receipts, refunds: [], chargedBack: 0 }, now());
    await context.db.transaction((tx) => markCheckoutPaid(tx, context, made.checkoutId, now()));
    const receipt = await paperOf(made.buyerId, made.orderId, "receipt");
    expect([receipt.rows.length, rowsOf(receipt), totalOf(receipt)]).toEqual([2, attempt.amount, attempt.amount]);
    const invoices = await Promise.all(made.orderIds.map((orderId) => paperOf(made.buyerId, orderId, "invoice")));
    const codes = invoices.map(({ sums }) => sums.find(({ label }) => label.startsWith("Kode unik"))?.amount ?? 0);
    expect(codes.reduce((sum, code) => sum + code, 0)).toBe(-attempt.code);
    expect(invoices.reduce((sum, paper) => sum + (totalOf(paper) ?? 0), 0)).toBe(attempt.amount);
    for (const paper of invoices) expect(plainOf(paper)).toBe(totalOf(paper));
  });

  test("a rejected order has a note that cancels its invoice", async () => {
    const made = await makePaidOrder(context, { price: 200_000 });
    const { orderId, shopId, sellerId: userId } = made;
    await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, now());
    const [, , note] = await listOf(made.buyerId, orderId);
    expect(note?.title).toBe("Nota pembatalan");
    const paper = await paperOf(made.buyerId, orderId, note?.id ?? "");
    expect([totalOf(paper), paper.about]).toEqual([made.total, expect.stringMatching(/^Membatalkan invoice INV\//)]);
    const invoice = await paperOf(made.buyerId, orderId, "invoice");
    expect(invoice.notes.join()).toContain(note?.number);
    expect(totalOf(await paperOf(made.sellerId, orderId, "summary"))).toBe(0);
  });

  test("an invoice keeps its PPN when its shop is no longer PKP, and has none when the shop becomes PKP", async () => {
    const shop = await makeShop(context);
    const before = await makePaidOrder(context, { shops: [shop], price: 111_000 });
    await context.db.run(sql`update shops set is_pkp = true where id = ${shop.shopId}`);
    const taxed = await makePaidOrder(context, { shops: [shop], price: 111_000 });
    await context.db.run(sql`update shops set is_pkp = false where id = ${shop.shopId}`);
    const invoices = await Promise.all([before, taxed].map((one) => paperOf(one.buyerId, one.orderId, "invoice")));
    expect(invoices.map((paper) => noteOf(paper, "PPN"))).toEqual([0, 11_000]);
    expect(invoices.map((paper) => noteOf(paper, "DPP"))).toEqual([0, 100_000]);
    expect(invoices[0]?.notes.join()).toContain("tidak memungut PPN");
    expect(invoices[1]?.notes.join()).toContain("sudah termasuk PPN");
  });
});

describe("as PDF", () => {
  test("a paper is a file named by its number that says the same as the page", async () => {
    const made = await makePaidOrder(context, { price: 200_000 });
    const paper = await paperOf(made.buyerId, made.orderId, "invoice");
    const file = await get(made.buyerId, `${made.orderId}/invoice/pdf`);
    expect(file.statusCode).toBe(200);
    expect(file.headers["content-type"]).toBe("application/pdf");
    expect(file.headers["cache-control"]).toBe("private, no-store");
    expect(file.headers["content-disposition"]).toBe(`attachment; filename="${paper.number.replaceAll("/", "-")}.pdf"`);
    const { text } = readPdf(file.rawPayload);
    for (const part of [paper.title, paper.number, "Barang Uji Coba", formatRupiah(made.total)])
      expect(text.split("\n")).toContain(part);
    for (const { label, amount } of paper.sums) {
      expect(text).toContain(label.split(" ")[0]);
      expect(text).toContain(formatRupiah(amount));
    }
  });

  test("a user who requests many at once does not keep others waiting", async () => {
    const made = await makePaidOrder(context);
    const greedy = Array.from({ length: 12 }, () => get(made.buyerId, `${made.orderId}/invoice/pdf`));
    const other = await get(made.sellerId, `${made.orderId}/invoice/pdf`);
    expect(other.statusCode).toBe(200);
    const statuses = (await Promise.all(greedy)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(6);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(6);
    const more = [];
    for (let at = 0; at < pdfLimits.max; at += 1) more.push(await get(made.buyerId, `${randomUUID()}/invoice/pdf`));
    expect(more.at(-1)?.statusCode).toBe(429);
    expect((await get(made.buyerId, made.orderId)).statusCode).toBe(200);
  });
});

describe("the statement of a month", () => {
  test("has the sums of the ledger, as data and as PDF, for its own shop only", async () => {
    const shop = await makeRichShop(context, { isKnownAccount: false });
    const entry = (at: string, amount: number) =>
      context.db.transaction((tx) =>
        book(tx, {
          kind: "order_settled",
          reference: randomUUID(),
          now: new Date(at),
          movements: [
            { kind: "cash", owner: "simulator", amount: -amount },
            { kind: "seller_balance", owner: shop.shopId, amount },
          ],
        }),
      );
    await entry("2026-01-31T23:59:59+07:00", 1_000);
    await entry("2026-02-01T00:00:00+07:00", 20_000);
    await entry("2026-02-28T12:00:00+07:00", 300);
    const url = "/v1/papers/statements/2026-02";
    const { result } = (await get(shop.ownerId, url)).json<{ result: Paper }>();
    expect(result.sums).toEqual([
      { label: "Saldo awal", amount: 1_000, look: "plain" },
      { label: "Pesanan selesai", amount: 20_300, look: "plain" },
      { label: "Saldo akhir", amount: 21_300, look: "total" },
    ]);
    expect([result.rows.length, rowsOf(result), plainOf(result)]).toEqual([2, 20_300, 21_300]);
    expect(result.number).toMatch(/^LS\/20260228\//);
    const again = (await get(shop.ownerId, url)).json<{ result: Paper }>().result;
    expect(again.number).toBe(result.number);
    const file = await get(shop.ownerId, `${url}/pdf`);
    expect(readPdf(file.rawPayload).text.split("\n")).toEqual(expect.arrayContaining(["Rp20.300", "Rp21.300"]));
    const other = await makeRichShop(context, { isKnownAccount: false });
    for (const path of [url, `${url}/pdf`]) {
      expect((await get(other.ownerId, path)).statusCode).toBe(404);
      expect((await get(await makeUser(context), path)).statusCode).toBe(403);
      expect((await get(null, path)).statusCode).toBe(401);
    }
  });

  test("does not exist before the month has ended, before the first entry, or for what is no month", async () => {
    const shop = await makeRichShop(context, { isKnownAccount: false });
    await addBalance(context, shop.shopId, 5_000);
    const status = async (month: string) => (await get(shop.ownerId, `/v1/papers/statements/${month}`)).statusCode;
    expect(await status(jakartaDay(now()).slice(0, 7))).toBe(404);
    expect(await status("2020-01")).toBe(404);
    expect(await status("2026-13")).toBe(422);
  });
});

test("the summary of an order ends with what operators corrected of its seller's money", async () => {
  const made = await makeCompletedOrder(context, { price: 200_000 });
  const [first, second] = [
    await makeUser(context, { type: "operator" }),
    await makeUser(context, { type: "operator" }),
  ];
  const correct = async (kind: CorrectionKind, amount: number) => {
    const proposal = {
      orderId: made.orderId,
      kind,
      amount,
      reason: "Terhitung dua kali",
      idempotencyKey: randomUUID(),
    };
    const { id } = await proposeCorrection(context, { userId: first, operatorRole: "finance" }, proposal, now());
    const decision = { correctionId: id, accept: true, reason: "Sudah dicocokkan" };
    await decideCorrection(context, { userId: second, operatorRole: "finance" }, decision, now());
  };
  const before = (await paperOf(made.sellerId, made.orderId, "summary")).sums;
  await correct("fee_returned", 5_000);
  await correct("buyer_goodwill", 9_000);
  await correct("credit_taken_back", 20_000);
  const { sums } = await paperOf(made.sellerId, made.orderId, "summary");
  expect(sums.slice(-4).map(({ label, amount }) => [label, amount])).toEqual([
    ["Anda terima", 205_000],
    ["Koreksi: komisi dikembalikan", 5_000],
    ["Koreksi: kelebihan dana ditarik", -20_000],
    ["Setelah koreksi", 190_000],
  ]);
  expect(before.at(-1)).toEqual({ label: "Anda terima", amount: 205_000, look: "total" });
});
