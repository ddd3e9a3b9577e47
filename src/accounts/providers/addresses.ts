import { hrefs } from "#hrefs.ts";
import type { OauthFailure, Provider } from "./rules.ts";

/** Where a login by provider starts: our own server, which sends the person on. */
export function oauthHref(
  provider: Provider,
  query: { from?: string; purpose?: "connect" | "confirm"; proof?: string } = {},
): string {
  return addressAt(provider, "start", query);
}

/** Where the provider sends the person back to. */
export function callbackHref(provider: Provider, query: Record<string, string | undefined> = {}): string {
  return addressAt(provider, "callback", query);
}

/** The login page after a login by provider that did not succeed. */
export function failedLoginHref(
  provider: Provider,
  oauth: OauthFailure | "other",
  from: string = hrefs.home(),
): string {
  const search = new URLSearchParams({ oauth, provider, ...(from === hrefs.home() ? {} : { from }) });
  return `${hrefs.login()}?${search}`;
}

function addressAt(provider: Provider, step: "start" | "callback", query: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value && value !== hrefs.home()) search.set(name, value);
  return `${hrefs.login()}/oauth/${provider}/${step}${search.size > 0 ? `?${search}` : ""}`;
}
