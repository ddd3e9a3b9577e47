import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeShopApi } from "../../../../test/make/checkout.ts";
import { makeContext } from "../../../../test/make/context.ts";
import { makeProduct, makeShop, makeUser } from "../../../../test/make/rows.ts";
import { runQueued } from "../../../../test/run-all-jobs.ts";
import { sql } from "#lib/database.ts";
import { addDuration, day, jakartaDay } from "#lib/time.ts";
import { paymentRoutes } from "../../routes.ts";
import type { CategoryTaxAnswer } from "./contract.ts";
import { clearCachedCategoryTaxes, readCategoryTaxes } from "./read-category-taxes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let operator: Awaited<ReturnType<typeof api.as>>;
let [jewellery, rings, merged, link]: string[] = [];

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  api = await makeShopApi(context, [paymentRoutes]);
  operator = await api.as(await makeUser(context, { type: "operator" }));
  jewellery = await addCategory({ slug: "perhiasan", name: "Perhiasan" });
  rings = await addCategory({ slug: "cincin", name: "Cincin", parent: jewellery });
  merged = await addCategory({ slug: "emas-lama", name: "Emas Lama", mergedInto: jewellery });
  link = await addCategory({ slug: "promo", name: "Promo", url: "/bantuan" });
});
afterAll(async () => {
  const roles = await context.db.rows(sql`select distinct actor_role as role from audit_entries`);
  await api.close();
  await context.close();
  expect(roles, "entries of the audit log name the operator's role").toEqual([{ role: "owner" }]);
});
beforeEach(async () => {
  await context.db.run(sql`delete from category_tax_rules`);
  clearCachedCategoryTaxes(context.db);
});

async function addCategory(one: { slug: string; name: string; parent?: string; mergedInto?: string; url?: string }) {
  const row = await context.db.row<{ id: string }>(sql`
    insert into categories (slug, name, parent_id, merged_into, is_hidden, is_custom, url)
    values (${one.slug}, ${one.name}, ${one.parent ?? null}, ${one.mergedInto ?? null}, ${one.mergedInto !== undefined}, ${one.url !== undefined}, ${one.url ?? null})
    returning id`);
  return row?.id ?? "";
}
/** The owner of a shop that has one product, in this category. */
async function sellerIn(categoryId: string | undefined, status = "active"): Promise<string> {
  const { shopId, ownerId } = await makeShop(context);
  const { productId } = await makeProduct(context, shopId);
  await context.db.run(sql`
    update products set category_id = ${categoryId}, root_category_id = ${jewellery}, status = ${status} where id = ${productId}`);
  // The category that the product was made in.
  await context.db.run(sql`delete from categories where slug = 'uji'`);
  return ownerId;
}
const now = () => context.clock.now();
const inDays = (days: number) => jakartaDay(addDuration(now(), days * day));
const rule = (value: string, days: number, fields: object = {}) => ({
  category_id: jewellery,
  kind: value === "luxury" ? "vat" : "income_tax",
  value,
  valid_from: inDays(days),
  ...fields,
});
async function save(value: string, days: number, fields: object = {}) {
  const { status, body } = await operator("POST", "/v1/operator/category-taxes", rule(value, days, fields));
  return { status, code: body.code, rule: body.data as unknown as CategoryTaxAnswer, fields: Object.keys(body.data) };
}
const list = async () =>
  (await operator("GET", "/v1/operator/category-taxes")).body.result as unknown as {
    rules: CategoryTaxAnswer[];
    categories: { id: string; name: string }[];
  };
async function taxOn(days: number, chain = [rings ?? "", jewellery ?? ""]) {
  return (await readCategoryTaxes(context.db, addDuration(now(), days * day)))(chain);
}

test("goods are taxed alike until an operator says otherwise from a day, and again from a later day", async () => {
  expect(await taxOn(0)).toEqual({ exemption: null, isLuxury: false });
  expect(await save("gold", 3)).toMatchObject({
    status: 200,
    rule: { phase: "announced", category_name: "Perhiasan" },
  });
  expect(await save("ordinary", 10)).toMatchObject({ status: 200 });
  const exemptions = await Promise.all([0, 2, 3, 9, 10, 300].map((days) => taxOn(days)));
  expect(exemptions.map(({ exemption }) => exemption)).toEqual([null, null, "gold", "gold", null, null]);
  // PPN has its own rules.
  expect(await save("luxury", 3)).toMatchObject({ status: 200, rule: { kind: "vat" } });
  expect(await taxOn(3)).toEqual({ exemption: "gold", isLuxury: true });
  expect((await taxOn(3, [crypto.randomUUID()])).exemption).toBeNull();
});

test("a subcategory follows its root until it has a rule of its own", async () => {
  await save("gold", 0);
  expect((await taxOn(0)).exemption).toBe("gold");
  await save("ordinary", 0, { category_id: rings });
  expect((await taxOn(0)).exemption).toBeNull();
  expect((await taxOn(0, [jewellery ?? ""])).exemption).toBe("gold");
});

test("a rule is refused in the past, too far ahead, twice for a day, and for what is no category of goods", async () => {
  for (const days of [-1, 400])
    expect(await save("gold", days)).toMatchObject({ status: 422, code: "request.invalid", fields: ["valid_from"] });
  expect(await save("gold", 5)).toMatchObject({ status: 200 });
  for (const value of ["gold", "ordinary", "phone_credit"])
    expect(await save(value, 5)).toMatchObject({ status: 409, code: "category_tax.day_taken", fields: ["valid_from"] });
  for (const category of [merged, link, crypto.randomUUID()])
    expect(await save("gold", 6, { category_id: category })).toMatchObject({ status: 422, fields: ["category_id"] });
  expect(await save("luxury", 6, { kind: "income_tax" })).toMatchObject({ status: 422, fields: ["value"] });
  expect(await save("gold", 6, { kind: "vat" })).toMatchObject({ status: 422, fields: ["value"] });
  for (const fields of [{ value: "gratis" }, { kind: "bea" }, { valid_from: "besok" }, { category_id: "emas" }])
    expect((await save("gold", 6, fields)).status).toBe(422);
  expect((await list()).rules).toHaveLength(1);
  expect((await list()).categories.map(({ name }) => name)).toEqual(["Perhiasan", "Perhiasan › Cincin"]);
});

test("of two operators who save a rule for the same day at once, one is refused", async () => {
  const answers = await Promise.all([save("gold", 2), save("phone_credit", 2)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test("a rule that has not begun can be withdrawn once; one that has begun cannot", async () => {
  const { rule: begun } = await save("gold", 0);
  const { rule: later } = await save("ordinary", 4);
  const withdraw = async (id: string) =>
    (await operator("POST", `/v1/operator/category-taxes/${id}/withdraw`)).body.code;
  expect(await withdraw(later.id)).toBeUndefined();
  expect([await withdraw(later.id), await withdraw(begun.id)]).toEqual(Array(2).fill("category_tax.begun"));
  expect(await withdraw(crypto.randomUUID())).toBe("request.not_found");
  expect((await list()).rules.map(({ phase }) => phase)).toEqual(["withdrawn", "in_force"]);
  expect((await taxOn(9)).exemption).toBe("gold");
  // Its day is free again.
  expect((await save("phone_credit", 4)).status).toBe(200);
});

test("sellers of goods that a rule taxes otherwise are notified once, and of its withdrawal; others are not", async () => {
  const ofRings = await sellerIn(rings);
  const [ofJewellery, elsewhere] = [await sellerIn(jewellery), await sellerIn(jewellery, "removed")];
  const read = async (userId: string) =>
    (
      await context.db.rows<{ title: string; description: string }>(
        sql`select title, description from notifications where user_id = ${userId} order by id`,
      )
    ).map(({ title, description }) => `${title}: ${description}`);
  // Rings are luxury goods already, by a rule of their own.
  await save("luxury", 0, { category_id: rings });
  await runQueued(context);
  expect(await Promise.all([ofRings, ofJewellery, elsewhere].map(async (one) => (await read(one)).length))).toEqual([
    1, 0, 0,
  ]);
  const { rule: luxury } = await save("luxury", 5);
  await runQueued(context);
  expect(await read(ofJewellery)).toEqual([
    expect.stringMatching(
      /^Pajak kategori Perhiasan berubah mulai \d+ \w+ 20\d\d: Barang mewah: PPN 12% .+ Pesanan sebelumnya tidak berubah\.$/,
    ),
  ]);
  expect(await Promise.all([ofRings, elsewhere].map(async (one) => (await read(one)).length))).toEqual([1, 0]);
  expect((await operator("POST", `/v1/operator/category-taxes/${luxury.id}/withdraw`)).status).toBe(200);
  await runQueued(context);
  expect(await read(ofJewellery)).toEqual([
    expect.any(String),
    expect.stringMatching(/^Perubahan pajak kategori Perhiasan dibatalkan: /),
  ]);
  // It says what held before.
  await save("ordinary", 3, { kind: "income_tax" });
  await runQueued(context);
  expect(await read(ofJewellery)).toHaveLength(2);
  // A rule that is withdrawn before anybody was notified of it.
  const { rule: hasty } = await save("luxury", 6);
  expect((await operator("POST", `/v1/operator/category-taxes/${hasty.id}/withdraw`)).status).toBe(200);
  await runQueued(context);
  expect(await read(ofJewellery)).toHaveLength(2);
});

test("only finance says how categories are taxed, and the audit log has who said it", async () => {
  const { ownerId } = await makeShop(context);
  const support = await makeUser(context, { type: "operator" });
  await context.db.run(sql`update users set operator_role = 'support' where id = ${support}`);
  for (const [who, reads, writes] of [
    [null, 401, 401],
    [ownerId, 403, 403],
    [support, 200, 403],
  ] as const) {
    const anyone = await api.as(who);
    expect((await anyone("GET", "/v1/operator/category-taxes")).status).toBe(reads);
    expect((await anyone("POST", "/v1/operator/category-taxes", rule("gold", 1))).status).toBe(writes);
    expect((await anyone("POST", `/v1/operator/category-taxes/${crypto.randomUUID()}/withdraw`)).status).toBe(writes);
  }
  const { rule: saved } = await save("gold", 1);
  await operator("POST", `/v1/operator/category-taxes/${saved.id}/withdraw`);
  const entries = await context.db.rows(sql`
    select action, after from audit_entries where subject_id = ${saved.id} order by at, id`);
  expect(entries).toMatchObject([
    { action: "payments.category_tax_saved", after: { kind: "income_tax", value: "gold", valid_from: inDays(1) } },
    { action: "payments.category_tax_withdrawn" },
  ]);
});
