import { ApiError, formFailure, type Api } from "#lib/api-client.ts";
import type { CodeOf } from "#lib/refusal.ts";
import { parseCurrency } from "#ui/currency.ts";
import type { ComplaintApi, complaintRefusals } from "../contract.ts";
import type { EvidenceApi } from "../evidence/contract.ts";
import type { SolutionKind } from "../rules.ts";
import { sayWithEvidence } from "./send-evidence.ts";

export type CaseCalls = Api<ComplaintApi & EvidenceApi>;

/** The beginning of the names of fields with an amount for a line; the line's id follows. */
export const lineField = "line.";

/** The beginning of the names of boxes that take a line from the seller which vouchers paid wholly. */
export const voucherField = "voucher.";

type WantedSolution = { kind: SolutionKind; lines: { line_id: string; amount: number }[]; shipping: number };

/**
 * What the fields of `SolutionFields` say. Empty amounts are left out; a line that vouchers paid wholly is named with 0
 * when its box is checked.
 */
export function solutionOf(form: FormData): WantedSolution {
  const amountOf = (name: string) => parseCurrency(String(form.get(name) ?? "")) ?? 0;
  const kind = String(form.get("kind") ?? "") as SolutionKind;
  const lines = [...form.keys()]
    .filter((name) => name.startsWith(lineField))
    .map((name) => ({ line_id: name.slice(lineField.length), amount: amountOf(name) }))
    .filter(({ amount }) => amount > 0);
  const byVoucher = [...form.keys()]
    .filter((name) => name.startsWith(voucherField) && form.get(name) === "1")
    .map((name) => ({ line_id: name.slice(voucherField.length), amount: 0 }));
  return {
    kind,
    lines: kind === "none" ? [] : [...lines, ...byVoucher],
    shipping: kind === "none" ? 0 : amountOf("shipping"),
  };
}

/**
 * The refusal with the names that the form has for its fields: `line.<id>` for `solution.lines.0.amount`, and
 * `quantity.<id>` for a line with too many pieces.
 */
export function renameFields(error: unknown, lines: readonly { line_id: string }[]): unknown {
  if (!(error instanceof ApiError)) return error;
  const renamed: Record<string, string[]> = {};
  for (const [name, sentences] of Object.entries(error.fields)) {
    if (name.startsWith(lineField)) {
      const isQuantity = error.code === ("complaints.quantity_too_large" satisfies CodeOf<typeof complaintRefusals>);
      renamed[isQuantity ? `quantity.${name.slice(lineField.length)}` : name] = sentences;
      continue;
    }
    const parts = name.split(".");
    const at = parts.indexOf("lines");
    const line = at < 0 ? undefined : lines[Number(parts[at + 1])];
    const part = parts.at(-1) ?? name;
    const isOwnField = part === "problem" || part === "quantity";
    renamed[line ? `${isOwnField ? `${part}.` : lineField}${line.line_id}` : part] = sentences;
  }
  return new ApiError(error.status, { ...error.body, data: renamed });
}

/**
 * Sends a message with the key of its form, which stores it once: the answer of an earlier attempt may be lost. A text
 * that was changed since, or written in another tab, is another message.
 */
function sendMessage(
  api: CaseCalls,
  params: { complaintId: string },
  body: { text: string; evidence: string[] },
  key: string,
) {
  const send = (own: string) =>
    api("POST /v1/complaints/:complaintId/messages", { params, body, headers: { "idempotency-key": own } });
  return send(key).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "idempotency.reused") return send(crypto.randomUUID());
    throw error;
  });
}

/** What buyer or seller does in a case, by the form's `intent`. Returns the failure that the form shows, or null. */
export async function actOnCase(api: CaseCalls, complaintId: string, form: FormData) {
  const params = { complaintId };
  const text = String(form.get("text") ?? "").trim();
  const orderId = String(form.get("order_id") ?? "");
  const note = text === "" ? {} : { text };
  const solution = solutionOf(form);
  const parcel = { courier: String(form.get("courier") ?? "").trim(), resi: String(form.get("resi") ?? "").trim() };
  const said = (say: (evidence: string[]) => Promise<unknown>) => sayWithEvidence(api, orderId, form, say);
  try {
    switch (form.get("intent")) {
      case "message":
        await said((evidence) => sendMessage(api, params, { text, evidence }, String(form.get("key") ?? "")));
        break;
      case "offer":
        await said((evidence) =>
          api("POST /v1/complaints/:complaintId/offers", { params, body: { solution, ...note, evidence } }),
        );
        break;
      case "accept":
        await api("POST /v1/complaints/:complaintId/accept", {
          params,
          body: { offer_id: String(form.get("offer_id") ?? "") },
        });
        break;
      case "call_mediator":
        await said((evidence) =>
          api("POST /v1/complaints/:complaintId/mediator", { params, body: { ...note, evidence } }),
        );
        break;
      case "withdraw":
        await api("POST /v1/complaints/:complaintId/withdraw", { params, body: note });
        break;
      case "appeal":
        await said((evidence) => api("POST /v1/complaints/:complaintId/appeal", { params, body: { text, evidence } }));
        break;
      case "send_back":
        await api("POST /v1/complaints/:complaintId/return", { params, body: parcel });
        break;
      case "replace_number":
        await api("POST /v1/complaints/:complaintId/tracking-number", {
          params,
          body: { replaces: String(form.get("replaces") ?? ""), resi: parcel.resi },
        });
        break;
      case "confirm_return":
      case "pass_inspection":
      case "object":
        await said((evidence) =>
          api("POST /v1/complaints/:complaintId/inspection", {
            params,
            body: { result: inspectionResults[String(form.get("intent"))] ?? "arrived", ...note, evidence },
          }),
        );
        break;
      case "send_replacement":
        await api("POST /v1/complaints/:complaintId/replacement", { params, body: parcel });
        break;
      case "confirm_replacement":
        await api("POST /v1/complaints/:complaintId/received", { params });
        break;
      default:
        break;
    }
  } catch (error) {
    if (error instanceof ApiError && error.fields.resi && parcel.resi === "") error.fields.resi = ["Isi nomor resi."];
    return formFailure(renameFields(error, solution.lines), form);
  }
  return null;
}

const inspectionResults: Record<string, "arrived" | "accepted" | "objected"> = {
  confirm_return: "arrived",
  pass_inspection: "accepted",
  object: "objected",
};
