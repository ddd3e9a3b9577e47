import type { Config } from "#lib/config.ts";
import type { TrackingProvider } from "../provider.ts";
import { couriers, couriersOfTable, type CourierId } from "../rules.ts";
import { biteshipProvider } from "./biteship/provider.ts";
import { biteshipCouriers } from "./biteship/rules.ts";
import { rajaongkirProvider } from "./rajaongkir/provider.ts";
import type { PlatformId } from "./rules.ts";

/** A courier platform; undefined when this installation has no key for it. */
export function findPlatform({ shipping }: Config, id: PlatformId): TrackingProvider | undefined {
  if (id === "biteship") return shipping.biteship && biteshipProvider(shipping.biteship);
  return shipping.rajaongkir && rajaongkirProvider(shipping.rajaongkir);
}

/** The couriers that a shop can choose in this installation: instant ones only while Biteship prices them. */
export function offeredCouriers({ shipping }: Config): readonly { id: CourierId; name: string }[] {
  const offered = shipping.rates === "biteship" ? couriers : couriersOfTable;
  return offered.filter(({ id, instant }) => !instant || id in biteshipCouriers).map(({ id, name }) => ({ id, name }));
}
