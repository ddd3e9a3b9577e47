import type { Queryable } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { findConsent, insertConsents, type ConsentSource } from "./queries.ts";
import { consentRefusals } from "./contract.ts";
import { consentPurposes, type ConsentPurpose } from "./rules.ts";

/**
 * Records what somebody consented to by opening an account, in the transaction that opens it: terms and privacy text as
 * they stand today, and news of offers only when it was asked for (UU 27/2022, Pasal 20–22; the record is the proof that
 * Pasal 24 asks of us).
 */
export async function recordInitialConsents(
  tx: Queryable,
  userId: string,
  wish: { marketing: boolean; source: "registration" | "provider" },
  now: Date,
): Promise<void> {
  const purposes: ConsentPurpose[] = wish.marketing ? ["terms", "privacy", "marketing"] : ["terms", "privacy"];
  await insertConsents(
    tx,
    userId,
    purposes.map((purpose) => consentRow(purpose, true, wish.source, now)),
  );
}

/** Records that somebody agreed to the terms as they stand today by opening a shop, in the transaction that opens it. */
export async function recordSellerTerms(tx: Queryable, userId: string, now: Date): Promise<void> {
  await insertConsents(tx, userId, [consentRow("terms", true, "shop", now)]);
}

/** Gives or withdraws one consent. Refuses with accounts.consent_is_needed to withdraw what the account itself needs. */
export async function changeConsent(
  db: Queryable,
  userId: string,
  purpose: ConsentPurpose,
  given: boolean,
  now: Date,
): Promise<void> {
  if (!given && consentPurposes[purpose].needed) throw new Refusal(consentRefusals.needed);
  const last = await findConsent(db, userId, purpose);
  const { version } = consentPurposes[purpose];
  // A no where nothing was ever said is how things stand anyway, and no decision.
  if (!given && !last?.given) return;
  if (given && last?.given && last.text_version === version) return;
  await insertConsents(db, userId, [consentRow(purpose, given, "profile", now)]);
}

/** Whether the person's last word on a purpose is yes. Ask before each message that only a consent allows. */
export async function hasConsent(db: Queryable, userId: string, purpose: ConsentPurpose): Promise<boolean> {
  return (await findConsent(db, userId, purpose))?.given === true;
}

function consentRow(purpose: ConsentPurpose, given: boolean, source: ConsentSource, at: Date) {
  return { purpose, given, source, at, text_version: consentPurposes[purpose].version };
}
