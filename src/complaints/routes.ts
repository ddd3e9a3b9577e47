import type { FastifyInstance } from "fastify";
import { isPermitted } from "#accounts/operators/rules.ts";
import type { Context } from "#lib/context.ts";
import { cursorAfter } from "#lib/cursor.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration, zoneOfProvince } from "#lib/time.ts";
import { acceptOffer, callMediator, makeOffer, withdrawComplaint, writeMessage } from "./answer-complaint.ts";
import { findCase, listCases, type CardRow } from "./case-view/queries.ts";
import { cardJson, complaintOptions, viewCase } from "./case-view/view-case.ts";
import { complaintEndpoints, complaintRefusals } from "./contract.ts";
import {
  appealDecision,
  decideComplaint,
  mayDecideCases,
  whyNotMediator,
  writeAsMediator,
} from "./decide-complaint.ts";
import { confirmReplacement, inspectReturn, sendBack, sendReplacement } from "./exchange-goods.ts";
import { claimEndpoints } from "./insurance/contract.ts";
import { decideClaim } from "./insurance/decide-claim.ts";
import { claimStates } from "./insurance/rules.ts";
import { whyNoPayment } from "./insurance/view-claim.ts";
import { sideOf } from "./lock-case.ts";
import { mediatorEndpoints } from "./mediation/contract.ts";
import {
  countPrecedents,
  countProblems,
  countQueue,
  listMonths,
  listPrecedents,
  listQueue,
} from "./mediation/queries.ts";
import { openComplaint } from "./open-complaint.ts";
import { citedRuleNames, citedRules, ruleTitle } from "./mediation/rules.ts";
import { replaceParcelNumber } from "./replace-parcel-number.ts";
import { mediatorReminderDuration, type Party, solutions } from "./rules.ts";

/** Rows of a list, and of a page of the operator's lists. */
const pageSize = 20;

function listJson(rows: readonly CardRow[], side: Party) {
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    success: true as const,
    result: shown.map((row) => cardJson(row, side)),
    next: rows.length > pageSize && last ? cursorAfter(last.opened_at, last.id) : null,
  };
}

/** How a case is shown to a mediator who may not decide it. */
const forOtherMediator = { turn: null, task: null, state_label: "Menunggu mediator lain" } as const;

/** Endpoints of complaints. */
export function complaintRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const stateOf = async (complaintId: string) => {
    const row = await findCase(db, complaintId, "mediator");
    if (!row) throw new Refusal(requestRefusals.notFound);
    return { id: complaintId, state: row.state };
  };
  const changed = async (message: string, complaintId: string) => ({
    success: true as const,
    message,
    data: await stateOf(complaintId),
  });
  const said = async (message: string, complaintId: string, messageId: string) => ({
    success: true as const,
    message,
    data: { ...(await stateOf(complaintId)), message_id: messageId },
  });

  serve(app, context, complaintEndpoints, {
    "GET /v1/complaints": async ({ query: { view, cursor }, actor, now }) => ({
      ...listJson(
        await listCases(db, { buyerId: actor.userId }, { view, after: cursor, limit: pageSize + 1 }),
        "buyer",
      ),
      now: now.toISOString(),
      zone: zoneOfProvince(actor.provinceCode),
    }),
    "GET /v1/seller/complaints": async ({ query: { view, cursor }, actor, now }) => ({
      ...listJson(
        await listCases(db, { shopId: actor.shopId }, { view, after: cursor, limit: pageSize + 1 }),
        "seller",
      ),
      now: now.toISOString(),
      zone: zoneOfProvince(actor.provinceCode),
    }),
    "GET /v1/orders/:orderId/complaint": async ({ params: { orderId }, actor, now }) => {
      const result = await complaintOptions(db, { orderId, buyerId: actor.userId }, now);
      if (!result) throw new Refusal(requestRefusals.notFound);
      return { success: true, result };
    },
    "POST /v1/orders/:orderId/complaints": async ({ params: { orderId }, body, actor, now }) => {
      const { id, messageId } = await openComplaint(context, { ...body, orderId, buyerId: actor.userId }, now);
      return said("Komplain dibuka. Uang Anda tetap ditahan sampai komplain selesai.", id, messageId);
    },
    "GET /v1/complaints/:complaintId": async ({ params: { complaintId }, actor, now }) => {
      const row = await findCase(db, complaintId, { userId: actor.userId, shopId: actor.shopId });
      const side = row && sideOf(row, actor);
      if (!side) throw new Refusal(requestRefusals.notFound);
      const zone = actor.provinceCode ? zoneOfProvince(actor.provinceCode) : null;
      return { success: true, result: await viewCase(db, row, { side, userId: actor.userId, zone }, now) };
    },
    "POST /v1/complaints/:complaintId/messages": async ({
      params: { complaintId },
      body,
      actor,
      idempotencyKey: key,
      now,
    }) => said("Pesan terkirim.", complaintId, await writeMessage(context, { complaintId, actor, ...body, key }, now)),
    "POST /v1/complaints/:complaintId/offers": async ({ params: { complaintId }, body, actor, now }) => {
      const offer = { complaintId, actor, solution: body.solution, text: body.text ?? "", evidence: body.evidence };
      return said("Tawaran terkirim.", complaintId, await makeOffer(context, offer, now));
    },
    "POST /v1/complaints/:complaintId/accept": async ({ params: { complaintId }, body, actor, now }) => {
      await acceptOffer(context, { complaintId, actor, offerId: body.offer_id }, now);
      return changed("Persetujuan Anda tersimpan.", complaintId);
    },
    "POST /v1/complaints/:complaintId/mediator": async ({ params: { complaintId }, body, actor, now }) => {
      const call = { complaintId, actor, text: body.text ?? "", evidence: body.evidence };
      return said("Mediator dipanggil.", complaintId, await callMediator(context, call, now));
    },
    "POST /v1/complaints/:complaintId/withdraw": async ({ params: { complaintId }, body, actor, now }) => {
      const message = await withdrawComplaint(context, { complaintId, actor, text: body.text ?? "" }, now);
      return changed(message, complaintId);
    },
    "POST /v1/complaints/:complaintId/appeal": async ({ params: { complaintId }, body, actor, now }) =>
      said("Banding diajukan.", complaintId, await appealDecision(context, { complaintId, actor, ...body }, now)),
    "POST /v1/complaints/:complaintId/return": async ({ params: { complaintId }, body, actor, now }) => {
      await sendBack(context, { complaintId, actor, courier: body.courier, trackingNumber: body.resi }, now);
      return changed("Pengiriman balik tersimpan.", complaintId);
    },
    "POST /v1/complaints/:complaintId/inspection": async ({ params: { complaintId }, body, actor, now }) => {
      await inspectReturn(context, { complaintId, actor, ...body, text: body.text ?? "" }, now);
      const messages = {
        arrived: "Tersimpan. Periksa barangnya, lalu jawab.",
        accepted: "Uang dikembalikan kepada pembeli.",
        objected: "Keberatan terkirim, mediator dipanggil.",
      };
      return changed(messages[body.result], complaintId);
    },
    "POST /v1/complaints/:complaintId/replacement": async ({ params: { complaintId }, body, actor, now }) => {
      await sendReplacement(context, { complaintId, actor, courier: body.courier, trackingNumber: body.resi }, now);
      return changed("Pengiriman tersimpan.", complaintId);
    },
    "POST /v1/complaints/:complaintId/tracking-number": async ({ params: { complaintId }, body, actor, now }) => {
      const { replaces, resi: trackingNumber } = body;
      await replaceParcelNumber(context, { complaintId, actor, replaces, trackingNumber }, now);
      return changed("Nomor resi diubah. Pihak lain kami beri tahu.", complaintId);
    },
    "POST /v1/complaints/:complaintId/received": async ({ params: { complaintId }, actor, now }) => {
      await confirmReplacement(context, { complaintId, actor }, now);
      return changed("Komplain selesai, dan dana diteruskan ke penjual.", complaintId);
    },
  });

  serve(app, context, mediatorEndpoints, {
    "GET /v1/operator/complaints": async ({ query, actor, now }) => {
      const { view = "waiting", problem, page = 1 } = query;
      const urgentBefore = addDuration(now, mediatorReminderDuration);
      const [rows, counts] = await Promise.all([
        listQueue(db, { view, problem, operatorId: actor.userId, limit: pageSize, offset: (page - 1) * pageSize }),
        countQueue(db, { view, problem, operatorId: actor.userId, urgentBefore }),
      ]);
      return {
        success: true,
        result: {
          now: now.toISOString(),
          complaints: rows.map((row) => ({
            ...cardJson(row, "mediator"),
            ...(row.waits_for_other && forOtherMediator),
          })),
          ...counts,
          page,
          pages: Math.max(1, Math.ceil(counts.total / pageSize)),
          decides: mayDecideCases(actor.operatorRole),
        },
      };
    },
    "GET /v1/operator/complaints/:complaintId": async ({ params: { complaintId }, actor, now }) => {
      const row = await findCase(db, complaintId, "mediator");
      if (!row) throw new Refusal(requestRefusals.notFound);
      // An operator who is a side of the order reads the case as that side.
      if (row.buyer_id === actor.userId || row.seller_id === actor.userId)
        throw new Refusal(complaintRefusals.conflictOfInterest);
      const waits = row.state === "with_mediator" || row.state === "appealed";
      const whyNot = await whyNotMediator(db, row, actor);
      const view = await viewCase(db, row, { side: "mediator", userId: actor.userId, zone: "WIB" }, now);
      return {
        success: true,
        result: {
          ...view,
          ...(waits && whyNot && forOtherMediator),
          actions: whyNot ? [] : view.actions,
          may_claim: isPermitted(actor.operatorRole, "claims.decide"),
          why_no_payment: await whyNoPayment(db, row, actor.userId),
          rules: citedRuleNames.map((rule) => ({ rule, ...citedRules[rule] })),
          why_not: waits && whyNot ? whyNot.message : null,
        },
      };
    },
    "POST /v1/operator/complaints/:complaintId/messages": async ({ params: { complaintId }, body, actor, now }) =>
      said(
        "Pesan terkirim.",
        complaintId,
        await writeAsMediator(context, { complaintId, mediator: actor, text: body.text }, now),
      ),
    "POST /v1/operator/complaints/:complaintId/decision": async ({ params: { complaintId }, body, actor, now }) => {
      const { checked: _, ...decided } = body;
      return said(
        "Putusan tersimpan.",
        complaintId,
        await decideComplaint(context, { complaintId, mediator: actor, ...decided }, now),
      );
    },
    "GET /v1/operator/complaint-precedents": async ({ query: { problem, category, page = 1 } }) => {
      const [rows, total] = await Promise.all([
        listPrecedents(db, { problem, category, limit: pageSize, offset: (page - 1) * pageSize }),
        countPrecedents(db, { problem, category }),
      ]);
      return {
        success: true,
        result: {
          page,
          pages: Math.max(1, Math.ceil(total / pageSize)),
          total,
          precedents: rows.map(({ rule, kind, refunded, paid, created_at, ...row }) => ({
            ...row,
            rule_title: ruleTitle(rule),
            solution_label: solutions[kind].label,
            refunded_percent: paid > 0 ? Math.min(100, Math.round((100 * refunded) / paid)) : 0,
            at: created_at.toISOString(),
          })),
        },
      };
    },
    "GET /v1/operator/complaint-statistics": async () => ({
      success: true,
      result: { months: await listMonths(db), problems: await countProblems(db) },
    }),
  });
  serve(app, context, claimEndpoints, {
    "POST /v1/operator/complaints/:complaintId/claim": async ({ params: { complaintId }, body, actor, now }) => {
      await decideClaim(context, actor, { complaintId, ...body }, now);
      return { success: true, message: `${claimStates[body.state]}.`, data: { state: body.state } };
    },
  });
}
