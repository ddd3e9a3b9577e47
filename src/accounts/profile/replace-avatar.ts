import type { Tx } from "#lib/database.ts";
import { replaceImage } from "./avatar-queries.ts";

/**
 * Gives the person another profile picture, or none (null), in the transaction that stored it. Answers the id of the one
 * before: the caller removes it.
 */
export function replaceAvatar(tx: Tx, userId: string, pictureId: string | null): Promise<string | null> {
  return replaceImage(tx, userId, pictureId);
}
