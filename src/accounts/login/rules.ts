import { hrefs } from "#hrefs.ts";
import { day, hour, minute } from "#lib/time.ts";

/**
 * @rule Nine failed logins a minute for one e-mail from one network; the next attempt is refused before its password is
 * compared.
 */
export const failedLoginsOfNetworkAndEmail = { max: 9, window: minute };

/** @rule Thirty failed logins a minute from one network, for all e-mails together. */
export const failedLoginsOfNetwork = { max: 30, window: minute };

/** @rule Thirty failed logins an hour for one e-mail from one network. */
export const hourlyFailedLoginsOfNetworkAndEmail = { max: 30, window: hour };

/**
 * @rule A browser where the user logged in before has limits of its own: nine failed logins a minute and
 * thirty an hour; attempts elsewhere do not count for it.
 */
export const failedLoginsOfKnownBrowser = [failedLoginsOfNetworkAndEmail, hourlyFailedLoginsOfNetworkAndEmail] as const;

/**
 * @rule After 30 failed logins within an hour, an account's password is compared only in browsers where the user logged
 * in before and on networks where they are logged in. One network adds at most 10 to the 30, and a mailed link works
 * from anywhere.
 */
export const failedLoginsOfAccount = { max: 30, window: hour };

/** The failed logins from one network that count for the account. Further ones from there do not. */
export const accountFailuresOfOneNetwork = { max: 10, window: hour };

/**
 * @rule The owner of an account gets a mail about the tenth failed login within a day from networks new to the account,
 * at most once a day.
 */
export const unfamiliarFailedLogins = { max: 10, window: day };

/**
 * @rule A browser remembers the last 8 accounts that registered, logged in or passed a second step there, each for 180
 * days. A new password ends what it remembers of that account's logins and second steps.
 */
export const deviceMarks = { duration: 180 * day, max: 8 };

/**
 * @rule After login a user returns only to a path of this site, never to the pages of logging in and out; anything else
 * leads to the home page.
 */
export function safeReturnPath(from: string | null | undefined): string {
  if (!from || from.length > 2000 || !isSitePath(from)) return "/";
  const base = "http://site.invalid";
  let url: URL;
  try {
    url = new URL(from, base);
  } catch {
    return "/";
  }
  const path = url.pathname + url.search + url.hash;
  if (url.origin !== base || !isSitePath(path) || !isSitePath(decodePath(url.pathname))) return "/";
  const isOfLogin = [hrefs.login(), hrefs.register(), hrefs.logout(), "/removeToken"].some(
    (page) => url.pathname === page || url.pathname.startsWith(`${page}/`),
  );
  return isOfLogin ? "/" : path;
}

// Browsers remove tabs and line breaks and read backslashes as slashes, so a path may contain none of them.
function isSitePath(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- refusing them is the purpose
  return /^\/(?![/\\])/.test(path) && !/[\u0000-\u001f\u007f\\]/.test(path);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "//";
  }
}
