import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { addDuration, day } from "#lib/time.ts";
import { findParcelsOf } from "#orders/parcels/find-parcels.ts";
import { recordScan } from "#orders/parcels/record-scan.ts";
import { makeSession } from "../../../test/make/checkout.ts";
import { makeComplaint, makeReturnTo, type MadeComplaint } from "../../../test/make/complaints.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeDeliveredOrder, newTrackingNumber } from "../../../test/make/orders.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { mp4Video } from "../../../test/make/videos.ts";
import { readPdf } from "../../../test/read/pdf.ts";
import { addEvidence, removeOldEvidence } from "../evidence/add-evidence.ts";
import { sendBack } from "../exchange-goods.ts";
import { evidenceRetentionDuration } from "../rules.ts";
import { acceptOffer, makeOffer, withdrawComplaint } from "../answer-complaint.ts";
import { caseFileRoutes } from "./routes.ts";
import { accountLabel } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let app: Awaited<ReturnType<typeof createHttp>>;
let made: MadeComplaint;
const now = () => context.clock.now();

async function* streamOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

beforeAll(async () => {
  context = await makeContext({ LIMIT_FACTOR: "100" });
  app = await createHttp(context);
  await app.register(async (scope) => caseFileRoutes(scope, context));
  await app.ready();
  const order = await makeDeliveredOrder(context, { price: 84_000 });
  const owner = { orderId: order.orderId, userId: order.buyerId };
  const picture = await sharp({ create: { width: 60, height: 90, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  const files = [
    await addEvidence(context, owner, streamOf(picture), now()),
    await addEvidence(context, owner, streamOf(mp4Video({})), now()),
  ];
  made = await makeComplaint(context, { order, opening: { evidence: files.map(({ id }) => id) } });
});
afterAll(async () => {
  await app.close();
  await context.close();
});

const get = async (userId: string) =>
  app.inject({
    url: `/v1/complaints/${made.complaintId}/file.pdf`,
    headers: { authorization: `Bearer ${await makeSession(context, userId)}` },
  });

test("the file of a case has its messages, pictures, order events, scans and money", async () => {
  const answer = await get(made.sellerId);
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/pdf"]);
  expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="berkas-perkara-K-[A-Z2-9]{6}\.pdf"$/);
  const text = readPdf(answer.rawPayload).text;
  for (const part of [
    "Satu mangkuk retak sampai ke dasar.",
    "Pesanan dikirim",
    "Komplain dibuka",
    "JNE REG",
    "Pembayaran masuk",
    "Dana yang ditahan +Rp",
    "Video (video/mp4",
    "Tidak ada.",
  ])
    expect(text, part).toContain(part);
  expect(answer.rawPayload.includes("/Subtype /Image")).toBe(true);
});

test("the file of a case marks what the seller reported about a parcel, unlike the courier's scans", async () => {
  const [parcel] = await findParcelsOf(context.db, made.orderId);
  const report = { status: "in_transit", place: "Cirebon", note: "Kata kurir toko" } as const;
  const marks = async () => readPdf((await get(made.sellerId)).rawPayload).text.split("menurut penjual").length - 1;
  await recordScan(context, parcel?.id ?? "", { ...report, source: "biteship" }, now());
  expect(await marks()).toBe(0);
  await recordScan(context, parcel?.id ?? "", { ...report, source: "seller" }, now());
  expect(await marks()).toBe(1);
});

test("the file of an agreed case says who offered and agreed to what", async () => {
  const one = await makeComplaint(context, { price: 84_000, amount: 84_000 });
  const solution = { kind: "return_refund" as const, lines: [], shipping: 0 };
  const offer = { complaintId: one.complaintId, actor: one.seller, text: "", evidence: [], solution };
  const offerId = await makeOffer(context, offer, now());
  const read = async () => {
    const answer = await app.inject({
      url: `/v1/complaints/${one.complaintId}/file.pdf`,
      headers: { authorization: `Bearer ${await makeSession(context, one.buyerId)}` },
    });
    return readPdf(answer.rawPayload).text;
  };
  const offered = await read();
  expect(offered).toContain("Tawaran penjual: Barang dikirim balik, lalu uang kembali Rp84.000");
  expect(offered).not.toContain("Menyatakan setuju.");
  await acceptOffer(context, { complaintId: one.complaintId, actor: one.buyer, offerId }, now());
  const agreed = await read();
  expect(agreed).toContain("Disepakati: Barang dikirim balik, lalu uang kembali Rp84.000");
  expect(agreed).toContain("Menyatakan setuju.");
});

test("the file of a case says where goods go back to, and later where they went, also when the shop moves", async () => {
  const one = await makeReturnTo(context, { now: now() });
  const read = async () => {
    const answer = await app.inject({
      url: `/v1/complaints/${one.complaintId}/file.pdf`,
      headers: { authorization: `Bearer ${await makeSession(context, one.buyerId)}` },
    });
    return readPdf(answer.rawPayload).text.replaceAll(/\s+/g, " ");
  };
  const awaited = await read();
  expect(awaited).toContain("Alamat pengembalian");
  expect(awaited).toContain("Jalan Braga 12");
  const { complaintId, buyer: actor } = one;
  await sendBack(context, { complaintId, actor, courier: "jne-reg", trackingNumber: newTrackingNumber() }, now());
  await context.db.run(sql`update shops set street = 'Jalan Asia Afrika 5' where id = ${one.shopId}`);
  const sent = await read();
  expect(sent).toContain("Barang dikirim balik ke");
  expect(sent).toContain("Jalan Braga 12");
  expect(sent).not.toContain("Jalan Asia Afrika 5");
  expect(readPdf((await get(made.sellerId)).rawPayload).text).not.toContain("Barang dikirim balik ke");
});

test("only buyer, seller and operators who see cases get the file", async () => {
  const operator = async (role: string) => {
    const userId = await makeUser(context, { type: "operator" });
    await context.db.run(sql`update users set operator_role = ${role} where id = ${userId}`);
    return userId;
  };
  const readers = [made.buyerId, await operator("mediator"), await operator("finance"), await makeUser(context)];
  const statuses = await Promise.all(readers.map(async (userId) => (await get(userId)).statusCode));
  expect(statuses).toEqual([200, 200, 404, 404]);
});

test("a year after the end the pictures and videos of a case are deleted", async () => {
  await withdrawComplaint(context, { complaintId: made.complaintId, actor: made.buyer, text: "" }, now());
  const count = async () =>
    (await context.db.row<{ n: number }>(sql`select count(*)::int as n from complaint_evidence`))?.n;
  await removeOldEvidence(context, addDuration(now(), evidenceRetentionDuration - day));
  expect(await count()).toBe(2);
  await removeOldEvidence(context, addDuration(now(), evidenceRetentionDuration + day));
  expect(await count()).toBe(0);
  expect((await get(made.buyerId)).statusCode).toBe(200);
});

test("the buyer's file counts what the seller owes the marketplace as balance", () => {
  expect(accountLabel("seller_debt", { seesDebt: true })).toBe("Kewajiban penjual");
  expect(accountLabel("seller_debt", { seesDebt: false })).toBe(accountLabel("seller_balance", { seesDebt: true }));
});
