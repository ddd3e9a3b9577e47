import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { jakartaDay } from "#lib/time.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { exemptionTemplates } from "../../notification-texts.ts";
import { formatWithholdingDay } from "../withholding/rules.ts";
import { taxRefusals, type Decision } from "./contract.ts";
import { lockExemption, updateDecided, type ExemptionRow } from "./queries.ts";

/**
 * Accepts a waiting certificate, for no day before today, or rejects it; the seller is notified. Refuses with
 * `request.not_found`, `tax.own_certificate`, `tax.exemption_decided` and `request.invalid` when it has ended already.
 */
export async function decideCertificate(
  { db }: Pick<Context, "db">,
  actor: NonNullable<AuditActor>,
  exemptionId: string,
  decision: Decision,
  now: Date,
): Promise<ExemptionRow> {
  return db.transaction(async (tx) => {
    const found = await lockExemption(tx, exemptionId);
    if (!found || found.kind !== "certificate") throw new Refusal(requestRefusals.notFound);
    if (found.ownerId === actor.userId) throw new Refusal(taxRefusals.ownCertificate);
    if (found.status !== "waiting") throw new Refusal(taxRefusals.decided);
    const today = jakartaDay(now);
    if (decision.accept && decision.valid_until < today)
      throw new Refusal(requestRefusals.invalid, { valid_until: ["Pilih hari ini atau sesudahnya."] });
    const decided: Pick<ExemptionRow, "validFrom" | "validUntil" | "reason"> & { status: "accepted" | "refused" } =
      decision.accept
        ? {
            status: "accepted",
            validFrom: decision.valid_from > today ? decision.valid_from : today,
            validUntil: decision.valid_until,
            reason: "",
          }
        : { status: "refused", validFrom: found.validFrom, validUntil: found.validUntil, reason: decision.reason };
    await updateDecided(tx, exemptionId, { ...decided, decidedBy: actor.userId, now });
    appendAuditEntry(tx, {
      actor,
      action: "payments.certificate_decided",
      subject: { kind: "tax_certificate", id: exemptionId },
      after: { status: decided.status, valid_until: decided.validUntil },
      reason: decided.reason,
    });
    const { title, text } = decision.accept
      ? requireNotification(exemptionTemplates.accepted, "seller", {
          mulai: formatWithholdingDay(decided.validFrom),
          akhir: formatWithholdingDay(decided.validUntil),
        })
      : requireNotification(exemptionTemplates.refused, "seller", {
          nomor: found.certificateNumber ?? "",
          alasan: decision.reason,
        });
    await notify(tx, {
      userId: found.ownerId,
      type: "user",
      userType: "seller",
      title,
      description: text,
      dedupeKey: `certificate:${exemptionId}`,
      now,
    });
    return { ...found, ...decided };
  });
}
