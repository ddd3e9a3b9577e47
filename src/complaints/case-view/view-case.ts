import type { Queryable } from "#lib/database.ts";
import { formatDateTime, zoneOfProvince, type Zone } from "#lib/time.ts";
import { findHolidays } from "#orders/holidays/find-holidays.ts";
import { findParcelsOf, findSentParcels, type Parcel } from "#orders/parcels/find-parcels.ts";
import { numberReplacements, progressLabel, whyNumberStays } from "#orders/parcels/rules.ts";
import { canResume } from "#orders/resume-order.ts";
import { findOrderMoney, isWholeRefund, withinRefundable } from "#orders/settlement/settle-dispute.ts";
import { orderStatuses, type OrderStatus } from "#orders/rules.ts";
import {
  escrowOf,
  coveredOf,
  refundableOf,
  refundedWhole,
  settlementOf,
  withRefund,
  type SettlementOrder,
} from "#payments/settlement/rules.ts";
import { couriers, isPickup } from "#shipping/rules.ts";
import { shareOf } from "../complete-solution.ts";
import { complaintRefusals } from "../contract.ts";
import { viewInsurance } from "../insurance/view-claim.ts";
import { complaintTitle } from "../open-complaint.ts";
import { findAcceptances, findOrderToComplain, listCaseLines, listLines, silenceFacts } from "../queries.ts";
import {
  actionsOf,
  type ComplaintState,
  complaintStates,
  ifNobody,
  isAddressAwaited,
  type OpenState,
  outcomes,
  type Party,
  type Solution,
  stateLabel,
  stepOf,
} from "../rules.ts";
import {
  arrivedLines,
  changedMindUntil,
  isProblemPossible,
  openingPromise,
  opensAt,
  problemNames,
  problems,
  solutionLabel,
  solutionsFor,
  whyNotOpen,
} from "../opening/rules.ts";
import { type CitedRule, citedRules, clockRule, ruleTitle } from "../mediation/rules.ts";
import { awaitedParcel, senderOf, labelObstacle } from "../parcel-label/rules.ts";
import { solutionJson } from "../solution-text.ts";
import { type ComplaintCard, type ComplaintMessage, type ComplaintOptions, type ComplaintView } from "./contract.ts";
import {
  listDecisions,
  listLastScans,
  listMessages,
  type CardRow,
  type LastScan,
  type MessageRow,
  type findCase,
} from "./queries.ts";

const awaitsAddress = ({ state, has_address: hasAddress }: Pick<CardRow, "state" | "has_address">): boolean =>
  isAddressAwaited(state, { hasAddress });

/** A case in a list. */
export function cardJson(row: CardRow, side: Party): ComplaintCard {
  const step = row.state === "closed" ? null : stepOf(row.state, awaitsAddress(row));
  return {
    id: row.id,
    number: row.number,
    order_id: row.order_id,
    invoice: row.invoice,
    state: row.state,
    state_label: step?.label ?? stateLabel(row.state),
    turn: step?.turn ?? null,
    task: step?.turn === side ? step.task : null,
    due_at: row.due_at?.toISOString() ?? null,
    side,
    title: complaintTitle(row.problems, row.first_name),
    picture_key: row.picture_key,
    problems: row.problems,
    line_count: row.line_count,
    shop: { name: row.shop_name, slug: row.shop_slug },
    buyer_name: row.buyer_name,
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    outcome: row.outcome && row.state === "closed" ? outcomes[row.outcome] : null,
  };
}

type CaseRow = NonNullable<Awaited<ReturnType<typeof findCase>>>;
export type CaseReader = { side: Party; userId: string; zone: Zone | null };

/** A case with everything that this reader may know and do. */
export async function viewCase(db: Queryable, row: CaseRow, reader: CaseReader, now: Date): Promise<ComplaintView> {
  const { side } = reader;
  const [lines, messages, decisions, parcels, scans, money, accepted] = [
    await listCaseLines(db, row.id),
    await listMessages(db, row.id),
    await listDecisions(db, row.id),
    await findParcelsOf(db, row.order_id),
    await listLastScans(db, row.order_id),
    await findOrderMoney(db, row.order_id),
    await findAcceptances(db, row.offer_id),
  ];
  const zone = reader.zone ?? zoneOfProvince(side === "seller" ? row.shop_province : row.buyer_province);
  const found = lines.map(({ problem }) => problem);
  const left = refundableOf(money);
  const covered = coveredOf(money);
  const isResumed = canResume({ status: row.order_status, delivered_at: row.delivered_at });
  const open: OpenState | null = row.state === "closed" ? null : row.state;
  const hasAccepted = side === "mediator" ? false : accepted[side];
  const actions = actionsOf(row.state, side, { sellerAnswered: row.seller_answered, hasAccepted });
  const author = messages.find(({ id }) => id === row.offer_id)?.author;
  const offerBy = author === "system" ? "mediator" : author;
  const card = cardJson(row, side);
  const isDecision = open === "decided" && actions.includes("accept");
  return {
    ...card,
    ...(isDecision && { task: complaintStates.decided.task }),
    now: now.toISOString(),
    zone,
    if_nobody: open ? ifNobody(open, side, silenceFacts(row)) : null,
    actions,
    lines: lines.map((line) => ({
      line_id: line.line_id,
      product_slug: line.product_slug,
      name: line.name,
      variant_name: line.variant_name,
      picture_key: line.picture_key,
      quantity: line.quantity,
      complained: line.complained,
      problem: line.problem,
      problem_label: problems[line.problem].label,
      refundable: left.lines.get(line.line_id) ?? 0,
      by_voucher: shareOf(line, covered.get(line.line_id) ?? 0),
    })),
    refundable_shipping: left.shipping,
    solutions: solutionsFor(found).map((kind) => ({ kind, label: solutionLabel(kind, found) })),
    demand: solutionJson(row.demand),
    if_withdrawn: isResumed
      ? "Komplain ditutup, dan pesanan berlanjut seperti sebelum komplain. Uangnya tetap ditahan sampai pesanan selesai."
      : "Komplain ditutup, pesanan selesai, dan uangnya diteruskan ke penjual. Ini tidak bisa dibatalkan.",
    offer:
      row.offer && row.offer_id && offerBy
        ? { message_id: row.offer_id, by: offerBy, solution: solutionJson(row.offer) }
        : null,
    agreed: row.solution ? solutionJson(row.solution) : null,
    decisions: decisions.map((decision) => ({
      id: decision.id,
      message_id: decision.message_id,
      mediator_name: decision.mediator_name,
      rule_title: ruleTitle(decision.rule),
      rule_text: decision.rule in citedRules ? citedRules[decision.rule as CitedRule].text : clockRule.text,
      reason: decision.reason,
      solution: solutionJson(decision.solution),
      is_final: decision.is_final,
      is_precedent: decision.is_precedent,
      buyer_accepted: decision.buyer_accepted_at !== null,
      seller_accepted: decision.seller_accepted_at !== null,
      at: decision.created_at.toISOString(),
    })),
    appealed_by: row.appealed_by,
    messages: messages.map((message) => messageJson(message, row, reader)),
    parcels: parcels.map((parcel) => ({
      id: parcel.id,
      direction: parcel.direction,
      courier_name: parcel.courier_name,
      resi: parcel.tracking_number,
      state: parcel.state,
      shipped_at: parcel.shipped_at?.toISOString() ?? null,
      arrived_at: parcel.arrived_at?.toISOString() ?? null,
      number_replacements_left: replacementsLeft(parcel, row, side),
      last_scan: scanJson(
        scans.find(({ parcel_id }) => parcel_id === parcel.id),
        parcel.tracking_number !== null,
      ),
    })),
    return_to: returnAddressOf(row),
    has_return_address: row.has_address,
    has_label: hasLabel(row, side),
    couriers: couriers.filter(({ id }) => !isPickup(id)).map(({ id, name, tracked }) => ({ id, name, tracked })),
    money: moneyOf(row, money),
    insurance: await viewInsurance(db, row, found, side),
    outcome_text: row.outcome_text,
    steps: stepsOf(row, zone),
  };
}

/**
 * The shop's address while goods are to be sent back, then the one to which they were sent, until the case is closed.
 * It is not public.
 */
function returnAddressOf(row: CaseRow): ComplaintView["return_to"] {
  if (row.state === "closed") return null;
  if (row.state !== "awaiting_return") return row.sent_to;
  if (!row.has_address) return null;
  return { name: row.shop_name, street: row.shop_street, city: row.shop_city, postcode: row.shop_postcode };
}

function hasLabel(row: CaseRow, side: Party): boolean {
  const facts = {
    state: row.state,
    isScanned: row.parcel_scanned,
    hasAddress: row.has_address || row.sent_to !== null,
  };
  return senderOf(row.state) === side && labelObstacle(facts) === null;
}

function replacementsLeft(parcel: Parcel, row: CaseRow, side: Party): number {
  if (parcel.id !== row.parcel_id || senderOf(row.state) !== side) return 0;
  const facts = {
    state: parcel.state,
    hasNumber: parcel.tracking_number !== null,
    isBooked: parcel.booked_with !== null,
    isScanned: row.parcel_scanned,
    replaced: row.numbers_replaced,
  };
  const why = whyNumberStays(facts, parcel.direction === awaitedParcel(row.state));
  return why === null ? numberReplacements.max - row.numbers_replaced : 0;
}

function scanJson(scan: LastScan | undefined, hasNumber: boolean): ComplaintView["parcels"][number]["last_scan"] {
  if (!scan) return null;
  const { status, place, by_seller, scanned_at: at } = scan;
  return { label: progressLabel(status, hasNumber), place, by_seller, at: at.toISOString() };
}

function messageJson(message: MessageRow, row: CaseRow, reader: CaseReader): ComplaintMessage {
  const names = { buyer: message.author_name ?? "Pembeli", seller: row.shop_name, system: "Sistem" };
  const mediator = message.author_name ? `Mediator ${message.author_name}` : "Mediator";
  return {
    id: message.id,
    author: message.author,
    author_name: message.author === "mediator" ? mediator : names[message.author],
    mine: message.author_id === reader.userId && message.author === reader.side,
    kind: message.kind,
    text: message.text,
    solution: message.solution ? solutionJson(message.solution) : null,
    evidence: message.evidence,
    at: message.created_at.toISOString(),
  };
}

const runningStatuses: readonly OrderStatus[] = ["shipped", "delivered"];

/** Who gets the order's money under the proposal that counts now. After the end: who got it. */
function moneyOf(row: CaseRow, order: SettlementOrder): ComplaintView["money"] {
  const before = settlementOf(order);
  if (row.state === "closed") {
    const isRefunded = row.order_status === "refunded";
    const { buyer, seller, commission, serviceFee, tax, courier, promotion } = isRefunded
      ? settlementOf(refundedWhole(order))
      : before;
    // A withdrawn complaint from before the arrival leaves the money held.
    const isRunning = row.outcome === "withdrawn" && row.refunded === 0 && runningStatuses.includes(row.order_status);
    const held = isRunning ? escrowOf(order) - before.buyer - before.promotion : 0;
    return {
      held,
      division: {
        buyer,
        fees_back: order.fees.amount - serviceFee,
        seller,
        fees: commission + serviceFee + tax + courier,
        promotion,
      },
      of: "outcome",
    };
  }
  const [solution, of] = ((): [Solution, ComplaintView["money"]["of"]] => {
    if (row.state === "decided" && row.offer) return [row.offer, "decision"];
    if (row.state === "appealed" && row.solution) return [row.solution, "decision"];
    if (row.solution && row.state !== "with_mediator") return [row.solution, "agreed"];
    return row.offer ? [row.offer, "offer"] : [row.demand, "demand"];
  })();
  const amounts = withinRefundable(order, solution);
  const isGoods = solution.kind === "replacement" || solution.kind === "send_rest" || solution.kind === "none";
  const after = isGoods ? order : isWholeRefund(order, solution) ? refundedWhole(order) : withRefund(order, amounts);
  const settled = settlementOf(after);
  return {
    held: escrowOf(order) - before.buyer - before.promotion,
    division: {
      buyer: settled.buyer - before.buyer,
      fees_back: before.serviceFee - settled.serviceFee,
      seller: settled.seller,
      fees: settled.commission + settled.serviceFee + settled.tax + settled.courier,
      promotion: settled.promotion - before.promotion,
    },
    of,
  };
}

type Step = ComplaintView["steps"][number];

/** The order of a case: what has happened, what happens now, what may follow. */
function stepsOf(row: CaseRow, zone: Zone): Step[] {
  const steps: Step[] = [{ text: "Dibuka, uang ditahan", status: "done" }];
  const add = (text: string, status: Step["status"]) => steps.push({ text, status });
  if (row.state === "closed") {
    add(row.outcome ? outcomes[row.outcome] : "Selesai", "done");
    add(`Selesai ${formatDateTime(row.closed_at ?? row.updated_at, zone)}`, "done");
    return steps;
  }
  const isTalk = row.state === "awaiting_seller" || row.state === "awaiting_buyer";
  if (row.seller_answered) add("Penjual menjawab", "done");
  else if (!isTalk) add("Perundingan", "done");
  if (row.solution && row.state !== "decided" && row.state !== "appealed" && row.state !== "with_mediator")
    add(row.outcome ? outcomes[row.outcome] : "Kesepakatan", "done");
  add(stepOf(row.state, awaitsAddress(row)).label, "now");
  if (awaitsAddress(row)) add("Barang dikirim balik", "next");
  const next: Partial<Record<ComplaintState, readonly string[]>> = {
    awaiting_seller: ["Kesepakatan, atau mediator memutuskan"],
    awaiting_buyer: ["Kesepakatan, atau mediator memutuskan"],
    with_mediator: ["Putusan tertulis", "Banding satu kali"],
    decided: ["Putusan dijalankan"],
    appealed: ["Putusan dijalankan"],
    awaiting_return: ["Penjual memeriksa barang", "Uang kembali"],
    return_shipped: ["Penjual memeriksa barang", "Uang kembali"],
    inspecting: ["Uang kembali"],
    awaiting_replacement: ["Pembeli memeriksa kiriman", "Selesai"],
    replacement_shipped: ["Pembeli memeriksa kiriman", "Selesai"],
    checking: ["Selesai"],
  };
  for (const text of next[row.state] ?? []) add(text, "next");
  return steps;
}

/** What this buyer may complain about in an order; undefined for another person's order. */
export async function complaintOptions(
  db: Queryable,
  { orderId, buyerId }: { orderId: string; buyerId: string },
  now: Date,
): Promise<ComplaintOptions | undefined> {
  const order = await findOrderToComplain(db, orderId, buyerId);
  if (!order) return undefined;
  const [lines, money, holidays] = [
    await listLines(db, orderId),
    await findOrderMoney(db, orderId),
    await findHolidays(db, order.buyer_province),
  ];
  const left = refundableOf(money);
  const covered = coveredOf(money);
  const { facts } = order;
  const arrived = arrivedLines(lines, await findSentParcels(db, orderId));
  const whyNot = whyNotOpen(facts, now);
  const opens = formatDateTime(opensAt(facts, now), zoneOfProvince(order.buyer_province));
  const whyNotTexts = {
    already_open: "Komplain untuk pesanan ini sedang berjalan.",
    cash_awaited: complaintRefusals.cashAwaited.message,
    not_open: `Pesanan berstatus ${orderStatuses[facts.status].label}. Komplain bisa dibuka sejak pesanan dikirim sampai selesai.`,
    withdrawn_often: complaintRefusals.withdrawnOften.message,
    too_early: `Menurut perkiraan, paketnya tiba paling lambat ${opens}. Bila saat itu belum tiba, Anda bisa membuka komplain.`,
  };
  return {
    complaint_id: order.complaint_id,
    can_open: whyNot === null,
    why_not: whyNot && whyNotTexts[whyNot],
    promise: openingPromise,
    lines: lines.map((line) => {
      const { changed_mind_days: changedMindDays, made_to_order: madeToOrder } = line;
      const allowed = changedMindUntil({ changedMindDays, madeToOrder, arrivedAt: order.delivered_at }, holidays);
      // A completed order cannot be complained about.
      const until = allowed && order.due_at && order.due_at < allowed ? order.due_at : allowed;
      const possible = problemNames.filter(
        (problem) =>
          isProblemPossible(problem, facts.status, arrived.has(line.line_id)) &&
          (problem !== "changed_mind" || (until !== null && until >= now)),
      );
      return {
        line_id: line.line_id,
        name: line.name,
        variant_name: line.variant_name,
        picture_key: line.picture_key,
        quantity: line.quantity,
        refundable: left.lines.get(line.line_id) ?? 0,
        by_voucher: covered.get(line.line_id) ?? 0,
        problems: possible.map((problem) => ({
          problem,
          label: problems[problem].label,
          until: problem === "changed_mind" ? (until?.toISOString() ?? null) : null,
          solutions: problems[problem].solutions
            .filter((kind) => kind !== "none")
            .map((kind) => ({ kind, label: solutionLabel(kind, [problem]) })),
        })),
      };
    }),
    refundable_shipping: left.shipping,
  };
}
