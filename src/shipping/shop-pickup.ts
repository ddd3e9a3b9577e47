import { sql } from "#lib/database.ts";

/** What instant couriers must know of the shop `s`, as JSON of `ShopPickup`. */
export const shopPickup = sql`json_build_object('days', s.pickup_days, 'opens', s.pickup_opens, 'closes', s.pickup_closes,
  'point', case when s.lat is not null then json_build_object('lat', s.lat, 'lng', s.lng) end)`;
