/** When a complaint can be opened, what can be wrong with goods, and which solutions a problem allows. */
import { addWorkingDays, span } from "#lib/time.ts";
import { missingFrom } from "#orders/deadlines/rules.ts";
import { contentsOf, type ParcelContents, type ParcelState } from "#orders/parcels/rules.ts";
import type { OrderStatus } from "#orders/rules.ts";
import { sellerAnswerDuration, type SolutionKind, solutionKinds, solutions } from "../rules.ts";

/**
 * What can be wrong with goods.
 *
 * @rule From a parcel under way only "not arrived" can be complained about; everything else once it has arrived. A
 * change of mind leads to a return only.
 */
export const problems = {
  not_arrived: {
    label: "Barang tidak tiba",
    from: ["shipped", "delivered"],
    solutions: ["refund", "replacement", "none"],
  },
  damaged: {
    label: "Barang rusak",
    from: ["delivered"],
    solutions: ["refund", "return_refund", "replacement", "none"],
  },
  not_as_described: {
    label: "Barang tidak sesuai",
    from: ["delivered"],
    solutions: ["refund", "return_refund", "replacement", "none"],
  },
  incomplete: {
    label: "Barang kurang",
    from: ["delivered"],
    solutions: ["refund", "send_rest", "none"],
  },
  changed_mind: {
    label: "Berubah pikiran",
    from: ["delivered"],
    solutions: ["return_refund", "none"],
  },
} as const satisfies Record<
  string,
  { label: string; from: readonly OrderStatus[]; solutions: readonly SolutionKind[] }
>;
export type Problem = keyof typeof problems;
export const problemNames = Object.keys(problems) as Problem[];

/**
 * Whether this can be wrong with goods of an order in this status; `hasArrived`: they are in a parcel that has arrived.
 *
 * @rule Goods of a parcel that has arrived can be complained about while another parcel of the order is still missing.
 * A change of mind is possible only when all have arrived.
 */
export function isProblemPossible(problem: Problem, status: OrderStatus, hasArrived: boolean): boolean {
  const from: readonly OrderStatus[] = problems[problem].from;
  return from.includes(status) || (status === "shipped" && hasArrived && problem !== "changed_mind");
}

type SentParcel = { state: ParcelState; contents: ParcelContents | null };

/**
 * The lines of which pieces are in a parcel to the buyer that has arrived. Where the seller did not say what is in it,
 * that may be any line. `parcels` are those that went, in their order.
 */
export function arrivedLines(
  lines: readonly { line_id: string; quantity: number }[],
  parcels: readonly SentParcel[],
): ReadonlySet<string> {
  const contents = contentsOf(
    lines.map(({ line_id: id, quantity }) => ({ id, quantity })),
    parcels,
  );
  return new Set(
    parcels.flatMap(({ state }, at) => (state === "arrived" ? (contents[at] ?? lines).map((one) => one.line_id) : [])),
  );
}

/**
 * Whether goods that are still under way would be forgotten: the end of a case divides the money of the whole order.
 *
 * @rule While a parcel of the order is under way, a complaint about goods that arrived is possible only together with
 * goods that did not arrive.
 */
export function leavesOutMissing(found: readonly Problem[], parcels: readonly SentParcel[]): boolean {
  const isUnderWay = parcels.some(({ state }) => state === "booked" || state === "shipped");
  return isUnderWay && !found.includes("not_arrived");
}

/** The solutions that are possible for all of these problems together. */
export function solutionsFor(found: readonly Problem[]): SolutionKind[] {
  return solutionKinds.filter((kind) =>
    found.every((problem) => (problems[problem].solutions as readonly SolutionKind[]).includes(kind)),
  );
}

/** What a solution is called for these problems: goods that never arrived do not stay with the buyer. */
export function solutionLabel(kind: SolutionKind, found: readonly Problem[]): string {
  const isMissing = found.length > 0 && found.every((problem) => problem === "not_arrived");
  return kind === "refund" && isMissing ? "Uang kembali" : solutions[kind].label;
}

/** Which problems have no solution in common, so that they need two complaints; null when they have one. */
export function conflictOf(found: readonly Problem[]): string | null {
  const fits = (some: readonly Problem[]) => solutionsFor(some).some((kind) => kind !== "none");
  if (found.length === 0 || fits(found)) return null;
  const named = (problem: Problem) => `"${problems[problem].label}"`;
  for (const one of found)
    for (const other of found)
      if (!fits([one, other]))
        return `${named(one)} dan ${named(other)} tidak bisa diselesaikan dengan cara yang sama. Pilih satu di antaranya untuk komplain ini.`;
  const names = [...new Set(found)].map(named).join(", ");
  return `${names} tidak bisa diselesaikan dengan cara yang sama. Pilih sebagian di antaranya untuk komplain ini.`;
}

/**
 * @rule A change of mind is possible while the order is not completed, for undamaged goods, in the working days of
 * their category (catalog/categories/rules.ts), and not for what was made to order.
 *
 * Until when it is accepted; null when it is not.
 */
export function changedMindUntil(
  goods: { changedMindDays: number; madeToOrder: boolean; arrivedAt: Date | null },
  holidays: ReadonlySet<string>,
): Date | null {
  if (goods.madeToOrder || !goods.arrivedAt || goods.changedMindDays === 0) return null;
  return addWorkingDays(goods.arrivedAt, goods.changedMindDays, holidays);
}

/** What decides whether a complaint about an order can be opened. */
export type OpeningFacts = {
  status: OrderStatus;
  /** A COD order whose price was not collected yet. */
  awaitsCash: boolean;
  eta: string;
  shippedAt: Date | null;
  /** The buyer was asked whether the parcel arrived. */
  arrivalAsked: boolean;
  /** The courier brought a parcel back. */
  isReturned: boolean;
  /** How many complaints about the order its buyer has withdrawn. */
  withdrawn: number;
};

/**
 * @rule Before the arrival at most 2 complaints about an order can be opened and withdrawn, because each of them gives
 * the order more time. After the arrival a complaint is possible again.
 */
export const maxWithdrawnBeforeArrival = 2;

/** From when a complaint about a parcel under way can be opened. */
export function opensAt({ eta, shippedAt, arrivalAsked, isReturned }: OpeningFacts, now: Date): Date {
  return missingFrom({ eta, shippedAt: shippedAt ?? now, arrivalAsked, isReturned });
}

/** Why no complaint about an order can be opened now; null when one can. */
export function whyNotOpen(
  facts: OpeningFacts,
  now: Date,
): "already_open" | "cash_awaited" | "not_open" | "too_early" | "withdrawn_often" | null {
  if (facts.status === "disputed") return "already_open";
  if (facts.status === "delivered") return null;
  if (facts.status !== "shipped") return "not_open";
  if (facts.awaitsCash) return "cash_awaited";
  if (facts.withdrawn >= maxWithdrawnBeforeArrival) return "withdrawn_often";
  return opensAt(facts, now) > now ? "too_early" : null;
}

/** What a buyer reads before opening a complaint. */
export const openingPromise = `Penjual menjawab dalam ${span(sellerAnswerDuration)}. Sampai komplain selesai, uang Anda tetap ditahan.`;

/** @rule The description of a complaint has 10 to 2,000 characters. */
export const descriptionLength = { min: 10, max: 2000 } as const;
