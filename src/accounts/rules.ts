import { day } from "#lib/time.ts";

/** @rule A session ends 30 days after login. */
export const sessionLifetime = 30 * day;

/** @rule The user type `penjual` means seller; any other type is a buyer (specification §1). */
export function isSeller(type: string | null | undefined): boolean {
  return type === "penjual";
}
