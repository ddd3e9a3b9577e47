import { redirect, type ActionFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { formFailure, pageApi } from "#lib/api-client.ts";
import type { SectionArgs } from "#lib/page.ts";
import type { WithholdingApi } from "../withholding/contract.ts";
import type { OperatorTax } from "./operator-tax-view.tsx";

// The sentences that the page shows after a form, by the word in its address.
const notices: Readonly<Record<string, string>> = {
  switched: "Pengaturan pemungutan PPh 22 disimpan. Semua penjual mendapat pemberitahuan.",
  withdrawn: "Pengaturan itu ditarik. Semua penjual mendapat pemberitahuan.",
};

/** Loads the operator's page about taxes. */
export async function loadOperatorTax(args: SectionArgs): Promise<OperatorTax> {
  const api = pageApi<WithholdingApi>(args);
  const withholding = await api("GET /v1/operator/withholding");
  const done = new URL(args.request.url).searchParams.get("done") ?? "";
  return { withholding: withholding.result, notice: notices[done] ?? null };
}

/** Handles a form of the page and returns to it. */
export async function actOnOperatorTax(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  try {
    return redirect(`${hrefs.operatorTax()}?done=${await act(args, form)}`);
  } catch (error) {
    return formFailure(error, form);
  }
}

async function act(args: ActionFunctionArgs, form: FormData): Promise<string> {
  const api = pageApi<WithholdingApi>(args);
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const [intent, id = ""] = text("intent").split(" ");
  switch (intent) {
    case "switch":
      await api("POST /v1/operator/withholding", {
        body: { is_on: text("is_on") === "1", valid_from: text("valid_from") },
      });
      return "switched";
    default:
      await api("POST /v1/operator/withholding/:ruleId/withdraw", { params: { ruleId: id } });
      return "withdrawn";
  }
}
