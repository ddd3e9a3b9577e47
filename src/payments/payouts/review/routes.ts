import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { bankName, maskedNumber } from "../bank-accounts/rules.ts";
import { payoutRefusals } from "../contract.ts";
import { holdPayouts, payoutHold, releasePayouts } from "../hold-payouts.ts";
import { payoutStatuses } from "../rules.ts";
import { batchFile, createBatch } from "./bank-file.ts";
import { reviewEndpoints, reviewRefusals, type ReviewedPayout } from "./contract.ts";
import { approvePayout, confirmResult, enterResult, mayDecide, rejectPayout, requireFinance } from "./decide-payout.ts";
import { enterResults } from "./enter-results.ts";
import {
  countReviews,
  deleteLayout,
  findReviewedPayout,
  listBatches,
  listLayouts,
  listReviewedPayouts,
  saveLayout,
  type LayoutRow,
  type ReviewedRow,
} from "./queries.ts";
import {
  bankReferenceText,
  isBankReference,
  layoutLimits,
  layoutText,
  parseLayout,
  payoutPages,
  recordedText,
  unknownPlaceholder,
} from "./rules.ts";

const shownBatches = 5;

/** `/v1/operator` calls about payouts. */
export function reviewRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, reviewEndpoints, {
    "GET /v1/operator/payouts": async ({ actor, query }) => {
      const page = query.page ?? 1;
      const { size } = payoutPages;
      const rows = await listReviewedPayouts(db, query.view ?? "waiting", size + 1, (page - 1) * size);
      const about = query.id === undefined ? undefined : await findReviewedPayout(db, query.id);
      const { to_export, ...counts } = await countReviews(db);
      const hold = await payoutHold(db);
      return {
        success: true,
        result: {
          rows: rows.slice(0, size).map((row) => reviewedJson(row, actor)),
          about: about ? reviewedJson(about, actor) : null,
          more: rows.length > size,
          counts,
          hold: hold && { ...hold, since: hold.since.toISOString() },
          decides: mayDecide(actor.operatorRole),
          to_export,
          batches: (await listBatches(db, shownBatches)).map((batch) => ({
            ...batch,
            created_at: batch.created_at.toISOString(),
          })),
          layouts: (await listLayouts(db)).map(layoutJson),
        },
      };
    },
    "POST /v1/operator/payouts/:payoutId/approve": async ({ actor, params, now }) => {
      const status = await approvePayout(context, actor, params.payoutId, now);
      const message =
        status === "requested"
          ? "Persetujuan Anda dicatat. Satu operator lain harus menyetujui."
          : "Pencairan disetujui.";
      return { success: true, message, data: { status } };
    },
    "POST /v1/operator/payouts/:payoutId/reject": async ({ actor, params, body, now }) => {
      const status = await rejectPayout(context, actor, params.payoutId, body.reason, now);
      return { success: true, message: "Pencairan ditolak. Uangnya kembali.", data: { status } };
    },
    "POST /v1/operator/payouts/:payoutId/result": async ({ actor, params, body, now }) => {
      const bankReference = body.bank_reference?.trim() || null;
      if (body.outcome === "paid" ? bankReference === null : false)
        throw new Refusal(requestRefusals.invalid, { bank_reference: ["Isi referensi bank."] });
      if (bankReference !== null && !isBankReference(bankReference))
        throw new Refusal(requestRefusals.invalid, { bank_reference: [`Referensi bank ${bankReferenceText}`] });
      const result = { outcome: body.outcome, bankReference };
      await db.transaction((tx) => enterResult(tx, actor, params.payoutId, result, now));
      return { success: true, message: "Hasil dicatat. Operator lain harus memastikannya.", data: {} };
    },
    "POST /v1/operator/payouts/:payoutId/confirm": async ({ actor, params, body, now }) => {
      const shown = { outcome: body.outcome, bankReference: body.bank_reference || null };
      const status = await confirmResult(context, actor, params.payoutId, { shown, isAccepted: body.accept }, now);
      const message = body.accept ? `Hasil dibukukan: ${payoutStatuses[status]}.` : "Hasil ditolak. Isi lagi hasilnya.";
      return { success: true, message, data: { status } };
    },
    "POST /v1/operator/payout-batches": async ({ actor, now }) => {
      const data = await createBatch(context, actor, now);
      return { success: true, message: `${data.payouts} pencairan masuk ke satu berkas.`, data };
    },
    "GET /v1/operator/payout-batches/:batchId/file": async ({ actor, params, query, reply, now }) => {
      const asked = { batchId: params.batchId, layoutId: query.layout };
      const file = await batchFile(context, actor, asked, now);
      void reply
        .type("text/csv; charset=utf-8")
        .header("cache-control", "private, no-store")
        .header("content-disposition", `attachment; filename="payout-${params.batchId.slice(-12)}.csv"`);
      return file;
    },
    "POST /v1/operator/payout-results": async ({ actor, body, now }) => {
      const data = await enterResults(context, actor, body.content, now);
      return { success: true, message: recordedText(data.entered, data.skipped.length), data };
    },
    "PUT /v1/operator/payout-hold": async ({ actor, body, now }) => {
      requireFinance(actor);
      await db.transaction(async (tx) => {
        if (body.note === null) await releasePayouts(tx, "operator");
        else await holdPayouts(tx, { reason: "operator", note: body.note, now });
        appendAuditEntry(tx, {
          actor,
          action: body.note === null ? "payments.payouts_released" : "payments.payouts_held",
          subject: { kind: "payout_hold", id: "operator" },
          reason: body.note,
        });
      });
      const message = body.note === null ? "Pencairan berjalan lagi." : "Semua pencairan dihentikan.";
      return { success: true, message, data: {} };
    },
    "POST /v1/operator/payout-layouts": async ({ actor, body, now }) => {
      requireFinance(actor);
      const parsed = parseLayout(body.columns);
      if ("problem" in parsed) throw new Refusal(requestRefusals.invalid, { columns: [parsed.problem] });
      const unknown = unknownPlaceholder(body.first_row);
      if (unknown !== undefined)
        throw new Refusal(requestRefusals.invalid, { first_row: [`{${unknown}} tidak dikenal.`] });
      const layout = {
        name: body.name,
        separator: body.separator,
        firstRow: body.first_row,
        columns: parsed.columns,
      };
      const id = await db.transaction(async (tx) => {
        const others = (await listLayouts(tx)).filter(({ name }) => name !== body.name);
        if (others.length >= layoutLimits.layouts) throw new Refusal(reviewRefusals.tooManyLayouts);
        const layoutId = await saveLayout(tx, layout, now);
        appendAuditEntry(tx, {
          actor,
          action: "payments.payout_layout_saved",
          subject: { kind: "payout_layout", id: layoutId },
          after: { name: layout.name, columns: layoutText(layout.columns) },
        });
        return layoutId;
      });
      return { success: true, message: "Susunan kolom tersimpan.", data: layoutJson({ id, ...layout }) };
    },
    "DELETE /v1/operator/payout-layouts/:layoutId": async ({ actor, params }) => {
      requireFinance(actor);
      await db.transaction(async (tx) => {
        if (!(await deleteLayout(tx, params.layoutId))) throw new Refusal(payoutRefusals.notFound);
        appendAuditEntry(tx, {
          actor,
          action: "payments.payout_layout_deleted",
          subject: { kind: "payout_layout", id: params.layoutId },
        });
      });
      return { success: true, message: "Susunan kolom dihapus.", data: {} };
    },
  });
}

function layoutJson({ id, name, separator, firstRow, columns }: LayoutRow) {
  return { id, name, separator, first_row: firstRow, columns: layoutText(columns) };
}

function reviewedJson(row: ReviewedRow, actor: { userId: string; operatorRole: string | null }): ReviewedPayout {
  const approvals = row.events.filter(({ kind }) => kind === "approval");
  const decides = mayDecide(actor.operatorRole) && row.user_id !== actor.userId;
  const approvedByYou = approvals.some(({ actor_id: id }) => id === actor.userId);
  const waitsForOther = approvedByYou && row.status === "requested";
  const isOpen = row.status === "requested" || row.status === "approved" || row.status === "sent";
  const isManual = row.provider === "manual" || row.attention !== null;
  return {
    id: row.id,
    reference: row.reference,
    purpose: row.purpose,
    order: row.order_id !== null && row.invoice !== null ? { id: row.order_id, invoice: row.invoice } : null,
    owner: row.owner,
    user_name: row.user_name,
    amount: row.amount,
    fee: row.fee,
    bank_name: bankName(row.bank_code),
    number: maskedNumber(row.last4),
    holder_name: row.holder_name ?? "",
    status: row.status,
    is_rejected: row.events.some(
      ({ kind, actor_id: actorId }) => kind === "cancelled" && actorId !== null && actorId !== row.user_id,
    ),
    is_shop_held: row.is_shop_held,
    needed_approvals: row.needed_approvals,
    approvals: approvals.map(({ actor: name }) => name ?? ""),
    provider: row.provider,
    attention: row.attention,
    entered: row.entered_outcome && {
      outcome: row.entered_outcome,
      bank_reference: row.entered_reference ?? "",
      by: row.events.findLast(({ actor_id: id }) => id === row.entered_by)?.actor ?? "",
    },
    bank_reference: row.bank_reference,
    requested_at: row.requested_at.toISOString(),
    events: row.events.map(({ kind, actor: name, note, at }) => ({
      kind,
      actor: name,
      note,
      at: new Date(at).toISOString(),
    })),
    needs_other: !isOpen ? null : row.user_id === actor.userId ? "own" : waitsForOther ? "approved_by_you" : null,
    can: {
      approve: decides && !row.is_shop_held && row.status === "requested" && !approvedByYou,
      reject:
        decides &&
        (row.status === "requested" || (row.status === "approved" && (row.provider === "manual" || row.is_shop_held))),
      enter: decides && isManual && (row.status === "sent" || row.status === "paid"),
      confirm: decides && row.entered_by !== null && row.entered_by !== actor.userId,
    },
  };
}
