import { fetchLimited } from "#lib/http/fetch-limited.ts";
import { Refusal } from "#lib/refusal.ts";
import { providerRefusals } from "./contract.ts";
import { providerRequestLimits } from "./rules.ts";

/**
 * Runs all calls of one login to a provider within one time limit (milliseconds). Refuses with
 * accounts.oauth_unreachable after it. A call that still runs then ends by its own limit and changes nothing.
 */
export async function withinTimeLimit<T>(work: Promise<T>, limit: number = providerRequestLimits.wait): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal(providerRefusals.unreachable)), limit);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** {@link fetchLimited} with the limits of providers. */
export function fetchFromProvider(url: string, options: RequestInit = {}): Promise<Response> {
  return fetchLimited(url, options, { timeout: providerRequestLimits.wait, maxBytes: providerRequestLimits.bytes });
}

/**
 * Sends a request to a provider and returns the response, also for a refusal (4xx). Refuses with
 * accounts.oauth_unreachable when the provider is slow, unreachable, broken (5xx) or does not send JSON.
 */
export async function fetchJson(url: string, options: RequestInit = {}): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetchFromProvider(url, options);
    if (response.status >= 500 || (response.status >= 300 && response.status < 400)) throw new Error("broken");
    return { status: response.status, body: await response.json() };
  } catch {
    throw new Refusal(providerRefusals.unreachable);
  }
}
