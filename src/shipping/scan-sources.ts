import type { Config } from "#lib/config.ts";
import { biteshipCouriers } from "./providers/biteship/rules.ts";
import { rajaongkirCouriers } from "./providers/rajaongkir/rules.ts";
import type { PlatformId } from "./providers/rules.ts";
import { courierOf, couriers, type ScanSource } from "./rules.ts";

type Settings = Pick<Config, "production" | "demo" | "shipping">;

const couriersOf: Readonly<Record<PlatformId, object>> = { biteship: biteshipCouriers, rajaongkir: rajaongkirCouriers };

/**
 * What reports the scans of this courier's parcels in this installation: the first platform in `SHIPPING_TRACKING` that
 * knows the courier, else the simulator outside production and in a demo. Null when nothing does, and for a courier
 * without tracking numbers: such a parcel must never count as lost because it was not scanned.
 */
export function scanSourceOf({ production, demo, shipping }: Settings, courier: string): ScanSource | null {
  if (!courierOf(courier)?.tracked) return null;
  const platform = shipping.tracking.find((id) => Object.hasOwn(couriersOf[id], courier));
  return platform ?? (!production || demo ? "simulator" : null);
}

/** Whether some courier collects cash in this installation. It needs scans, which say when it was collected. */
export function isCashCollected(settings: Settings): boolean {
  return couriers.some(({ id, cod }) => cod && scanSourceOf(settings, id) !== null);
}
