import { Refusal } from "#lib/refusal.ts";
import { providerRefusals } from "./contract.ts";
import { providerRequestLimits } from "./rules.ts";

/**
 * Runs all calls of one login to a provider within one time limit (milliseconds). Refuses with
 * `accounts.oauth_unreachable` after it. A call that still runs then ends by its own limit and changes nothing.
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

/** Like `fetch`, but follows no redirect and limits time and size. Throws for a larger response. */
export async function fetchLimited(url: string, options: RequestInit = {}): Promise<Response> {
  const signals = [AbortSignal.timeout(providerRequestLimits.wait), ...(options.signal ? [options.signal] : [])];
  const response = await fetch(url, { ...options, redirect: "manual", signal: AbortSignal.any(signals) });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += (part as Uint8Array).byteLength;
    if (bytes > providerRequestLimits.bytes) throw new Error("the provider says too much");
    parts.push(part as Uint8Array);
  }
  const hasBody = ![101, 204, 205, 304].includes(response.status);
  return new Response(hasBody ? Buffer.concat(parts) : null, { status: response.status, headers: response.headers });
}

/**
 * Sends a request to a provider and returns the response, also for a refusal (4xx). Refuses with
 * `accounts.oauth_unreachable` when the provider is slow, unreachable, broken (5xx) or does not send JSON.
 */
export async function fetchJson(url: string, options: RequestInit = {}): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetchLimited(url, options);
    if (response.status >= 500 || (response.status >= 300 && response.status < 400)) throw new Error("broken");
    return { status: response.status, body: await response.json() };
  } catch {
    throw new Refusal(providerRefusals.unreachable);
  }
}
