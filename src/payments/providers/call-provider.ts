/**
 * Design note. A provider that is down answers each call only after its timeout. If every page, job and poll waited for
 * that, one provider could stop the pages and the jobs of all others. So after `outageFailures` failures in a row this
 * process stops calling for a while, twice as long after each further one, and calls fail at once. One call after the
 * pause finds out whether the provider is back. What failed is repeated by its job, its page or the next poll.
 * The state is per process: nothing has to be shared, and each process finds out soon enough.
 */
import type { Config } from "#lib/config.ts";
import type { Context } from "#lib/context.ts";
import { ServiceError } from "#lib/http/request-json.ts";
import type { PaymentProvider } from "../provider.ts";
import type { ProviderId } from "../rules.ts";
import { providerOf } from "./find-provider.ts";
import { outageFailures, outagePause } from "./rules.ts";

type Outage = { failures: number; until: number };
const outages = new WeakMap<Config, Map<string, Outage>>();

function outageOf(context: Context, subject: string): Outage {
  const all = outages.get(context.config) ?? new Map<string, Outage>();
  outages.set(context.config, all);
  const found = all.get(subject) ?? { failures: 0, until: 0 };
  all.set(subject, found);
  return found;
}

/** What is paused together: all calls about charges that exist, and the new charges of each method. */
const subjectOf = (id: ProviderId, newMethod?: string) => (newMethod === undefined ? id : `${id} ${newMethod}`);

/** Whether calls to this provider about existing charges are paused. */
export function isPaused(context: Context, id: ProviderId): boolean {
  return outageOf(context, subjectOf(id)).until > performance.now();
}

/**
 * Calls a provider. Throws `ServiceError` with reason `unavailable` at once while calls are paused. `newMethod`: the
 * call charges by this method. `isUp`: the provider has just shown that it is up, so a pause is ignored.
 */
export async function callProvider<T>(
  context: Context,
  id: ProviderId,
  work: (provider: PaymentProvider) => Promise<T>,
  { newMethod, isUp = false }: { newMethod?: string; isUp?: boolean } = {},
): Promise<T> {
  const outage = outageOf(context, subjectOf(id, newMethod));
  if (!isUp && outage.until > performance.now())
    throw new ServiceError(id, "unavailable", "calls are paused after failures");
  try {
    const result = await work(providerOf(context, id));
    outage.failures = 0;
    outage.until = 0;
    return result;
  } catch (error) {
    if (!(error instanceof ServiceError) || !countsAsOutage(error, newMethod !== undefined)) throw error;
    outage.failures += 1;
    if (outage.failures >= outageFailures) outage.until = performance.now() + outagePause(outage.failures);
    throw error;
  }
}

/**
 * A refused key fails every call. A charge that cannot be read would be made again with each view of its page. Any
 * other refusal or unreadable answer concerns one charge, as does what the provider cannot do with that charge yet.
 */
function countsAsOutage({ reason, status, code, isAboutOneThing }: ServiceError, isNew: boolean): boolean {
  if (reason === "unavailable") return !isAboutOneThing;
  return status === 401 || code === "401" || (isNew && reason === "unreadable");
}
