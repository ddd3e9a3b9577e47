/**
 * Design note. Two shops cannot have names that look alike (src/lib/display-name.ts): the skeleton of each name is
 * unique in the database, so of two concurrent requests for one name only one succeeds. Some shops have no skeleton,
 * because an import or an older version stored them; they get one before the next name is saved. Where an older shop
 * has the same skeleton, the id is appended and both shops keep their names. A name that was given up is reserved for a
 * while, so that another shop cannot use its reputation.
 */
import { createHash } from "node:crypto";
import { reservedNameMessage } from "#accounts/rules.ts";
import type { Database, Queryable, Tx } from "#lib/database.ts";
import { findReservedWord, skeletonOf } from "#lib/display-name.ts";
import { Refusal } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { shopRefusals } from "./contract.ts";
import { insertReservedName, listReservedNames, listWithoutSkeleton, lockSkeletons, saveSkeletons } from "./queries.ts";
import { reservedNameDuration, reservedShopNames } from "./rules.ts";

const batchSize = 500;

const digestOf = (name: string) => createHash("sha256").update(skeletonOf(name)).digest("hex");

/** The refusal of a name that another shop has, or had until recently. */
export function nameTaken(): Refusal {
  return new Refusal(shopRefusals.nameTaken, {
    name: ["Nama ini dipakai toko lain, atau terlalu mirip. Pilih nama lain."],
  });
}

/** Refuses with `shops.name_unusable` for a name with a reserved word. */
export function assertNameIsUsable(name: string): void {
  const word = findReservedWord(name, reservedShopNames);
  if (word !== undefined) throw new Refusal(shopRefusals.nameUnusable, { name: [reservedNameMessage(word)] });
}

/**
 * Refuses with `shops.name_taken` for a name that another shop gave up recently. Call it after storing the name: a shop
 * that gives it up at the same moment has committed by then.
 */
export async function assertNameIsFree(tx: Tx, name: string, shopId: string, now: Date): Promise<void> {
  if ((await listReservedNames(tx, [digestOf(name)], shopId, now)).length > 0) throw nameTaken();
}

/** The ones of these slugs that look like a name that a shop gave up recently. */
export async function findReservedSlugs(db: Queryable, slugs: readonly string[], now: Date): Promise<string[]> {
  const reservedDigests = new Set(await listReservedNames(db, slugs.map(digestOf), null, now));
  return slugs.filter((slug) => reservedDigests.has(digestOf(slug)));
}

/** Reserves the name that the shop `lastOf` gives up: for the shop `shopId`, or for no shop when it is null. */
export async function reserveName(
  tx: Tx,
  { name, shopId, lastOf, now }: { name: string; shopId: string | null; lastOf: string; now: Date },
): Promise<void> {
  await insertReservedName(tx, {
    digest: digestOf(name),
    shopId,
    lastOf,
    now,
    until: addDuration(now, reservedNameDuration),
  });
}

/** Stores the missing skeletons of shops. */
export async function fillSkeletons(db: Database): Promise<void> {
  if ((await listWithoutSkeleton(db, 1)).length === 0) return;
  await db.transaction(async (tx) => {
    await lockSkeletons(tx);
    for (;;) {
      const shops = await listWithoutSkeleton(tx, batchSize);
      if (shops.length === 0) return;
      await saveSkeletons(
        tx,
        shops.map(({ id, name }) => ({ id, skeleton: skeletonOf(name) })),
      );
    }
  });
}
