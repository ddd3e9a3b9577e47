import { day, hour, minute } from "#lib/time.ts";

/** @rule Nine wrong logins a minute for one e-mail from one address; the tenth is refused unheard. */
export const loginTries = { max: 9, window: minute };

/** @rule Thirty wrong logins a minute from one address, whatever the e-mail. */
export const loginTriesOfAddress = { max: 30, window: minute };

/** @rule Thirty wrong logins an hour for one e-mail from one address. */
export const loginTriesOfHour = { max: 30, window: hour };

/** @rule A browser where the person logged in before has these two limits for itself; logins from elsewhere do not count for it. */
export const loginTriesOfBrowser = [loginTries, loginTriesOfHour] as const;

/**
 * @rule Thirty wrong logins an hour for one account, of which one address adds ten at most; then a password is checked only
 * in browsers where its person logged in before and at addresses where they are logged in. A link by mail works from anywhere.
 */
export const loginTriesOfAccount = { max: 30, window: hour };

export const loginTriesCounted = { max: 10, window: hour };

/** @rule The owner of an account is notified of the tenth wrong login within a day from addresses new to the account, once a day at most. */
export const strangeLogins = { max: 10, window: day };

/**
 * @rule A browser is recognised for 180 days by the last eight accounts that were registered, logged in or passed the second
 * step there; a new password ends the latter two.
 */
export const browserMarks = { duration: 180 * day, max: 8 };

/**
 * @rule After login people return only to a path of this site (specification §4); anything else leads home. Never back
 * to the pages of logging in and out.
 */
export function safeFrom(from: string | null | undefined): string {
  if (!from || from.length > 2000 || !isSitePath(from)) return "/";
  const base = "http://site.invalid";
  let url: URL;
  try {
    url = new URL(from, base);
  } catch {
    return "/";
  }
  const path = url.pathname + url.search + url.hash;
  if (url.origin !== base || !isSitePath(path) || !isSitePath(decoded(url.pathname))) return "/";
  return /^\/(login|register|logout|removeToken)(\/|$)/.test(url.pathname) ? "/" : path;
}

// Browsers drop tabs and line breaks and read backslashes as slashes, so neither may be there.
function isSitePath(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- refusing them is the purpose
  return /^\/(?![/\\])/.test(path) && !/[\u0000-\u001f\u007f\\]/.test(path);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "//";
  }
}
