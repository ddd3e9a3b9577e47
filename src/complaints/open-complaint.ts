import { randomInt } from "node:crypto";
import type { Context } from "#lib/context.ts";
import { violates, type Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { findHolidays } from "#orders/holidays/find-holidays.ts";
import { changeOrders, lockOrder } from "#orders/change-order.ts";
import { findSentParcels } from "#orders/parcels/find-parcels.ts";
import type { OrderStatus } from "#orders/rules.ts";
import { findOrderMoney } from "#orders/settlement/settle-dispute.ts";
import { completeSolution, type WantedSolution } from "./complete-solution.ts";
import { complaintRefusals } from "./contract.ts";
import { attachEvidence } from "./evidence/add-evidence.ts";
import { queueCaseDeadline, say } from "./move-case.ts";
import { notifyParties } from "./notify-case.ts";
import {
  findOrderToComplain,
  insertCase,
  insertCaseLines,
  isNumberUsed,
  listLines,
  lockCaseRow,
  updateCase,
  type LineFacts,
} from "./queries.ts";
import {
  arrivedLines,
  changedMindUntil,
  isProblemPossible,
  leavesOutMissing,
  type Problem,
  problems,
  whyNotOpen,
} from "./opening/rules.ts";
import { dueAfter, talkDuration } from "./rules.ts";
import { solutionText } from "./solution-text.ts";

export type Opening = {
  orderId: string;
  buyerId: string;
  lines: readonly { line_id: string; quantity: number; problem: Problem }[];
  wanted: WantedSolution;
  text: string;
  evidence: readonly string[];
};

/** `Barang rusak: Mangkuk Keramik Dago`. */
export function complaintTitle(found: readonly Problem[], firstName: string): string {
  const [first] = found;
  return `${first && new Set(found).size === 1 ? problems[first].label : "Beberapa masalah"}: ${firstName}`;
}

// Without letters and digits that look alike.
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

async function newNumber(tx: Tx): Promise<string> {
  for (;;) {
    const number = `K-${Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join("")}`;
    if (!(await isNumberUsed(tx, number))) return number;
  }
}

const openingRefusals = {
  already_open: complaintRefusals.alreadyOpen,
  cash_awaited: complaintRefusals.cashAwaited,
  not_open: complaintRefusals.orderNotOpen,
  too_early: complaintRefusals.tooEarly,
  withdrawn_often: complaintRefusals.withdrawnOften,
} as const;

/**
 * Opens a complaint about an order under way or delivered. In the same transaction the order becomes disputed, so that
 * nothing pays its seller until the case ends. Refuses with `request.not_found`, `complaints.order_not_open`,
 * `complaints.too_early`, `complaints.withdrawn_often`, `complaints.cash_awaited`, `complaints.already_open`, the
 * refusals of its lines, of {@link completeSolution} and of evidence.
 */
export async function openComplaint(
  context: Pick<Context, "db" | "clock">,
  opening: Opening,
  now: Date,
): Promise<{ id: string; messageId: string }> {
  const { orderId, buyerId, text } = opening;
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, { buyerId });
    const toComplain = await findOrderToComplain(tx, orderId, buyerId);
    const whyNot = toComplain ? whyNotOpen(toComplain.facts, now) : "not_open";
    if (whyNot) throw new Refusal(openingRefusals[whyNot]);
    const holidays = await findHolidays(tx, order.buyer_province);
    const known = await listLines(tx, orderId);
    const parcels = await findSentParcels(tx, orderId);
    const arrived = arrivedLines(known, parcels);
    const lines = checkLines(opening, order, { known, arrived, holidays }, now);
    const found = lines.map(({ problem }) => problem);
    if (order.status === "shipped" && leavesOutMissing(found, parcels))
      throw new Refusal(complaintRefusals.othersUnderWay);
    const money = await findOrderMoney(tx, orderId);
    const demand = completeSolution(opening.wanted, lines, money, { allowsNothing: false, isDemand: true });
    const title = complaintTitle(found, lines[0]?.name ?? "");
    await changeOrders(tx, context, [order], { action: "dispute", by: "buyer", actorId: buyerId, reason: title, now });
    const talkUntil = addDuration(now, talkDuration);
    const dueAt = dueAfter("awaiting_seller", now, { talkUntil, parcelDueAt: null, holidays });
    const number = await newNumber(tx);
    const id = await insertCase(tx, {
      number,
      orderId,
      buyerId,
      dueAt,
      talkUntil,
      demand,
      now,
      shopId: order.shop_id,
    }).catch((error: unknown) => {
      if (violates(error, "complaints_open_order")) throw new Refusal(complaintRefusals.alreadyOpen);
      throw error;
    });
    await insertCaseLines(tx, id, opening.lines);
    const one = await lockCaseRow(tx, id);
    if (one?.state !== "awaiting_seller") throw new Error("the complaint was not stored");
    const doer = { side: "buyer", userId: buyerId } as const;
    const messageId = await say(tx, one, doer, { kind: "opening", text, solution: demand }, now);
    await updateCase(tx, one, "awaiting_seller", { state: "awaiting_seller", dueAt, offerId: messageId }, now);
    await attachEvidence(tx, { orderId, userId: buyerId, messageId, ids: opening.evidence });
    await queueCaseDeadline(tx, context, id, dueAt);
    await notifyParties(tx, one, {
      state: "awaiting_seller",
      dueAt,
      text: `${title}. Diminta: ${solutionText(demand)}.`,
      messageId,
      by: "buyer",
      now,
    });
    return { id, messageId };
  });
}

function checkLines(
  { lines }: Opening,
  order: { status: OrderStatus; delivered_at: Date | null },
  {
    known,
    arrived,
    holidays,
  }: { known: readonly LineFacts[]; arrived: ReadonlySet<string>; holidays: ReadonlySet<string> },
  now: Date,
): (LineFacts & { complained: number; problem: Problem })[] {
  return lines.map(({ line_id, quantity, problem }) => {
    const line = known.find((one) => one.line_id === line_id);
    if (!line) throw new Refusal(complaintRefusals.lineUnknown);
    if (quantity > line.quantity)
      throw new Refusal(complaintRefusals.quantityTooLarge, {
        [`line.${line_id}`]: [`Paling banyak ${line.quantity}.`],
      });
    if (!isProblemPossible(problem, order.status, arrived.has(line_id)))
      throw new Refusal(complaintRefusals.problemNotPossible);
    if (problem === "changed_mind") {
      const { changed_mind_days: changedMindDays, made_to_order: madeToOrder } = line;
      const until = changedMindUntil({ changedMindDays, madeToOrder, arrivedAt: order.delivered_at }, holidays);
      if (!until || until < now) throw new Refusal(complaintRefusals.changeOfMindClosed);
    }
    return { ...line, complained: quantity, problem };
  });
}
