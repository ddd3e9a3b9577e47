import { expect } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, hour } from "#lib/time.ts";
import { handoverCode } from "#orders/parcels/handover-code.ts";
import { isInstant } from "#shipping/instant-rules.ts";
import { newTrackingNumber } from "./make/orders.ts";
import type { Answer, Caller, SaleWorld, Shop } from "./make/sale.ts";
import { isOpen } from "./sale-edges.ts";
import { frozen, readOrders, type Draw, type Sale, type Stored } from "./sale-state.ts";

const reason = "Menurut foto dan percakapan, ini yang paling adil bagi kedua pihak.";
const problems = ["damaged", "not_as_described", "incomplete", "changed_mind", "not_arrived"] as const;
const kinds = ["refund", "return_refund", "replacement", "send_rest", "none"] as const;
const scans = ["picked", "dropping_off", "delivered", "on_hold", "returned", "picked", "delivered"] as const;
const refused: Answer = { status: 409 };
/** What Biteship says of a courier that was ordered, in any order. */
const stages = [
  "allocated",
  "picking_up",
  "picked",
  "picked",
  "picked",
  "dropping_off",
  "delivered",
  "delivered",
  "courier_not_found",
  "cancelled",
  "on_hold",
  "return_in_transit",
  "returned",
] as const;
const decisions = ["part_paid", "written_off", "recovered", "still_owed", "written_off"] as const;

const newNumber = (courier: string) =>
  courier === "gojek-instant" ? `GK${newTrackingNumber().replace(/\D/g, "")}` : newTrackingNumber();
const companyOf = (number: string) => (number.startsWith("GK") ? "gojek" : "jne");

function solutionOf({ line_id }: Stored, { kind, amount }: Draw) {
  const lines = amount % 7 === 0 ? [] : [{ line_id, amount }];
  return { kind: kinds[kind % kinds.length], lines, shipping: amount % 3 === 0 ? amount % 12_000 : 0 };
}

/** What one person does with an order. `seller` and `either` call as that side. */
type Act = (one: {
  world: SaleWorld;
  sale: Sale;
  order: Stored;
  draw: Draw;
  seller: Shop;
  buyer: Caller;
  either: Caller;
}) => Promise<Answer>;

const ofCase = ({ case_id }: Stored) => `/v1/complaints/${case_id ?? "00000000-0000-7000-8000-000000000000"}`;
const parcelBody = ({ kind }: Draw) =>
  kind % 9 === 8
    ? { courier: "pickup" }
    : kind % 9 === 7
      ? { courier: "self" }
      : { courier: "jne-reg", resi: newTrackingNumber() };

const hasNumber = ({ courier }: Stored) => courier === "jne-reg" || isInstant(courier);

async function ship(world: SaleWorld, as: Caller, order: Stored, kind: number): Promise<Answer> {
  const resi = newNumber(order.courier);
  // Biteship knows most numbers. One that it does not know is a false one.
  if (kind % 6 !== 5) world.biteship.setParcel({ waybill: resi, company: companyOf(resi) });
  const typed = kind % 3 === 1 ? ` ${resi.toLowerCase()} ` : resi;
  return as("POST", `/v1/seller/orders/${order.id}/ship`, hasNumber(order) ? { resi: typed } : {});
}

async function scan({ numbers }: Stored, sale: Sale, status: string, { amount, side }: Draw): Promise<Answer> {
  const number = numbers[amount % Math.max(1, numbers.length)];
  if (number === undefined) return refused;
  reportScan(sale, number, status);
  if (!side) return { status: 200 };
  return sale.world.notifyScan(number, sale.world.biteship.headers);
}

/** The courier scans a parcel now, and Biteship knows it from then on. */
function reportScan({ world, known, now }: Sale, number: string, status: string): void {
  const parcel = { waybill: number, company: companyOf(number), ...known.get(number) };
  world.biteship.setParcel(parcel);
  world.biteship.scan(number, status, "Bandung", now);
  known.set(number, world.biteship.setParcel(parcel));
}
/** Every step that a history may play. */
export const acts: Record<string, Act> = {
  pay: async ({ world, order, buyer }) => {
    // The page of a payment shows how to pay, which its provider says.
    await buyer("GET", `/v1/payments/${order.payment_id}`);
    const attempt = await world.context.db.row<{ reference: string }>(sql`
      select a.reference from payment_attempts a join payments p on p.id = a.payment_id
      where p.id = ${order.payment_id} and a.provider = 'midtrans' order by a.id desc limit 1`);
    if (!attempt || order.cod || !world.midtrans.charges.has(attempt.reference)) return refused;
    world.midtrans.pay(attempt.reference);
    return world.notifyPaid(attempt.reference);
  },
  cancel: ({ order, buyer }) => buyer("POST", `/v1/orders/${order.id}/cancel`, {}),
  requestCancel: ({ order, buyer }) =>
    buyer("POST", `/v1/orders/${order.id}/request-cancel`, { reason: "Salah pesan" }),
  withdrawCancel: ({ order, buyer }) => buyer("POST", `/v1/orders/${order.id}/withdraw-cancel`),
  approveCancel: ({ order, seller }) => seller.as("POST", `/v1/seller/orders/${order.id}/approve-cancel`),
  refuseCancel: ({ order, seller }) =>
    seller.as("POST", `/v1/seller/orders/${order.id}/refuse-cancel`, { reason: "Sudah dikemas" }),
  accept: ({ order, seller }) => seller.as("POST", `/v1/seller/orders/${order.id}/accept`),
  reject: ({ order, seller }) => seller.as("POST", `/v1/seller/orders/${order.id}/reject`, { reason: "Stok keliru" }),
  ship: ({ world, order, seller, draw: { kind } }) => ship(world, seller.as, order, kind),
  shipUntracked: async ({ world, order, seller }) => ship(world, await world.untracked(seller), order, 0),
  /** A courier is ordered at Biteship. Its price is below, at or above what the buyer paid for it. */
  book: ({ world, order, seller, draw: { kind } }) => {
    world.biteship.orderPrice = [9000, 10_000, 18_000, 23_000][kind % 4] ?? 18_000;
    return seller.as("POST", `/v1/seller/orders/${order.id}/booking`, {});
  },
  cancelBooking: ({ order, seller }) => seller.as("POST", `/v1/seller/orders/${order.id}/booking/cancel`),
  /** The ordered courier goes on, and its price may change. Biteship notifies, or is asked later. */
  drive: async ({ world, sale, order, draw: { kind, amount, side } }) => {
    const ordered = world.biteship.orders.find(({ id }) => id === order.booked_as);
    if (!ordered) return refused;
    ordered.status = stages[kind % stages.length] ?? "picked";
    if (amount % 9 === 0) ordered.price = 8000 + (amount % 20_000);
    const number = (ordered.waybill ?? "").replace(/[^A-Z0-9]/g, "");
    if (order.booking_state === "collected" || ordered.status === "picked") reportScan(sale, number, ordered.status);
    return side || amount % 3 === 0 ? world.notifyOrder(ordered.id) : { status: 200 };
  },
  /** A number that the shop or the courier has used for another order of the buyer, or that no courier writes. */
  shipFalsely: async ({ sale, order, seller, draw: { kind } }) => {
    if (order.courier !== "jne-reg") return refused;
    // Couriers of two shops may give the same number.
    const used = sale.seen
      .filter(({ id, shop_id }) => id !== order.id && shop_id === order.shop_id)
      .concat(sale.seen.filter(({ id, courier }) => id !== order.id && courier === "jne-reg"))
      .flatMap(({ numbers }) => numbers);
    const resi = kind % 2 === 0 ? (used[0] ?? "TLJR") : "ＴＬＪＲ１２３４";
    const answer = await seller.as("POST", `/v1/seller/orders/${order.id}/ship`, { resi });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    return answer;
  },
  handOver: ({ world, order, seller, draw: { kind } }) => {
    const code = handoverCode(world.context, order.id);
    const wrong = code === "000000" ? "000001" : "000000";
    return seller.as("POST", `/v1/seller/orders/${order.id}/hand-over`, { code: kind % 3 === 0 ? wrong : code });
  },
  refuseParcel: ({ order, seller }) =>
    seller.as("POST", `/v1/seller/orders/${order.id}/refuse-parcel`, { reason: "Pembeli menolak paketnya" }),
  refundPart: ({ order, seller, draw: { amount, kind } }) => {
    const body = {
      lines: [{ line_id: order.line_id, amount }],
      shipping: kind % 3 === 0 ? 500 : 0,
      reason: "Sebagian",
    };
    return seller.as("POST", `/v1/seller/orders/${order.id}/refunds`, body, true);
  },
  arrived: ({ order, buyer }) => buyer("POST", `/v1/orders/${order.id}/arrived`),
  receive: ({ order, buyer }) => buyer("POST", `/v1/orders/${order.id}/receive`),
  extend: ({ order, buyer }) => buyer("POST", `/v1/orders/${order.id}/extend`),
  /** The rest of the order in a further parcel. */
  addParcel: ({ world, order, seller }) => {
    const resi = newNumber(order.courier);
    world.biteship.setParcel({ waybill: resi, company: companyOf(resi) });
    return seller.as("POST", `/v1/seller/orders/${order.id}/parcels`, { resi });
  },
  /** The seller's own word about a parcel that nothing reports, also that it arrived. */
  addProgress: ({ order, seller, draw: { kind } }) => {
    const form = new FormData();
    const statuses = ["picked", "in_transit", "delivered"] as const;
    for (const [name, value] of Object.entries({
      status: statuses[kind % 3] ?? "picked",
      place: "Bandung",
      note: String(kind),
    }))
      form.set(name, value);
    return seller.as("POST", `/v1/seller/orders/${order.id}/parcels/${order.parcel_id ?? order.id}/progress`, form);
  },
  scan: ({ sale, order, draw: drawn }) => scan(order, sale, scans[drawn.kind % scans.length] ?? "picked", drawn),
  /** Sends scans from the past and the future, of unknown parcels, and notifications without the secret. */
  oddScan: async ({ world, sale, order, draw: { kind } }) => {
    const number = order.numbers[0] ?? "";
    const forged = await world.notifyScan(number, { "x-biteship-secret": "salah" });
    expect(forged).toMatchObject({ code: "shipping.bad_signature" });
    expect(await world.notifyScan(newTrackingNumber(), world.biteship.headers)).toMatchObject({ verdict: "ignored" });
    // What the courier scanned before counts, and nothing after it.
    await world.notifyScan(number, world.biteship.headers);
    await world.work();
    const before = await readOrders(sale);
    const parcel = sale.known.get(number);
    if (!parcel) return { status: 200 };
    world.biteship.setParcel({ ...parcel, history: [...(parcel.history ?? [])] });
    world.biteship.scan(number, "delivered", "", addDuration(sale.now, (kind % 2 === 0 ? 5 : -2000) * hour));
    await world.notifyScan(number, world.biteship.headers);
    await world.work();
    world.biteship.setParcel(parcel);
    expect(frozen(await readOrders(sale))).toEqual(frozen(before));
    return { status: 200 };
  },
  complain: ({ order, buyer, draw: drawn }) => {
    const problem = problems[drawn.kind % problems.length];
    const quantity = Math.min(order.quantity, 1 + (drawn.amount % 3));
    const body = {
      lines: [{ line_id: order.line_id, quantity, problem }],
      wanted: drawn.side
        ? {
            kind: problem === "changed_mind" ? "return_refund" : "refund",
            lines: [{ line_id: order.line_id, amount: 900 }],
          }
        : solutionOf(order, drawn),
      text: "Satu mangkuk retak sampai ke dasar.",
    };
    return buyer("POST", `/v1/orders/${order.id}/complaints`, body);
  },
  message: ({ order, either }) => either("POST", `${ofCase(order)}/messages`, { text: "Fotonya sudah kami kirim." }),
  offer: ({ order, either, draw: drawn }) =>
    either("POST", `${ofCase(order)}/offers`, { solution: solutionOf(order, drawn), text: "Bagaimana kalau begini?" }),
  acceptOffer: ({ order, either, draw: { kind } }) =>
    either("POST", `${ofCase(order)}/accept`, { offer_id: kind % 8 === 7 ? order.id : (order.offer_id ?? order.id) }),
  callMediator: ({ order, either }) => either("POST", `${ofCase(order)}/mediator`, { text: "Kami minta mediator." }),
  withdraw: ({ order, buyer }) => buyer("POST", `${ofCase(order)}/withdraw`, {}),
  decide: ({ sale, order, draw: drawn }) => {
    const { mediators } = sale.operators;
    const mediator = mediators[drawn.side ? 0 : 1];
    const body = {
      solution: solutionOf(order, drawn),
      rule: "shared",
      reason,
      precedent: drawn.kind % 2 === 0,
      checked: true,
    };
    return mediator.as("POST", `/v1/operator${ofCase(order).slice(3)}/decision`, body);
  },
  appeal: ({ order, either }) => either("POST", `${ofCase(order)}/appeal`, { text: reason }),
  sendBack: ({ order, buyer, draw: drawn }) => buyer("POST", `${ofCase(order)}/return`, parcelBody(drawn)),
  sendReplacement: ({ order, seller, draw: drawn }) =>
    seller.as("POST", `${ofCase(order)}/replacement`, parcelBody(drawn)),
  inspect: ({ order, seller, draw: { kind } }) =>
    seller.as("POST", `${ofCase(order)}/inspection`, {
      result: (["arrived", "accepted", "objected"] as const)[kind % 3],
    }),
  received: ({ order, buyer }) => buyer("POST", `${ofCase(order)}/received`),
  review: async ({ order, buyer, draw: { kind } }) => {
    const body = { rating: 1 + (kind % 5), text: "Sesuai gambar.", picture_ids: [] };
    const answer = await buyer("PUT", `/v1/reviews/lines/${order.line_id}`, body);
    if (order.status !== "completed") expect(answer.status).not.toBe(200);
    return answer;
  },
  /** A courier is asked for an insured parcel, or what it answers is entered. */
  claim: ({ sale, order, draw: { amount, kind, side } }) => {
    const state = order.claim_state === null ? "asked" : kind % 3 === 0 ? "refused" : "paid";
    const paid = kind % 4 === 0 ? amount * 20 : 1 + (amount % (order.total + 1));
    const body = {
      state,
      amount: state === "paid" ? paid : 0,
      reference: state === "paid" ? `TRF ${order.case_id} ${kind % 2}` : "",
      note: "Foto dan resi sudah dikirim.",
    };
    const mediator = sale.operators.mediators[side ? 0 : 1];
    return mediator.as("POST", `/v1/operator${ofCase(order).slice(3)}/claim`, body);
  },
  /** The courier handed over less than it collected. */
  decideCash: ({ sale, order, draw: { amount, kind } }) => {
    const decided = decisions[kind % decisions.length] ?? "still_owed";
    const part = kind % 2 === 0 ? order.owed : 1 + (amount % 9000);
    return sale.operators.finance[0].as("POST", "/v1/operator/cod/decisions", {
      order_id: order.id,
      kind: decided,
      amount: decided === "still_owed" ? 0 : part,
      reference: decided === "written_off" || decided === "still_owed" ? "" : `TRF ${order.id} ${kind % 4}`,
      reason: "Kurir menyetor kurang.",
    });
  },
  /** Who proposed a write-off cannot confirm it. */
  approveCash: async ({ sale, order, draw: { kind } }) => {
    const isOther = kind % 4 !== 0;
    const url = `/v1/operator/cod/decisions/${order.decision_id ?? order.id}/approve`;
    const answer = await sale.operators.finance[isOther ? 1 : 0].as("POST", url, { accept: kind % 3 !== 0 });
    if (!isOther) expect(answer.status).toBeGreaterThanOrEqual(400);
    return answer;
  },
  remit: ({ sale, order, draw: { amount, kind } }) =>
    sale.operators.finance[0].as("POST", "/v1/operator/cod/remittances", {
      courier: "jne",
      reference: `${order.id} ${kind}`,
      order_ids: [order.id],
      fee: amount % 3000,
    }),
};

/** Whether operators have something left to do with an ended order. */
export const hasTail = ({ owed, insured, case_id, claim_state }: Stored) =>
  owed > 0 || (insured && case_id !== null && (claim_state ?? "asked") === "asked");

/** The usual next step of an order, so that histories reach their ends. */
export function usualStep(order: Stored, { kind, side }: Draw): keyof typeof acts {
  const { status, cancel_requested, courier, source, case_state, direction, parcel_state } = order;
  const isFetched = isOpen(order.booking_state) || order.booking_state === "collected";
  switch (status) {
    case "awaiting_payment":
      return "pay";
    case "awaiting_confirmation":
      return "accept";
    case "processing":
      if (cancel_requested) return "refuseCancel";
      if (isFetched) return kind % 12 === 11 ? "cancelBooking" : "drive";
      if (isInstant(courier)) return kind % 6 === 0 ? "ship" : "book";
      return (["shipUntracked", "ship", "book", "ship"] as const)[courier === "jne-reg" ? kind % 4 : 1] ?? "ship";
    case "shipped":
      if (order.insured && kind % 5 === 4) return "complain";
      if (order.booking_state === "collected") return "drive";
      return !hasNumber(order) ? "handOver" : source === null ? "arrived" : "scan";
    case "delivered":
      return kind % 4 === 0 ? "receive" : "complain";
    case "disputed":
      break;
    default:
      if (order.owed > 0) return order.decision_state === "proposed" ? "approveCash" : side ? "decideCash" : "remit";
      return hasTail(order) ? "claim" : "review";
  }
  switch (case_state) {
    case "awaiting_seller":
    case "awaiting_buyer":
      return kind % 3 === 0 ? "offer" : kind % 3 === 1 ? "acceptOffer" : "callMediator";
    case "with_mediator":
    case "appealed":
      return "decide";
    case "decided":
      return side ? "appeal" : "acceptOffer";
    case "awaiting_return":
      return "sendBack";
    case "awaiting_replacement":
      return "sendReplacement";
    case "return_shipped":
      return direction === "return" && parcel_state === "shipped" ? "scan" : "inspect";
    case "replacement_shipped":
      return "scan";
    case "inspecting":
      return "inspect";
    default:
      return "received";
  }
}
