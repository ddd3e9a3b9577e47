import { limitAttempts } from "#accounts/attempts/count-attempts.ts";
import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import {
  applyVouchers,
  bestVouchers,
  excludes,
  voucherProblem,
  type AppliedVouchers,
  type Purchase,
  type RefusedVoucher,
} from "./combination-rules.ts";
import { listPurchaseVouchers, listVouchersByCode, type PurchaseVoucherRow } from "./purchase-queries.ts";
import {
  isVoucherCode,
  normaliseCode,
  purchaseVouchers,
  unknownCodesOfBuyer,
  voucherProblemText,
  type Voucher,
  type VoucherProblem,
} from "./rules.ts";

/** What a buyer chose. */
export type VoucherChoice = {
  /** Exactly these vouchers; undefined for the combination that saves most. */
  ids: readonly string[] | undefined;
  /** Codes that the buyer entered. Where they apply, they replace vouchers that exclude them. */
  codes: readonly string[];
};

export type PurchaseVouchers = AppliedVouchers & {
  /** What the buyer may choose from. The chosen ones come first, those that do not apply last. */
  offers: { voucher: Voucher; isChosen: boolean; saved: number; cashback: number; problem: RefusedVoucher | null }[];
  /** Entered codes that are not used. */
  codeProblems: { code: string; problem: VoucherProblem; text: string }[];
};

/** A purchase without what its buyer did before, which is read here. */
export type PurchaseFacts = Omit<Purchase, "usesOfBuyer">;

/**
 * The vouchers of a purchase: what its buyer may choose from, what is chosen, and what that takes off. Another buyer's
 * personal voucher is treated like an unknown code. Unknown codes are counted, and beyond the limit no code is looked
 * up; the rest of the purchase is not affected. `offered` is what {@link readOfferedVouchers} read of its shops.
 */
export async function findVouchers(
  context: Pick<Context, "db" | "config">,
  facts: PurchaseFacts,
  choice: VoucherChoice,
  offered?: readonly PurchaseVoucherRow[],
): Promise<PurchaseVouchers> {
  const shopIds = [...new Set(facts.lines.map(({ shopId }) => shopId))];
  const { buyerId, now } = facts;
  const isAskedFor = ({ id, shopId }: PurchaseVoucherRow) =>
    shopId === null || shopIds.includes(shopId) || choice.ids?.includes(id) === true;
  const [found, byCode] = await Promise.all([
    offered?.filter(isAskedFor) ?? readOfferedVouchers(context.db, { buyerId, shopIds, ids: choice.ids ?? [], now }),
    findByCode(context, { buyerId, shopIds, now }, choice.codes),
  ]);
  const rows = [...new Map([...found, ...byCode.found].map((one) => [one.id, one])).values()];
  const purchase = withUses(facts, rows);
  const entered = byCode.codes.map((code) => usableOf(code, purchase, byCode.found));
  const wanted = entered.flatMap(({ usable }) => usable);
  const chosen = choice.ids
    ? [
        ...rows.filter(({ id }) => choice.ids?.includes(id)).filter((one) => !wanted.some((it) => excludes(it, one))),
        ...wanted,
      ]
    : bestVouchers(purchase, rows, new Set(wanted.map(({ id }) => id)));
  const result = applyVouchers(purchase, chosen);
  return {
    ...result,
    refused: [...result.refused, ...unknownOf(choice.ids ?? [], rows)],
    offers: offersOf(purchase, rows, result),
    codeProblems: [...byCode.problems, ...entered.flatMap(({ problem }) => problem ?? [])],
  };
}

/**
 * The vouchers of a cart, whose shipping costs are unknown. Chosen are the combination that saves most on the goods,
 * and after it, with `saved` 0, the vouchers for free shipping that can be used with it; of those that exclude each
 * other, the largest.
 */
export async function findVouchersOfCart(
  context: Pick<Context, "db">,
  { lines, buyerId, now }: Omit<PurchaseFacts, "shippingByShop">,
): Promise<PurchaseVouchers["offers"]> {
  const shopIds = lines.map(({ shopId }) => shopId);
  const rows = await readOfferedVouchers(context.db, { buyerId, shopIds, ids: [], now });
  const purchase = withUses({ lines, buyerId, shippingByShop: new Map(), now }, rows);
  const result = applyVouchers(purchase, bestVouchers(purchase, rows));
  const chosen = result.applied.map(({ voucher }) => voucher);
  const candidates = rows.filter((one) => one.kind === "free_shipping" && voucherProblem(one, purchase) === null);
  for (const one of candidates.toSorted((a, b) => b.maxAmount - a.maxAmount))
    if (!chosen.some((other) => excludes(one, other))) chosen.push(one);
  const ofShipping = chosen
    .slice(result.applied.length)
    .map((voucher) => ({ voucher, isChosen: true, saved: 0, cashback: 0, problem: null }));
  const others = rows.filter((one) => !candidates.includes(one));
  const offers = offersOf(purchase, others, result);
  return [
    ...offers.filter(({ isChosen }) => isChosen),
    ...ofShipping,
    ...offers.filter(({ isChosen }) => !isChosen),
  ].slice(0, Math.max(purchaseVouchers.shown, chosen.length));
}

/**
 * The vouchers with these ids, whatever their state, and those that the buyer may choose for a purchase from these
 * shops. One statement. Shops that turn out not to deliver may be among them.
 */
export function readOfferedVouchers(
  db: Queryable,
  { shopIds, ...of }: { buyerId: string | null; shopIds: readonly string[]; ids: readonly string[]; now: Date },
): Promise<PurchaseVoucherRow[]> {
  return listPurchaseVouchers(db, { ...of, shopIds: [...new Set(shopIds)] });
}

/** What a buyer chose, as it is in the database now. */
export type ChosenVouchers = { ids: readonly string[]; rows: readonly PurchaseVoucherRow[] };

/** Reads exactly these vouchers. One statement, none without ids. It needs nothing else of the purchase. */
export async function readChosenVouchers(
  db: Queryable,
  { buyerId, ids, now }: { buyerId: string; ids: readonly string[]; now: Date },
): Promise<ChosenVouchers> {
  if (ids.length === 0) return { ids, rows: [] };
  return { ids, rows: await listPurchaseVouchers(db, { buyerId, shopIds: null, ids, now }) };
}

/** Applies exactly these vouchers to a purchase. `refused` names those that do not apply. */
export function applyChosenVouchers(facts: PurchaseFacts, { ids, rows }: ChosenVouchers): AppliedVouchers {
  const result = applyVouchers(withUses(facts, rows), rows);
  return { ...result, refused: [...result.refused, ...unknownOf(ids, rows)] };
}

function withUses(facts: PurchaseFacts, rows: readonly PurchaseVoucherRow[]): Purchase {
  return { ...facts, usesOfBuyer: new Map(rows.map(({ id, usesOfBuyer }) => [id, usesOfBuyer])) };
}

function unknownOf(ids: readonly string[], rows: readonly Voucher[]): RefusedVoucher[] {
  const known = new Set(rows.map(({ id }) => id));
  const text = voucherProblemText("unknown", undefined);
  return ids.filter((id) => !known.has(id)).map((voucherId) => ({ voucherId, problem: "unknown", text }));
}

/** The vouchers with these codes, and the codes that no voucher has. */
async function findByCode(
  context: Pick<Context, "db" | "config">,
  { buyerId, shopIds, now }: { buyerId: string | null; shopIds: readonly string[]; now: Date },
  entered: readonly string[],
): Promise<{ codes: string[]; found: PurchaseVoucherRow[]; problems: PurchaseVouchers["codeProblems"] }> {
  const problems: PurchaseVouchers["codeProblems"] = [];
  const refuse = (code: string, problem: VoucherProblem) =>
    problems.push({ code, problem, text: voucherProblemText(problem, undefined) });
  const typed = [...new Set(entered.map(normaliseCode))];
  const codes = typed.filter(isVoucherCode);
  for (const code of typed) if (!isVoucherCode(code)) refuse(code, "unknown");
  if (codes.length === 0) return { codes: [], found: [], problems };
  const attempts = limitAttempts(context, "voucher code", unknownCodesOfBuyer);
  if ((await attempts.wait(buyerId ?? "", now)) > 0) {
    for (const code of codes) refuse(code, "too_many_codes");
    return { codes: [], found: [], problems };
  }
  const found = (await listVouchersByCode(context.db, { buyerId, shopIds, codes })).filter(
    (voucher) => voucher.buyerId === null || voucher.buyerId === buyerId,
  );
  const known = codes.filter((code) => found.some((voucher) => voucher.code === code));
  for (const code of codes) {
    if (known.includes(code)) continue;
    const isAllowed = (await attempts.consume(buyerId ?? "", now)) === 0;
    refuse(code, isAllowed ? "unknown" : "too_many_codes");
  }
  return { codes: known, found, problems };
}

/**
 * The vouchers of a code that apply to the purchase. Platform and shops may have the same code; without one that
 * applies, the problem is that of the first: the platform or a shop of the purchase comes before other shops.
 */
function usableOf(
  code: string,
  purchase: Purchase,
  found: readonly Voucher[],
): { usable: Voucher[]; problem?: PurchaseVouchers["codeProblems"][number] } {
  const matching = found.filter((voucher) => voucher.code === code);
  const problems = matching.map((voucher) => voucherProblem(voucher, purchase));
  const usable = matching.filter((_voucher, at) => problems[at] === null);
  const [first] = problems.filter((problem) => problem !== null);
  return usable.length > 0 || !first ? { usable } : { usable, problem: { code, ...first } };
}

/** Whether the buyer can still add what a voucher needs. */
function isLacking({ problem }: RefusedVoucher): boolean {
  return problem === "min_goods" || problem === "needs_address";
}

/** Vouchers to show: those that apply, those that lack goods or an address, and those that were chosen in vain. */
function offersOf(
  purchase: Purchase,
  rows: readonly Voucher[],
  { applied, refused }: AppliedVouchers,
): PurchaseVouchers["offers"] {
  const chosen = new Map(applied.map((one) => [one.voucher.id, one]));
  const inVain = new Map(refused.map((one) => [one.voucherId, one]));
  return rows
    .map((voucher) => {
      const alone = chosen.get(voucher.id) ?? applyVouchers(purchase, [voucher]).applied[0];
      return {
        voucher,
        isChosen: chosen.has(voucher.id),
        saved: alone?.saved ?? 0,
        cashback: alone?.cashback ?? 0,
        problem: inVain.get(voucher.id) ?? applyVouchers(purchase, [voucher]).refused[0] ?? null,
      };
    })
    .filter(({ voucher, problem }) => problem === null || isLacking(problem) || inVain.has(voucher.id))
    .filter(({ problem }) => problem?.problem !== "unknown")
    .toSorted(
      (a, b) =>
        Number(b.isChosen) - Number(a.isChosen) ||
        Number(a.problem !== null) - Number(b.problem !== null) ||
        b.saved + b.cashback - (a.saved + a.cashback),
    )
    .slice(0, Math.max(purchaseVouchers.shown, chosen.size));
}
