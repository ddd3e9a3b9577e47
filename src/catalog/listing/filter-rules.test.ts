import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { pages } from "#pages.ts";
import { makeMarket, newProduct } from "../../../test/make/catalog.ts";
import { makeContext } from "../../../test/make/context.ts";
import { filterParameter } from "../contract.ts";
import { listingFilters, parseFilters, recordsOf, type FilterRecords } from "./filter-rules.ts";
import { chosenOf, clauseOf, conditionOf } from "./filters.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
beforeAll(async () => {
  context = await makeContext();
  await makeMarket(context, [
    newProduct("kopi-satuan", "Kopi Satuan", { min_order: 1 }),
    newProduct("kopi-grosir", "Kopi Grosir", { min_order: 12 }),
  ]);
});
afterAll(() => context.close());

async function columnTypes(): Promise<Map<string, string>> {
  const columns = await context.db.rows<{ name: string; type: string }>(
    sql`select column_name as name, data_type as type from information_schema.columns where table_name = 'products'`,
  );
  return new Map(columns.map(({ name, type }) => [name, type]));
}

test("each filter of a listing has its column, and a parameter in the cache of the page", async () => {
  const columns = await columnTypes();
  const kinds = { flag: "boolean", keyword: "text", keywords: "ARRAY", integer: "bigint|integer", real: "real" };
  for (const [name, { field }] of recordsOf(listingFilters)) {
    if (field.kind === "present") expect(columns.has(field.column), name).toBe(true);
    else expect(columns.get(field.column), name).toMatch(new RegExp(`^(${kinds[field.kind]})$`));
    expect(pages.products.cache.params, name).toContain(name);
  }
});

test("the example of a new filter is a record from which everything follows", async () => {
  const text = await readFile(new URL("../../../docs/examples/add-a-listing-filter.md", import.meta.url), "utf8");
  const [record = "", parameter = ""] = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
  // oxlint-disable-next-line typescript/no-implied-eval -- it is the text of a page of this repository
  const example = (new Function(`return {${record}}`) as () => FilterRecords)();
  const [[name, filter] = ["", undefined]] = recordsOf(example);
  if (!filter) throw new Error("the example has no record");
  expect(parameter.trim()).toBe(`"${name}",`);
  expect(listingFilters).not.toHaveProperty(name);
  expect((await columnTypes()).has(filter.field.column)).toBe(true);

  const asked = parseFilters(new URLSearchParams(`${name}=1`), example);
  expect(filterParameter(filter).parse("1")).toEqual(asked[name]);
  expect(filterParameter(filter).safeParse("satu").success).toBe(false);
  const [chosen] = chosenOf(asked, example);
  if (!chosen) throw new Error("the example's filter is not chosen");
  const found = await context.db.rows<{ slug: string }>(
    sql`select slug from products p where ${conditionOf(chosen)} order by slug`,
  );
  expect(found.map(({ slug }) => slug)).toEqual([expect.stringContaining("kopi-satuan")]);
  expect(clauseOf(chosen)).toEqual({ range: { minOrder: { lte: 1 } } });
});

test("a change of any column of a product reaches the search engines", async () => {
  const { db } = context;
  const last = () => db.row<{ n: number }>(sql`select count(*)::int as n from product_changes`);
  const before = (await last())?.n ?? 0;
  await db.run(sql`update products set min_order = 3 where slug like 'kopi-grosir%'`);
  expect(await last()).toEqual({ n: before + 1 });
  await db.run(sql`update products set min_order = 3 where slug like 'kopi-grosir%'`);
  expect(await last()).toEqual({ n: before + 1 });
});
