/** The steps of random histories of money: which action is next. One that the rules refuse changes nothing. */
import { sql } from "../src/lib/database.ts";
import { Refusal } from "../src/lib/refusal.ts";
import { correctionKinds } from "../src/orders/corrections/rules.ts";
import { purchase, type MoneyWorld, type Purchase, type Step } from "./money-world.ts";
import * as act from "./money-actions.ts";
import * as correct from "./money-corrections.ts";

/** The actions that a run accepted, and how often. */
export const accepted = new Map<string, number>();
function count(name: string, times = 1): void {
  if (times > 0) accepted.set(name, (accepted.get(name) ?? 0) + times);
}

/** Several entries make an action likelier. */
const usual: readonly [name: string, action: act.Action][] = [
  ["discount", act.discount],
  ["pay", act.pay],
  ["payExactly", act.payExactly],
  ["markPaid", act.markPaid],
  ["markPaid", act.markPaid],
  ["change", act.change],
  ["expire", act.expire],
  ["cancel", act.cancel],
  ["accept", act.accept],
  ["accept", act.accept],
  ["reject", act.reject],
  ["ship", act.ship],
  ["ship", act.ship],
  ["scan", act.scan("delivered")],
  ["receive", act.receive],
  ["receive", act.receive],
  ["refundSome", act.refundSome],
  ["refundSome", act.refundSome],
  ["chargeBack", act.chargeBack],
  ["payOut", act.payOut],
  ["payOut", act.payOut],
  ["endPayout", act.endPayout],
  ["payRefunds", act.payRefunds],
];
/** Nobody reports a payment of cash. */
const ofCash: typeof usual = [
  ...usual.slice(7, 18),
  ["returned", act.scan("returned")],
  ["refuse", act.refuse],
  ["handOver", act.handOver],
  ["handOver", act.handOver],
  ...usual.slice(19),
];
const ofMore: typeof usual = [
  ["further", act.further],
  ["further", act.further],
  ["scanOne", act.scanAll("delivered", true)],
  ["returnOne", act.scanAll("returned", true)],
  ["complain", act.complain],
  ["complain", act.complain],
  ["endComplaint", act.endComplaint],
  ["endComplaint", act.endComplaint],
  ["agreeToCancel", act.agreeToCancel],
  ["bookCourier", act.bookCourier],
  ["bookCourier", act.bookCourier],
  ["moveCourier", act.moveCourier],
  ["moveCourier", act.moveCourier],
  ["winDispute", act.winDispute],
  ["winDispute", act.winDispute],
  ["failRefund", act.failRefund],
  ["nameAccount", act.nameAccount],
  ["paySomeTax", act.paySomeTax],
  ["refuseScanned", act.refuseScanned],
  ["sendRefunds", act.sendRefunds],
  ["proposeAny", correct.proposeAny],
  ["proposeAny", correct.proposeAny],
  ["decideProposed", correct.decideProposed],
  ["withdrawProposed", correct.withdrawProposed],
  ["correctAny", correct.correctAny],
  ["correctBoth", correct.correctBoth],
];

/** What may change the money of an order of which a fee was given back and a credit taken back. */
const afterBoth = ["refundSome", "chargeBack", "winDispute", "correctAny", "payOut"] as const;

/** Actions that a long run must have played: all but those that only the first histories have, and a rare one. */
export const actionNames = new Set(
  [...usual, ...ofCash, ...ofMore]
    .map(([name]) => name)
    .filter((name) => !["scan", "returned", "refuse"].includes(name))
    .concat(
      correctionKinds,
      afterBoth.map((name) => `${name} after both`),
      "endComplaint after a compensation",
      "fee_charged_again by the system",
      "credit_returned by the system",
      "a proposal is void",
    ),
);

/** `wide`: any action. `deep`: any action, with one purchase, so that much happens to it. `first`: see takeStep. */
export type Reach = "first" | "wide" | "deep";

/**
 * Does a step with the purchases of a history, or adds one. With the reach `first` it is one of the actions that
 * histories had first, so that their seeds still play them.
 */
export async function takeStep(world: MoneyWorld, purchases: Purchase[], one: Step, reach: Reach): Promise<void> {
  const [name, action, after] = await chooseAction(world, purchases, one, reach);
  try {
    if ((await action()) === false) return;
    count(name);
    if (after) count(`${name} after ${after}`);
  } catch (error) {
    // A step that the rules refuse changes nothing.
    if (!(error instanceof Refusal)) throw error;
  }
}

async function chooseAction(
  world: MoneyWorld,
  purchases: Purchase[],
  one: Step,
  reach: Reach,
): Promise<[name: string, action: () => Promise<unknown>, after?: string]> {
  const isWide = reach !== "first";
  const chosen = purchases[one.which % Math.max(1, purchases.length)];
  if (!chosen || (one.what < 200 && purchases.length < (reach === "deep" ? 1 : 4))) {
    // A chargeback needs a payment before the delivery.
    const bought = reach === "deep" ? { ...one, which: one.which * 2 } : one;
    return ["purchase", async () => purchases.push(await purchase(world, bought, isWide))];
  }
  const orderId = chosen.orderIds[one.part % chosen.orderIds.length] ?? "";
  const row = await world.context.db.row<Place & { shop_id: string }>(sql`
    select o.shop_id, o.status, p.status = 'paid' as paid,
      exists (select from courier_bookings b where b.order_id = o.id and b.state = 'booked') as has_courier,
      case when c.fee_returned > 0 and c.credit_taken_back > 0 then 'both' when c.buyer_goodwill > 0 then 'a compensation' end as corrected
    from orders o left join corrected_orders c on c.order_id = o.id join payments p on p.checkout_id = o.checkout_id where o.id = ${orderId}`);
  const shop = world.shops.find(({ shopId }) => shopId === row?.shop_id) ?? chosen.shopsOf[0];
  if (!row || !shop) throw new Error(`order ${orderId} has no shop`);
  const scene: act.Scene = {
    world,
    purchase: chosen,
    orderId,
    shop,
    seller: { orderId, shopId: shop.shopId, userId: shop.ownerId },
    buyer: { orderId, buyerId: chosen.buyerId },
    one,
    now: world.context.clock.now(),
  };
  const [name, action] = nextOf(scene, row, isWide);
  return [name, () => action(scene), row.corrected ?? undefined];
}

type Named = readonly [name: string, action: act.Action];
/** Where an order is. */
type Place = {
  status: string;
  paid: boolean;
  has_courier: boolean;
  /** Which corrections it has. */
  corrected: "both" | "a compensation" | null;
};

/** Half of the steps, or two of three, take the order on, so that histories reach their ends. */
function nextOf({ purchase: { isCod }, one }: act.Scene, order: Place, isWide: boolean): Named {
  const known = isCod ? ofCash : usual;
  // These two scan the latest parcel, which no courier may have fetched yet.
  const actions = isWide ? [...known.filter(([name]) => name !== "scan" && name !== "returned"), ...ofMore] : known;
  if (isWide ? one.amount % 3 === 0 : one.amount % 2 !== 0)
    return actions[one.what % actions.length] ?? ["accept", act.accept];
  const next = isWide ? wideStep(order, isCod, one.part) : undefined;
  if (next) return next;
  switch (order.status) {
    case "awaiting_payment":
      return order.paid ? ["markPaid", act.markPaid] : ["payExactly", act.payExactly];
    case "awaiting_confirmation":
      return ["accept", act.accept];
    case "processing":
      return ["ship", act.ship];
    case "shipped":
      return ["scan", act.scan("delivered")];
    case "delivered":
      return ["receive", act.receive];
    default:
      return one.part % 2 === 0 ? ["payOut", act.payOut] : ["endPayout", act.endPayout];
  }
}

/** What still happens to an order that was cancelled or refunded. */
const endedSteps: readonly Named[] = [
  ["sendRefunds", act.sendRefunds],
  ["failRefund", act.failRefund],
  ["nameAccount", act.nameAccount],
  ["winDispute", act.winDispute],
  ["correctAny", correct.correctAny],
  ["correctBoth", correct.correctBoth],
];

/** A way on that is not the plain one. */
function wideStep(
  { status, has_courier: hasCourier, corrected }: Place,
  isCod: boolean,
  part: number,
): Named | undefined {
  switch (status) {
    case "processing":
      if (hasCourier) return ["moveCourier", act.moveCourier];
      return part % 3 === 0 ? ["bookCourier", act.bookCourier] : undefined;
    case "shipped":
      if (isCod && part % 4 === 0) return ["refuseScanned", act.refuseScanned];
      return !isCod && part % 3 === 0 ? ["further", act.further] : ["scanAll", act.scanAll("delivered", false)];
    case "delivered":
      if (part % 6 === 1) return ["refundSome", act.refundSome];
      return part % 3 === 0 ? ["complain", act.complain] : undefined;
    case "disputed":
      return part % 4 === 0 ? ["correctAny", correct.correctAny] : ["endComplaint", act.endComplaint];
    case "completed":
      if (corrected === "both") return stepAfterBoth(part);
      if (part % 7 < 2) return ["correctBoth", correct.correctBoth];
      if (part % 7 < 4) return part % 2 === 0 ? ["correctAny", correct.correctAny] : ["proposeAny", correct.proposeAny];
      if (part % 6 === 0) return ["refundSome", act.refundSome];
      if (part % 6 < 3) return part % 6 === 1 ? ["chargeBack", act.chargeBack] : ["winDispute", act.winDispute];
      return isCod && part % 3 > 0 ? ["handOver", act.handOver] : undefined;
    case "cancelled":
    case "refunded":
      return endedSteps[part % endedSteps.length];
    default:
      return undefined;
  }
}

function stepAfterBoth(part: number): Named | undefined {
  const named: Record<(typeof afterBoth)[number], act.Action> = {
    refundSome: act.refundSome,
    chargeBack: act.chargeBack,
    winDispute: act.winDispute,
    correctAny: correct.correctAny,
    payOut: act.payOut,
  };
  const name = (["refundSome", "chargeBack", "refundSome", "winDispute", ...afterBoth] as const)[part % 10];
  return name && [name, named[name]];
}

/** Counts what corrections came to in a database at the end of its histories. */
export async function countCorrections({ context: { db } }: MoneyWorld): Promise<void> {
  const ended = await db.rows<{ kind: string; state: string; is_system: boolean }>(
    sql`select kind, state, proposed_by is null as is_system from order_corrections`,
  );
  for (const { kind, state, is_system: isSystem } of ended)
    if (state === "void") count("a proposal is void");
    else if (state === "booked") count(isSystem ? `${kind} by the system` : kind);
}
