import { afterAll, beforeAll, expect, test } from "vitest";
import { findProducts } from "../../src/catalog/listing/find-products.ts";
import { sql } from "../../src/lib/database.ts";
import { makeDemo } from "../make/demo.ts";
import { readJudgedSearches, scoreOf } from "./score.ts";

let context: Awaited<ReturnType<typeof makeDemo>>;
const scores = new Map<string, number[]>();
let empty = 0;
let asked = 0;

beforeAll(async () => {
  context = await makeDemo();
  const products = await context.db.rows<{ name: string }>(sql`select name from products where status = 'active'`);
  const all = products.map(({ name }) => name);
  for (const judged of readJudgedSearches()) {
    const { result } = await findProducts(context.db, { name: judged.search, limit: 10 });
    const score = scoreOf(
      judged,
      result.map(({ name }) => name),
      all,
    );
    scores.set(judged.kind, [...(scores.get(judged.kind) ?? []), score]);
    if (judged.kind === "nothing") continue;
    asked += 1;
    if (result.length === 0) empty += 1;
  }
});
afterAll(async () => {
  await context.close();
});

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
const kinds = () => [...scores].filter(([kind]) => kind !== "nothing");

test("what shoppers want comes first in their searches of the demo marketplace", () => {
  expect(asked).toBeGreaterThan(150);
  expect(mean(kinds().flatMap(([, all]) => all))).toBeGreaterThan(0.88);
});
test("no kind of search is bad", () => {
  for (const [kind, all] of kinds()) expect(mean(all), kind).toBeGreaterThan(0.5);
});
test("a search that has an answer is seldom empty, and one that has none seldom shows other goods", () => {
  expect(empty / asked).toBeLessThan(0.02);
  expect(mean(scores.get("nothing") ?? [])).toBeGreaterThan(0.6);
});
