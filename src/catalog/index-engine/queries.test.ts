import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeProduct, makeShop } from "../../../test/make/rows.ts";
import { listChanges, readPosition } from "./queries.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());

test("the changes of a transaction that was running are found by index, however many products changed before at once", async () => {
  const { db } = context;
  const { shopId } = await makeShop(context);
  const { productId } = await makeProduct(context, shopId);
  await db.run(sql`insert into product_changes (product_id) select gen_random_uuid() from generate_series(1, 20000)`);
  await db.run(sql`analyze product_changes`);
  const { position } = await db.transaction(async (tx) => {
    await tx.run(sql`update products set sold_count = sold_count + 1 where id = ${productId}`);
    return readPosition(db);
  });
  const { ids, seqScans } = await db.transaction(async (tx) => {
    const changes = await listChanges(tx, position, 100);
    const read = await tx.row<{ seqScans: number }>(
      sql`select seq_scan as "seqScans" from pg_stat_xact_user_tables where relname = 'product_changes'`,
    );
    return { ...changes, seqScans: read?.seqScans };
  });
  expect(ids).toEqual([productId]);
  expect(seqScans).toBe(0);
});
