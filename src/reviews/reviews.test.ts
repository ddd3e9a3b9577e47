import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ratingScore } from "#catalog/rules.ts";
import { sql } from "#lib/database.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { addDuration, day } from "#lib/time.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { makeDeliveredOrder } from "../../test/make/orders.ts";
import { counted, makeReviewApi, review, type Bought } from "../../test/make/review-api.ts";
import { makeShop, makeUser } from "../../test/make/rows.ts";
import { reviewRefusals, type ReviewLine } from "./contract.ts";
import {
  helpfulScore,
  maxReviewLength,
  maxReviewPictures,
  reviewChanges,
  reviewEditDuration,
  reviewPicturesSetting,
} from "./rules.ts";
import { saveReview } from "./save-review.ts";

let { context, api, bought, counters, readReviews, makePicture, age, close } = {} as Awaited<
  ReturnType<typeof makeReviewApi>
>;
beforeAll(async () => {
  ({ context, api, bought, counters, readReviews, makePicture, age, close } = await makeReviewApi());
});
afterAll(() => close());

describe("writing", () => {
  test("a buyer reviews a line of a completed order, the stars count at once, and the seller is notified", async () => {
    const order = await bought();
    const picture = await makePicture(order.buyerId);
    const { status, body } = await order.buyer("PUT", order.url, review({ rating: 4, picture_ids: [picture] }));
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await counters(order)).toEqual(counted(4, 1));
    const { rating_average, rating_count, reviews } = await readReviews(order);
    expect([rating_average, rating_count]).toEqual([4, 1]);
    expect(reviews).toMatchObject([
      { rating: 4, text: "Rapi dan kuat.", buyer: "Sari D.", pictures: [{ color: "#aabbcc" }] },
    ]);
    const told = await context.db.rows<{ title: string; description: string; opens: string }>(
      sql`select title, description, opens from notifications where user_id = ${order.sellerId} and title like 'Ulasan baru%'`,
    );
    expect(told).toMatchObject([{ title: "Ulasan baru: 4 bintang", opens: "/manageMerchant?page=reviews" }]);
    expect(told[0]?.description).toMatch(/Baca dan balas di menu Ulasan toko Anda\.$/);
  });

  test("the list of what can be reviewed has a completed line until it is reviewed", async () => {
    const order = await bought();
    const list = async (view: string) =>
      ((await order.buyer("GET", `/v1/reviews?view=${view}`)).body.result as unknown as ReviewLine[]).map(
        (one) => one.line_id,
      );
    expect([await list("waiting"), await list("written")]).toEqual([[order.lineId], []]);
    await order.buyer("PUT", order.url, review());
    expect([await list("waiting"), await list("written")]).toEqual([[], [order.lineId]]);
    await order.buyer("DELETE", order.url);
    expect([await list("waiting"), await list("written")]).toEqual([[order.lineId], []]);
  });

  test("a change moves the ratings by the difference, and the same review again changes nothing", async () => {
    const order = await bought();
    await order.buyer("PUT", order.url, review({ rating: 2 }));
    await order.buyer("PUT", order.url, review({ rating: 2 }));
    expect((await readReviews(order)).reviews).toMatchObject([{ is_edited: false }]);
    await order.buyer("PUT", order.url, review({ rating: 5 }));
    expect(await counters(order)).toEqual(counted(5, 1));
    const { reviews, integrity } = await readReviews(order);
    expect(reviews).toMatchObject([{ rating: 5, is_edited: true }]);
    expect(integrity).toMatchObject({ edited: 1 });
  });

  test("a review that is sent six times at once is one review", async () => {
    const order = await bought();
    const answers = await Promise.all(
      Array.from({ length: 1 + reviewChanges.max }, (_, at) =>
        order.buyer("PUT", order.url, review({ rating: 1 + (at % 5) })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const row = await context.db.row<{ rating: number; n: number }>(
      sql`select min(rating)::int as rating, count(*)::int as n from reviews where order_line_id = ${order.lineId}`,
    );
    expect(row?.n).toBe(1);
    expect(await counters(order)).toEqual(counted(row?.rating ?? 0, 1));
  });

  test("a review is changed five times in an hour, also by taking it back, and not more often", async () => {
    const order = await bought();
    const write = async (rating: number, text = "") =>
      (await order.buyer("PUT", order.url, review({ rating, text }))).status;
    expect(await write(1)).toBe(200);
    await order.buyer("DELETE", order.url);
    for (let at = 0; at < reviewChanges.max; at += 1) expect(await write(1 + (at % 2), `kata ${at}`)).toBe(200);
    // The same again is no change.
    expect(await write(1, "kata 4")).toBe(200);
    const { status, body } = await order.buyer("PUT", order.url, review({ rating: 5 }));
    expect([status, body.code]).toEqual([429, "reviews.changed_often"]);
    expect(await counters(order)).toEqual(counted(1, 1));
    const { lineId, buyerId } = order;
    const later = addDuration(context.clock.now(), reviewChanges.window);
    await saveReview(context, { lineId, buyerId }, review({ rating: 5 }), later);
    expect(await counters(order)).toEqual(counted(5, 1));
  });

  test("only a change of the stars purges the lists of products", async () => {
    const order = await bought();
    const { lineId, buyerId } = order;
    const purged: string[] = [];
    const pages = { ...context.pages, purge: (tags: readonly string[]) => void purged.push(...tags) };
    const save = async (fields: object) => {
      purged.length = 0;
      await saveReview({ db: context.db, pages }, { lineId, buyerId }, review(fields), context.clock.now());
      return purged.includes("catalog");
    };
    expect(await save({ rating: 4 })).toBe(true);
    expect(await save({ rating: 4, text: "Kata lain." })).toBe(false);
    expect(purged).toContain("reviews");
    expect(await save({ rating: 3 })).toBe(true);
  });

  test("a review taken back leaves neither text nor stars, and can be written again", async () => {
    const order = await bought();
    await order.buyer("PUT", order.url, review({ picture_ids: [await makePicture(order.buyerId)] }));
    expect((await order.buyer("DELETE", order.url)).status).toBe(200);
    expect((await order.buyer("DELETE", order.url)).status).toBe(404);
    expect(await counters(order)).toEqual(counted(0, 0));
    expect(await readReviews(order)).toMatchObject({ rating_count: 0, reviews: [], integrity: { removed: 1 } });
    expect((await order.buyer("PUT", order.url, review({ rating: 3 }))).status).toBe(200);
    expect(await counters(order)).toEqual(counted(3, 1));
    expect(await readReviews(order)).toMatchObject({ integrity: { removed: 0, edited: 0 } });
  });

  test.each([
    ["no stars", { rating: 0 }, "rating"],
    ["half a star", { rating: 4.5 }, "rating"],
    ["six stars", { rating: 6 }, "rating"],
    ["5,000 characters", { text: "a".repeat(5000) }, "text"],
    ["a control character", { text: "baik\u0000" }, "text"],
    ["reversed text", { text: "baik \u202Eksurub" }, "text"],
    ["stacked marks", { text: `a${"\u0301".repeat(12)}` }, "text"],
    ["twenty pictures", { picture_ids: Array.from({ length: 20 }, () => randomUUID()) }, "picture_ids"],
    ["no picture of the buyer", { picture_ids: [randomUUID()] }, "picture_ids"],
    ["an unknown field", { state: "shown" }, "state"],
  ])("%s is refused and stores nothing", async (_what, fields, field) => {
    const order = await shared();
    const { status, body } = await order.buyer("PUT", order.url, review(fields));
    expect(status).toBe(422);
    expect(Object.keys(body.data)).toContain(field);
    expect(await counters(order)).toEqual(counted(0, 0));
  });

  test("a picture of somebody else and the same picture twice are refused", async () => {
    const order = await shared();
    const mine = await makePicture(order.buyerId);
    for (const ids of [
      [mine, await makePicture(order.sellerId)],
      [mine, mine],
    ])
      expect((await order.buyer("PUT", order.url, review({ picture_ids: ids }))).status).toBe(422);
  });

  test("scripts, links and any letters are stored as the text that they are, and readers see no links", async () => {
    const order = await bought();
    const end = `🌶️ ${"é".repeat(20)} ${"\u{1F600}".repeat(5)}`;
    const text = `<script>alert(1)</script> https://penipu.example ${end}`;
    expect((await order.buyer("PUT", order.url, review({ text }))).body.code).toBe("reviews.contacts");
    expect((await order.buyer("PUT", order.url, { ...review({ text }), confirmed: true })).status).toBe(200);
    const masked = `<script>alert(1)</script> (tautan disembunyikan) ${end}`;
    expect((await readReviews(order)).reviews[0]?.text).toBe(masked);
    expect((await order.buyer("GET", order.url)).body.result).toMatchObject({ review: { text } });
    const whole = "x".repeat(maxReviewLength);
    expect((await order.buyer("PUT", order.url, review({ text: whole }))).status).toBe(200);
    const pictures = await Promise.all(Array.from({ length: maxReviewPictures }, () => makePicture(order.buyerId)));
    expect((await order.buyer("PUT", order.url, review({ text: "", picture_ids: pictures }))).status).toBe(200);
    expect((await readReviews(order)).with_pictures).toBe(1);
  });

  test("nobody reviews without a purchase: not another buyer, not the seller, not before completion", async () => {
    const order = await shared();
    const stranger = await api.as(await makeUser(context));
    for (const call of [stranger, order.seller]) {
      expect((await call("PUT", order.url, review())).status).toBe(404);
      expect((await call("GET", order.url)).status).toBe(404);
      expect((await call("DELETE", order.url)).status).toBe(404);
    }
    const arrived = await makeDeliveredOrder(context);
    const line = await context.db.row<{ id: string }>(
      sql`select id from order_lines where order_id = ${arrived.orderId}`,
    );
    const { status, body } = await (await api.as(arrived.buyerId))("PUT", `/v1/reviews/lines/${line?.id}`, review());
    expect([status, body.code]).toEqual([409, "reviews.not_completed"]);
  });

  test("a review can be written for 30 days after completion and changed for 30 days after that", async () => {
    const unreviewed = await bought();
    await age(unreviewed, 31);
    const late = await unreviewed.buyer("PUT", unreviewed.url, review());
    expect([late.status, late.body.code]).toEqual([409, "reviews.too_late"]);
    const order = await bought();
    await order.buyer("PUT", order.url, review());
    await age(order, 29);
    expect((await order.buyer("PUT", order.url, review({ rating: 4 }))).status).toBe(200);
    const now = addDuration(context.clock.now(), reviewEditDuration - 29 * day + day);
    const { lineId, buyerId } = order;
    await expect(saveReview(context, { lineId, buyerId }, review({ rating: 1 }), now)).rejects.toMatchObject({
      code: "reviews.too_late",
    });
  });
});

let sharedOrder: Promise<Bought> | undefined;
/** One order that no test reviews. */
function shared(): Promise<Bought> {
  return (sharedOrder ??= bought());
}

describe("reading", () => {
  test("filters and orders select reviews, and each page continues the list", async () => {
    const shop = await makeShop(context);
    const first = await bought({ shops: [shop] });
    // All lines show the same product, so that it has several reviews.
    for (const [at, rating] of [5, 3, 1].entries()) {
      const order = at === 0 ? first : await bought({ shops: [shop] });
      await context.db.run(
        sql`update order_lines set product_id = ${first.productId}, variant_name = ${`Warna ${at % 2}`} where id = ${order.lineId}`,
      );
      const pictures = at === 1 ? [await makePicture(order.buyerId)] : [];
      expect(
        (await order.buyer("PUT", order.url, review({ rating, text: `nomor ${at}`, picture_ids: pictures }))).status,
      ).toBe(200);
    }
    const texts = async (query: string) => (await readReviews(first, query)).reviews.map(({ text }) => text);
    expect(await texts("")).toEqual(["nomor 2", "nomor 1", "nomor 0"]);
    expect(await texts("?order=lowest")).toEqual(["nomor 2", "nomor 1", "nomor 0"]);
    expect(await texts("?stars=5")).toEqual(["nomor 0"]);
    expect(await texts("?photos=1")).toEqual(["nomor 1"]);
    expect(await texts("?variant=Warna%200")).toEqual(["nomor 2", "nomor 0"]);
    expect(await texts("?page=2")).toEqual([]);
    expect(await readReviews(first)).toMatchObject({
      total: 3,
      written: 3,
      variants: ["Warna 0", "Warna 1"],
      rating_average: 3,
    });
    const [, , oldest] = (await readReviews(first)).reviews;
    const voter = await api.as(await makeUser(context));
    expect((await voter("PUT", `/v1/reviews/${oldest?.id}/vote`, { helpful: true })).status).toBe(200);
    expect(await texts("?order=helpful")).toEqual(["nomor 0", "nomor 2", "nomor 1"]);
  });

  test("a person has one vote on a review, and none on the own one or the own shop's", async () => {
    const order = await bought();
    const { body } = await order.buyer("PUT", order.url, review());
    const url = `/v1/reviews/${(body.data as unknown as { id: string }).id}/vote`;
    for (const call of [order.buyer, order.seller])
      expect((await call("PUT", url, { helpful: true })).body.code).toBe("reviews.own");
    const voter = await api.as(await makeUser(context));
    const votes = async () => (await readReviews(order)).reviews[0]?.helpful;
    await Promise.all(Array.from({ length: 5 }, () => voter("PUT", url, { helpful: true })));
    expect(await votes()).toBe(1);
    await voter("PUT", url, { helpful: false });
    expect(await votes()).toBe(0);
    await voter("PUT", url, { helpful: null });
    expect((await context.db.rows(sql`select from review_votes where review_id = ${url.split("/")[3]}`)).length).toBe(
      0,
    );
    expect((await (await api.as(null))("PUT", url, { helpful: true })).status).toBe(401);
    expect((await voter("PUT", `/v1/reviews/${randomUUID()}/vote`, { helpful: true })).status).toBe(404);
  });

  test("a seller replies once, only to reviews of the own shop, and the buyer is notified", async () => {
    const order = await bought();
    const { body } = await order.buyer("PUT", order.url, review());
    const url = `/v1/seller/reviews/${(body.data as unknown as { id: string }).id}/reply`;
    const waiting = async () =>
      ((await order.seller("GET", "/v1/seller/reviews?view=waiting")).body.result as unknown[]).length;
    expect(await waiting()).toBe(1);
    const other = await api.as((await makeShop(context)).ownerId);
    expect((await other("POST", url, { text: "Terima kasih" })).status).toBe(404);
    const answers = await Promise.all(["Terima kasih", "Sama-sama"].map((text) => order.seller("POST", url, { text })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await waiting()).toBe(0);
    expect((await readReviews(order)).reviews[0]?.reply).not.toBeNull();
    expect(
      await context.db.rows(
        sql`select opens from notifications where user_id = ${order.buyerId} and title = 'Penjual membalas ulasan Anda'`,
      ),
    ).toEqual([{ opens: `/profile?page=reviews&line=${order.lineId}` }]);
  });

  test("the buyer's notification of a reply shows contacts as readers see them", async () => {
    const order = await bought();
    const { body } = await order.buyer("PUT", order.url, review());
    const url = `/v1/seller/reviews/${(body.data as unknown as { id: string }).id}/reply`;
    await order.seller("POST", url, { text: "Hubungi 0812 3456 7890", confirmed: true });
    const sent = await context.db.rows<{ description: string }>(
      sql`select description from notifications where user_id = ${order.buyerId} and title = 'Penjual membalas ulasan Anda'`,
    );
    expect(sent[0]?.description).toMatch(/Hubungi \(nomor disembunyikan\)$/);
  });
});

describe("formulas", () => {
  test("the database computes the same scores as the rules", async () => {
    const order = await bought();
    await order.buyer("PUT", order.url, review({ rating: 4 }));
    for (const [helpful, unhelpful] of [
      [0, 0],
      [1, 0],
      [0, 7],
      [40, 2],
    ] as const) {
      const row = await context.db.row<{ score: number }>(sql`
        update reviews set helpful = ${helpful}, unhelpful = ${unhelpful} where order_line_id = ${order.lineId} returning helpful_score::float8 as score`);
      expect(row?.score).toBeCloseTo(helpfulScore({ helpful, unhelpful }), 5);
    }
    await context.db.run(sql`update reviews set helpful = 0, unhelpful = 0 where order_line_id = ${order.lineId}`);
    const product = await context.db.row<{ score: number }>(
      sql`select rating_score::float8 as score from products where id = ${order.productId}`,
    );
    expect(product?.score).toBeCloseTo(ratingScore({ sum: 4, count: 1 }), 5);
  });
});

test("after these tests every rating is the sum of the reviews that count", async () => {
  expect(await brokenInvariants(context.db)).toEqual([]);
});

describe("while operators take no pictures", () => {
  afterEach(() => applySettings({}, new Set()));

  test("a review with a new picture is refused with a sentence, and one without is written", async () => {
    const order = await bought();
    const picture = await makePicture(order.buyerId);
    applySettings({ [reviewPicturesSetting.key]: false }, new Set());
    const refused = await order.buyer("PUT", order.url, review({ picture_ids: [picture] }));
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "reviews.pictures_closed", message: reviewRefusals.picturesClosed.message },
    });
    expect((await readReviews(order)).total).toBe(0);
    expect((await order.buyer("PUT", order.url, review())).status).toBe(200);
    expect((await readReviews(order)).reviews).toMatchObject([{ pictures: [] }]);
  });

  test("the pictures of an older review stay when its text changes, and its author can remove them", async () => {
    const order = await bought();
    const [first = "", second = "", another = ""] = await Promise.all(
      Array.from({ length: 3 }, () => makePicture(order.buyerId)),
    );
    await order.buyer("PUT", order.url, review({ picture_ids: [first, second] }));
    applySettings({ [reviewPicturesSetting.key]: false }, new Set());
    const changed = await order.buyer("PUT", order.url, review({ text: "Masih kuat.", picture_ids: [first, second] }));
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect((await readReviews(order)).reviews[0]).toMatchObject({ text: "Masih kuat.", pictures: [{}, {}] });
    const exchanged = await order.buyer("PUT", order.url, review({ picture_ids: [first, another] }));
    expect(exchanged.body.code).toBe("reviews.pictures_closed");
    expect((await order.buyer("PUT", order.url, review({ picture_ids: [second] }))).status).toBe(200);
    expect((await readReviews(order)).reviews[0]?.pictures).toHaveLength(1);
  });
});
