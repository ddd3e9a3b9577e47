/**
 * Design note. The answer, the step that it promises (a copy, a deletion, withdrawn consents), the notification and the
 * audit entry are one transaction, so a person never reads that something was done which was not.
 */
import { changeConsent } from "#accounts/consents/record-consents.ts";
import { consentPurposes, type ConsentPurpose } from "#accounts/consents/rules.ts";
import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import { hrefs } from "#hrefs.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration, hour } from "#lib/time.ts";
import { mailOf } from "#messages/mail-template.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { privacyRefusals } from "../contract.ts";
import { requestMailTemplate } from "../mail-texts.ts";
import { privacyTemplates } from "../notification-texts.ts";
import { replaceArchive } from "../queries.ts";
import { purgeClosedShop, scheduleDeletion } from "../request-deletion.ts";
import { dataRequestRefusals } from "./contract.ts";
import {
  anonymiseRequestsBefore,
  anonymiseRequestsOf,
  closeRequest,
  findContact,
  findRequest,
  lockRequest,
  type RequestRow,
} from "./queries.ts";
import {
  needsOtherOperator,
  removedRequestText,
  requestKinds,
  requestRetentionDuration,
  requestStates,
  type RequestStep,
} from "./rules.ts";

type Operator = NonNullable<AuditActor>;

/** Reads a request with its text, which leaves an entry in the audit log. Refuses with `request.not_found`. */
export async function readRequest({ db }: Pick<Context, "db">, by: Operator, requestId: string): Promise<RequestRow> {
  return db.transaction(async (tx) => {
    const found = await findRequest(tx, requestId);
    if (!found) throw new Refusal(requestRefusals.notFound);
    appendAuditEntry(tx, {
      actor: by,
      action: "privacy.request_read",
      subject: { kind: "data_request", id: requestId },
    });
    return found;
  });
}

/**
 * Grants or refuses a request, and with `acts` does its step. The person is notified and gets a mail; the sender of a
 * letter without an account gets a mail when there is an address. Refuses with `request.not_found`,
 * `data_requests.closed`, `data_requests.own`, `data_requests.own_letter`, `data_requests.no_step`,
 * `privacy.deletion_blocked` and `privacy.archive_in_progress`.
 */
export async function answerRequest(
  context: Pick<Context, "db" | "pages" | "clock">,
  by: Operator,
  requestId: string,
  { granted, answer, acts }: { granted: boolean; answer: string; acts: boolean },
  now: Date,
): Promise<void> {
  const closedShop = await context.db.transaction(async (tx) => {
    const request = await lockRequest(tx, requestId);
    if (!request) throw new Refusal(requestRefusals.notFound);
    if (request.state !== "open") throw new Refusal(dataRequestRefusals.closed);
    if (request.user_id === by.userId) throw new Refusal(dataRequestRefusals.own);
    if (granted && needsOtherOperator(request, by.userId)) throw new Refusal(dataRequestRefusals.ownLetter);
    const { step } = requestKinds[request.kind];
    if (acts && (!granted || step === null || request.user_id === null)) throw new Refusal(dataRequestRefusals.noStep);
    const done = acts ? step : null;
    const state = granted ? "granted" : "refused";
    // Before the step: a scheduled deletion answers open requests by itself.
    if (!(await closeRequest(tx, requestId, { state, answer, done, by: by.userId, now })))
      throw new Refusal(dataRequestRefusals.closed);
    const shopId = done && request.user_id ? await doStep(context, tx, done, request.user_id, now) : null;
    await sendAnswer(tx, request, { state, answer }, now);
    appendAuditEntry(tx, {
      actor: by,
      action: "privacy.request_answered",
      subject: { kind: "data_request", id: requestId },
      after: { kind: request.kind, outcome: state, step: done },
    });
    return shopId;
  });
  if (closedShop) purgeClosedShop(context, closedShop);
}

/** Does the step of a granted request. Returns the shop that a deletion closed. */
async function doStep(
  { clock }: Pick<Context, "clock">,
  tx: Tx,
  step: RequestStep,
  userId: string,
  now: Date,
): Promise<string | null> {
  if (step === "archive") {
    const archiveId = await replaceArchive(tx, userId, now, addDuration(now, -hour));
    if (!archiveId) throw new Refusal(privacyRefusals.archiveInProgress);
    await queueJob(tx, "privacy.make_archive", { archiveId });
  }
  if (step === "consents")
    for (const purpose of Object.keys(consentPurposes) as ConsentPurpose[])
      if (!consentPurposes[purpose].needed) await changeConsent(tx, userId, purpose, false, now);
  if (step === "deletion") return (await scheduleDeletion(tx, clock, { userId, sessionId: null }, now)).shopId;
  return null;
}

async function sendAnswer(
  tx: Tx,
  { id, number, kind, user_id: userId, sender_email: senderEmail }: RequestRow,
  { state, answer }: { state: "granted" | "refused"; answer: string },
  now: Date,
): Promise<void> {
  const values = { nomor: number, hasil: requestStates[state].toLowerCase(), jawaban: answer };
  if (userId) {
    const { title, text } = requireNotification(privacyTemplates.requestAnswered, "buyer", values);
    await notify(tx, {
      userId,
      type: "user",
      userType: "buyer",
      opens: hrefs.profile("privacy"),
      title,
      description: text,
      dedupeKey: `data-request:${id}`,
      now,
    });
  }
  const to = userId ? (await findContact(tx, userId))?.email : senderEmail;
  if (!to) return;
  const path = userId ? hrefs.profile("privacy") : undefined;
  const mailed = {
    ...values,
    permintaan: requestKinds[kind].label.toLowerCase(),
    jawaban: answer.replace(/\n+/g, "\n\n"),
  };
  await queueMail(tx, { ...mailOf(requestMailTemplate, mailed, { to, path }), dedupeKey: `data-request:${id}` });
}

/** Removes the texts of a deleted account's requests. */
export async function anonymiseRequests(tx: Tx, userId: string, now: Date): Promise<void> {
  await anonymiseRequestsOf(tx, userId, removedRequestText, now);
}

/** Removes texts and senders of requests that ended longer ago than they are stored. */
export async function anonymiseOldRequests({ db }: Pick<Context, "db">, now: Date): Promise<void> {
  await anonymiseRequestsBefore(db, addDuration(now, -requestRetentionDuration), removedRequestText, now);
}
