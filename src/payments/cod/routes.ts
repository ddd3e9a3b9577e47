import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { readFileBytes, readParts } from "#lib/http/multipart.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { invalidRefusal, singleLine } from "#lib/schema.ts";
import { addDuration } from "#lib/time.ts";
import { mayDecide } from "../payouts/review/decide-payout.ts";
import { requireFinance } from "../statements/decide-line.ts";
import { codEndpoints, codRefusals, remittanceForm } from "./contract.ts";
import { approveDifference, decideDifference } from "./decide-difference.ts";
import { listDecisions, listOwed, listRemittances, sumOwed } from "./queries.ts";
import { readList, type ListProblem } from "./read-list.ts";
import { remitList, remitOrders, type BookedRemittance } from "./remit-cash.ts";
import {
  codDecisions,
  codDecisionStates,
  codPages,
  companyName,
  remittanceDuration,
  remittanceLimits,
  shownCodDecisions,
} from "./rules.ts";

/** `/v1/operator` calls about the cash that couriers owe and hand over. */
export function codRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, codEndpoints, {
    "GET /v1/operator/cod": async ({ actor, now }) => {
      const overdue = addDuration(now, -remittanceDuration);
      const [sums, owed, remittances, decisions] = await Promise.all([
        sumOwed(db, overdue),
        listOwed(db, codPages.owed),
        listRemittances(db, codPages.remittances),
        listDecisions(db, shownCodDecisions),
      ]);
      return {
        success: true,
        result: {
          couriers: sums.map(({ courier, orders, amount, overdueOrders, overdueAmount }) => ({
            courier,
            name: companyName(courier),
            orders,
            amount,
            overdue_orders: overdueOrders,
            overdue_amount: overdueAmount,
          })),
          owed: owed.map((row) => ({
            ...row,
            collected_at: row.collected_at.toISOString(),
            overdue: row.collected_at < overdue,
          })),
          remittances: remittances.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
          decisions: decisions.map(({ parties, decider_id: deciderId, created_at: at, ...row }) => ({
            ...row,
            created_at: at.toISOString(),
            can_approve:
              row.state === "proposed" &&
              mayDecide(actor.operatorRole) &&
              ![deciderId, ...parties].includes(actor.userId),
          })),
          decides: mayDecide(actor.operatorRole),
        },
      };
    },
    "POST /v1/operator/cod/remittances": async ({ actor, body, now }) => {
      const { courier, reference, order_ids: orderIds, fee } = body;
      return answer(await remitOrders(context, actor, { courier, reference, orderIds, fee }, now));
    },
    "POST /v1/operator/cod/decisions": async ({ actor, body, now }) => {
      const { order_id: orderId, ...rest } = body;
      const data = await decideDifference(context, actor, { ...rest, orderId }, now);
      const message =
        data.state === "proposed"
          ? "Keputusan tersimpan. Operator lain perlu memastikannya sebelum dibukukan."
          : `${codDecisions[body.kind].done}: keputusan dibukukan.`;
      return { success: true, message, data };
    },
    "POST /v1/operator/cod/decisions/:decisionId/approve": async ({ actor, params, body, now }) => {
      const data = await approveDifference(context, actor, { ...params, accept: body.accept }, now);
      return { success: true, message: `${codDecisionStates[data.state]}.`, data };
    },
    "POST /v1/operator/cod/remittance-files": async ({ actor, request, now }) => {
      requireFinance(actor);
      return answer(await remitList(context, actor, await readUpload(request), now));
    },
  });
}

function answer(data: BookedRemittance) {
  const sentences = [
    `${formatRupiah(data.amount)} dari ${formatCount(data.matched_count)} pesanan dibukukan.`,
    data.fee > 0 && `Biaya kurir ${formatRupiah(data.fee)}.`,
    data.found > 0 && `${formatCount(data.found)} baris berbeda dan tidak dibukukan.`,
  ];
  return { success: true as const, message: sentences.filter(Boolean).join(" "), data };
}

const fileNameSchema = singleLine(1, 200);

/** The form and the list of an upload. Refuses with the refusals of files, and wrong fields. */
async function readUpload(request: FastifyRequest) {
  if (!request.isMultipart()) throw new Refusal(requestRefusals.unsupportedType);
  const fields: Record<string, string> = {};
  let fileName = "";
  let bytes: Buffer | undefined;
  try {
    const limits = { files: 1, fields: 5, fileSize: remittanceLimits.bytes };
    for await (const part of readParts(request, { limits })) {
      if (part.type === "file") {
        fileName = part.filename;
        bytes = await readFileBytes(request, part);
      } else fields[part.fieldname] = String(part.value).slice(0, 200);
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== requestRefusals.tooLarge.code) throw error;
    throw new Refusal(codRefusals.tooLarge, { list: [codRefusals.tooLarge.message] });
  }
  const read = remittanceForm.safeParse(fields);
  if (!read.success) throw invalidRefusal(read.error.issues);
  if (!bytes?.length) throw new Refusal(codRefusals.missingFile, { list: [codRefusals.missingFile.message] });
  const found = readList(bytes);
  if ("problem" in found) throw refusalOf(found.problem);
  const { lines } = found;
  const named = fileNameSchema.safeParse(fileName.slice(-200));
  return { ...read.data, lines, fileName: named.success ? named.data : "setoran.csv" };
}

function refusalOf(problem: ListProblem): Refusal {
  if (problem.kind === "form") return new Refusal(codRefusals.unreadable, { list: [codRefusals.unreadable.message] });
  const { line, column, text } = problem;
  return new Refusal(codRefusals.badRow, { list: [`Baris ${line}, kolom ${column}: “${text}” tidak terbaca.`] });
}
