import type { Context } from "#lib/context.ts";
import { replaceAvatar } from "#accounts/profile/replace-avatar.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { deletePicture, insertPicture } from "./queries.ts";
import { avatarSide } from "./rules.ts";
import { storeMaster } from "./store-picture.ts";

/**
 * Crops an uploaded picture to a square, sets it as the user's profile picture and removes the former one. Refuses like
 * `storePicture`; then the former picture stays.
 */
export function changeAvatar(
  context: Pick<Context, "db" | "config">,
  userId: string,
  bytes: Buffer,
  now: Date,
): Promise<{ key: string }> {
  const square = { width: avatarSide, height: avatarSide, fit: "cover", position: "attention" } as const;
  return storeMaster(context, bytes, { prefix: "a", resize: square }, (kept) =>
    context.db.transaction(async (tx) => {
      const id = await insertPicture(tx, { ...kept, hash: null, ownerId: userId, alt: "", now });
      await removePicture(tx, await replaceAvatar(tx, userId, id));
      return { key: kept.key };
    }),
  );
}

/** Removes the user's profile picture with its files; does nothing when there is none. */
export async function removeAvatar(tx: Tx, userId: string): Promise<void> {
  await removePicture(tx, await replaceAvatar(tx, userId, null));
}

/** Removes a picture that nothing refers to, with its files; does nothing for null. */
export async function removePicture(tx: Tx, pictureId: string | null): Promise<void> {
  const key = pictureId === null ? null : await deletePicture(tx, pictureId);
  if (key !== null) await queueJob(tx, "media.remove_files", { key });
}
