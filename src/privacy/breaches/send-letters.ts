import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import { hrefs } from "#hrefs.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { notify } from "#notifications/notify.ts";
import { breachRefusals } from "./contract.ts";
import { letterToPeople } from "./letters.ts";
import {
  claimBreachPeople,
  countBreachPeople,
  findNewestLetter,
  insertLetter,
  lockBreach,
  updateLettersStarted,
} from "./queries.ts";
import { breachBatches } from "./rules.ts";

/**
 * Starts sending the letters to everybody who has not got one, with the texts by what is recorded now: later changes of
 * the record do not reach them. Returns to how many. Refuses with `request.not_found` and `breaches.no_people`.
 */
export async function startLetters(
  { db }: Pick<Context, "db">,
  by: NonNullable<AuditActor>,
  breachId: string,
  now: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    const breach = await lockBreach(tx, breachId);
    if (!breach) throw new Refusal(requestRefusals.notFound);
    const { people, notified } = await countBreachPeople(tx, breachId);
    if (people === notified) throw new Refusal(breachRefusals.noPeople);
    await updateLettersStarted(tx, breachId, now);
    await insertLetter(tx, breachId, letterToPeople(breach), now);
    await queueJob(tx, "privacy.send_breach_letters", { breachId });
    appendAuditEntry(tx, {
      actor: by,
      action: "privacy.breach_letters_sent",
      subject: { kind: "data_breach", id: breachId },
      after: { people: people - notified },
    });
    return people - notified;
  });
}

/** Sends the letters that are still missing. Each person is marked in the transaction that queues the mail. */
export async function sendLetters(
  { db }: Pick<Context, "db">,
  breachId: string,
  now: Date,
  batch = breachBatches.letters,
): Promise<void> {
  for (let sent = batch; sent === batch;)
    sent = await db.transaction(async (tx) => {
      const letter = (await findNewestLetter(tx, breachId)) ?? (await storeMissingLetter(tx, breachId, now));
      if (!letter) return 0;
      const { subject, title, paragraphs } = letter;
      const people = await claimBreachPeople(tx, breachId, { letterId: letter.id, limit: batch, now });
      for (const { userId, email } of people) {
        await notify(tx, {
          userId,
          type: "user",
          userType: "buyer",
          opens: hrefs.profile("privacy"),
          title: letter.notice_title,
          description: letter.notice_text,
          dedupeKey: `breach:${breachId}`,
          now,
        });
        const dedupeKey = `breach:${breachId}:${userId}`;
        // Behind the mails that somebody waits for, such as a new device's code: these may be a hundred thousand.
        await queueMail(tx, { to: email, subject, title, paragraphs, dedupeKey }, "notification");
      }
      return people.length;
    });
}

/** Stores the texts of letters whose sending was started by an earlier release, which kept none. */
async function storeMissingLetter(tx: Tx, breachId: string, now: Date): ReturnType<typeof findNewestLetter> {
  const breach = await lockBreach(tx, breachId);
  if (!breach) return undefined;
  const stored = await findNewestLetter(tx, breachId);
  if (stored) return stored;
  await insertLetter(tx, breachId, letterToPeople(breach), now);
  return findNewestLetter(tx, breachId);
}
