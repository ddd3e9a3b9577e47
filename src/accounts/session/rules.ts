import { day, hour, minute } from "#lib/time.ts";

/** @rule A session ends 90 days after login, however it is used. */
export const sessionDuration = 90 * day;

/** @rule A session that nobody uses for 14 days ends. */
export const sessionIdleDuration = 14 * day;

/** @rule An operator, who reads everybody's orders, logs in anew after 12 hours. */
export const operatorSessionDuration = 12 * hour;

/** @rule An operator's session that nobody uses for 30 minutes ends. */
export const operatorSessionIdleDuration = 30 * minute;

/**
 * @rule An operator gets to the console only with a second factor or a passkey, used in this very session. The one exception is
 * this account, and only in a demo marketplace, where its password stands in the README.
 */
export const demoOperator = "operator@kawung.test";

/** How long sessions of a person of this type last: in all, unused, and how often at most their use is written down. */
export function sessionDurations(type: string): { lifetime: number; idle: number; step: number } {
  return type === "operator"
    ? { lifetime: operatorSessionDuration, idle: operatorSessionIdleDuration, step: minute }
    : { lifetime: sessionDuration, idle: sessionIdleDuration, step: 15 * minute };
}

/** @rule Changing phone number asks for the password again when login is more than 15 minutes ago. */
export const freshLoginDuration = 15 * minute;

/** At most this many logins of one person are kept; the oldest ends. */
export const maxSessionsPerUser = 50;

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\/|\bOpera/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** What a person recognises a device by: `Chrome di Android`. */
export function deviceName(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (!browser && !system) return "Perangkat tidak dikenal";
  return [browser ?? "Browser lain", system].filter(Boolean).join(" di ");
}
