import type { Queryable } from "#lib/database.ts";
import { updateProvince } from "../queries.ts";

/** Says in which province the person lives (code of the region, null when unknown): decides WIB, WITA or WIT. */
export function setProvince(tx: Queryable, userId: string, provinceCode: string | null): Promise<void> {
  return updateProvince(tx, userId, provinceCode);
}
