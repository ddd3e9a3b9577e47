import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { AuditAction } from "#audit-log/rules.ts";
import { hrefs } from "#hrefs.ts";
import { brandName } from "#lib/brand.ts";
import type { Tx } from "#lib/database.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { deleteSessionsOf } from "../session/queries.ts";
import { greeting } from "../recovery/rules.ts";
import { findContact, hasSuspendedShop, insertMeasure, updateAnswer, updateEnd, type MeasureRow } from "./queries.ts";
import { appealText, appealUntil, measureReasons, type MeasureKind, type MeasureReason } from "./rules.ts";

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

const taken: Record<MeasureKind, { action: AuditAction; title: string }> = {
  user: { action: "accounts.person_blocked", title: "Akun Anda diblokir" },
  shop: { action: "shops.shop_suspended", title: "Toko Anda dihentikan sementara" },
  product: { action: "catalog.product_taken_down", title: "Produk Anda diturunkan" },
};
const ended: Record<MeasureKind, { action: AuditAction; title: string }> = {
  user: { action: "accounts.person_unblocked", title: "Akun Anda dibuka kembali" },
  shop: { action: "shops.shop_resumed", title: "Toko Anda dibuka kembali" },
  product: { action: "catalog.product_restored", title: "Produk Anda boleh dijual lagi" },
};

/** The subject of the audit log that a measure is about. */
function subjectOf({ kind, userId, shopId, productId }: Pick<Target, "kind" | "userId" | "shopId" | "productId">) {
  if (kind === "product") return { kind: "product", id: productId ?? "" } as const;
  return kind === "shop" ? ({ kind: "shop", id: shopId ?? "" } as const) : ({ kind: "person", id: userId } as const);
}

/**
 * Design note. The texts of a measure (reason, appeal, answer) are about a person, so they stand only in its row, where
 * the deletion of the account finds them. The audit log cannot be changed: its entries name the measure and the rule.
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
  const { action, title } = taken[target.kind];
  appendAuditEntry(tx, {
    actor: by satisfies AuditActor,
    action,
    subject: subjectOf(target),
    after: { rule, measure: id },
  });
  await mailPerson(tx, target.userId, {
    title,
    lines: [
      ...(target.about === "" ? [] : [target.about]),
      `Alasan: ${measureReasons[rule]}.`,
      text,
      ...(target.kind === "user"
        ? [
            "Pesanan Anda yang sedang berjalan tetap diproses. Masuklah seperti biasa: sebagai ganti akun Anda, tampak alasan ini dan formulir banding.",
          ]
        : []),
      `${appealText(appealUntil(now))} Operator lain memeriksanya.`,
    ],
    path: target.kind === "user" ? hrefs.login() : sellerHrefs.measures(),
    button: target.kind === "user" ? "Masuk dan ajukan banding" : "Lihat dan ajukan banding",
    key: `measure ${id}`,
  });
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
  await mailPerson(tx, measure.userId, {
    title: "Jawaban atas banding Anda",
    lines: [...(measure.about === "" ? [] : [measure.about]), answer],
    path: measure.kind === "user" ? hrefs.login() : sellerHrefs.measures(),
    button: "Buka",
    key: `appeal ${measure.id}`,
  });
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
  const { action, title } = ended[measure.kind];
  const shopStays =
    measure.kind === "user" && (await hasSuspendedShop(tx, measure.userId))
      ? ["Toko Anda tetap dihentikan. Alasannya dan bandingnya ada di area penjual, bagian Tindakan pasar."]
      : [];
  appendAuditEntry(tx, {
    actor: by,
    action,
    subject: subjectOf(measure),
    before: { rule: measure.rule, measure: measure.id },
    reason,
  });
  await mailPerson(tx, measure.userId, {
    title,
    lines: [...(measure.about === "" ? [] : [measure.about]), "Anda bisa memakainya lagi sekarang.", ...shopStays],
    path: measure.kind === "user" ? hrefs.login() : sellerHrefs.measures(),
    button: "Buka",
    key: `measure end ${measure.id}`,
  });
  return true;
}

async function mailPerson(
  tx: Tx,
  userId: string,
  { title, lines, path, button, key }: { title: string; lines: string[]; path: string; button: string; key: string },
): Promise<void> {
  const to = await findContact(tx, userId);
  if (!to) return;
  await queueMail(tx, {
    to: to.email,
    subject: `${title} · ${brandName()}`,
    title,
    paragraphs: [greeting(to.name), ...lines],
    button: { label: button, path },
    dedupeKey: key,
  });
}
