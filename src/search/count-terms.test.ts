import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { makeMarket, newProduct } from "../../test/make/catalog.ts";
import { makeContext } from "../../test/make/context.ts";
import { searchJobs } from "./jobs.ts";
import { countProductsOfTerms } from "./queries.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
beforeAll(async () => {
  context = await makeContext();
  await makeMarket(context, [
    newProduct("kopi-gayo", "Kopi Gayo", { price: 50_000 }),
    newProduct("kopi-flores", "Kopi Flores", { price: 50_000 }),
    newProduct("kendi", "Kendi Kasongan", { price: 50_000 }),
  ]);
});
afterAll(() => context.close());

test("the nightly count follows the products on sale, and drops words that no product has any more", async () => {
  const { db } = context;
  await db.run(sql`insert into search_terms (term, products) values ('usang', 4)`);
  await db.run(sql`update products set status = 'hidden' where slug in ('kopi-flores', 'kendi')`);
  await searchJobs["search.count_terms"]?.({}, context);
  const counts = await countProductsOfTerms(db, ["kopi", "gayo", "flores", "kasong", "kasongan", "usang"]);
  expect(Object.fromEntries(counts)).toEqual({ "": 1, kopi: 1, gayo: 1 });
});
