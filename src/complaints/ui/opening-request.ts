import { data, redirect } from "react-router";
import { complaintHrefs } from "#complaint-hrefs.ts";
import { formFailure, submittedValues, type FormFailure } from "#lib/api-client.ts";
import { parseCurrency } from "#ui/currency.ts";
import type { ComplaintOptions } from "../case-view/contract.ts";
import { conflictOf, type Problem, problems } from "../opening/rules.ts";
import type { SolutionKind } from "../rules.ts";
import { lineField, renameFields, type CaseCalls } from "./case-requests.ts";
import { sayWithEvidence } from "./send-evidence.ts";

/** The names of a line's fields; the line's id follows. */
export const openingFields = { problem: "problem.", quantity: "quantity.", amount: lineField } as const;

/** What was paid for some pieces of a line, in whole rupiah. */
export function amountFor(
  { refundable, quantity }: Pick<ComplaintOptions["lines"][number], "refundable" | "quantity">,
  pieces: number,
): number {
  return Math.floor((refundable * Math.min(pieces, quantity)) / quantity);
}

/**
 * The shipping that an empty field asks for: all that was paid when nothing of the order has arrived, otherwise none.
 */
export function shippingFor(
  options: Pick<ComplaintOptions, "lines" | "refundable_shipping">,
  chosen: readonly { line_id: string; quantity: number; problem: Problem | "" }[],
): number {
  const isMissing = ({ line_id, quantity }: ComplaintOptions["lines"][number]) =>
    chosen.some((one) => one.line_id === line_id && one.problem === "not_arrived" && one.quantity >= quantity);
  return options.lines.every(isMissing) ? options.refundable_shipping : 0;
}

/** Opens a complaint with the form of `OpeningForm`. Redirects to the case, or returns what the form shows. */
export async function openComplaint(api: CaseCalls, orderId: string, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const lines = [...form.keys()]
    .filter((name) => name.startsWith(openingFields.problem) && text(name) !== "")
    .map((name) => {
      const line_id = name.slice(openingFields.problem.length);
      return { line_id, quantity: Number(text(openingFields.quantity + line_id) || 1), problem: text(name) as Problem };
    });
  if (lines.length === 0) return choiceFailure(form, "Pilih masalahnya pada paling sedikit satu barang.");
  const conflict = conflictOf(
    lines.map(({ problem }) => problem).filter((problem) => Object.hasOwn(problems, problem)),
  );
  if (conflict) return choiceFailure(form, conflict, openingFields.problem + lines.at(-1)?.line_id);
  const kind = text("kind") as SolutionKind;
  try {
    const { result } = await api("GET /v1/orders/:orderId/complaint", { params: { orderId } });
    const amounts = lines.map(({ line_id, quantity }) => {
      const line = result.lines.find((one) => one.line_id === line_id);
      // An empty amount asks for all that was paid, and so does everything that goes back.
      const typed = kind === "refund" ? parseCurrency(text(lineField + line_id)) : null;
      const amount = typed ?? (line ? amountFor(line, quantity) : 0);
      return { line_id, amount };
    });
    const shipping = parseCurrency(text("shipping")) ?? (kind === "refund" ? shippingFor(result, lines) : 0);
    const names = kind === "refund" || (kind === "return_refund" && shipping > 0);
    const wanted = { kind, lines: names ? amounts : [], shipping };
    const { id } = await sayWithEvidence(api, orderId, form, async (evidence) => {
      const opened = await api("POST /v1/orders/:orderId/complaints", {
        params: { orderId },
        body: { lines, wanted, text: text("text"), evidence },
      });
      return opened.data;
    });
    return redirect(complaintHrefs.buyerComplaint(id));
  } catch (error) {
    return formFailure(renameFields(error, lines), form);
  }
}

/** The choice of a line is wrong: of the first line unless another field is named. */
function choiceFailure(form: FormData, message: string, field?: string) {
  const wrong = field ?? [...form.keys()].find((name) => name.startsWith(openingFields.problem));
  const fields: Record<string, string[]> = wrong ? { [wrong]: [message] } : {};
  const failure: FormFailure = { failed: true, code: "request.invalid", message, fields, ...submittedValues(form) };
  return data(failure, { status: 422 });
}
