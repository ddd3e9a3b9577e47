import type { Config } from "#lib/config.ts";
import type { RatesProvider, TrackingProvider } from "../provider.ts";
import { biteshipProvider } from "./biteship/provider.ts";
import { rajaongkirProvider } from "./rajaongkir/provider.ts";
import type { PlatformId } from "./rules.ts";

/** A courier platform; undefined when this installation has no key for it. */
export function findPlatform(
  config: Pick<Config, "shipping">,
  id: "biteship",
): ReturnType<typeof biteshipProvider> | undefined;
export function findPlatform(
  config: Pick<Config, "shipping">,
  id: PlatformId,
): (TrackingProvider & RatesProvider) | undefined;
export function findPlatform(
  { shipping }: Pick<Config, "shipping">,
  id: PlatformId,
): (TrackingProvider & RatesProvider) | undefined {
  if (id === "biteship") return shipping.biteship && biteshipProvider(shipping.biteship);
  return shipping.rajaongkir && rajaongkirProvider(shipping.rajaongkir);
}
