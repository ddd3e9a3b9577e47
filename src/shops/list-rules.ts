// In a file of its own: with rules.ts the page of shops would load all that rules.ts imports.
import { formatCount } from "#lib/rupiah.ts";

/** @rule Shops in a list are counted up to 200; above, the page says "200+". */
export const maxCountedShops = 200;
/** A number of shops as people read it: `12`, or `200+` above the limit. */
export const shopCountLabel = (count: number): string =>
  count > maxCountedShops ? `${formatCount(maxCountedShops)}+` : formatCount(count);
