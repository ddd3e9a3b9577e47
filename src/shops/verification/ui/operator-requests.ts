import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { formFailure, pageApi, type ApiResponse } from "#lib/api-client.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { Dossier, VerificationApi, VerificationView } from "../contract.ts";
import { fieldsOf } from "../rules.ts";

type List = ApiResponse<VerificationApi["GET /v1/operator/verifications"]>["result"];
export type Verifications =
  | { part: "list"; view: VerificationView; list: List; done: string | null }
  | { part: "one"; one: Dossier };

/** The list of applications, or the one that the address names. */
export async function loadVerifications(args: LoaderFunctionArgs): Promise<Verifications> {
  const api = pageApi<VerificationApi>(args);
  const search = new URL(args.request.url).searchParams;
  const verificationId = search.get("id");
  if (verificationId) {
    const { result } = await api("GET /v1/operator/verifications/:verificationId", { params: { verificationId } });
    return { part: "one", one: result };
  }
  const asked = search.get("view");
  const view = asked === "verified" || asked === "ended" ? asked : "waiting";
  const before = search.get("before") ?? undefined;
  const { result } = await api("GET /v1/operator/verifications", { query: { view, before } });
  return { part: "list", view, list: result, done: search.get("done") };
}

/** Opens the documents of an application, decides about it, or ends a verification. */
export async function actOnVerification(args: ActionFunctionArgs): Promise<unknown> {
  const form = await args.request.formData();
  const api = pageApi<VerificationApi>(args);
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const params = { verificationId: new URL(args.request.url).searchParams.get("id") ?? "" };
  const version = Number(text("version"));
  const decide = "POST /v1/operator/verifications/:verificationId/decide";
  try {
    switch (text("intent")) {
      case "open":
        await api("POST /v1/operator/verifications/:verificationId/open", { params, body: { reason: text("reason") } });
        return redirect(operatorHrefs.verification(params.verificationId));
      case "accept":
        await api(decide, { params, body: { decision: "accept", version } });
        break;
      case "refuse":
        await api(decide, { params, body: { decision: "refuse", version, reason: text("reason") } });
        break;
      case "end":
        await api("POST /v1/operator/verifications/:verificationId/end", { params, body: { reason: text("reason") } });
        break;
      default: {
        const fields = fieldsOf(text("kind") === "company" ? "company" : "person");
        const reasons = fields.map((field) => ({ field, text: text(field) })).filter((one) => one.text !== "");
        await api(decide, { params, body: { decision: "return", version, reasons } });
      }
    }
  } catch (error) {
    return formFailure(error, form);
  }
  return redirect(operatorHrefs.verifications(undefined, { done: "1" }));
}
