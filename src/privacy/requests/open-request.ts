import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { documentNumber } from "#lib/document-number.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration, hour } from "#lib/time.ts";
import { replaceArchive } from "../queries.ts";
import { dataRequestRefusals } from "./contract.ts";
import { findAccount, findRequest, insertRequest, withdrawOwnRequest } from "./queries.ts";
import { kindsWithCopy, letterReceivedAt, requestDueAt, type RequestKind } from "./rules.ts";

const numberPrefix = "PDP";

/**
 * Stores a person's request. One for a copy of the data starts the copy in the same transaction, unless it is being
 * made already; the finished copy answers the request. Refuses with `data_requests.is_open`.
 */
export async function openRequest(
  { db }: Pick<Context, "db">,
  userId: string,
  { kind, text }: { kind: RequestKind; text: string },
  now: Date,
): Promise<string> {
  return db.transaction(async (tx) => {
    const id = await insertRequest(tx, {
      number: documentNumber(numberPrefix, now),
      user_id: userId,
      senderName: null,
      sender_email: null,
      channel: "account",
      kind,
      text,
      enteredBy: null,
      receivedAt: now,
      dueAt: requestDueAt(now),
      now,
    });
    if (!id) throw new Refusal(dataRequestRefusals.isOpen);
    const archiveId = kindsWithCopy.includes(kind) && (await replaceArchive(tx, userId, now, addDuration(now, -hour)));
    if (archiveId) await queueJob(tx, "privacy.make_archive", { archiveId });
    return id;
  });
}

export type Letter = {
  kind: RequestKind;
  text: string;
  /** When it arrived, as typed in WIB: `2026-11-23T14:05`. */
  receivedAt: string;
  senderName: string;
  senderEmail: string;
  /** E-mail or id of the sender's account; empty when there is none. */
  account: string;
};

/**
 * Stores a request that came by letter. Refuses with `data_requests.day`, `data_requests.no_such_account` and
 * `data_requests.is_open`.
 */
export async function enterLetter(
  { db }: Pick<Context, "db">,
  by: NonNullable<AuditActor>,
  letter: Letter,
  now: Date,
): Promise<string> {
  const receivedAt = letterReceivedAt(letter.receivedAt, now);
  if (!receivedAt)
    throw new Refusal(dataRequestRefusals.day, {
      received_at: ["Tulis waktu yang sudah lewat dan belum terlalu lama."],
    });
  return db.transaction(async (tx) => {
    const userId = letter.account === "" ? null : await findAccount(tx, letter.account);
    if (userId === undefined)
      throw new Refusal(dataRequestRefusals.noSuchAccount, { account: ["Akun itu tidak ditemukan."] });
    const id = await insertRequest(tx, {
      number: documentNumber(numberPrefix, now),
      user_id: userId,
      senderName: letter.senderName,
      sender_email: letter.senderEmail === "" ? null : letter.senderEmail,
      channel: "letter",
      kind: letter.kind,
      text: letter.text,
      enteredBy: by.userId,
      receivedAt,
      dueAt: requestDueAt(receivedAt),
      now,
    });
    if (!id) throw new Refusal(dataRequestRefusals.isOpen);
    appendAuditEntry(tx, {
      actor: by,
      action: "privacy.request_entered",
      subject: { kind: "data_request", id },
      after: { kind: letter.kind, received_at: receivedAt.toISOString() },
    });
    return id;
  });
}

/** Withdraws an own request. Refuses with `request.not_found` and `data_requests.closed`. */
export async function withdrawRequest(
  { db }: Pick<Context, "db">,
  userId: string,
  requestId: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (await withdrawOwnRequest(tx, requestId, userId, now)) return;
    const found = await findRequest(tx, requestId);
    throw new Refusal(found?.user_id === userId ? dataRequestRefusals.closed : requestRefusals.notFound);
  });
}
