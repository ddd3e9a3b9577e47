import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttp } from "#lib/http/create-http.ts";
import { sql } from "#lib/database.ts";
import { pdfLimits } from "#papers/rules.ts";
import { makeSession } from "../../../test/make/checkout.ts";
import { makeComplaint, type MadeComplaint } from "../../../test/make/complaints.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeDeliveredOrder, newTrackingNumber, scanParcel } from "../../../test/make/orders.ts";
import { makeShop, makeUser } from "../../../test/make/rows.ts";
import { readBarcode } from "../../../test/read/code128.ts";
import { readPdf } from "../../../test/read/pdf.ts";
import { acceptOffer } from "../answer-complaint.ts";
import { complaintRoutes } from "../routes.ts";
import type { SolutionKind } from "../rules.ts";
import type { Problem } from "../opening/rules.ts";
import { parcelLabelRoutes } from "./routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let app: FastifyInstance;

beforeAll(async () => {
  context = await makeContext();
  app = await createHttp(context);
  await app.register(async (scope) => {
    complaintRoutes(scope, context);
    parcelLabelRoutes(scope, context);
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await context.close();
});

/** A case whose seller accepted that goods are sent back or again. */
async function agreed(kind: SolutionKind, problem: Problem = "damaged"): Promise<MadeComplaint> {
  const order = await makeDeliveredOrder(context, { price: 40_000, quantity: 3 });
  await context.db.run(sql`update shops set street = 'Jalan Braga 7', postcode = '40111' where id = ${order.shopId}`);
  const line = await context.db.row<{ id: string }>(sql`
    update order_lines set name = 'Mangkuk Keramik', weight_g = 700 where order_id = ${order.orderId} returning id`);
  const lines = [{ line_id: line?.id ?? "", quantity: 2, problem }];
  const one = await makeComplaint(context, { order, opening: { lines, wanted: { kind, lines: [], shipping: 0 } } });
  const offer = { complaintId: one.complaintId, actor: one.seller, offerId: one.openingId };
  await acceptOffer(context, offer, context.clock.now());
  return one;
}

async function get(userId: string, url: string) {
  return app.inject({ url, headers: { authorization: `Bearer ${await makeSession(context, userId)}` } });
}
const labelUrl = ({ complaintId }: MadeComplaint) => `/v1/complaints/${complaintId}/label.pdf`;

async function send(one: MadeComplaint, userId: string, what: "return" | "replacement", resi: string) {
  const { statusCode } = await app.inject({
    method: "POST",
    url: `/v1/complaints/${one.complaintId}/${what}`,
    headers: { authorization: `Bearer ${await makeSession(context, userId)}` },
    payload: { courier: "jne-reg", resi },
  });
  expect(statusCode).toBe(200);
}
const scan = (one: MadeComplaint, status: "picked" | "delivered") =>
  scanParcel(context, one.orderId, { status, place: "Bandung" }, context.clock.now());

async function hasLabel(one: MadeComplaint, userId: string): Promise<boolean> {
  const { result } = (await get(userId, `/v1/complaints/${one.complaintId}`)).json<{
    result: { has_label: boolean };
  }>();
  return result.has_label;
}
async function codeOf(one: MadeComplaint, userId: string): Promise<string> {
  return (await get(userId, labelUrl(one))).json<{ code: string }>().code;
}

test("a buyer prints the label of goods that go back: from the buyer to the shop, with the complaint's number as code", async () => {
  const one = await agreed("return_refund");
  const answer = await get(one.buyerId, labelUrl(one));
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/pdf"]);
  expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="label-retur-K-[A-Z2-9]{6}\.pdf"$/);
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  const row = await context.db.row<{
    number: string;
    invoice: string;
    shop: string;
    phone: string;
    recipient: string;
  }>(sql`
    select c.number, o.invoice, s.name as shop, o.address->>'phone' as phone, o.address->>'recipient' as recipient
    from complaints c join orders o on o.id = c.order_id join shops s on s.id = c.shop_id where c.id = ${one.complaintId}`);
  const { text, pages } = readPdf(answer.rawPayload);
  expect(pages).toBe(1);
  const [to = "", from = ""] = text.split("Pengirim");
  for (const part of [
    "RETUR",
    `Komplain ${row?.number}`,
    row?.invoice,
    row?.shop,
    "Jalan Braga 7",
    "Bandung 40111",
    "2 kg",
    "resi menyusul",
  ])
    expect(to).toContain(part);
  for (const part of [row?.recipient, "Jalan Merdeka 10", "0812", "2 × Mangkuk Keramik"]) expect(from).toContain(part);
  expect(text).not.toContain(row?.phone.slice(6, -4));
  expect(text).not.toContain("COD");
  expect(readBarcode(answer.rawPayload)).toBe(row?.number);
  expect(await hasLabel(one, one.buyerId)).toBe(true);
});

test("once the tracking number is known the label has it, until the courier scans the parcel", async () => {
  const one = await agreed("return_refund");
  const resi = newTrackingNumber();
  await send(one, one.buyerId, "return", resi);
  const { rawPayload } = await get(one.buyerId, labelUrl(one));
  expect(readBarcode(rawPayload)).toBe(resi);
  expect(readPdf(rawPayload).text).toContain("RETUR · JNE REG");
  // The shop's new address is not where the parcel goes, nor what the case shows.
  await context.db.run(sql`update shops set street = 'Jalan Entah 1' where id = ${one.shopId}`);
  const { text } = readPdf((await get(one.buyerId, labelUrl(one))).rawPayload);
  expect([text.includes("Jalan Braga 7"), text.includes("Jalan Entah 1")]).toEqual([true, false]);
  expect(await hasLabel(one, one.buyerId)).toBe(true);
  await scan(one, "picked");
  expect(await hasLabel(one, one.buyerId)).toBe(false);
  expect(await codeOf(one, one.buyerId)).toBe("complaints.nothing_to_send");
});

test("a seller prints the label of a replacement and of missing goods, addressed to the buyer", async () => {
  for (const [kind, problem, heading] of [
    ["replacement", "damaged", "KIRIMAN PENGGANTI"],
    ["send_rest", "incomplete", "KIRIMAN SUSULAN"],
  ] as const) {
    const one = await agreed(kind, problem);
    const { rawPayload, headers } = await get(one.sellerId, labelUrl(one));
    expect(headers["content-disposition"]).toContain("label-pengganti-K-");
    const [to = "", from = ""] = readPdf(rawPayload).text.split("Pengirim");
    for (const part of [heading, "Sari Dewi", "Jalan Merdeka 10"]) expect(to).toContain(part);
    for (const part of ["Jalan Braga 7", "Bandung 40111", "2 × Mangkuk Keramik"]) expect(from).toContain(part);
    const resi = newTrackingNumber();
    await send(one, one.sellerId, "replacement", resi);
    expect(readBarcode((await get(one.sellerId, labelUrl(one))).rawPayload)).toBe(resi);
    expect(await hasLabel(one, one.buyerId)).toBe(false);
    expect(await codeOf(one, one.buyerId)).toBe("request.not_found");
    await scan(one, "delivered");
    expect(await codeOf(one, one.sellerId)).toBe("complaints.nothing_to_send");
  }
});

test("a label that names whom the buyer resells for as sender does not name the shop", async () => {
  const one = await agreed("replacement");
  await context.db.run(sql`
    update orders set sender_name = 'Griya Ratna', sender_phone = '+6281298765432' where id = ${one.orderId}`);
  const { text } = readPdf((await get(one.sellerId, labelUrl(one))).rawPayload);
  expect(text).toContain("Griya Ratna");
  expect(text).not.toContain("Jalan Braga 7");
});

test("before anything has to be sent, and without the shop's address, there is no label", async () => {
  const open = await makeComplaint(context);
  for (const userId of [open.buyerId, open.sellerId])
    expect(await codeOf(open, userId)).toBe("complaints.nothing_to_send");
  const nowhere = await agreed("return_refund");
  await context.db.run(sql`update shops set street = '' where id = ${nowhere.shopId}`);
  expect(await codeOf(nowhere, nowhere.buyerId)).toBe("complaints.return_address_missing");
  expect(await hasLabel(nowhere, nowhere.buyerId)).toBe(false);
});

test("the label of a return is the buyer's alone: seller, operators and strangers get the response of a missing case", async () => {
  const one = await agreed("return_refund");
  const missing = await get(one.buyerId, `/v1/complaints/${one.orderId}/label.pdf`);
  expect(missing.statusCode).toBe(404);
  const mediator = await makeUser(context, { type: "operator" });
  for (const userId of [one.sellerId, mediator, await makeUser(context), (await makeShop(context)).ownerId]) {
    const answer = await get(userId, labelUrl(one));
    expect([answer.statusCode, answer.body]).toEqual([404, missing.body]);
  }
  expect(await hasLabel(one, one.sellerId)).toBe(false);
  expect((await app.inject({ url: labelUrl(one) })).statusCode).toBe(401);
});

test("a user prints as many labels a minute as other papers, and is then refused", async () => {
  const one = await agreed("return_refund");
  const statuses: number[] = [];
  for (let at = 0; at <= pdfLimits.max; at += 1) statuses.push((await get(one.buyerId, labelUrl(one))).statusCode);
  expect(statuses.slice(0, -1)).toEqual(Array.from({ length: pdfLimits.max }, () => 200));
  expect(statuses.at(-1)).toBe(429);
});
