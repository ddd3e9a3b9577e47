import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { makeContext } from "../../../test/make/context.ts";
import { pickFields, productFieldList } from "./fields.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());

test("every plain field has a column of its type, which may be null only if the field is optional", async () => {
  const columns = await context.db.rows<{ name: string; type: string; nullable: boolean }>(sql`
    select column_name as name, data_type as type, is_nullable = 'YES' as nullable
    from information_schema.columns where table_name = 'products'`);
  const types = { name: "text", line: "text", text: "text", choice: "text", number: "integer", flag: "boolean" };
  for (const [name, { kind, optional = false }] of productFieldList)
    expect(columns.find((one) => one.name === name)).toEqual({ name, type: types[kind], nullable: optional });
});

test("the plain fields are picked, and those that were left out get their usual value", () => {
  const given = {
    name: "Teko",
    description: "Teko tanah liat.",
    condition: "used",
    weight_g: 900,
    slug: "teko",
  } as const;
  const { slug: _slug, ...fields } = given;
  const picked = pickFields(given);
  expect(picked).toMatchObject({ ...fields, min_order: 1, preorder_days: null, is_regional: false });
  expect(Object.keys(picked)).toEqual(productFieldList.map(([name]) => name));
});
