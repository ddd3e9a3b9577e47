import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import type { MeasureReason } from "#accounts/measures/rules.ts";
import { formFailure, pageApi } from "#lib/api-client.ts";
import type { ModerationApi } from "../../moderation/contract.ts";
import { maxModerationSearchLength } from "../../moderation/rules.ts";

/** The search and the place in a list, from the address. What no list takes is left out. */
export function listQuery({ request }: Pick<LoaderFunctionArgs, "request">): { q: string; before: string | undefined } {
  const search = new URL(request.url).searchParams;
  const before = search.get("before") ?? "";
  return {
    q: (search.get("q") ?? "").trim().slice(0, maxModerationSearchLength),
    before: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(before) ? before : undefined,
  };
}

/** Takes or ends a measure, as the form of a list asks, and opens the page again. */
export async function actOnList(args: ActionFunctionArgs): Promise<unknown> {
  const form = await args.request.formData();
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const api = pageApi<ModerationApi>(args);
  const [verb, id = ""] = text("intent").split(" ");
  const body = { rule: text("rule") as MeasureReason, text: text("text") };
  try {
    if (verb === "block") await api("POST /v1/operator/people/:userId/block", { params: { userId: id }, body });
    if (verb === "suspend")
      await api("POST /v1/operator/shops/:shopId/suspend", {
        params: { shopId: id },
        body: { ...body, holds_payouts: text("holds_payouts") === "1" },
      });
    if (verb === "take-down")
      await api("POST /v1/operator/products/:productId/take-down", { params: { productId: id }, body });
    if (verb === "end")
      await api("POST /v1/operator/measures/:measureId/end", {
        params: { measureId: id },
        body: { reason: text("reason") },
      });
    if (verb === "appeal")
      await api("POST /v1/operator/appeals/:measureId", {
        params: { measureId: id },
        body: { ends: text("ends") === "1", answer: text("answer") },
      });
    const url = new URL(args.request.url);
    url.searchParams.set("acted", verb ?? "");
    return redirect(`${url.pathname}${url.search}`);
  } catch (error) {
    return formFailure(error, form);
  }
}
