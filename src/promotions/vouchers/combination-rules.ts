/**
 * Design note. What vouchers take off a purchase, as pure functions: the quote and the order call the same ones, so
 * both agree to the rupiah.
 *
 * Each voucher is computed from the prices of the goods before all vouchers, so the order in which vouchers are chosen
 * does not matter and a minimum is the same for everyone. What it takes is limited by what is left of each line and
 * each shipping cost, so none goes below zero. The parts of a voucher over lines and shops are split by largest
 * remainder and sum to the whole.
 *
 * `bestVouchers` looks for the combination that saves most. Trying all combinations grows exponentially with the number
 * of shops. Vouchers influence each other only where a price reaches zero, so the best voucher of each slot is nearly
 * always the best combination. The search begins there and replaces one voucher at a time while that saves more. It is
 * never worse than any single voucher, because all of them are compared too.
 */
import { splitRupiah, type Rupiah } from "#lib/rupiah.ts";
import { bearerOf, voucherProblemText, type Bearer, type Voucher, type VoucherProblem } from "./rules.ts";

/** A line of a purchase. `goods` is what it costs without vouchers, in rupiah. */
export type VoucherLine = {
  lineId: string;
  shopId: string;
  goods: Rupiah;
  /** The product's category and its root category. */
  categoryIds: readonly string[];
};

/** A purchase with what its buyer did before. */
export type Purchase = {
  /** Null for a visitor, who has no vouchers of their own and has used none. */
  buyerId: string | null;
  lines: readonly VoucherLine[];
  /** What each shop's parcel costs without vouchers. A shop is not in it while there is no address. */
  shippingByShop: ReadonlyMap<string, Rupiah>;
  /** How often the buyer uses each voucher already, by voucher id. */
  usesOfBuyer: ReadonlyMap<string, number>;
  now: Date;
};

/** A part of a voucher. `amount` is negative; `lineId` is null for shipping. */
export type VoucherAdjustment = {
  kind: "voucher" | "free_shipping";
  bearer: Bearer;
  shopId: string;
  lineId: string | null;
  amount: Rupiah;
  voucherId: string;
};

/** Cashback that the buyer gets when the order of this shop is completed. */
export type CashbackShare = { voucherId: string; shopId: string; amount: Rupiah };

export type RefusedVoucher = { voucherId: string; problem: VoucherProblem; text: string };

export type AppliedVouchers = {
  adjustments: VoucherAdjustment[];
  cashbacks: CashbackShare[];
  /** The chosen vouchers that take effect, with what they take off and give back. */
  applied: { voucher: Voucher; saved: Rupiah; cashback: Rupiah }[];
  /** The chosen vouchers that do not. */
  refused: RefusedVoucher[];
};

/** The lines that a voucher is about. */
function eligibleLines(voucher: Voucher, lines: readonly VoucherLine[]): VoucherLine[] {
  return lines.filter(
    (line) =>
      (voucher.shopId === null || line.shopId === voucher.shopId) &&
      (voucher.categoryId === null || line.categoryIds.includes(voucher.categoryId)),
  );
}

const sumOf = (amounts: Iterable<Rupiah>): Rupiah => {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return sum;
};

/** Why this voucher does not apply to the purchase, considered alone; null when it does. */
export function voucherProblem(voucher: Voucher, purchase: Purchase): RefusedVoucher | null {
  const { lines, now } = purchase;
  const refused = (problem: VoucherProblem, missing?: Rupiah): RefusedVoucher => ({
    voucherId: voucher.id,
    problem,
    text: voucherProblemText(problem, voucher, missing),
  });
  if (voucher.buyerId !== null && voucher.buyerId !== purchase.buyerId) return refused("unknown");
  if (voucher.isStopped) return refused("stopped");
  if (voucher.endsAt <= now) return refused("ended");
  if (voucher.startsAt > now) return refused("not_started");
  if ((purchase.usesOfBuyer.get(voucher.id) ?? 0) >= voucher.perBuyer) return refused("used_by_you");
  if (voucher.used >= voucher.quota) return refused("used_up");
  if (voucher.shopId !== null && !lines.some(({ shopId }) => shopId === voucher.shopId)) return refused("wrong_shop");
  const eligible = eligibleLines(voucher, lines);
  if (eligible.length === 0) return refused(voucher.categoryId === null ? "wrong_shop" : "wrong_category");
  const goods = sumOf(eligible.map((line) => line.goods));
  if (goods < voucher.minGoods) return refused("min_goods", voucher.minGoods - goods);
  return null;
}

/** Vouchers of the same slot exclude each other; `alone` excludes all others too. */
function slotOf(voucher: Voucher): string {
  return voucher.stackingGroup === "shop" ? `shop ${voucher.shopId}` : voucher.stackingGroup;
}

/** Whether two vouchers cannot be used together. */
export function excludes(a: Voucher, b: Voucher): boolean {
  return a.stackingGroup === "alone" || b.stackingGroup === "alone" || slotOf(a) === slotOf(b);
}

// Vouchers of shops first, so that the platform bears only what is left. The order of the input does not matter.
const slotOrder = { shop: 0, discount: 1, alone: 1, shipping: 2 } as const;
const inOrder = (a: Voucher, b: Voucher) =>
  slotOrder[a.stackingGroup] - slotOrder[b.stackingGroup] || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/**
 * What the chosen vouchers take off the purchase, and why others of them do not apply. Of vouchers that exclude each
 * other, the first in the order of their ids applies.
 */
export function applyVouchers(purchase: Purchase, chosen: readonly Voucher[]): AppliedVouchers {
  const result: AppliedVouchers = { adjustments: [], cashbacks: [], applied: [], refused: [] };
  const goodsLeft = new Map(purchase.lines.map((line) => [line.lineId, line.goods]));
  const shippingLeft = new Map(purchase.shippingByShop);
  const taken = new Set<string>();
  const isAlone = (slot: string) => slot === "alone";
  for (const voucher of [...new Map(chosen.map((one) => [one.id, one])).values()].toSorted(inOrder)) {
    const problem = voucherProblem(voucher, purchase);
    if (problem) {
      result.refused.push(problem);
      continue;
    }
    const slot = slotOf(voucher);
    const refuse = (kind: VoucherProblem) =>
      result.refused.push({ voucherId: voucher.id, problem: kind, text: voucherProblemText(kind, voucher) });
    if (taken.has(slot) || (taken.size > 0 && (isAlone(slot) || taken.has("alone")))) {
      refuse("not_combinable");
      continue;
    }
    const parts = partsOf(voucher, purchase.lines, goodsLeft, shippingLeft);
    const whole = sumOf(parts.map(({ amount }) => amount));
    if (whole === 0) {
      refuse(isShippingUnknown(voucher, purchase) ? "needs_address" : "no_effect");
      continue;
    }
    taken.add(slot);
    const isCashback = voucher.kind === "cashback";
    result.applied.push({ voucher, saved: isCashback ? 0 : whole, cashback: isCashback ? whole : 0 });
    if (isCashback) {
      result.cashbacks.push(...cashbackByShop(voucher.id, parts));
      continue;
    }
    for (const { shopId, lineId, amount } of parts) {
      if (lineId === null) shippingLeft.set(shopId, (shippingLeft.get(shopId) ?? 0) - amount);
      else goodsLeft.set(lineId, (goodsLeft.get(lineId) ?? 0) - amount);
      result.adjustments.push({
        kind: lineId === null ? "free_shipping" : "voucher",
        bearer: bearerOf(voucher),
        shopId,
        lineId,
        amount: -amount,
        voucherId: voucher.id,
      });
    }
  }
  return result;
}

/** Whether only an address can say what a voucher for free shipping takes off. */
function isShippingUnknown(voucher: Voucher, { lines, shippingByShop }: Purchase): boolean {
  return (
    voucher.kind === "free_shipping" && eligibleLines(voucher, lines).some(({ shopId }) => !shippingByShop.has(shopId))
  );
}

type Part = { shopId: string; lineId: string | null; amount: Rupiah };

/**
 * The parts of what a voucher takes, without parts of zero. None is larger than what is left. A percentage is rounded
 * down to whole rupiah.
 */
function partsOf(
  voucher: Voucher,
  lines: readonly VoucherLine[],
  goodsLeft: ReadonlyMap<string, Rupiah>,
  shippingLeft: ReadonlyMap<string, Rupiah>,
): Part[] {
  const eligible = eligibleLines(voucher, lines);
  const targets =
    voucher.kind === "free_shipping"
      ? [...new Set(eligible.map(({ shopId }) => shopId))].map((shopId) => ({
          shopId,
          lineId: null,
          left: shippingLeft.get(shopId) ?? 0,
        }))
      : eligible.map(({ shopId, lineId }) => ({ shopId, lineId, left: goodsLeft.get(lineId) ?? 0 }));
  const share =
    voucher.perMille === null
      ? voucher.maxAmount
      : Number((BigInt(sumOf(eligible.map(({ goods }) => goods))) * BigInt(voucher.perMille)) / 1000n);
  const whole = Math.min(share, voucher.maxAmount, sumOf(targets.map(({ left }) => left)));
  const amounts = splitRupiah(
    whole,
    targets.map(({ left }) => left),
  );
  return targets
    .map(({ shopId, lineId }, at) => ({ shopId, lineId, amount: amounts[at] ?? 0 }))
    .filter(({ amount }) => amount > 0);
}

function cashbackByShop(voucherId: string, parts: readonly Part[]): CashbackShare[] {
  const byShop = new Map<string, Rupiah>();
  for (const { shopId, amount } of parts) byShop.set(shopId, (byShop.get(shopId) ?? 0) + amount);
  return [...byShop].map(([shopId, amount]) => ({ voucherId, shopId, amount }));
}

/** How many vouchers of one slot the search considers: those that save most alone. */
const maxOptionsPerSlot = 3;

/**
 * The allowed combination that saves most now; among equal ones the one with the most cashback, then with the fewest
 * vouchers. Deterministic, and independent of the order of the input. `wanted` are vouchers whose codes the buyer
 * entered: where they apply, they are part of the result.
 *
 * @rule Without a choice of the buyer the checkout uses the combination of vouchers that saves most. A voucher whose
 * code the buyer enters goes first.
 */
export function bestVouchers(
  purchase: Purchase,
  candidates: readonly Voucher[],
  wanted: ReadonlySet<string> = new Set(),
): Voucher[] {
  const valueOf = (vouchers: readonly Voucher[]) => {
    const { applied } = applyVouchers(purchase, vouchers);
    const used = applied.map(({ voucher }) => voucher);
    return {
      used,
      saved: sumOf(applied.map(({ saved }) => saved)),
      cashback: sumOf(applied.map(({ cashback }) => cashback)),
      isWanted: used.filter(({ id }) => wanted.has(id)).length,
      key: used
        .map(({ id }) => id)
        .toSorted()
        .join(),
    };
  };
  type Value = ReturnType<typeof valueOf>;
  const isBetter = (a: Value, b: Value): boolean => {
    if (a.isWanted !== b.isWanted) return a.isWanted > b.isWanted;
    if (a.saved !== b.saved) return a.saved > b.saved;
    if (a.cashback !== b.cashback) return a.cashback > b.cashback;
    return a.used.length !== b.used.length ? a.used.length < b.used.length : a.key < b.key;
  };
  const singles = candidates
    .filter((voucher) => voucherProblem(voucher, purchase) === null)
    .map((voucher) => valueOf([voucher]))
    .filter(({ used }) => used.length > 0)
    .toSorted((a, b) => (isBetter(a, b) ? -1 : 1));
  const slots = new Map<string, Voucher[]>();
  for (const { used } of singles) {
    const [voucher] = used;
    if (!voucher || voucher.stackingGroup === "alone") continue;
    const options = slots.get(slotOf(voucher)) ?? [];
    if (options.length < maxOptionsPerSlot) slots.set(slotOf(voucher), [...options, voucher]);
  }
  const chosen = new Map([...slots].map(([slot, [first]]) => [slot, first]));
  const combination = () => valueOf([...chosen.values()].filter((voucher) => voucher !== undefined));
  let best = combination();
  for (let isImproved = true; isImproved;) {
    isImproved = false;
    for (const [slot, options] of slots) {
      for (const option of [...options, undefined]) {
        const before = chosen.get(slot);
        if (option === before) continue;
        chosen.set(slot, option);
        const value = combination();
        if (isBetter(value, best)) {
          best = value;
          isImproved = true;
        } else chosen.set(slot, before);
      }
    }
  }
  for (const single of singles) if (isBetter(single, best)) best = single;
  return best.used;
}
