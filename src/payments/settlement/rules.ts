/**
 * Design note. A settlement says who gets the money of an order. It is a pure function of the order and of what has
 * been refunded so far, so every event books the difference between two settlements: completion, cancellation, an
 * agreed partial refund, a decision after the payout. What is refunded is counted in the seller's price (`refunded`):
 * the seller gives up so much of a line. The buyer gets the share of it that came from the buyer, and the rest returns
 * to the marketplace, which had added it as a promotion. So a whole refund returns exactly what was paid, and the parts
 * of several partial refunds sum to it.
 */
import type { Rupiah } from "#lib/rupiah.ts";
import { calculateFee, type FeeTerms } from "../rules.ts";
import { vatOf, type IncomeTaxExemption } from "../tax/rules.ts";

/** A price of which several bear a part. All amounts are rupiah and not negative. */
export type SharedPrice = {
  /** What the seller asks: price × quantity, or the shipping cost with its insurance. */
  price: Rupiah;
  /** Discounts that the shop bears. */
  byShop: Rupiah;
  /** Discounts that the marketplace bears. */
  byPlatform: Rupiah;
  /** How much of `price - byShop` the seller has given up so far. */
  refunded: Rupiah;
};

export type SettlementLine = SharedPrice & {
  id: string;
  commission: FeeTerms;
  /** PPN that the price contains, per mille of the price without it. */
  vatPerMille: number;
  /** Income tax that is withheld from the seller, per mille of what the seller keeps without PPN. */
  taxPerMille: number;
  /** Why nothing is withheld from goods of a shop that is not exempt. */
  taxExemption?: IncomeTaxExemption | null;
};

export type SettlementOrder = {
  lines: readonly SettlementLine[];
  shipping: SharedPrice;
  /** Fees that belong to the marketplace, and how much of them was refunded. */
  fees: { amount: Rupiah; refunded: Rupiah };
  /** What the marketplace pays a courier for the order; nothing when the seller pays it. */
  courier?: Rupiah;
};

/** Who gets an order's money. The sum of all parts is what escrow held. */
export type Settlement = {
  buyer: Rupiah;
  seller: Rupiah;
  commission: Rupiah;
  serviceFee: Rupiah;
  tax: Rupiah;
  /** What is kept of the shipping for the courier that the marketplace pays. */
  courier: Rupiah;
  /** Promotions that return to the marketplace because their goods were refunded. */
  promotion: Rupiah;
};

/** What the seller gets of a price before commission when nothing is refunded. */
export function sellerPrice({ price, byShop }: SharedPrice): Rupiah {
  return price - byShop;
}

/**
 * What the buyer gets back of a price: the share of `refunded` that the buyer paid, rounded down until all is refunded.
 */
export function buyerShare(part: SharedPrice): Rupiah {
  const whole = sellerPrice(part);
  const paid = whole - part.byPlatform;
  if (part.refunded === whole) return paid;
  return Number((BigInt(part.refunded) * BigInt(paid)) / BigInt(whole));
}

/** The least that the seller has to give up so that the buyer gets `amount`. At most the whole price. */
export function refundedFor(part: Omit<SharedPrice, "refunded">, amount: Rupiah): Rupiah {
  const whole = part.price - part.byShop;
  const paid = whole - part.byPlatform;
  if (amount >= paid) return whole;
  return Number((BigInt(amount) * BigInt(whole) + BigInt(paid) - 1n) / BigInt(paid));
}

/** What escrow holds for an order that was paid: the buyer's payment and the marketplace's promotions. */
export function escrowOf({ lines, shipping, fees }: SettlementOrder): Rupiah {
  return [...lines, shipping].reduce((sum, part) => sum + sellerPrice(part), fees.amount);
}

/**
 * Who gets the money of an order. Throws when more is refunded than there is (a bug).
 * @rule The commission is computed on what the seller keeps, after shop discounts and refunds.
 * @rule When the marketplace pays the courier, its price is kept from the shipping that the seller would get, at most
 * all of it. The marketplace bears the rest. A buyer never pays more after the payment.
 */
export function settlementOf(order: SettlementOrder): Settlement {
  const { lines, shipping, fees } = order;
  for (const part of [...lines, shipping])
    if (part.refunded < 0 || part.refunded > sellerPrice(part)) throw new Error("a refund exceeds its price");
  if (fees.refunded < 0 || fees.refunded > fees.amount) throw new Error("a refund exceeds the fees");
  const parts = [...lines, shipping];
  const refunded = parts.reduce((sum, part) => sum + part.refunded, 0);
  const buyer = parts.reduce((sum, part) => sum + buyerShare(part), 0);
  const kept = lines.reduce((sum, line) => sum + sellerPrice(line) - line.refunded, 0);
  const commission = lines.reduce(
    (sum, line) => sum + calculateFee(line.commission, sellerPrice(line) - line.refunded),
    0,
  );
  const tax = Math.min(withheldTax(lines), kept - commission);
  const shippingKept = sellerPrice(shipping) - shipping.refunded;
  const courier = Math.min(order.courier ?? 0, shippingKept);
  return {
    buyer: buyer + fees.refunded,
    seller: kept + shippingKept - courier - commission - tax,
    commission,
    serviceFee: fees.amount - fees.refunded,
    tax,
    courier,
    promotion: refunded - buyer,
  };
}

/** The income tax on what the seller keeps, rounded down once for the order. */
function withheldTax(lines: readonly SettlementLine[]): Rupiah {
  const perMille = lines.reduce((sum, line) => sum + BigInt(keptBase(line)) * BigInt(line.taxPerMille), 0n);
  return Number(perMille / 1000n);
}

/** What the seller keeps of a line, without PPN. */
function keptBase(line: SettlementLine): Rupiah {
  const kept = sellerPrice(line) - line.refunded;
  return kept - vatOf(kept, line.vatPerMille);
}

/** On what income tax is withheld, and its rate per mille; null for an order without it. */
export function taxedBase({ lines }: SettlementOrder): { base: Rupiah; perMille: number } | null {
  const taxed = lines.filter(({ taxPerMille }) => taxPerMille > 0);
  if (taxed.length === 0) return null;
  return {
    base: taxed.reduce((sum, line) => sum + keptBase(line), 0),
    perMille: Math.max(...taxed.map(({ taxPerMille }) => taxPerMille)),
  };
}

/** What the seller keeps of goods from which nothing is withheld, without PPN, by the reason. */
export function exemptBases({ lines }: SettlementOrder): Map<IncomeTaxExemption, Rupiah> {
  const bases = new Map<IncomeTaxExemption, Rupiah>();
  for (const line of lines)
    if (line.taxExemption) bases.set(line.taxExemption, (bases.get(line.taxExemption) ?? 0) + keptBase(line));
  return bases;
}

/** The order with everything refunded that it holds. */
export function refundedWhole(order: SettlementOrder): SettlementOrder {
  return {
    ...order,
    lines: order.lines.map((line) => ({ ...line, refunded: sellerPrice(line) })),
    shipping: { ...order.shipping, refunded: sellerPrice(order.shipping) },
    fees: { ...order.fees, refunded: order.fees.amount },
  };
}

/** Rupiah that the buyer gets back, by line, for shipping and of the fees. */
export type RefundAmounts = {
  lines: ReadonlyMap<string, Rupiah>;
  shipping: Rupiah;
  fees: Rupiah;
  /** What the seller gives up of lines that the marketplace's vouchers paid wholly; the buyer gets nothing of it. */
  covered?: ReadonlyMap<string, Rupiah>;
};

/**
 * The order with amounts given back that its buyer had got: the opposite of {@link withRefund}. Throws when one exceeds
 * what the seller got (a bug of the caller).
 */
export function withoutRefund(order: SettlementOrder, amounts: RefundAmounts): SettlementOrder {
  const undo = <Part extends SharedPrice>(part: Part, amount: Rupiah): Part => {
    const got = buyerShare(part);
    if (amount < 0 || amount > got) throw new Error("more comes back than was refunded");
    return amount === 0 ? part : { ...part, refunded: refundedFor(part, got - amount) };
  };
  if (amounts.fees < 0 || amounts.fees > order.fees.refunded) throw new Error("more fees come back than were refunded");
  return {
    ...order,
    lines: order.lines.map((line) => undo(line, amounts.lines.get(line.id) ?? 0)),
    shipping: undo(order.shipping, amounts.shipping),
    fees: { ...order.fees, refunded: order.fees.refunded - amounts.fees },
  };
}

/** What the buyer paid of an order's parts and has not got back yet. */
export function refundableOf({ lines, shipping, fees }: SettlementOrder): RefundAmounts {
  const left = (part: SharedPrice) => sellerPrice(part) - part.byPlatform - buyerShare(part);
  return {
    lines: new Map(lines.map((line) => [line.id, left(line)])),
    shipping: left(shipping),
    fees: fees.amount - fees.refunded,
  };
}

/** What the seller still gets of each line that the marketplace's vouchers paid wholly. */
export function coveredOf({ lines }: SettlementOrder): ReadonlyMap<string, Rupiah> {
  const covered = lines.filter((line) => sellerPrice(line) === line.byPlatform && line.refunded < line.byPlatform);
  return new Map(covered.map((line) => [line.id, line.byPlatform - line.refunded]));
}

/** The order with further amounts refunded. Throws when one exceeds what is left (a bug of the caller). */
export function withRefund(order: SettlementOrder, amounts: RefundAmounts): SettlementOrder {
  const left = refundableOf(order);
  const refund = <Part extends SharedPrice>(part: Part, amount: Rupiah, most: Rupiah): Part => {
    if (amount < 0 || amount > most) throw new Error("a refund exceeds what is left of its part");
    return amount === 0 ? part : { ...part, refunded: refundedFor(part, buyerShare(part) + amount) };
  };
  if (amounts.fees < 0 || amounts.fees > left.fees) throw new Error("a refund exceeds what is left of the fees");
  const covered = coveredOf(order);
  const giveUp = (line: SettlementLine): SettlementLine => {
    const givenUp = amounts.covered?.get(line.id) ?? 0;
    if (givenUp < 0 || givenUp > (covered.get(line.id) ?? 0))
      throw new Error("more is given up than vouchers paid of a line");
    return givenUp === 0 ? line : { ...line, refunded: line.refunded + givenUp };
  };
  return {
    ...order,
    lines: order.lines.map((line) =>
      giveUp(refund(line, amounts.lines.get(line.id) ?? 0, left.lines.get(line.id) ?? 0)),
    ),
    shipping: refund(order.shipping, amounts.shipping, left.shipping),
    fees: { ...order.fees, refunded: order.fees.refunded + amounts.fees },
  };
}
