import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration } from "#lib/time.ts";
import { servePicture } from "#media/serve-picture.ts";
import { storePicture } from "#media/store-picture.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { makeShopApi } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeCompletedOrder } from "../../../test/make/orders.ts";
import { makeUser } from "../../../test/make/rows.ts";
import type { ProductReviews, ReviewLine } from "../contract.ts";
import { questionRoutes } from "../questions/routes.ts";
import { reviewRoutes } from "../routes.ts";
import { saveReview } from "../save-review.ts";
import type { OwnHiding, QueuedItem } from "./contract.ts";
import { readReviewPicture } from "./read-picture.ts";
import { reportRoutes } from "./routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
beforeAll(async () => {
  context = await makeContext();
  api = await makeShopApi(context, [reviewRoutes, questionRoutes, reportRoutes]);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

const reason = "Memuat alamat rumah orang lain.";

async function makePicture(ownerId: string) {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#b3411f" } })
    .png()
    .toBuffer();
  return storePicture(context, bytes, { ownerId, alt: "Foto pembeli" }, context.clock.now());
}

/** A review of 2 stars with two pictures, and clients of everybody. */
async function reviewed() {
  const order = await makeCompletedOrder(context);
  const line = await context.db.row<{ id: string; slug: string; invoice: string }>(sql`
    select l.id, l.product_slug as slug, o.invoice from order_lines l join orders o on o.id = l.order_id where o.id = ${order.orderId}`);
  const [first, second] = [await makePicture(order.buyerId), await makePicture(order.buyerId)];
  const buyer = await api.as(order.buyerId);
  const url = `/v1/reviews/lines/${line?.id}`;
  const body = { rating: 2, text: "Warnanya pudar.", picture_ids: [first.id, second.id] };
  const written = await buyer("PUT", url, body);
  const { id } = written.body.data as unknown as { id: string };
  return {
    ...order,
    id,
    url,
    body,
    lineId: line?.id ?? "",
    slug: line?.slug ?? "",
    invoice: line?.invoice ?? "",
    pictures: [first, second],
    buyer,
    seller: await api.as(order.sellerId),
    of: (kind: string) => `/v1/operator/reviews/${kind}/${id}`,
    reply: (text: string) =>
      api.as(order.sellerId).then((call) => call("POST", `/v1/seller/reviews/${id}/reply`, { text })),
    read: async () =>
      (await (await api.as(null))("GET", `/v1/products/${line?.slug}/reviews`)).body
        .result as unknown as ProductReviews,
    own: async () => (await buyer("GET", url)).body.result as unknown as ReviewLine,
  };
}
type Reviewed = Awaited<ReturnType<typeof reviewed>>;

async function operator(role = "support") {
  const userId = await makeUser(context, { type: "operator" });
  await context.db.run(sql`update users set operator_role = ${role} where id = ${userId}`);
  return { call: await api.as(userId), userId };
}
async function report({ id }: Reviewed, kind = "review", by?: string) {
  const call = await api.as(by ?? (await makeUser(context)));
  return call("POST", "/v1/reports", { kind, id, reason: "private_data", text: "" });
}
type Call = Awaited<ReturnType<typeof operator>>["call"];
async function queued(call: Call, { id }: Reviewed, view = "reported") {
  const { body } = await call("GET", `/v1/operator/reviews?view=${view}`);
  return (body.result as unknown as { items: QueuedItem[] }).items.filter((item) => item.id === id);
}
async function hidings(call: Call) {
  return ((await call("GET", "/v1/reports")).body.result as unknown as { hidings: OwnHiding[] }).hidings;
}
const isServed = (key: string) =>
  servePicture(context, `${key}-200.webp`).then(
    () => true,
    () => false,
  );
const readings = async (id: string) =>
  (await context.db.rows(sql`select from audit_entries where subject_id = ${id} and action = 'reviews.picture_read'`))
    .length;

test("an operator reads a reported review with its pictures, reply, order and what makes it credible", async () => {
  const one = await reviewed();
  await one.reply("Terima kasih, sudah kami perbaiki.");
  await report(one);
  await report(one, "review", one.sellerId);
  const { call } = await operator();
  const [item] = await queued(call, one);
  expect(item?.review).toMatchObject({
    rating: 2,
    text: "Warnanya pudar.",
    pictures: one.pictures.map(({ id, key }) => ({ id, key, is_hidden: false })),
    reply: { text: "Terima kasih, sudah kami perbaiki.", is_hidden: false },
    versions: [],
    order: { id: one.orderId, invoice: one.invoice },
    edited_at: null,
    is_refunded: false,
    is_paid_back: false,
    by_author: { reviews: 1, hidden: 0, orders_in_shop: 1 },
    burst: null,
  });
  expect(item?.reports.map(({ by_seller }) => by_seller)).toEqual([false, true]);
  // The catalogue's role decides too, and does not read orders.
  const [same] = await queued((await operator("catalogue")).call, one);
  expect(same?.review?.order).toMatchObject({ id: null, invoice: one.invoice });
});

test("an operator reads a reported answer with its question and who wrote it", async () => {
  const one = await reviewed();
  const asked = await (
    await api.as(await makeUser(context))
  )("POST", "/v1/questions", { product: one.slug, text: "Apakah luntur?" });
  const { id: questionId } = asked.body.data as unknown as { id: string };
  await one.seller("POST", `/v1/questions/${questionId}/answers`, { text: "Tidak luntur." });
  const answer = await context.db.row<{ id: string }>(sql`select id from answers where question_id = ${questionId}`);
  const { call } = await operator();
  const about = { ...one, id: answer?.id ?? "" };
  expect((await report(about, "answer")).status).toBe(200);
  expect(await queued(call, about)).toMatchObject([
    { kind: "answer", text: "Tidak luntur.", role: "seller", question: { text: "Apakah luntur?" }, review: null },
  ]);
});

test("the pictures of a hidden review have no public address, and operators who decide read them on record", async () => {
  const one = await reviewed();
  const [picture] = one.pictures;
  if (!picture) throw new Error("no picture");
  const { call, userId } = await operator();
  const by = { userId, type: "operator", operatorRole: "support" };
  expect(await isServed(picture.key)).toBe(true);
  await readReviewPicture(context, by, picture.id);
  expect(await readings(one.id)).toBe(0);
  expect((await call("POST", `${one.of("review")}/hide`, { reason })).status).toBe(200);
  expect(await isServed(picture.key)).toBe(false);
  expect((await queued(call, one, "hidden"))[0]?.review?.pictures.map(({ is_hidden }) => is_hidden)).toEqual([
    true,
    true,
  ]);
  expect((await readReviewPicture(context, by, picture.id)).subarray(8, 12).toString()).toBe("WEBP");
  expect(await readings(one.id)).toBe(1);
  const url = `/v1/operator/review-pictures/${picture.id}`;
  for (const caller of [one.buyer, one.seller, (await operator("finance")).call])
    expect((await caller("GET", url)).status).toBe(403);
  expect((await (await api.as(null))("GET", url)).status).toBe(401);
  // A picture of no review has another owner, and an operator reads it elsewhere.
  const other = await makePicture(one.sellerId);
  expect((await call("GET", `/v1/operator/review-pictures/${other.id}`)).status).toBe(404);
  expect(await readings(one.id)).toBe(1);
  await call("POST", `${one.of("review")}/restore`);
  expect(await isServed(picture.key)).toBe(true);
});

test("an operator hides the pictures alone: stars and text stay, and the author adds no others", async () => {
  const one = await reviewed();
  const [first, second] = one.pictures;
  await report(one);
  const { call } = await operator();
  expect((await call("POST", `${one.of("pictures")}/hide`, { reason })).status).toBe(200);
  expect(await queued(call, one)).toEqual([]);
  expect(await one.read()).toMatchObject({
    rating_count: 1,
    with_pictures: 0,
    reviews: [{ text: "Warnanya pudar.", rating: 2, pictures: [] }],
  });
  expect(await isServed(first?.key ?? "")).toBe(false);
  expect((await one.own()).review).toMatchObject({ state: "shown", pictures_hidden_reason: reason });
  const another = await makePicture(one.buyerId);
  const change = (picture_ids: (string | undefined)[], text = "Warnanya pudar sekali.") =>
    one.buyer("PUT", one.url, { ...one.body, text, picture_ids });
  expect((await change([first?.id, another.id])).body.code).toBe("reviews.pictures_hidden");
  expect((await change([first?.id, second?.id])).status).toBe(200);
  expect((await one.read()).reviews).toMatchObject([{ text: "Warnanya pudar sekali.", pictures: [] }]);
  const [hiding] = await hidings(one.buyer);
  expect(hiding).toMatchObject({ kind: "pictures", reason, state: "hidden" });
  expect(
    (await one.buyer("POST", `/v1/hidings/${hiding?.id}/objection`, { text: "Itu alamat toko, bukan rumah." })).status,
  ).toBe(200);
  expect((await call("POST", `${one.of("pictures")}/restore`)).body.code).toBe("reports.same_operator");
  const other = await operator("owner");
  expect((await queued(other.call, one, "objected")).map(({ kind }) => kind)).toEqual(["pictures"]);
  expect((await other.call("POST", `${one.of("pictures")}/restore`)).status).toBe(200);
  expect((await one.read()).reviews[0]?.pictures).toHaveLength(2);
  expect(await isServed(first?.key ?? "")).toBe(true);
});

test("a review whose pictures are hidden and that is hidden and restored as a whole has no pictures", async () => {
  const one = await reviewed();
  const { call } = await operator();
  for (const [kind, action, body] of [
    ["pictures", "hide", { reason }],
    ["review", "hide", { reason }],
    ["review", "restore"],
  ] as const)
    expect((await call("POST", `${one.of(kind)}/${action}`, body)).status).toBe(200);
  expect((await one.read()).reviews).toMatchObject([{ text: "Warnanya pudar.", pictures: [] }]);
  expect(await isServed(one.pictures[0]?.key ?? "")).toBe(false);
});

test("taking a review back and writing it again does not bring other pictures", async () => {
  const one = await reviewed();
  const { call } = await operator();
  await call("POST", `${one.of("pictures")}/hide`, { reason });
  expect((await one.buyer("DELETE", one.url)).status).toBe(200);
  const { id } = await makePicture(one.buyerId);
  expect((await one.buyer("PUT", one.url, { ...one.body, picture_ids: [id] })).body.code).toBe(
    "reviews.pictures_hidden",
  );
  expect((await one.buyer("PUT", one.url, { ...one.body, picture_ids: [] })).status).toBe(200);
});

test("a reply is reported and hidden alone, its seller reads why, and the review stays", async () => {
  const one = await reviewed();
  expect((await report(one, "reply")).status).toBe(404);
  await one.reply("Pembeli ini tinggal di Jalan Melati 4.");
  expect((await report(one, "reply", one.sellerId)).body.code).toBe("reports.own");
  const answers = await Promise.all([report(one, "reply", one.buyerId), report(one, "reply", one.buyerId)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  // A report of the reply is none of the review.
  expect((await report(one)).status).toBe(200);
  const { call } = await operator();
  expect((await queued(call, one)).map(({ kind }) => kind).toSorted()).toEqual(["reply", "review"]);
  const decisions = await Promise.all(
    [call, (await operator("owner")).call].map((by) => by("POST", `${one.of("reply")}/hide`, { reason })),
  );
  expect(decisions.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await one.read()).toMatchObject({ rating_count: 1, reviews: [{ text: "Warnanya pudar.", reply: null }] });
  expect((await one.own()).review?.reply).toBeNull();
  expect((await queued(call, one)).map(({ kind }) => kind)).toEqual(["review"]);
  expect(await queued(call, one, "hidden")).toMatchObject([
    { kind: "reply", text: "Pembeli ini tinggal di Jalan Melati 4.", review: { text: "Warnanya pudar." } },
  ]);
  expect(await hidings(one.seller)).toMatchObject([{ kind: "reply", reason, state: "hidden" }]);
  // The seller is not asked for another reply.
  expect((await one.seller("GET", "/v1/seller/reviews?view=all")).body.result).toMatchObject([
    { reply: null, reply_hidden_reason: reason },
  ]);
  const sent = await context.db.rows(
    sql`select from notifications where user_id = ${one.sellerId} and user_type = 'seller' and title = 'Balasan Anda disembunyikan'`,
  );
  expect(sent).toHaveLength(1);
  expect((await one.reply("Balasan kedua.")).body.code).toBe("reviews.replied");
  const audited = await context.db.row<{ after: unknown }>(
    sql`select after from audit_entries where subject_id = ${one.id} and action = 'reviews.item_hidden'`,
  );
  expect(audited?.after).toMatchObject({ part: "Balasan" });
  expect((await (await operator("owner")).call("POST", `${one.of("reply")}/restore`)).status).toBe(200);
  expect((await one.read()).reviews[0]?.reply?.text).toContain("Jalan Melati");
});

test("an operator does not decide about the reply to their own review", async () => {
  const one = await reviewed();
  await one.reply("Terima kasih.");
  await context.db.run(sql`update users set type = 'operator', operator_role = 'owner' where id = ${one.buyerId}`);
  await context.db.run(sql`
    insert into second_factors (user_id, sealed_key, confirmed_at, created_at) values (${one.buyerId}, ${Buffer.alloc(48)}, now(), now())`);
  const call = await api.as(one.buyerId);
  expect((await call("POST", `${one.of("reply")}/hide`, { reason })).body.code).toBe("reports.conflict_of_interest");
});

test("a seller replies again to a review that was taken back and written again, and that reply can be hidden too", async () => {
  const one = await reviewed();
  const { call } = await operator();
  await one.reply("Balasan pertama.");
  await report(one, "reply", one.buyerId);
  await call("POST", `${one.of("reply")}/hide`, { reason });
  await one.buyer("DELETE", one.url);
  expect((await call("POST", `${one.of("reply")}/restore`)).body.code).toBe("reports.not_possible");
  await one.buyer("PUT", one.url, one.body);
  expect((await one.reply("Balasan kedua.")).status).toBe(200);
  expect((await one.read()).reviews[0]?.reply?.text).toBe("Balasan kedua.");
  expect((await call("POST", `${one.of("reply")}/hide`, { reason })).status).toBe(200);
  expect((await one.read()).reviews[0]?.reply).toBeNull();
});

test("what was reported stays readable for operators when the author changes it, until they decide", async () => {
  const one = await reviewed();
  const [first, second] = one.pictures;
  const versions = async () => (await queued((await operator()).call, one))[0]?.review?.versions;
  const later = (minutes: number) => addDuration(context.clock.now(), minutes * 60_000);
  const change = (text: string, minutes: number) =>
    saveReview(
      context,
      { lineId: one.lineId, buyerId: one.buyerId },
      { rating: 5, text, picture_ids: [second?.id ?? ""] },
      later(minutes),
    );
  await change("Sebelum dilaporkan.", 0);
  await report(one);
  expect(await versions()).toEqual([]);
  await one.buyer("PUT", one.url, one.body);
  await change("Bagus.", 1);
  await change("Bagus sekali.", 2);
  expect(await versions()).toMatchObject([{ rating: 5, text: "Sebelum dilaporkan.", pictures: [{ id: second?.id }] }]);
  expect((await one.read()).reviews).toMatchObject([{ text: "Bagus sekali." }]);
  expect(first?.id).not.toBe(second?.id);
  const { call } = await operator();
  expect((await call("POST", `${one.of("review")}/dismiss`)).status).toBe(200);
  expect(await context.db.rows(sql`select from review_versions where review_id = ${one.id}`)).toEqual([]);
});

test("an author who takes a reported review back leaves nothing of it", async () => {
  const one = await reviewed();
  await report(one);
  await saveReview(
    context,
    { lineId: one.lineId, buyerId: one.buyerId },
    { rating: 1, text: "Lain.", picture_ids: [] },
    addDuration(context.clock.now(), 1000),
  );
  expect(await context.db.rows(sql`select from review_versions where review_id = ${one.id}`)).toHaveLength(1);
  await one.buyer("DELETE", one.url);
  expect(await context.db.rows(sql`select from review_versions where review_id = ${one.id}`)).toEqual([]);
});

test("after these tests every rating is the sum of the reviews that count", async () => {
  expect(await brokenInvariants(context.db)).toEqual([]);
});
