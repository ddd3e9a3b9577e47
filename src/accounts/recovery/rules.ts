import { day, hour, minute } from "#lib/time.ts";

/** What a mailed link is good for. */
export type LinkPurpose = "reset" | "verify" | "change";

/** @rule A link for a new password is valid for 30 minutes, once, and until its requester requests another one. */
export const resetLinkTtl = 30 * minute;
/** @rule A link that confirms the e-mail of a new account is good for 3 days. */
export const verifyLinkTtl = 3 * day;
/** @rule A link that confirms a changed e-mail is good for 24 hours. */
export const changeLinkTtl = day;

export const linkTtls: Record<LinkPurpose, number> = {
  reset: resetLinkTtl,
  verify: verifyLinkTtl,
  change: changeLinkTtl,
};

/** 32 random bytes as they stand in an address. */
export const linkTokenPattern = /^[A-Za-z0-9_-]{43}$/;
/** The token of an address; null when none stands there, and nobody's where something else does. */
export function linkTokenOf(query: URLSearchParams): string | null {
  const token = query.get("token");
  return token === null || linkTokenPattern.test(token) ? token : "-".repeat(43);
}

/** What a browser keeps of opened links, each kind apart: for a new password, for an e-mail. */
export const linkKinds = ["password", "email"] as const;
export type LinkKind = (typeof linkKinds)[number];
/** @rule A browser keeps an opened link for 30 minutes, where no script reads it. */
export const openedLinkTtl = 30 * minute;

/**
 * @rule Requests for a new password are mailed five times an hour for one e-mail, twenty times from one address, and five
 * times beside that from a browser where the person logged in before. Beyond that a request gets the same answer, but a mail is
 * sent only when no mailed link stays valid for ten more minutes. One address may send thirty requests a minute.
 */
export const resetLimits = {
  resetsOfEmail: { max: 5, window: hour },
  resetsOfAddress: { max: 20, window: hour },
  resetsOfBrowser: { max: 5, window: hour },
  resetsOfMinute: { max: 30, window: minute },
};
export const reusableLinkMinimum = 10 * minute;
/** @rule Five mails an hour that one person asks for to confirm an e-mail. */
export const verificationMailLimit = { max: 5, window: hour };
/** How often an address may try mailed links in a minute; the tokens themselves cannot be guessed. */
export const linkAttempts = { max: 30, window: minute };

/** @rule A kind of device that a person has not logged in from for 180 days is a new one. */
export const knownDeviceDuration = 180 * day;

/**
 * How a mail addresses a person. Names are what anybody typed beside somebody else's e-mail: one that a mail program could
 * take for an address, or that is no name, is left out.
 */
export function greeting(name: string): string {
  const isName = /^[\p{L}\p{M}' .-]{1,40}$/u.test(name) && !/\.\S|www/i.test(name);
  return isName ? `Halo ${name},` : "Halo,";
}
