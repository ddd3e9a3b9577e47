import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { makeShopApi } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeCompletedOrder } from "../../../test/make/orders.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { questionRoutes } from "../questions/routes.ts";
import { reviewRoutes } from "../routes.ts";
import type { OwnHiding, OwnReport, QueuedItem } from "./contract.ts";
import { reportRoutes } from "./routes.ts";
import { objection, reportDuration, reportLimit } from "./rules.ts";

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

const hidingReason = "Memuat nomor telepon orang lain.";

/** A review of 2 stars, with clients of everybody. */
async function reviewed() {
  const order = await makeCompletedOrder(context);
  const line = await context.db.row<{ id: string; product_id: string; slug: string }>(
    sql`select id, product_id, product_slug as slug from order_lines where order_id = ${order.orderId}`,
  );
  const buyer = await api.as(order.buyerId);
  const url = `/v1/reviews/lines/${line?.id}`;
  const written = await buyer("PUT", url, { rating: 2, text: "Hubungi saya.", picture_ids: [] });
  const { id } = written.body.data as unknown as { id: string };
  const report = { kind: "review", id, reason: "private_data", text: "" };
  const decide = `/v1/operator/reviews/review/${id}`;
  const count = async () => {
    const row = await context.db.row<{ sum: number; shop: number }>(sql`
      select p.rating_sum as sum, s.rating_sum as shop from products p join shops s on s.id = p.shop_id where p.id = ${line?.product_id ?? ""}`);
    return [row?.sum, row?.shop];
  };
  return { ...order, id, url, slug: line?.slug ?? "", buyer, report, decide, count };
}
const stranger = async () => api.as(await makeUser(context));
async function operator(role = "support") {
  const userId = await makeUser(context, { type: "operator" });
  await context.db.run(sql`update users set operator_role = ${role} where id = ${userId}`);
  return api.as(userId);
}
async function own(call: Awaited<ReturnType<typeof operator>>) {
  const { body } = await call("GET", "/v1/reports");
  return body.result as unknown as { hidings: OwnHiding[]; reports: OwnReport[] };
}
async function listed(call: Awaited<ReturnType<typeof operator>>, view = "reported") {
  const { body } = await call("GET", `/v1/operator/reviews?view=${view}`);
  return (body.result as unknown as { items: QueuedItem[] }).items;
}

test("people report a review once, never their own, and the queue counts the reports", async () => {
  const { id, buyer, report } = await reviewed();
  expect((await buyer("POST", "/v1/reports", report)).body.code).toBe("reports.own");
  expect((await (await api.as(null))("POST", "/v1/reports", report)).status).toBe(401);
  const one = await stranger();
  const answers = await Promise.all(Array.from({ length: 5 }, () => one("POST", "/v1/reports", report)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await one("POST", "/v1/reports", report)).body.code).toBe("reports.reported");
  expect((await (await stranger())("POST", "/v1/reports", { ...report, reason: "false" })).status).toBe(200);
  const call = await operator();
  const item = (await listed(call)).find((row) => row.id === id);
  expect(item?.reports.map(({ reason }) => reason).toSorted()).toEqual(["false", "private_data"]);
});

test.each([
  ["an unknown reason", { reason: "benci" }, 422],
  ["too long an explanation", { text: "a".repeat(501) }, 422],
  ["an unknown item", { id: randomUUID() }, 404],
  ["a review as a question", { kind: "question" }, 404],
])("%s is refused", async (_what, fields, status) => {
  const { report } = await reviewed();
  expect((await (await stranger())("POST", "/v1/reports", { ...report, ...fields })).status).toBe(status);
});

test("a person who has sent the most reports of an hour is refused", async () => {
  const call = await stranger();
  const report = { kind: "review", id: randomUUID(), reason: "insult", text: "" };
  for (let at = 0; at < reportLimit.max; at += 1) expect((await call("POST", "/v1/reports", report)).status).toBe(404);
  expect((await call("POST", "/v1/reports", report)).status).toBe(429);
});

test("a hidden review leaves page and ratings at once, its author reads why, and restored it counts again", async () => {
  const { id, url, slug, buyer, buyerId, report, decide, count } = await reviewed();
  await (
    await stranger()
  )("POST", "/v1/reports", report);
  const call = await operator();
  expect((await call("POST", `${decide}/hide`, { reason: "x" })).status).toBe(422);
  expect((await call("POST", `${decide}/hide`, { reason: hidingReason })).status).toBe(200);
  expect(await count()).toEqual([0, 0]);
  const read = async () =>
    (await (await api.as(null))("GET", `/v1/products/${slug}/reviews`)).body.result as unknown as {
      reviews: unknown[];
      integrity: { hidden: number };
    };
  expect(await read()).toMatchObject({ reviews: [], integrity: { hidden: 1 } });
  expect((await buyer("GET", url)).body.result).toMatchObject({
    review: { state: "hidden", hidden_reason: hidingReason },
  });
  const told = await context.db.rows<{ description: string }>(
    sql`select description from notifications where user_id = ${buyerId} and title = 'Ulasan Anda disembunyikan'`,
  );
  expect(told[0]?.description).toContain(hidingReason);
  expect((await buyer("PUT", url, { rating: 5, text: "", picture_ids: [] })).body.code).toBe("reviews.hidden");
  expect((await call("POST", `${decide}/hide`, { reason: hidingReason })).body.code).toBe("reports.not_possible");
  const recorded = await context.db.rows(sql`select action, reason from audit_entries where subject_id = ${id}`);
  expect(recorded).toEqual([{ action: "reviews.item_hidden", reason: hidingReason }]);
  expect((await listed(call)).some((row) => row.id === id)).toBe(false);
  expect((await listed(call, "hidden")).some((row) => row.id === id)).toBe(true);
  expect((await call("POST", `${decide}/restore`)).status).toBe(200);
  expect(await count()).toEqual([2, 2]);
  expect((await read()).reviews).toHaveLength(1);
  expect((await call("POST", `${decide}/restore`)).body.code).toBe("reports.not_possible");
});

test("two operators who hide a review at once hide it once", async () => {
  const { decide, count } = await reviewed();
  const calls = await Promise.all([operator(), operator("owner"), operator("catalogue")]);
  const answers = await Promise.all(calls.map((call) => call("POST", `${decide}/hide`, { reason: hidingReason })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await count()).toEqual([0, 0]);
});

test("a dismissed report leaves the review, and its reporter reads that and cannot report it again", async () => {
  const { id, report, decide, count } = await reviewed();
  const one = await stranger();
  await one("POST", "/v1/reports", report);
  const call = await operator();
  expect((await call("POST", `${decide}/dismiss`)).status).toBe(200);
  expect((await call("POST", `${decide}/dismiss`)).body.code).toBe("reports.not_possible");
  expect((await listed(call)).some((row) => row.id === id)).toBe(false);
  expect(await count()).toEqual([2, 2]);
  expect((await own(one)).reports).toMatchObject([{ state: "dismissed", reason: "private_data" }]);
  expect((await one("POST", "/v1/reports", report)).body.code).toBe("reports.reported");
});

test("many reports hide nothing, and come before few in the queue", async () => {
  const few = await reviewed();
  const many = await reviewed();
  await (
    await stranger()
  )("POST", "/v1/reports", few.report);
  for (let at = 0; at < 12; at += 1)
    expect((await (await stranger())("POST", "/v1/reports", many.report)).status).toBe(200);
  expect(await many.count()).toEqual([2, 2]);
  const page = (await (await api.as(null))("GET", `/v1/products/${many.slug}/reviews`)).body.result;
  expect(page).toMatchObject({ total: 1, integrity: { hidden: 0 } });
  const call = await operator();
  const order = async () => (await listed(call)).map(({ id }) => id).filter((id) => id === few.id || id === many.id);
  expect(await order()).toEqual([many.id, few.id]);
  await context.db.run(sql`
    update review_reports set created_at = created_at - ${`${reportDuration + 1} milliseconds`}::interval where review_id = ${few.id}`);
  expect(await order()).toEqual([few.id, many.id]);
  expect((await listed(call)).find(({ id }) => id === few.id)?.is_overdue).toBe(true);
});

test("an author objects once, and another operator than the one who hid the review decides", async () => {
  const { id, buyer, buyerId, decide, count } = await reviewed();
  const [first, second] = [await operator(), await operator("owner")];
  expect((await first("POST", `${decide}/hide`, { reason: hidingReason })).status).toBe(200);
  const [hiding] = (await own(buyer)).hidings;
  const object = `/v1/hidings/${hiding?.id}/objection`;
  expect(hiding).toMatchObject({ state: "hidden", reason: hidingReason, text: "Hubungi saya." });
  expect((await buyer("POST", object, { text: "x" })).status).toBe(422);
  expect((await (await stranger())("POST", object, { text: "Saya keberatan sekali." })).status).toBe(404);
  expect((await second("POST", `${decide}/uphold`, { reason: hidingReason })).body.code).toBe("reports.not_possible");
  const objected = await Promise.all(
    Array.from({ length: 3 }, () => buyer("POST", object, { text: "Tidak ada nomor di dalamnya." })),
  );
  expect(objected.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect((await listed(second, "objected")).find((row) => row.id === id)?.hiding).toMatchObject({ is_own: false });
  expect((await listed(first, "objected")).find((row) => row.id === id)?.hiding).toMatchObject({ is_own: true });
  for (const [action, body] of [["restore"], ["uphold", { reason: hidingReason }]] as const)
    expect((await first("POST", `${decide}/${action}`, body)).body.code).toBe("reports.same_operator");
  expect((await second("POST", `${decide}/restore`)).status).toBe(200);
  expect(await count()).toEqual([2, 2]);
  expect((await own(buyer)).hidings).toMatchObject([{ state: "restored", objection_until: null }]);
  // Hidden for another reason, the author may object again; this time it stays hidden.
  expect((await second("POST", `${decide}/hide`, { reason: "Isinya iklan toko lain." })).status).toBe(200);
  const again = (await own(buyer)).hidings.find(({ state }) => state === "hidden");
  await buyer("POST", `/v1/hidings/${again?.id}/objection`, { text: "Bukan iklan, hanya saran." });
  expect((await first("POST", `${decide}/uphold`, { reason: "Nama toko lain tertulis." })).status).toBe(200);
  expect(await count()).toEqual([0, 0]);
  const told = await context.db.rows(
    sql`select from notifications where user_id = ${buyerId} and title = 'Ulasan Anda tetap disembunyikan'`,
  );
  expect(told).toHaveLength(1);
  expect((await buyer("POST", `/v1/hidings/${again?.id}/objection`, { text: "Tolong lihat lagi." })).body.code).toBe(
    "reports.objected",
  );
});

test("an objection comes too late after its time", async () => {
  const { buyer, decide } = await reviewed();
  await (
    await operator()
  )("POST", `${decide}/hide`, { reason: hidingReason });
  const [hiding] = (await own(buyer)).hidings;
  await context.db.run(sql`
    update review_hidings set hidden_at = hidden_at - ${`${objection.duration + 1} milliseconds`}::interval where id = ${hiding?.id ?? ""}`);
  expect((await own(buyer)).hidings).toMatchObject([{ objection_until: null }]);
  const { body } = await buyer("POST", `/v1/hidings/${hiding?.id}/objection`, { text: "Saya keberatan sekali." });
  expect(body.code).toBe("reports.objected");
});

test("only support, catalogue and owner decide, and nobody about the own review or the own shop's", async () => {
  const { decide, buyerId, sellerId, count } = await reviewed();
  for (const role of ["finance", "mediator"])
    for (const [action, body] of [["hide", { reason: hidingReason }], ["restore"], ["dismiss"]] as const)
      expect((await (await operator(role))("POST", `${decide}/${action}`, body)).body.code).toBe(
        "session.not_permitted",
      );
  expect((await (await stranger())("POST", `${decide}/hide`, { reason: hidingReason })).status).toBe(403);
  for (const userId of [buyerId, sellerId]) {
    await context.db.run(sql`update users set type = 'operator', operator_role = 'owner' where id = ${userId}`);
    await context.db.run(sql`
      insert into second_factors (user_id, sealed_key, confirmed_at, created_at) values (${userId}, ${Buffer.alloc(48)}, now(), now())`);
    const { body } = await (await api.as(userId))("POST", `${decide}/hide`, { reason: hidingReason });
    expect(body.code).toBe("reports.conflict_of_interest");
  }
  expect(await count()).toEqual([2, 2]);
});

test("questions and answers are reported, hidden and restored as well", async () => {
  const { slug, buyer } = await reviewed();
  const asked = await (await stranger())("POST", "/v1/questions", { product: slug, text: "Apakah kuat?" });
  const { id: questionId } = asked.body.data as unknown as { id: string };
  await buyer("POST", `/v1/questions/${questionId}/answers`, { text: "Kuat sekali." });
  const answer = await context.db.row<{ id: string }>(sql`select id from answers where question_id = ${questionId}`);
  const call = await operator();
  const read = async () =>
    (
      (await (await api.as(null))("GET", `/v1/products/${slug}/questions`)).body.result as unknown as {
        questions: { answers: unknown[] }[];
      }
    ).questions.map(({ answers }) => answers.length);
  for (const [kind, id, shown] of [
    ["answer", answer?.id ?? "", [0]],
    ["question", questionId, []],
  ] as const) {
    const report = { kind, id, reason: "insult", text: "Kasar." };
    expect((await (await stranger())("POST", "/v1/reports", report)).status).toBe(200);
    const decide = `/v1/operator/reviews/${kind}/${id}`;
    expect((await call("POST", `${decide}/hide`, { reason: hidingReason })).status).toBe(200);
    expect(await read()).toEqual(shown);
    expect((await call("POST", `${decide}/restore`)).status).toBe(200);
    expect(await read()).toEqual([1]);
  }
});

test("after these tests every rating is the sum of the reviews that count", async () => {
  expect(await brokenInvariants(context.db)).toEqual([]);
});
