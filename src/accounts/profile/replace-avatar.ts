import type { Tx } from "#lib/database.ts";
import { swapImage } from "./avatar-queries.ts";

/**
 * Gives the person another profile picture, or none (null), in the transaction that stored it. Answers the id of the one
 * before: the caller removes it.
 */
export function swapAvatar(tx: Tx, userId: string, pictureId: string | null): Promise<string | null> {
  return swapImage(tx, userId, pictureId);
}
