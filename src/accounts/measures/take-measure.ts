import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { AuditAction } from "#audit-log/rules.ts";
import { hrefs } from "#hrefs.ts";
import type { Tx } from "#lib/database.ts";
import { mailOf } from "#messages/mail-template.ts";
import { queueMail, type Mail } from "#messages/queue-mail.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { deleteSessionsOf } from "../session/queries.ts";
import { greeting } from "../recovery/rules.ts";
import { appealAnsweredTemplate, endedTemplates, takenTemplates } from "./mail-texts.ts";
import { findContact, hasSuspendedShop, insertMeasure, updateAnswer, updateEnd, type MeasureRow } from "./queries.ts";
import {
  appealOutcomes,
  appealText,
  appealUntil,
  measureReasons,
  type MeasureKind,
  type MeasureReason,
} from "./rules.ts";

/** An operator who acts. */
export type Operator = { userId: string; type: string; operatorRole: string | null };

type Target = {
  kind: MeasureKind;
  userId: string;
  shopId: string | null;
  productId: string | null;
  productStatus: "active" | "hidden" | null;
  /** The name of the shop or product; empty for an account. */
  about: string;
};

const taken: Record<MeasureKind, AuditAction> = {
  user: "accounts.person_blocked",
  shop: "shops.shop_suspended",
  product: "catalog.product_taken_down",
};
const ended: Record<MeasureKind, AuditAction> = {
  user: "accounts.person_unblocked",
  shop: "shops.shop_resumed",
  product: "catalog.product_restored",
};

/** The subject of the audit log that a measure is about. */
function subjectOf({ kind, userId, shopId, productId }: Pick<Target, "kind" | "userId" | "shopId" | "productId">) {
  if (kind === "product") return { kind: "product", id: productId ?? "" } as const;
  return kind === "shop" ? ({ kind: "shop", id: shopId ?? "" } as const) : ({ kind: "person", id: userId } as const);
}

/**
 * Design note. The texts of a measure (reason, appeal, answer) are about a person, so they are stored only in its row,
 * where the deletion of the account finds them. The audit log cannot be changed: its entries name the measure and the
 * rule.
 */

/**
 * Stores a measure with its audit entry and mails the person the reason and how to appeal. A blocked person's sessions
 * end. The caller changes the shop or product in the same transaction, and holds the lock of a person's row. False when
 * the same thing has an open measure already.
 */
export async function takeMeasure(
  tx: Tx,
  by: Operator,
  target: Target,
  { rule, text }: { rule: MeasureReason; text: string },
  now: Date,
): Promise<boolean> {
  const id = await insertMeasure(tx, { ...target, rule, text, takenBy: by.userId, now });
  if (!id) return false;
  if (target.kind === "user") await deleteSessionsOf(tx, target.userId, null);
  appendAuditEntry(tx, {
    actor: by satisfies AuditActor,
    action: taken[target.kind],
    subject: subjectOf(target),
    after: { rule, measure: id },
  });
  await mailPerson(tx, target.userId, target.kind, `measure ${id}`, (salam, rest) =>
    mailOf(
      takenTemplates[target.kind],
      {
        salam,
        tentang: target.about,
        aturan: measureReasons[rule],
        alasan: text,
        banding: appealText(appealUntil(now)),
      },
      rest,
    ),
  );
  return true;
}

/** Stores the answer to an appeal with its audit entry, which says whether the measure ends, and mails it. */
export async function answerAppeal(
  tx: Tx,
  by: Operator,
  measure: MeasureRow,
  { answer, ends }: { answer: string; ends: boolean },
  now: Date,
): Promise<void> {
  await updateAnswer(tx, measure.id, { answer, decidedBy: by.userId, now });
  appendAuditEntry(tx, {
    actor: by,
    action: "accounts.appeal_answered",
    subject: subjectOf(measure),
    after: { outcome: ends ? "accepted" : "rejected", measure: measure.id },
  });
  await mailPerson(tx, measure.userId, measure.kind, `appeal ${measure.id}`, (salam, rest) =>
    mailOf(
      appealAnsweredTemplate,
      {
        salam,
        tentang: measure.about,
        putusan: ends ? appealOutcomes.accepted : appealOutcomes.rejected,
        jawaban: answer,
      },
      rest,
    ),
  );
}

/**
 * Ends a measure with its audit entry and mails the person. `reason` is an operator's own; null after an appeal, whose
 * answer is stored with the measure. False when it had ended already.
 */
export async function endMeasure(
  tx: Tx,
  by: Operator,
  measure: MeasureRow,
  reason: string | null,
  now: Date,
): Promise<boolean> {
  if (!(await updateEnd(tx, measure.id, by.userId, now))) return false;
  const toko =
    measure.kind === "user" && (await hasSuspendedShop(tx, measure.userId))
      ? "Toko Anda tetap dihentikan. Alasannya dan bandingnya ada di area penjual, bagian Tindakan pasar."
      : "";
  appendAuditEntry(tx, {
    actor: by,
    action: ended[measure.kind],
    subject: subjectOf(measure),
    before: { rule: measure.rule, measure: measure.id },
    reason,
  });
  await mailPerson(tx, measure.userId, measure.kind, `measure end ${measure.id}`, (salam, rest) =>
    mailOf(endedTemplates[measure.kind], { salam, tentang: measure.about, toko }, rest),
  );
  return true;
}

/** Queues the mail that `write` makes, with a button to where the person reads and appeals; none without an address. */
async function mailPerson(
  tx: Tx,
  userId: string,
  kind: MeasureKind,
  dedupeKey: string,
  write: (salam: string, rest: { to: string; path: string }) => Omit<Mail, "dedupeKey">,
): Promise<void> {
  const to = await findContact(tx, userId);
  if (!to) return;
  const path = kind === "user" ? hrefs.login() : sellerHrefs.measures();
  await queueMail(tx, { ...write(greeting(to.name), { to: to.email, path }), dedupeKey });
}
