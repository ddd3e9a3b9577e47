import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { AuditValues } from "#audit-log/rules.ts";
import type { Context } from "#lib/context.ts";
import { documentNumber } from "#lib/document-number.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { invalidRefusal } from "#lib/schema.ts";
import { breachFieldsAt, breachMoments, breachRefusals, type SentBreach } from "./contract.ts";
import {
  insertBreach,
  insertBreachPeople,
  listFoundNames,
  lockBreach,
  updateBreach,
  updateReported,
  type BreachFacts,
  type Selected,
} from "./queries.ts";
import { breachBatches, breachDueAt, readPeopleList, type BreachSelection } from "./rules.ts";

type Operator = NonNullable<AuditActor>;

/**
 * What is stored of a form. Refuses with `request.invalid` and all wrong fields, or with `breaches.moments` when only
 * moments are wrong: missing, in the future or out of order.
 */
function factsOf(sent: SentBreach, now: Date): BreachFacts {
  const { success, data, error } = breachFieldsAt(now).safeParse(sent);
  if (!success) {
    const refusal = invalidRefusal(error.issues, sent);
    const { data: wrong = {} } = refusal;
    throw Object.keys(wrong).every((name) => breachMoments.includes(name))
      ? new Refusal(breachRefusals.moments, wrong)
      : refusal;
  }
  return { ...data, data_kinds: [...new Set(data.data_kinds)], due_at: breachDueAt(data.noticed_at) };
}

function auditValues({ data_kinds, other_people, ...facts }: BreachFacts): AuditValues {
  return {
    title: facts.title,
    what: facts.what,
    cause: facts.cause,
    measures: facts.measures,
    data: data_kinds.join(", "),
    others: other_people,
    began_at: facts.began_at.toISOString(),
    ended_at: facts.ended_at.toISOString(),
    noticed_at: facts.noticed_at.toISOString(),
  };
}

/** Records a breach and returns its id. Refuses with `request.invalid` and `breaches.moments`. */
export async function recordBreach(
  { db }: Pick<Context, "db">,
  by: Operator,
  fields: SentBreach,
  now: Date,
): Promise<string> {
  const facts = factsOf(fields, now);
  return db.transaction(async (tx) => {
    const id = await insertBreach(tx, { ...facts, number: documentNumber("KPD", now), recordedBy: by.userId, now });
    const subject = { kind: "data_breach", id } as const;
    appendAuditEntry(tx, { actor: by, action: "privacy.breach_recorded", subject, after: auditValues(facts) });
    return id;
  });
}

/**
 * Changes what is known about a breach; letters that were sent keep their texts. Refuses as {@link recordBreach} does,
 * and with `request.not_found`.
 */
export async function changeBreach(
  { db }: Pick<Context, "db">,
  by: Operator,
  breachId: string,
  fields: SentBreach,
  now: Date,
): Promise<void> {
  const facts = factsOf(fields, now);
  await db.transaction(async (tx) => {
    const before = await lockBreach(tx, breachId);
    if (!before) throw new Refusal(requestRefusals.notFound);
    await updateBreach(tx, breachId, { ...facts, now });
    appendAuditEntry(tx, {
      actor: by,
      action: "privacy.breach_changed",
      subject: { kind: "data_breach", id: breachId },
      before: auditValues(before),
      after: auditValues(facts),
    });
  });
}

/**
 * Adds the accounts that a question or a list means, some thousand in a transaction. Returns how many are new, and the
 * words of a list that fit no account. Refuses with `request.not_found`, and `breaches.nobody` when no account is
 * meant.
 */
export async function addBreachPeople(
  { db }: Pick<Context, "db">,
  by: Operator,
  breachId: string,
  { selection, shop, list }: { selection: BreachSelection; shop: string; list: string },
  batch = breachBatches.people,
): Promise<{ added: number; unfound: string[] }> {
  const { words, ...named } = readPeopleList(selection === "list" ? list : "");
  let [added, found] = [0, 0];
  for (let last: string | null = null; ;) {
    const after = last;
    const done = await db.transaction(async (tx) => {
      const breach = await lockBreach(tx, breachId);
      if (!breach) throw new Refusal(requestRefusals.notFound);
      const selected: Selected = { selection, shop, from: breach.began_at, to: breach.ended_at, ...named };
      const inserted = await insertBreachPeople(tx, breachId, selected, after, batch);
      if (found + inserted.read === 0) throw new Refusal(breachRefusals.nobody);
      appendAuditEntry(tx, {
        actor: by,
        action: "privacy.breach_people_added",
        subject: { kind: "data_breach", id: breachId },
        after: { selection, added: inserted.added },
      });
      return inserted;
    });
    added += done.added;
    found += done.read;
    last = done.last;
    if (done.read < batch) break;
  }
  const fitting = new Set(words.length > 0 ? await listFoundNames(db, named) : []);
  return { added, unfound: words.filter((word) => !fitting.has(word)) };
}

/** Records that the authority got the report. Refuses with `request.not_found` and `breaches.reported`. */
export async function reportBreach(
  { db }: Pick<Context, "db">,
  by: Operator,
  breachId: string,
  reference: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const breach = await lockBreach(tx, breachId);
    if (!breach) throw new Refusal(requestRefusals.notFound);
    if (breach.reported_at) throw new Refusal(breachRefusals.reported);
    await updateReported(tx, breachId, { by: by.userId, reference, now });
    const subject = { kind: "data_breach", id: breachId } as const;
    appendAuditEntry(tx, { actor: by, action: "privacy.breach_reported", subject, after: { reference } });
  });
}
