import type { ShippingOption, ShippingRequest } from "./provider.ts";
import { chargeableKg, couriers, shippingPrice, zoneBetween } from "./rules.ts";
import { priceByRate, rateFor, type Rate } from "./tariffs/rules.ts";

/**
 * Options for one parcel, the cheapest first: by the rates that operators imported, and where there is none by the
 * built-in table. Pick-up comes last, because it is a different kind of choice.
 */
export function quoteByTariff(request: ShippingRequest, rates: readonly Rate[] = []): ShippingOption[] {
  const { originRegency, destinationRegency, couriers: offered, items } = request;
  const zone = zoneBetween(originRegency, destinationRegency);
  const kg = chargeableKg(items);
  const options = couriers.flatMap(({ id, name }) => {
    if (!offered.includes(id)) return [];
    const rate = rateFor(rates, id, request);
    const priced = rate ? priceByRate(rate, items) : shippingPrice(id, zone, kg);
    return priced ? [{ courier: id, name, ...priced }] : [];
  });
  return sortOptions(options);
}

/** The cheapest first, and pick-up last. */
export function sortOptions(options: readonly ShippingOption[]): ShippingOption[] {
  return options.toSorted(
    (a, b) => Number(a.courier === "pickup") - Number(b.courier === "pickup") || a.price - b.price,
  );
}
