import type { Queryable } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { findConsent, insertConsents, type ConsentSource } from "./queries.ts";
import { consentRefusals } from "./contract.ts";
import { consentPurposes, textVersionOf, type ConsentPurpose } from "./rules.ts";

/**
 * Records the consents of a new user, in the transaction that stores the user: the present terms and privacy text, and
 * marketing only when it was chosen. UU 27/2022 Pasal 20–22 require a consent for each purpose, and Pasal 24 requires a
 * record as proof.
 */
export async function recordInitialConsents(
  tx: Queryable,
  userId: string,
  chosen: { marketing: boolean; source: "registration" | "provider" },
  now: Date,
): Promise<void> {
  const purposes: ConsentPurpose[] = chosen.marketing ? ["terms", "privacy", "marketing"] : ["terms", "privacy"];
  await insertConsents(
    tx,
    userId,
    purposes.map((purpose) => consentRow(purpose, true, chosen.source, now)),
  );
}

/** Records that a user agreed to the present terms by opening a shop, in the transaction that opens it. */
export async function recordSellerTerms(tx: Queryable, userId: string, now: Date): Promise<void> {
  await insertConsents(tx, userId, [consentRow("terms", true, "shop", now)]);
}

/**
 * Gives or withdraws one consent. Refuses with `accounts.consent_is_needed` when the account needs the consent that is
 * withdrawn.
 */
export async function changeConsent(
  db: Queryable,
  userId: string,
  purpose: ConsentPurpose,
  given: boolean,
  now: Date,
): Promise<void> {
  if (!given && consentPurposes[purpose].needed) throw new Refusal(consentRefusals.needed);
  const last = await findConsent(db, userId, purpose);
  const version = textVersionOf(purpose, now);
  // Without an earlier yes, a no changes nothing and is not recorded.
  if (!given && !last?.given) return;
  if (given && last?.given && last.text_version === version) return;
  await insertConsents(db, userId, [consentRow(purpose, given, "profile", now)]);
}

/** Whether the user's latest decision on a purpose is yes. Call it before each message that needs a consent. */
export async function hasConsent(db: Queryable, userId: string, purpose: ConsentPurpose): Promise<boolean> {
  return (await findConsent(db, userId, purpose))?.given === true;
}

function consentRow(purpose: ConsentPurpose, given: boolean, source: ConsentSource, at: Date) {
  return { purpose, given, source, at, text_version: textVersionOf(purpose, at) };
}
