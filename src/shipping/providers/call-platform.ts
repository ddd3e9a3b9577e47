/**
 * Design note. A platform that is down answers each call only after its timeout. After `outageFailures` failures in a
 * row this process stops calling it for a while, and calls fail at once. One call after the pause finds out whether it
 * is back. The state is per process: nothing has to be shared, and each process finds out soon enough.
 */
import type { Config } from "#lib/config.ts";
import { ServiceError } from "#lib/http/request-json.ts";
import { outageFailures, outagePause, type PlatformId } from "./rules.ts";

type Outage = { failures: number; until: number };
const outages = new WeakMap<Config, Map<string, Outage>>();

function outageOf(config: Config, subject: string): Outage {
  const all = outages.get(config) ?? new Map<string, Outage>();
  outages.set(config, all);
  const found = all.get(subject) ?? { failures: 0, until: 0 };
  all.set(subject, found);
  return found;
}

/** What is paused together: looking up parcels, asking for prices, and ordering couriers. */
type Purpose = "tracking" | "rates" | "booking";

/** Whether calls to this platform are paused. */
export function isPaused(config: Config, id: PlatformId, purpose: Purpose): boolean {
  return outageOf(config, `${id} ${purpose}`).until > performance.now();
}

/**
 * Whether a failed call says that the platform cannot be asked: it is not there, it has enough, or it refuses the key,
 * which fails every call. Any other refusal or unreadable answer concerns one parcel.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  return error.reason === "unavailable" || error.status === 401 || error.status === 403;
}

/** Calls a platform. Throws `ServiceError` with reason `unavailable` at once while calls are paused. */
export async function callPlatform<T>(
  config: Config,
  id: PlatformId,
  purpose: Purpose,
  work: () => Promise<T>,
): Promise<T> {
  const outage = outageOf(config, `${id} ${purpose}`);
  if (outage.until > performance.now()) throw new ServiceError(id, "unavailable", "calls are paused after failures");
  try {
    const result = await work();
    outage.failures = 0;
    outage.until = 0;
    return result;
  } catch (error) {
    if (isOutage(error)) {
      outage.failures += 1;
      if (outage.failures >= outageFailures) outage.until = performance.now() + outagePause(outage.failures);
    }
    throw error;
  }
}
