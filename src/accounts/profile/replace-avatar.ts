import type { Tx } from "#lib/database.ts";
import { replaceImage } from "./avatar-queries.ts";

/**
 * Sets the user's profile picture, or removes it (null), in the transaction that stored the picture. Returns the id of
 * the former one, which the caller removes.
 */
export function replaceAvatar(tx: Tx, userId: string, pictureId: string | null): Promise<string | null> {
  return replaceImage(tx, userId, pictureId);
}
