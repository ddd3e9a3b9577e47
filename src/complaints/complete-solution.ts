import { Refusal, type FieldErrors } from "#lib/refusal.ts";
import { formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import { isWholeRefund } from "#orders/settlement/settle-dispute.ts";
import { coveredOf, refundableOf, type SettlementOrder } from "#payments/settlement/rules.ts";
import { complaintRefusals } from "./contract.ts";
import { type Problem, solutionsFor } from "./opening/rules.ts";
import type { Solution, SolutionKind } from "./rules.ts";
import { amountOf, givenUpOf } from "./solution-text.ts";

/** A line of the case: what is complained about, and how much was bought. */
export type ComplainedLine = { line_id: string; quantity: number; complained: number; problem: Problem };

/** What a client sent. */
export type WantedSolution = {
  kind: SolutionKind;
  lines: readonly { line_id: string; amount: Rupiah }[];
  shipping: Rupiah;
};

/** The part of what is left of a line, `refundable`, that falls on the pieces that the case is about. */
export function shareOf(line: Pick<ComplainedLine, "quantity" | "complained">, refundable: Rupiah): Rupiah {
  return line.complained >= line.quantity ? refundable : Math.floor((refundable * line.complained) / line.quantity);
}

/**
 * The solution as it is stored, from what a client sent. Goods that are sent again are worth what was paid for the
 * pieces in dispute, and so are goods that come back unless amounts are given. Refuses with `complaints.line_unknown`,
 * `complaints.problems_differ`, `complaints.solution_empty`, and `complaints.solution_too_large` with the limit of each
 * part. Only a seller or mediator may propose `none`. `allowsRefund`: the goods are back, so money alone is possible.
 *
 * @rule A buyer demands (`isDemand`) at most what was paid for the pieces that the complaint is about; with the
 * shipping only when it is about all of them. A seller may offer more, and a mediator may decide on more.
 * @rule A solution names a line that the marketplace's vouchers paid wholly with Rp0: then the shop loses the price of
 * the pieces in dispute. Of a line that it does not name, the shop keeps the price.
 */
export function completeSolution(
  wanted: WantedSolution,
  lines: readonly ComplainedLine[],
  order: SettlementOrder,
  {
    allowsNothing,
    allowsRefund = false,
    isDemand = false,
  }: { allowsNothing: boolean; allowsRefund?: boolean; isDemand?: boolean },
): Solution {
  const { kind } = wanted;
  const possible = solutionsFor(lines.map(({ problem }) => problem));
  const isPossible = possible.includes(kind) || (kind === "refund" && allowsRefund);
  if (!isPossible || (kind === "none" && !allowsNothing)) throw new Refusal(complaintRefusals.problemsDiffer);
  if (kind === "none") return { kind, lines: [], shipping: 0 };
  if (wanted.lines.some(({ line_id }) => !lines.some((line) => line.line_id === line_id)))
    throw new Refusal(complaintRefusals.lineUnknown);
  const left = refundableOf(order);
  const leftOf = (lineId: string) => left.lines.get(lineId) ?? 0;
  const covered = coveredOf(order);
  /** A line with what the seller gives up of it, if vouchers paid all of it: its price for the pieces in dispute. */
  const named = (line: ComplainedLine, amount: Rupiah): Solution["lines"][number] => {
    const givenUp = shareOf(line, covered.get(line.line_id) ?? 0);
    return { line_id: line.line_id, amount, ...(givenUp > 0 && { given_up: givenUp }) };
  };
  const isSentAgain = kind === "replacement" || kind === "send_rest";
  if (isSentAgain || (kind === "return_refund" && wanted.lines.length === 0 && wanted.shipping === 0)) {
    const shares = lines.map((line) => named(line, shareOf(line, leftOf(line.line_id))));
    return measured({ kind, lines: shares, shipping: 0 }, order);
  }
  const isAll = order.lines.every(({ id }) =>
    lines.some((line) => line.line_id === id && line.complained >= line.quantity),
  );
  const most = (lineId: string) => {
    const line = lines.find((one) => one.line_id === lineId);
    return isDemand && line ? shareOf(line, leftOf(lineId)) : leftOf(lineId);
  };
  const parts: [field: string, amount: Rupiah, limit: Rupiah][] = [
    ...wanted.lines.map(({ line_id, amount }): [string, Rupiah, Rupiah] => [`line.${line_id}`, amount, most(line_id)]),
    ["shipping", wanted.shipping, isDemand && !isAll ? 0 : left.shipping],
  ];
  const errors: FieldErrors = Object.fromEntries(
    parts
      .filter(([, amount, limit]) => amount > limit)
      .map(([field, , limit]) => [field, [`Paling banyak ${formatRupiah(limit)}.`]]),
  );
  if (Object.keys(errors).length > 0) throw new Refusal(complaintRefusals.solutionTooLarge, errors);
  const chosen = wanted.lines.flatMap(({ line_id, amount }) => {
    const line = lines.find((one) => one.line_id === line_id);
    return line ? [named(line, amount)] : [];
  });
  const solution = {
    kind,
    lines: chosen.filter(({ amount, given_up: givenUp = 0 }) => amount > 0 || givenUp > 0),
    shipping: wanted.shipping,
  };
  const isFree = lines.every((line) => leftOf(line.line_id) === 0 && !covered.get(line.line_id)) && left.shipping === 0;
  if (amountOf(solution) === 0 && givenUpOf(solution) === 0 && !isFree)
    throw new Refusal(complaintRefusals.solutionEmpty);
  return measured(solution, order);
}

/** The solution with whether it is the whole order, as its money is now. */
function measured(solution: Solution, order: SettlementOrder): Solution {
  return { ...solution, is_whole: isWholeRefund(order, solution) };
}
