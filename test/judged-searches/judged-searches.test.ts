import { afterAll, beforeAll, expect, test } from "vitest";
import { findProducts } from "../../src/catalog/listing/find-products.ts";
import { sql } from "../../src/lib/database.ts";
import { makeDemo } from "../make/demo.ts";
import { suggest } from "../../src/search/suggest.ts";
import { readJudgedSearches, readJudgedSuggestions, scoreOf } from "./score.ts";

let context: Awaited<ReturnType<typeof makeDemo>>;
beforeAll(async () => {
  context = await makeDemo();
});
afterAll(async () => {
  await context.close();
});

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

test("what shoppers want comes first in their searches of the demo marketplace, and few are empty", async () => {
  const products = await context.db.rows<{ name: string }>(sql`select name from products where status = 'active'`);
  const all = products.map(({ name }) => name);
  const scores = new Map<string, number[]>();
  let empty = 0;
  for (const judged of readJudgedSearches()) {
    const { result } = await findProducts(context.db, { name: judged.search, limit: 10 });
    const names = result.map(({ name }) => name);
    scores.set(judged.kind, [...(scores.get(judged.kind) ?? []), scoreOf(judged, names, all)]);
    if (judged.kind !== "nothing" && names.length === 0) empty += 1;
  }
  const unanswerable = scores.get("nothing") ?? [];
  scores.delete("nothing");
  const answerable = [...scores.values()].flat();
  expect(answerable.length).toBeGreaterThan(150);
  expect(mean(answerable)).toBeGreaterThan(0.92);
  for (const [kind, some] of scores) expect(mean(some), kind).toBeGreaterThan(0.5);
  expect(empty / answerable.length).toBeLessThanOrEqual(0.01);
  expect(mean(unanswerable)).toBeGreaterThanOrEqual(0.75);
});

test("one of the first five suggestions is what a shopper has begun to type", async () => {
  const missed: string[] = [];
  const judged = readJudgedSuggestions();
  for (const { typed, isMeant } of judged) {
    const suggestions = (await suggest(context.db, typed, "product")).map(({ name }) => name);
    if (!isMeant(suggestions.slice(0, 5))) missed.push(`${typed}: ${suggestions.join(", ")}`);
  }
  expect(judged.length).toBeGreaterThanOrEqual(40);
  expect(1 - missed.length / judged.length, missed.join("\n")).toBeGreaterThanOrEqual(0.95);
});
