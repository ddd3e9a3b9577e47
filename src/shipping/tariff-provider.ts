import type { ShippingOption, ShippingRequest } from "./provider.ts";
import { chargeableKg, couriers, shippingPrice, zoneBetween } from "./rules.ts";

/**
 * Options for one parcel by the tariff table, the cheapest first. Pick-up comes last, because it is a different kind of
 * choice.
 */
export function quoteByTariff({
  originRegency,
  destinationRegency,
  couriers: offered,
  items,
}: ShippingRequest): ShippingOption[] {
  const zone = zoneBetween(originRegency, destinationRegency);
  const kg = chargeableKg(items);
  const options = couriers.flatMap(({ id, name }) => {
    const rate = offered.includes(id) ? shippingPrice(id, zone, kg) : undefined;
    return rate ? [{ courier: id, name, ...rate }] : [];
  });
  return sortOptions(options);
}

/** The cheapest first, and pick-up last. */
export function sortOptions(options: readonly ShippingOption[]): ShippingOption[] {
  return options.toSorted(
    (a, b) => Number(a.courier === "pickup") - Number(b.courier === "pickup") || a.price - b.price,
  );
}
