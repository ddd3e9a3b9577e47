import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import {
  makeCatalogApi,
  makeMarket,
  newProduct,
  saveOwnProduct,
  type CatalogClient,
} from "../../../test/make/catalog.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeUser } from "../../../test/make/rows.ts";
import type { ListedCategory } from "../categories/contract.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeCatalogApi>>;
let operator: CatalogClient;
let visitor: CatalogClient;

beforeAll(async () => {
  context = await makeContext();
  await makeMarket(context, [
    newProduct("kopi-gayo", "Kopi Gayo Arabika", { category: "kopi" }),
    newProduct("keripik-singkong", "Keripik Singkong", { category: "camilan" }),
  ]);
  api = await makeCatalogApi(context);
  operator = await api.as(await makeUser(context, { type: "operator" }));
  visitor = await api.as(null);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

const rows = async (): Promise<ListedCategory[]> => (await operator("GET", "/v1/operator/categories")).body.result.rows;
const add = async (name: string, parent: string | null = null): Promise<string> =>
  (await operator("POST", "/v1/operator/categories", { name, parent_id: parent })).body.data.id;
const save = (slug: string, change: object) => saveOwnProduct(context, api, slug, change);

const rasa = { name: "Rasa", kind: "choice", unit: null, options: ["Asin", "Pedas"] };
const isi = { name: "Isi", kind: "number", unit: "g", options: [] };
const halal = { name: "Halal", kind: "flag", unit: null, options: [] };
const asked = (attributes: object[], more = {}) =>
  attributes.map((one) => ({ is_required: false, is_filterable: true, ...one, ...more }));
async function ask(id: string, attributes: object[]) {
  const version = (await rows()).find((row) => row.id === id)?.version;
  return operator("PUT", `/v1/operator/categories/${id}/attributes`, { version, attributes });
}
const shownOf = async (slug: string) => (await visitor("GET", `/v1/products/${slug}`)).body.result.attributes;

test("sellers fill in what their category and the one above ask for, and buyers read it in that order", async () => {
  const root = await add("Jajanan");
  await add("Keripik Pedas", root);
  const child = (await rows()).find(({ slug }) => slug === "keripik-pedas")?.id ?? "";
  expect((await ask(root, asked([isi], { is_required: true }))).status).toBe(200);
  expect((await ask(child, asked([rasa, halal]))).status).toBe(200);
  const missing = await save("keripik-singkong", {
    category: "keripik-pedas",
    attributes: [{ name: "Rasa", value: "Manis" }],
  });
  expect([missing.status, missing.body.data]).toEqual([
    422,
    { "attributes.Isi": ["Isi Isi."], "attributes.Rasa": ["Pilih Rasa dari daftar."] },
  ]);
  const attributes = [
    { name: "Pembuat", value: "Bu Tini" },
    { name: "rasa", value: "pedas" },
    { name: "Isi", value: "1.250" },
  ];
  expect((await save("keripik-singkong", { category: "keripik-pedas", attributes })).status).toBe(200);
  expect(await shownOf("keripik-singkong")).toEqual([
    { name: "Isi", value: "1250 g" },
    { name: "Rasa", value: "Pedas" },
    { name: "Pembuat", value: "Bu Tini" },
  ]);
  expect((await visitor("GET", "/v1/categories/attributes")).body.result).toContainEqual({
    slug: "keripik-pedas",
    attributes: asked([rasa, halal]),
  });
  const entries = await context.db.rows<{ action: string }>(
    sql`select action from audit_entries where subject_id = ${child} order by id`,
  );
  expect(entries.map(({ action }) => action)).toEqual([
    "catalog.category_added",
    "catalog.category_attributes_changed",
  ]);
});

test("a changed set changes no product, and an old value may stay when its seller saves again", async () => {
  const id = await add("Keripik Buah");
  await ask(id, asked([rasa]));
  const attributes = [{ name: "Rasa", value: "Asin" }];
  expect((await save("keripik-singkong", { category: "keripik-buah", attributes })).status).toBe(200);
  expect((await ask(id, asked([{ ...rasa, options: ["Manis", "Gurih"] }]))).status).toBe(200);
  expect(await shownOf("keripik-singkong")).toEqual(attributes);
  expect((await save("keripik-singkong", { category: "keripik-buah", attributes })).status).toBe(200);
  const other = [{ name: "Rasa", value: "Pedas" }];
  expect((await save("keripik-singkong", { category: "keripik-buah", attributes: other })).status).toBe(422);
});

test.each([
  [[rasa, { ...rasa, name: "RASA" }], "attributes"],
  [[{ ...rasa, options: ["Asin"] }], "attributes.0.options"],
  [[{ ...rasa, options: ["Asin", "asin"] }], "attributes.0.options"],
  [[{ ...rasa, name: "Rasa|x" }], "attributes.0.name"],
  [[{ ...isi, unit: "sendok makan" }], "attributes.0.unit"],
  [[{ ...rasa, kind: "color" }], "attributes.0.kind"],
  [Array.from({ length: 16 }, (_, at) => ({ ...halal, name: `Rincian ${at}` })), "attributes"],
])("a set that makes no sense is refused at its field", async (attributes, field) => {
  const id = (await rows()).find(({ slug }) => slug === "camilan")?.id ?? "";
  const { status, body } = await ask(id, asked(attributes));
  expect([status, Object.keys(body.data)]).toEqual([422, [field]]);
});

test("buyers filter a category by its attributes, which are counted, and unknown ones change nothing", async () => {
  const id = await add("Keripik Filter");
  await ask(id, asked([rasa, isi, halal]));
  const of = (value: string, size: string) => [
    { name: "Rasa", value },
    { name: "Isi", value: size },
  ];
  const category = "keripik-filter";
  expect((await save("keripik-singkong", { category, attributes: of("Asin", "250") })).status).toBe(200);
  expect((await save("kopi-gayo", { category, attributes: of("Pedas", "1.000,5") })).status).toBe(200);
  const found = async (query: string) =>
    (await visitor("GET", `/v1/products?category=${category}&sort=newest&${query}`)).body.result
      .map(({ slug }: { slug: string }) => slug)
      .toSorted()
      .join(" ");
  expect(await found("attr=Rasa:Asin")).toBe("keripik-singkong");
  expect(await found("attr=Rasa:Asin&attr=Rasa:Pedas")).toBe("keripik-singkong kopi-gayo");
  expect(await found("num1=Isi&min1=250&max1=1000")).toBe("keripik-singkong");
  expect(await found("num1=Isi&min1=250,5")).toBe("kopi-gayo");
  expect(await found("attr=Rasa:Pedas&num1=Isi&max1=900")).toBe("");
  expect(await found("attr=Rasa:Manis&attr=Bentuk:Bulat&num2=Berat&min2=3")).toBe("keripik-singkong kopi-gayo");
  const { body } = await visitor("GET", `/v1/products?category=${category}&attr=Rasa:Asin&facets=1`);
  expect(body.facets.attributes).toEqual([
    {
      name: "Rasa",
      unit: null,
      is_number: false,
      options: [
        { id: "Rasa:Asin", name: "Asin", count: 1 },
        { id: "Rasa:Pedas", name: "Pedas", count: 1 },
      ],
    },
    { name: "Isi", unit: "g", is_number: true, options: [] },
  ]);
});
