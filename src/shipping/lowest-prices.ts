import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { shippingRefusals } from "./contract.ts";
import { findDestination, listProductParcels } from "./queries.ts";
import { isPricedByTable } from "./quote-shipping.ts";
import { quoteByTariff } from "./tariff-provider.ts";
import { findRates } from "./tariffs/find-rates.ts";

export type LowestPrices = {
  place: { code: string; name: string };
  result: { id: string; price: Rupiah }[];
};

/**
 * What bringing these products to a regency or district costs at least: the lowest price of a courier of the shop for
 * the fewest pieces that can be bought, as checkout asks it. Only couriers whose price is known without a courier
 * platform count; a product without one is missing. Refuses a place that is none.
 */
export async function findLowestPrices(
  { db, config }: Pick<Context, "db" | "config">,
  { to, productIds }: { to: string; productIds: readonly string[] },
  now: Date,
): Promise<LowestPrices> {
  const place = await findDestination(db, to);
  if (!place) throw new Refusal(shippingRefusals.destinationUnknown);
  const parcels = (await listProductParcels(db, productIds)).map(({ id, regencyCode, couriers, ...item }) => ({
    id,
    originRegency: regencyCode,
    destinationRegency: to.slice(0, 5),
    destinationDistrict: to.length > 5 ? to : null,
    couriers: couriers.filter((courier) => isPricedByTable(config, courier)),
    items: [item],
  }));
  const rates = await findRates(db, parcels, now);
  const result = parcels.flatMap(({ id, ...request }) => {
    const [lowest] = quoteByTariff(request, rates);
    return lowest ? [{ id, price: lowest.price }] : [];
  });
  return { place, result };
}
