import { hrefs } from "#hrefs.ts";
import type { OauthFailure, Provider } from "./rules.ts";

/** The address that starts a login by provider: our own server, which redirects to the provider. */
export function oauthHref(
  provider: Provider,
  query: { from?: string; purpose?: "connect" | "confirm"; proof?: string } = {},
): string {
  return addressAt(provider, "start", query);
}

/** The address to which the provider sends the browser back. */
export function callbackHref(provider: Provider, query: Record<string, string | undefined> = {}): string {
  return addressAt(provider, "callback", query);
}

/** The login page after a failed login by provider. */
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
