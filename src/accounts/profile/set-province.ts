import type { Queryable } from "#lib/database.ts";
import { updateProvince } from "../queries.ts";

/**
 * Stores in which province the user lives (code of the region, null when unknown). It decides whether times are shown
 * in WIB, WITA or WIT.
 */
export function setProvince(tx: Queryable, userId: string, provinceCode: string | null): Promise<void> {
  return updateProvince(tx, userId, provinceCode);
}
