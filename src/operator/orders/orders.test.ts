import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { stopOrder } from "#orders/cancel-order.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { findCurrentAttempt } from "#payments/attempts/queries.ts";
import { createRefund } from "#payments/refunds/create-refund.ts";
import { makeShopApi } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeComplaint } from "../../../test/make/complaints.ts";
import { makeDeliveredOrder, makePaidOrder, makePlacedOrder, makeShippedOrder } from "../../../test/make/orders.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { readPdf } from "../../../test/read/pdf.ts";
import { outcome, readOrders } from "../../../test/read/orders.ts";
import { decideCorrection, proposeCorrection } from "#orders/corrections/decide-correction.ts";
import type { CorrectionKind } from "#orders/corrections/rules.ts";
import { receiveOrder } from "#orders/receive-order.ts";
import { drawOrderFile } from "./draw-order-file.ts";
import { orderStoryRoutes } from "./routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let operator: Awaited<ReturnType<typeof api.as>>;
let { statusOf, refundsOf } = {} as ReturnType<typeof readOrders>;
beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  ({ statusOf, refundsOf } = readOrders(context));
  api = await makeShopApi(context, [orderStoryRoutes]);
  operator = await api.as(await makeUser(context, { type: "operator" }));
});
afterAll(async () => {
  await api.close();
  await context.close();
});

const reason = "Toko ini terbukti menipu pembeli lain";
type Story = {
  stops: boolean;
  total: number;
  lines: { amount: number }[];
  costs: { amount: number }[];
  buyer: { name: string };
  story: { at: string; kind: string; text: string; detail: string; movements: { amount: number }[] }[];
};
const storyOf = async (orderId: string) =>
  (await operator("GET", `/v1/operator/orders/${orderId}`)).body.result as unknown as Story;

test("the story of an order has its payment, parcel, scans and ledger in the order of time", async () => {
  const made = await makeDeliveredOrder(context);
  await receiveOrder(context, { orderId: made.orderId, buyerId: made.buyerId }, context.clock.now());
  const { story, stops, lines, costs, total } = await storyOf(made.orderId);
  expect(stops).toBe(false);
  expect([...lines, ...costs].reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
  const times = story.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
  const texts = story.map(({ kind, text }) => `${kind}: ${text}`);
  expect(texts).toEqual(
    expect.arrayContaining([
      "order: Pesanan dibuat",
      "payment: Uang masuk",
      "order: Pembayaran diterima",
      "money: Pembayaran masuk",
      "parcel: Paket ke pembeli dibuat",
      "scan: Paket sudah tiba",
      "order: Pesanan diterima pembeli",
      "money: Dana pesanan dibagi",
    ]),
  );
  // What was held for the order is divided to the last rupiah.
  const divided = story.find(({ text }) => text === "Dana pesanan dibagi");
  expect(divided?.movements.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  expect((await operator("GET", "/v1/operator/orders/0198c0de-0000-7000-8000-000000000000")).status).toBe(404);
});

test("a refund of what the marketplace's promotions paid is one entry, which says that no money moves", async () => {
  const made = await makePaidOrder(context);
  const attempt = await findCurrentAttempt(context.db, made.paymentId);
  if (!attempt) throw new Error("no attempt");
  const { buyerId, orderId } = made;
  const refund = { attempt, buyerId, orderId, reason: "order_part_refunded", cause: `${orderId} promosi` } as const;
  await context.db.transaction((tx) => createRefund(tx, { ...refund, amount: 0, now: context.clock.now() }));
  const { story } = await storyOf(orderId);
  expect(story.filter(({ kind }) => kind === "refund")).toMatchObject([
    { text: "Tidak ada uang yang kembali ke pembeli", amount: null },
  ]);
});

test("an operator cancels a paid order: the buyer gets everything back, once, and the audit log has the reason", async () => {
  const made = await makePaidOrder(context);
  expect((await storyOf(made.orderId)).stops).toBe(true);
  const stop = () => operator("POST", `/v1/operator/orders/${made.orderId}/stop`, { reason });
  const answers = await Promise.all([stop(), stop()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await statusOf(made)).toBe("cancelled");
  expect(await refundsOf(made)).toBe(1);
  const { story, stops } = await storyOf(made.orderId);
  expect(stops).toBe(false);
  const refunds = story.filter(({ kind }) => kind === "refund");
  expect(refunds.length).toBeGreaterThan(0);
  for (const { detail } of refunds) expect(detail).toContain("termasuk biaya layanan Rp1.000");
  expect(story.map(({ kind, detail }) => [kind, detail.includes(reason)])).toContainEqual(["audit", true]);
  const texts = await context.db.rows<{ user_id: string; description: string }>(
    sql`select user_id, description from notifications where transaction_id = ${made.orderId} and description like ${`%${reason}`}`,
  );
  expect(texts.map(({ user_id }) => user_id).toSorted()).toEqual([made.buyerId, made.sellerId].toSorted());
  expect(await brokenInvariants(context.db)).toEqual([]);
});

test("an operator cannot cancel what is unpaid, shipped or the own order, nor without a reason", async () => {
  const [placed, shipped, paid] = [
    await makePlacedOrder(context),
    await makeShippedOrder(context),
    await makePaidOrder(context),
  ];
  for (const made of [placed, shipped]) {
    const before = await statusOf(made);
    const { status, body } = await operator("POST", `/v1/operator/orders/${made.orderId}/stop`, { reason });
    expect([status, body.code]).toEqual([409, "orders.not_allowed"]);
    expect(await statusOf(made)).toBe(before);
  }
  expect((await operator("POST", `/v1/operator/orders/${paid.orderId}/stop`, { reason: "Tipu" })).status).toBe(422);
  const buyer = { userId: paid.buyerId, type: "operator", operatorRole: "support" };
  expect(await outcome(stopOrder(context, buyer, { orderId: paid.orderId, reason }, context.clock.now()))).toBe(
    "orders.own_order",
  );
  expect(await statusOf(paid)).toBe("awaiting_confirmation");
});

test("the file of any order has its goods, messages, scans and ledger, and drawing it is in the audit log", async () => {
  const { orderId } = await makeComplaint(context);
  const by = { userId: await makeUser(context, { type: "operator" }), type: "operator", operatorRole: "owner" };
  const { invoice, pdf } = await drawOrderFile(context, by, orderId, context.clock.now());
  const chunks: Buffer[] = [];
  for await (const chunk of pdf) chunks.push(chunk as Buffer);
  const { text } = readPdf(Buffer.concat(chunks));
  for (const part of [invoice, "Satu mangkuk retak", "Rekening bersama", "Pesanan dikirim"])
    expect(text).toContain(part);
  const drawn = await context.db.rows(
    sql`select actor_id from audit_entries where subject_id = ${orderId} and action = 'operator.order_file_drawn'`,
  );
  expect(drawn).toEqual([{ actor_id: by.userId }]);
  await expect(drawOrderFile(context, by, by.userId, context.clock.now())).rejects.toThrow();
});

test("the story of an order has its corrections: proposal, decision, ledger and compensation", async () => {
  const made = await makeDeliveredOrder(context);
  await receiveOrder(context, { orderId: made.orderId, buyerId: made.buyerId }, context.clock.now());
  const [first, second] = [
    await makeUser(context, { type: "operator" }),
    await makeUser(context, { type: "operator" }),
  ];
  const propose = (kind: CorrectionKind) =>
    proposeCorrection(
      context,
      { userId: first, operatorRole: "finance" },
      { orderId: made.orderId, kind, amount: 1_000, reason: "Terhitung <b>dua</b> kali", idempotencyKey: kind },
      context.clock.now(),
    );
  const decide = (correctionId: string, accept: boolean) =>
    decideCorrection(
      context,
      { userId: second, operatorRole: "finance" },
      { correctionId, accept, reason: "Sudah dicocokkan" },
      context.clock.now(),
    );
  await decide((await propose("shop_goodwill")).id, false);
  await decide((await propose("buyer_goodwill")).id, true);
  const { story } = await storyOf(made.orderId);
  const texts = story.map(({ kind, text }) => `${kind}: ${text}`);
  expect(texts).toEqual(
    expect.arrayContaining([
      "correction: Kompensasi untuk toko diusulkan",
      "correction: Kompensasi untuk toko ditolak",
      "correction: Kompensasi untuk pembeli diusulkan",
      "correction: Kompensasi untuk pembeli disetujui dan dibukukan",
      "money: Koreksi: kompensasi untuk pembeli",
      "refund: Pengembalian dibuat",
    ]),
  );
  expect(texts.filter((text) => text.startsWith("correction"))).toHaveLength(4);
  expect(story.find(({ text }) => text === "Kompensasi untuk pembeli diusulkan")?.detail).toContain("<b>dua</b>");
});
