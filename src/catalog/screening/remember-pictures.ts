import type { Context } from "#lib/context.ts";
import { hashPicture } from "#media/hash-picture.ts";
import { readMaster } from "#media/serve-picture.ts";
import { insertRemovedPicture, isTakenDown, listHashes } from "./queries.ts";
import { bandsOf } from "./rules.ts";

/**
 * Stores the hashes of the pictures of a product that was taken down, so that the same picture in another product is
 * noticed. Safe to repeat; does nothing when the takedown ended meanwhile.
 */
export async function rememberPictures(
  { db, config }: Pick<Context, "db" | "config">,
  productId: string,
  now: Date,
): Promise<void> {
  const pictures = await listHashes(db, productId);
  const hashes = await Promise.all(
    pictures.map(async ({ key, hash }) => {
      if (hash !== null) return { key, hash: BigInt(hash) };
      // A picture of an earlier version has no hash yet.
      const master = await readMaster(config, key);
      return { key, hash: master ? await hashPicture(master) : null };
    }),
  );
  await db.transaction(async (tx) => {
    if (!(await isTakenDown(tx, productId))) return;
    for (const { key, hash } of hashes)
      if (hash !== null) await insertRemovedPicture(tx, { productId, key, hash, bands: bandsOf(hash), now });
  });
}
