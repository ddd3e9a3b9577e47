import type { typedApi } from "#lib/api-client.ts";
import { parseCurrency } from "#ui/currency.ts";
import type { CorrectionApi } from "../contract.ts";
import type { CorrectionKind, CorrectionState } from "../rules.ts";

/** What the forms of the panel of corrections are called. */
export const correctionIntents = ["propose_correction", "decide_correction", "withdraw_correction"];

/** Sends one of the forms of the panel of corrections. Returns what became of the correction. */
export async function sendCorrection(
  api: ReturnType<typeof typedApi<CorrectionApi>>,
  orderId: string,
  form: FormData,
): Promise<CorrectionState> {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const params = { correctionId: text("correction_id") };
  if (text("intent") === "withdraw_correction") {
    const { data } = await api("POST /v1/operator/corrections/:correctionId/withdraw", { params });
    return data.state;
  }
  if (text("intent") === "decide_correction") {
    const body = { accept: text("accept") === "1", reason: text("reason") };
    const { data } = await api("POST /v1/operator/corrections/:correctionId/decision", { params, body });
    return data.state;
  }
  const { data } = await api("POST /v1/operator/orders/:orderId/corrections", {
    params: { orderId },
    body: { kind: text("kind") as CorrectionKind, amount: parseCurrency(text("amount")) ?? 0, reason: text("reason") },
    headers: { "idempotency-key": text("key") },
  });
  return data.state;
}
