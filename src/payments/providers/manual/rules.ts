import { day } from "#lib/time.ts";

/**
 * @rule A buyer who transfers to a bank account pays Rp1 to Rp499 less than the total, so that no two open transfers to
 * one account ask for the same sum.
 */
export const maxTransferCode = 499;

/** @rule A sum that was asked for in the last 7 days is asked for again only when no other one is free. */
export const sumReuseDuration = 7 * day;

/** How often a sum is chosen again because another checkout has just taken it. */
export const maxCodeChoices = 20;

/** The key of an account of the marketplace, as attempts and statements store it: `bca:1234567890`. */
export function accountKey({ bankCode, number }: { bankCode: string; number: string }): string {
  return `${bankCode}:${number}`;
}

/** The bank and the number of an account's key. */
export function parseAccountKey(key: string): { bankCode: string; number: string } {
  const [bankCode = "", number = ""] = key.split(":");
  return { bankCode, number };
}

/** @rule A buyer reports a transfer at most 10 times, each time in place of the report before. */
export const maxTransferReports = 10;

/** @rule A picture that proves a transfer has at most 5 megabytes and is deleted after 180 days. */
export const proofLimits = { bytes: 5 * 1024 * 1024, ttl: 180 * day };

/** @rule The name of the sender of a transfer has at most 100 characters. */
export const maxSenderNameLength = 100;
