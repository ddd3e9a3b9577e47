import { day, hour, minute } from "#lib/time.ts";

/** @rule A session ends 90 days after login, even when it is in use. */
export const sessionDuration = 90 * day;

/** @rule A session that is not used for 14 days ends. */
export const sessionIdleDuration = 14 * day;

/** @rule An operator can read all orders, so an operator's session ends 12 hours after login. */
export const operatorSessionDuration = 12 * hour;

/** @rule An operator's session that is not used for 30 minutes ends. */
export const operatorSessionIdleDuration = 30 * minute;

/**
 * @rule An operator can open the console only after using a second factor or a passkey in the same session. In a demo
 * marketplace this account, whose password the README shows, needs neither.
 */
export const demoOperator = "operator@kawung.test";

/**
 * How long sessions of this type of user last: `lifetime` in all, `idle` without use. A use is stored at most once a
 * `step`.
 */
export function sessionDurations(type: string): { lifetime: number; idle: number; step: number } {
  return type === "operator"
    ? { lifetime: operatorSessionDuration, idle: operatorSessionIdleDuration, step: minute }
    : { lifetime: sessionDuration, idle: sessionIdleDuration, step: 15 * minute };
}

/** @rule Changing the phone number asks for the password again when the login is more than 15 minutes ago. */
export const freshLoginDuration = 15 * minute;

/** At most this many sessions of one user are kept; a further login ends the oldest. */
export const maxSessionsPerUser = 50;

/** So many sessions a process remembers (recent-sessions.ts), about 200 bytes each. */
export const maxRecentSessions = 10_000;

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

/** The name by which a user recognises a device: `Chrome di Android`. */
export function deviceName(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (!browser && !system) return "Perangkat tidak dikenal";
  return [browser ?? "Browser lain", system].filter(Boolean).join(" di ");
}
