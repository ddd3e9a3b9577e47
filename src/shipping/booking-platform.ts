import type { Config } from "#lib/config.ts";
import { biteshipCouriers } from "./providers/biteship/rules.ts";

/** The platform that sends this courier to a shop in this installation; null when none does. */
export function bookingPlatformOf({ shipping }: Pick<Config, "shipping">, courier: string): "biteship" | null {
  return shipping.biteship && Object.hasOwn(biteshipCouriers, courier) ? "biteship" : null;
}
