import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { makeShopApi } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeCompletedOrder } from "../../../test/make/orders.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { questionRefusals, type ListedQuestion, type ProductQuestions } from "./contract.ts";
import { questionRoutes } from "./routes.ts";
import { maxAnswers, maxOpenQuestions, questionPage, questionsOpenSetting } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
beforeAll(async () => {
  context = await makeContext({ LIMIT_FACTOR: "1000" });
  api = await makeShopApi(context, [questionRoutes]);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

/** A product that one person bought, with clients of everybody. */
async function market() {
  const order = await makeCompletedOrder(context);
  const row = await context.db.row<{ slug: string }>(
    sql`select product_slug as slug from order_lines where order_id = ${order.orderId}`,
  );
  const slug = row?.slug ?? "";
  const requesterId = await makeUser(context, { name: "Rina Wulandari" });
  const asker = await api.as(requesterId);
  const ask = async (text = "Apakah kuat untuk panas?", call = asker) =>
    call("POST", "/v1/questions", { product: slug, text });
  const idOf = async (text?: string) => ((await ask(text)).body.data as unknown as { id: string }).id;
  const read = async (query = "") =>
    (await (await api.as(null))("GET", `/v1/products/${slug}/questions${query}`)).body
      .result as unknown as ProductQuestions;
  return {
    ...order,
    slug,
    requesterId,
    asker,
    ask,
    idOf,
    read,
    buyer: await api.as(order.buyerId),
    seller: await api.as(order.sellerId),
  };
}
const titles = async (userId: string) =>
  (
    await context.db.rows<{ title: string }>(sql`select title from notifications where user_id = ${userId} order by id`)
  ).map(({ title }) => title);

test("a question is shown to everyone and the seller is notified; seller and buyers answer, and who asked is notified", async () => {
  const { idOf, read, seller, buyer, sellerId, requesterId, asker } = await market();
  const id = await idOf();
  expect(await titles(sellerId)).toContain("Pertanyaan baru dari pembeli");
  const waiting = async () =>
    ((await seller("GET", "/v1/seller/questions?view=waiting")).body.result as unknown as ListedQuestion[]).length;
  expect(await waiting()).toBe(1);
  expect((await buyer("POST", `/v1/questions/${id}/answers`, { text: "Kuat." })).status).toBe(200);
  expect(await waiting()).toBe(1);
  expect((await seller("POST", `/v1/questions/${id}/answers`, { text: "Sampai 200 derajat." })).status).toBe(200);
  expect(await waiting()).toBe(0);
  expect(await titles(requesterId)).toEqual([
    "Seorang pembeli menjawab pertanyaan Anda",
    "Penjual menjawab pertanyaan Anda",
  ]);
  expect(await read()).toMatchObject({
    total: 1,
    questions: [
      {
        by: "Rina W.",
        text: "Apakah kuat untuk panas?",
        answers: [
          { role: "buyer", by: "Sari D.", text: "Kuat." },
          { role: "seller", by: "Toko Uji" },
        ],
      },
    ],
  });
  expect((await asker("GET", "/v1/questions")).body.result).toHaveLength(1);
});

test("nobody answers without having bought the product, and no seller asks about the own one", async () => {
  const { idOf, ask, seller, asker } = await market();
  const id = await idOf();
  const stranger = await api.as(await makeUser(context));
  for (const call of [stranger, asker])
    expect((await call("POST", `/v1/questions/${id}/answers`, { text: "Kuat." })).body.code).toBe(
      "questions.not_buyer",
    );
  expect((await ask("Masih ada?", seller)).body.code).toBe("questions.own");
  expect((await ask("Masih ada?", await api.as(null))).status).toBe(401);
  expect((await stranger("POST", `/v1/questions/${randomUUID()}/answers`, { text: "Kuat." })).status).toBe(404);
});

test("a person has a few questions about a product at a time, also when they are sent at once", async () => {
  const { ask, read, seller } = await market();
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => ask(`Pertanyaan ${at}?`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxOpenQuestions);
  expect(answers.filter(({ body }) => body.code === "questions.too_many")).toHaveLength(8 - maxOpenQuestions);
  const { questions } = await read();
  await seller("POST", `/v1/questions/${questions[0]?.id}/answers`, { text: "Ya." });
  expect((await ask()).status).toBe(200);
});

test("a question has at most so many answers, and pages of questions follow each other", async () => {
  const { idOf, read, seller, shopId, requesterId, slug } = await market();
  const id = await idOf();
  for (let at = 0; at < maxAnswers; at += 1)
    await seller("POST", `/v1/questions/${id}/answers`, { text: `Jawab ${at}` });
  expect((await seller("POST", `/v1/questions/${id}/answers`, { text: "Lagi" })).body.code).toBe("questions.full");
  await context.db.run(sql`
    insert into questions (product_id, shop_id, user_id, text, created_at)
    select p.id, ${shopId}, ${requesterId}, 'Lama ' || n, now() - make_interval(days => n) from products p, generate_series(1, ${questionPage.size}::int) n where p.slug = ${slug}`);
  const [first, second] = [await read(), await read("?page=2")];
  expect([first.total, first.questions.length, second.questions.length]).toEqual([
    questionPage.size + 1,
    questionPage.size,
    1,
  ]);
});

test.each([
  ["too short", "Ya?"],
  ["too long", "a".repeat(501)],
  ["5,000 characters", "a".repeat(5000)],
  ["without a visible letter", "\u200b\u200b\u200b\u200b\u200b\u200b"],
  ["with a control character", "Masih ada\u0000?"],
])("a question %s is refused", async (_what, text) => {
  const { ask } = await (shared ??= market());
  const { status, body } = await ask(text);
  expect([status, Object.keys(body.data)]).toEqual([422, ["text"]]);
});
let shared: ReturnType<typeof market> | undefined;

test("scripts are text, contact details are masked after a warning, and a product that is not for sale has no questions", async () => {
  const { ask, asker, read, slug } = await market();
  const text = "<script>alert(1)</script> https://penipu.example 0812-3456-7890?";
  expect((await ask(text)).body.code).toBe("reviews.contacts");
  expect((await asker("POST", "/v1/questions", { product: slug, text, confirmed: true })).status).toBe(200);
  expect((await read()).questions[0]?.text).toBe(
    "<script>alert(1)</script> (tautan disembunyikan) (nomor disembunyikan)?",
  );
  await context.db.run(sql`update products set status = 'hidden' where slug = ${slug}`);
  context.pages.purge(["questions"]);
  expect((await ask()).status).toBe(404);
  expect((await (await api.as(null))("GET", `/v1/products/${slug}/questions`)).status).toBe(404);
});

test("while operators take no questions, a question is refused with a sentence, and an older one is still answered", async () => {
  const { ask, idOf, read, seller } = await market();
  const id = await idOf();
  try {
    applySettings({ [questionsOpenSetting.key]: false }, new Set());
    expect((await ask("Apakah ada warna lain?")).body).toMatchObject({
      code: "questions.closed",
      message: questionRefusals.closed.message,
    });
    expect((await seller("POST", `/v1/questions/${id}/answers`, { text: "Kuat sampai seratus derajat." })).status).toBe(
      200,
    );
    expect((await read()).total).toBe(1);
  } finally {
    applySettings({}, new Set());
  }
});
