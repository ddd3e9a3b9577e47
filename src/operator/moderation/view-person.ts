import type { Operator } from "#accounts/measures/take-measure.ts";
import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { readPerson, type PersonDetails } from "./queries.ts";

/** Reads a person's data, and records who read it and why. Refuses with `request.not_found`. */
export async function viewPerson(
  { db }: Pick<Context, "db">,
  by: Operator,
  userId: string,
  reason: string,
  now: Date,
): Promise<PersonDetails> {
  return db.transaction(async (tx) => {
    const details = await readPerson(tx, userId, now);
    if (!details) throw new Refusal(requestRefusals.notFound);
    appendAuditEntry(tx, {
      actor: by,
      action: "accounts.person_viewed",
      subject: { kind: "person", id: userId },
      reason,
    });
    return details;
  });
}
