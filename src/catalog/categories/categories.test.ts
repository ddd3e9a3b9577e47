import { afterAll, beforeAll, expect, test } from "vitest";
import { sql, violates } from "#lib/database.ts";
import { addDuration, day, jakartaDay } from "#lib/time.ts";
import {
  makeCatalogApi,
  makeMarket,
  newProduct,
  saveOwnProduct,
  type CatalogClient,
} from "../../../test/make/catalog.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { makeVoucher } from "../../../test/make/vouchers.ts";
import { workJobs } from "../../../test/run-jobs.ts";
import { catalogJobs } from "../jobs.ts";
import { refileProducts } from "../selling/refile-products.ts";
import type { ListedCategory } from "./contract.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeCatalogApi>>;
let operator: CatalogClient;
let visitor: CatalogClient;
let purged: string[];

beforeAll(async () => {
  context = await makeContext();
  await makeMarket(context, [
    newProduct("kopi-gayo", "Kopi Gayo Arabika", { category: "kopi" }),
    newProduct("keripik-singkong", "Keripik Singkong", { category: "camilan" }),
    newProduct("kemeja-parang", "Kemeja Batik Parang", { category: "kemeja" }),
  ]);
  api = await makeCatalogApi(context);
  operator = await api.as(await makeUser(context, { type: "operator" }));
  visitor = await api.as(null);
  const { purge } = context.pages;
  context.pages.purge = (tags) => {
    purged.push(...tags);
    purge(tags);
  };
});
afterAll(async () => {
  await api.close();
  await context.close();
});

const rows = async (): Promise<ListedCategory[]> => (await operator("GET", "/v1/operator/categories")).body.result.rows;
async function rowOf(id: string): Promise<ListedCategory> {
  const found = (await rows()).find((row) => row.id === id);
  if (!found) throw new Error("no such category");
  return found;
}
async function act(id: string, verb: string, body: object) {
  purged = [];
  const { version } = await rowOf(id);
  return operator("POST", `/v1/operator/categories/${id}/${verb}`, { version, ...body });
}
async function change(id: string, body: object) {
  purged = [];
  const { version, name, is_hidden } = await rowOf(id);
  return operator("PUT", `/v1/operator/categories/${id}`, { version, name, is_hidden, ...body });
}
/** A category with an unusual name below another one, or at the top. */
async function add(name: string, parent: string | null = null, more: object = {}): Promise<string> {
  purged = [];
  const { status, body } = await operator("POST", "/v1/operator/categories", { name, parent_id: parent, ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.id;
}
/** Files a product under a category, as its seller would. */
async function file(slug: string, id: string): Promise<void> {
  await context.db.run(sql`
    update products set category_id = c.id, root_category_id = coalesce(c.parent_id, c.id) from categories c where c.id = ${id} and products.slug = ${slug}`);
  await refileProducts(context, [id]);
}
const slugsIn = async (query: string): Promise<string[]> =>
  (await visitor("GET", `/v1/products?${query}`)).body.result.map(({ slug }: { slug: string }) => slug);
const menu = async (): Promise<{ name: string; slug: string; categories: { name: string }[] }[]> =>
  (await visitor("GET", "/v1/categories")).body.result;
const actions = async (id: string): Promise<string[]> =>
  (
    await context.db.rows<{ action: string }>(
      sql`select action from audit_entries where subject_id = ${id} order by id`,
    )
  ).map(({ action }) => action);

test("a new category is in the menu at the end of its level, and a link leads where its operator says", async () => {
  const root = await add("Kerajinan Bambu", null, { icon: "motif" });
  await add("Lampu Bambu", root);
  const link = await add("Panduan belanja", null, { url: "/guide" });
  expect(purged).toEqual(["all", "categories", "catalog"]);
  expect((await menu()).slice(-2)).toMatchObject([
    { name: "Kerajinan Bambu", slug: "kerajinan-bambu", icon: "motif", categories: [{ name: "Lampu Bambu" }] },
    { name: "Panduan belanja", isCustom: "1", url: "/guide", categories: [] },
  ]);
  expect(await actions(root)).toEqual(["catalog.category_added"]);
  expect((await act(link, "remove", {})).status).toBe(200);
  expect((await menu()).map(({ name }) => name)).not.toContain("Panduan belanja");
  expect((await act(root, "remove", {})).status).toBe(404);
});

test.each(["//jahat.example", "javascript:alert(1)", "http://contoh.id", "https://a:b@contoh.id", "/\\jahat"])(
  "a link cannot lead to %s",
  async (url) => {
    const { status, body } = await operator("POST", "/v1/operator/categories", {
      name: "Tautan",
      parent_id: null,
      url,
    });
    expect([status, Object.keys(body.data)]).toEqual([422, ["url"]]);
  },
);

test("the list of categories counts the products of sub-categories with those of the main category", async () => {
  const tree = await rows();
  const kopi = tree.find(({ slug }) => slug === "kopi");
  const below = tree.filter(({ parent_id: parent }) => parent === kopi?.parent_id);
  expect(below.map(({ slug, products }) => [slug, products])).toEqual(
    expect.arrayContaining([
      ["kopi", 1],
      ["camilan", 1],
    ]),
  );
  expect(tree.find(({ id }) => id === kopi?.parent_id)?.products).toBe(2);
});

test("a renamed category keeps its address, and searches find its products by the new name", async () => {
  const id = await add("Jamu Tradisi");
  await file("kopi-gayo", id);
  expect((await change(id, { name: "Ramuan Herbal" })).status).toBe(200);
  await workJobs(context, catalogJobs);
  expect(await slugsIn("category=jamu-tradisi")).toEqual(["kopi-gayo"]);
  expect(await slugsIn("name=ramuan+herbal")).toContain("kopi-gayo");
  expect((await menu()).find(({ slug }) => slug === "jamu-tradisi")?.name).toBe("Ramuan Herbal");
});

test("a hidden category is in no menu and no filter, but its products are still found", async () => {
  const root = await add("Barang Antik");
  const id = await add("Koin Kuno", root);
  await file("kopi-gayo", id);
  expect((await change(root, { is_hidden: true })).status).toBe(200);
  expect((await menu()).map(({ slug }) => slug)).not.toContain("barang-antik");
  const { body } = await visitor("GET", "/v1/products?name=kopi&facets=1");
  expect(body.facets.categories.map((one: { id: string }) => one.id)).not.toContain("barang-antik");
  expect(await slugsIn("category=koin-kuno")).toEqual(["kopi-gayo"]);
});

test("a category moved below another main category takes its products along", async () => {
  const [from, to] = [await add("Rak Asal"), await add("Rak Tujuan")];
  const id = await add("Anyaman", from);
  await file("keripik-singkong", id);
  expect((await act(id, "place", { parent_id: to })).status).toBe(200);
  await workJobs(context, catalogJobs);
  expect([await slugsIn("category=rak-asal"), await slugsIn("category=rak-tujuan")]).toEqual([
    [],
    ["keripik-singkong"],
  ]);
  expect((await act(id, "place", { parent_id: null })).status).toBe(200);
  await workJobs(context, catalogJobs);
  expect([await slugsIn("category=anyaman"), await slugsIn("category=rak-tujuan")]).toEqual([["keripik-singkong"], []]);
});

test("no category gets below itself or its own child, not even past the application", async () => {
  const root = await add("Induk Uji");
  const child = await add("Anak Uji", root);
  expect((await act(root, "place", { parent_id: child })).body.code).toBe("categories.nested");
  expect((await act(root, "place", { parent_id: root })).body.code).toBe("categories.nested");
  const write = (id: string, parent: string) =>
    context.db.run(sql`update categories set parent_id = ${parent} where id = ${id}`).then(
      () => null,
      (error: unknown) => violates(error, "categories_place"),
    );
  expect([await write(root, child), await write(root, root)]).toEqual([true, true]);
  // Two editors at once: each move alone would be allowed.
  const [one, other] = [await add("Serentak Satu"), await add("Serentak Dua")];
  expect(
    (await Promise.all([write(one, other), write(other, one)])).filter((refused) => refused === null),
  ).toHaveLength(1);
});

test("a merged category's products move, its address leads to the other one, and the preview says how many", async () => {
  const [from, middle, into] = [await add("Kue Basah"), await add("Kue Kering"), await add("Aneka Kue")];
  await file("kemeja-parang", from);
  const preview = await operator("POST", `/v1/operator/categories/${from}/merge/preview`, { into: middle });
  expect(preview.body.result).toEqual({
    products: 1,
    sub_categories: [],
    changed_mind: { before: 2, after: 2 },
    has_own_fee: false,
    vouchers: 0,
    rules: 0,
  });
  expect((await act(from, "merge", { into: middle })).status).toBe(200);
  expect((await act(middle, "merge", { into })).status).toBe(200);
  expect(purged).toEqual(["all", "categories", "catalog"]);
  await workJobs(context, catalogJobs);
  for (const slug of ["kue-basah", "kue-kering", "aneka-kue"]) {
    const { body } = await visitor("GET", `/v1/products?category=${slug}`);
    expect([body.category.slug, body.result.map((one: { slug: string }) => one.slug)]).toEqual([
      "aneka-kue",
      ["kemeja-parang"],
    ]);
  }
  expect((await menu()).map(({ slug }) => slug)).not.toContain("kue-basah");
  expect(await slugsIn("name=aneka+kue")).toContain("kemeja-parang");
  expect(await actions(from)).toEqual(["catalog.category_added", "catalog.category_merged"]);
  // The address is never given to another category.
  const again = await add("Kue Basah");
  expect((await rowOf(again)).slug).toBe("kue-basah-2");
});

test("a main category is merged with its sub-categories, which keep their products", async () => {
  const [from, into] = [await add("Dapur Lama"), await add("Dapur Baru")];
  const child = await add("Wajan", from);
  await add("Panci", into);
  await file("kemeja-parang", child);
  expect((await act(from, "merge", { into })).status).toBe(200);
  await workJobs(context, catalogJobs);
  expect(await slugsIn("category=dapur-baru")).toEqual(["kemeja-parang"]);
  expect((await rowOf(child)).parent_id).toBe(into);
});

test("a category that a running voucher names is not merged", async () => {
  const [from, into] = [await add("Batik Promo"), await add("Batik Semua")];
  const { id } = await makeVoucher(context);
  await context.db.run(sql`update vouchers set category_id = ${from} where id = ${id}`);
  expect((await act(from, "merge", { into })).body.code).toBe("categories.in_use");
});

test("a category goes nowhere where its products pay another commission, also an announced one", async () => {
  const [cheap, dear, later] = [await add("Komisi Rendah"), await add("Komisi Tinggi"), await add("Komisi Nanti")];
  const id = await add("Komisi Anak", cheap);
  const charge = (categoryId: string, perMille: number, days: number) =>
    context.db.run(sql`
      insert into fee_rules (kind, category_id, per_mille, flat, valid_from, announced_at)
      values ('commission', ${categoryId}, ${perMille}, 0, ${jakartaDay(addDuration(context.clock.now(), days * day))}, ${context.clock.now()})`);
  await charge(cheap, 20, -1);
  await charge(dear, 80, -1);
  await charge(later, 20, -1);
  await charge(later, 80, 20);
  for (const target of [dear, later]) {
    const placed = await act(id, "place", { parent_id: target });
    expect([placed.body.code, Object.keys(placed.body.data)]).toEqual(["categories.fee_differs", ["parent_id"]]);
    for (const verb of ["merge/preview", "merge"]) {
      const { version } = await rowOf(id);
      const body = verb === "merge" ? { version, into: target } : { into: target };
      const merged = await operator("POST", `/v1/operator/categories/${id}/${verb}`, body);
      expect([merged.body.code, Object.keys(merged.body.data)]).toEqual(["categories.fee_differs", ["into"]]);
    }
  }
  // A main category takes its sub-categories along, whose commission follows it.
  expect((await act(cheap, "merge", { into: dear })).body.code).toBe("categories.fee_differs");
  // With a commission of its own, the same as before, it may move.
  await charge(id, 20, 0);
  expect((await act(id, "place", { parent_id: dear })).status).toBe(200);
  expect((await rowOf(id)).parent_id).toBe(dear);
});

test("a category goes nowhere where its products are taxed in another way, also by an announced rule", async () => {
  const [plain, luxury, later] = [await add("Pajak Biasa"), await add("Pajak Mewah"), await add("Pajak Nanti")];
  const id = await add("Pajak Anak", plain);
  const tax = (categoryId: string, kind: string, value: string, days: number) =>
    context.db.run(sql`
      insert into category_tax_rules (category_id, kind, value, valid_from, announced_at, created_by)
      select ${categoryId}, ${kind}, ${value}, ${jakartaDay(addDuration(context.clock.now(), days * day))}, ${context.clock.now()}, id
      from users where type = 'operator' limit 1`);
  await tax(luxury, "vat", "luxury", -1);
  await tax(later, "income_tax", "phone_credit", 20);
  for (const target of [luxury, later]) {
    const placed = await act(id, "place", { parent_id: target });
    expect([placed.body.code, Object.keys(placed.body.data)]).toEqual(["categories.tax_differs", ["parent_id"]]);
    for (const verb of ["merge/preview", "merge"]) {
      const { version } = await rowOf(id);
      const body = verb === "merge" ? { version, into: target } : { into: target };
      const merged = await operator("POST", `/v1/operator/categories/${id}/${verb}`, body);
      expect([merged.body.code, Object.keys(merged.body.data)]).toEqual(["categories.tax_differs", ["into"]]);
    }
  }
  // A main category takes its sub-categories along, whose taxes follow it.
  expect((await act(plain, "merge", { into: luxury })).body.code).toBe("categories.tax_differs");
  // With a rule of its own, the same as before, it may move.
  await tax(id, "vat", "ordinary", 0);
  expect((await act(id, "place", { parent_id: luxury })).status).toBe(200);
  // Where goods are taxed alike, a merge takes them along.
  const other = await add("Pajak Mewah Lain");
  for (const each of [plain, other]) await tax(each, "vat", "luxury", 0);
  expect((await act(plain, "merge", { into: other })).body).toMatchObject({ success: true });
});

test("an editor does not overwrite a change that they did not see", async () => {
  const id = await add("Dua Penyunting");
  const { version } = await rowOf(id);
  const body = { version, name: "Nama Pertama", is_hidden: false };
  const both = await Promise.all([
    operator("PUT", `/v1/operator/categories/${id}`, body),
    operator("PUT", `/v1/operator/categories/${id}`, { ...body, name: "Nama Kedua" }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body.code).toBe("categories.changed");
});

test("buttons change the order of neighbours, and at an end nothing changes", async () => {
  const root = await add("Urutan");
  const ids = [await add("Pertama", root), await add("Kedua", root), await add("Ketiga", root)];
  const order = async () => (await rows()).filter(({ parent_id: parent }) => parent === root).map(({ name }) => name);
  expect((await act(ids[2] ?? "", "step", { step: "up" })).status).toBe(200);
  expect(await order()).toEqual(["Pertama", "Ketiga", "Kedua"]);
  expect((await act(ids[0] ?? "", "step", { step: "up" })).status).toBe(200);
  expect(await order()).toEqual(["Pertama", "Ketiga", "Kedua"]);
});

test("a seller who saves a product while its category is merged files it where it belongs", async () => {
  const [from, into] = [await add("Simpan Asal"), await add("Simpan Tujuan")];
  await file("keripik-singkong", from);
  expect((await act(from, "merge", { into })).status).toBe(200);
  expect((await saveOwnProduct(context, api, "keripik-singkong", { category: "simpan-asal" })).status).toBe(200);
  expect(await slugsIn("category=simpan-tujuan")).toEqual(["keripik-singkong"]);
});

test("the days for a change of mind follow a category that is moved or renamed, and a merge says what becomes of them", async () => {
  const [food, other] = [await add("Pangan Uji"), await add("Rumah Uji")];
  const [snack, cake, tool] = [
    await add("Camilan Uji", food),
    await add("Kue Uji", food),
    await add("Alat Uji", other),
  ];
  await context.db.run(sql`update categories set changed_mind_days = 0 where id = ${food}`);
  const days = async (id: string) => (await rowOf(id)).changed_mind_days;
  expect([await days(snack), await days(tool)]).toEqual([0, 2]);
  await change(food, { name: "Pangan Baru Uji", is_hidden: false });
  expect((await act(snack, "place", { parent_id: other })).status).toBe(200);
  expect((await act(tool, "place", { parent_id: food })).status).toBe(200);
  expect([await days(food), await days(snack), await days(tool)]).toEqual([0, 0, 2]);
  const preview = async (from: string, into: string) =>
    (await operator("POST", `/v1/operator/categories/${from}/merge/preview`, { into })).body.result;
  const shelf = await add("Rak Uji", other);
  expect((await preview(cake, shelf)).changed_mind).toEqual({ before: 0, after: 2 });
  // A main category that is merged hands its days to its sub-categories.
  expect((await act(food, "merge", { into: other })).status).toBe(200);
  expect([await days(cake), await days(tool), await days(other)]).toEqual([0, 2, 2]);
});

test("a link of the menu leads to a page that exists, and is shown as dead when that page goes", async () => {
  const link = (url: string) =>
    operator("POST", "/v1/operator/categories", { name: "Tautan Uji", parent_id: null, url });
  const dead = [
    "/tidak-ada",
    "/product?category=tidak-ada-uji",
    "/merchant/toko-hantu",
    "/info/halaman-hantu",
    "/product/x",
    "/product/x%00",
    "/product?category=%00",
  ];
  for (const url of dead) {
    const { status, body } = await link(url);
    expect([url, status, body.code, Object.keys(body.data ?? {})]).toEqual([url, 422, "categories.dead_link", ["url"]]);
  }
  for (const url of ["/product?sort=newest", "/merchant", "https://contoh.example/promo"]) {
    const added = await link(url);
    expect([url, added.status]).toEqual([url, 200]);
    await act(added.body.data.id, "remove", {});
  }
  const { rows: listed } = (await operator("GET", "/v1/operator/categories")).body.result;
  const { slug } = listed.find((row: { url: string | null }) => row.url === null);
  const { id } = (await link(`/product?category=${slug}`)).body.data;
  const second = await operator("POST", "/v1/operator/categories", {
    name: "Tautan Produk Uji",
    parent_id: null,
    url: "/product/kemeja-parang",
  });
  const toProduct = second.body.data.id;
  expect([(await rowOf(id)).is_dead, (await rowOf(toProduct)).is_dead]).toEqual([false, false]);
  await context.db.run(sql`update products set status = 'hidden' where slug = 'kemeja-parang'`);
  try {
    expect([(await rowOf(id)).is_dead, (await rowOf(toProduct)).is_dead]).toEqual([false, true]);
    // Its name can still be changed.
    const kept = await change(toProduct, { name: "Nama Lain Uji", url: "/product/kemeja-parang", is_hidden: true });
    expect(kept.status).toBe(200);
  } finally {
    await context.db.run(sql`update products set status = 'active' where slug = 'kemeja-parang'`);
  }
});
