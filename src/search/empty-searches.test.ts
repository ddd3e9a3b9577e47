import { afterAll, beforeAll, expect, test } from "vitest";
import { catalogRoutes } from "../catalog/routes.ts";
import { sql } from "#lib/database.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { makeShopApi } from "../../test/make/checkout.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeUser } from "../../test/make/rows.ts";
import { rememberedText } from "./empty-search-rules.ts";
import { rememberEmptySearch } from "./remember-empty-search.ts";
import { searchRoutes } from "./routes.ts";
import { addedSynonymsSetting } from "./rules.ts";
import { synonymComplaint } from "./synonyms-setting.ts";
import { understandQuery } from "./understand-query.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  api = await makeShopApi(context, [searchRoutes, catalogRoutes]);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

test("what nobody found is shown to operators after two days, without persons, and forgotten in time", async () => {
  const visitor = await api.as(null);
  const operator = await api.as(await makeUser(context, { type: "operator" }));
  const read = async () => (await operator("GET", "/v1/operator/empty-searches")).body.result;
  await visitor("GET", "/v1/products?name=Kuda%20%20Lumping%20XYZ");
  await visitor("GET", "/v1/products?name=budi%40contoh.id");
  await visitor("GET", "/v1/products?name=kuda%20lumping%20xyz&min=1000");
  expect(await context.db.rows(sql`select query, count from empty_searches`)).toEqual([
    { query: "kuda lumping xyz", count: 1 },
  ]);
  expect(await read()).toEqual([]);
  const tomorrow = new Date(context.clock.now().getTime() + 86_400_000);
  await rememberEmptySearch(context.db, "kuda lumping XYZ", tomorrow);
  expect(await read()).toMatchObject([{ query: "kuda lumping xyz", count: 2, days: 2 }]);
});

test("a text that may be about a person is never remembered", () => {
  for (const text of [
    "081234567890",
    "0812 3456 7890",
    "budi@contoh.id",
    "https://contoh.id",
    "a",
    "🙂",
    "🙂🙂",
    "x".repeat(61),
  ])
    expect([text, rememberedText(text)]).toEqual([text, null]);
  expect(rememberedText("  Sepatu   Lari 42 ")).toBe("sepatu lari 42");
  expect(rememberedText(" ".repeat(100_000))).toBe(null);
});

test("a synonym that an operator adds is understood at once, and a line that says nothing is refused by its number", async () => {
  await context.db.run(sql`insert into search_terms (term, products) values ('sepatu', 3)`);
  const meant = async () =>
    (await understandQuery(context.db, "gasruk"))?.concepts[0]?.alternatives.map(({ lexemes }) => lexemes.join(" "));
  const before = await meant();
  applySettings({ [addedSynonymsSetting.key]: "gasruk > sepatu" }, new Set());
  const after = await meant();
  applySettings({}, new Set());
  expect(before ?? []).not.toContain("sepatu");
  expect(after).toContain("sepatu");
  expect(await meant()).toEqual(before);
  expect(synonymComplaint("hape > ponsel\n\nsofa | kursi tamu")).toBe(null);
  expect(synonymComplaint("hape > ponsel\nsendirian")).toMatch(/^Baris 2: /);
  expect(synonymComplaint("Hape > <b>ponsel</b>")).toMatch(/^Baris 1: /);
  expect(synonymComplaint("a > b\n".repeat(501))).toMatch(/500/);
});
