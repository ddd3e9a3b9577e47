import { day, hour, minute } from "#lib/time.ts";

/** The purpose of a mailed link. */
export type LinkPurpose = "reset" | "verify" | "change";

/** @rule A link for a new password is valid for 30 minutes, once, and until its requester requests another one. */
export const resetLinkTtl = 30 * minute;
/** @rule A link that confirms the e-mail of a new account is valid for 3 days. */
export const verifyLinkTtl = 3 * day;
/** @rule A link that confirms a changed e-mail is valid for 24 hours. */
export const changeLinkTtl = day;

export const linkTtls: Record<LinkPurpose, number> = {
  reset: resetLinkTtl,
  verify: verifyLinkTtl,
  change: changeLinkTtl,
};

/** 32 random bytes as they are written in a URL. */
export const linkTokenPattern = /^[A-Za-z0-9_-]{43}$/;
/** The token in a URL; null when there is none, and an invalid token when the text is not a token. */
export function linkTokenOf(query: URLSearchParams): string | null {
  const token = query.get("token");
  return token === null || linkTokenPattern.test(token) ? token : "-".repeat(43);
}

/** The kinds of opened links that a browser stores separately: for a new password, for an e-mail. */
export const linkKinds = ["password", "email"] as const;
export type LinkKind = (typeof linkKinds)[number];
/** @rule A browser keeps an opened link for 30 minutes, where scripts cannot read it. */
export const openedLinkTtl = 30 * minute;

/**
 * @rule A link for a new password is mailed 5 times an hour to one e-mail and 20 times for one network; 5 more times
 * for a browser where the user logged in before. Further requests get the same answer, and a mail only when no mailed
 * link stays valid for 10 more minutes.
 * @rule One network can request a new password 30 times a minute.
 */
export const resetLimits = {
  resetsOfEmail: { max: 5, window: hour },
  resetsOfAddress: { max: 20, window: hour },
  resetsOfBrowser: { max: 5, window: hour },
  resetsOfMinute: { max: 30, window: minute },
};
export const minReusableLinkDuration = 10 * minute;
/** @rule A user can request five mails an hour to confirm an e-mail. */
export const verificationMailLimit = { max: 5, window: hour };
/** How many mailed links a network may try in a minute. The tokens themselves cannot be guessed. */
export const linkAttempts = { max: 30, window: minute };

/** @rule A kind of device from which a user has not logged in for 180 days counts as new. */
export const knownDeviceDuration = 180 * day;

/**
 * The greeting of a mail. A stranger can register any name with another person's e-mail, so a name that a mail program
 * could read as an address, or that is no name, is left out.
 */
export function greeting(name: string): string {
  const isName = /^[\p{L}\p{M}' .-]{1,40}$/u.test(name) && !/\.\S|www/i.test(name);
  return isName ? `Halo ${name},` : "Halo,";
}
