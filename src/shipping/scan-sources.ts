import type { Config } from "#lib/config.ts";
import { courierOf, type ScanSource } from "./rules.ts";

/**
 * Who reports scans of this courier's parcels in this installation, or null. The simulator does it outside production
 * and in a demo, as for payments. A courier without tracking numbers has no source.
 */
export function scanSourceOf(config: Pick<Config, "production" | "demo">, courier: string): ScanSource | null {
  if (!courierOf(courier)?.tracked) return null;
  return !config.production || config.demo ? "simulator" : null;
}
