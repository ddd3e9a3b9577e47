import { redirect, type ActionFunctionArgs } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import { formFailure, pageApi, submittedValues, type FormFailure } from "#lib/api-client.ts";
import type { SectionArgs } from "#lib/page.ts";
import type { CategoryTaxApi } from "../categories/contract.ts";
import type { TaxFileApi } from "../files/contract.ts";
import type { SellerTaxApi } from "../sellers/contract.ts";
import type { WithholdingApi } from "../withholding/contract.ts";
import { isWithholdingOn } from "../withholding/rules.ts";
import { beginningOf } from "../../fees/rules.ts";
import type { OperatorTax } from "./operator-tax-view.tsx";

// The sentences that the page shows after a form, by the word in its address.
const notices: Readonly<Record<string, string>> = {
  switched: "Pengaturan pemungutan PPh 22 disimpan. Semua penjual mendapat pemberitahuan.",
  paid: "Setoran PPh 22 dibukukan.",
  accepted: "SKB diterima. Penjual diberi tahu.",
  refused: "SKB ditolak. Penjual diberi tahu.",
  category: "Aturan pajak kategori disimpan. Pesanan baru mengikutinya sejak hari itu.",
  category_withdrawn: "Aturan pajak kategori itu ditarik.",
  withdrawn: "Pengaturan itu ditarik. Semua penjual mendapat pemberitahuan.",
};

/** Loads the operator's page about taxes. */
export async function loadOperatorTax(args: SectionArgs): Promise<OperatorTax> {
  const api = pageApi<WithholdingApi & SellerTaxApi & TaxFileApi & CategoryTaxApi>(args);
  const [withholding, certificates, months, rules] = await Promise.all([
    api("GET /v1/operator/withholding"),
    api("GET /v1/operator/tax/certificates"),
    api("GET /v1/operator/tax/months"),
    api("GET /v1/operator/category-taxes"),
  ]);
  const done = new URL(args.request.url).searchParams.get("done") ?? "";
  return {
    withholding: withholding.result,
    certificates: certificates.result,
    months: months.result,
    categoryTaxes: rules.result.rules,
    categories: rules.result.categories,
    notice: notices[done] ?? null,
  };
}

/** Handles a form of the page and returns to it. */
export async function actOnOperatorTax(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  try {
    if (form.get("intent") === "ask") return await askSwitch(args, form);
    return redirect(`${operatorHrefs.tax()}?done=${await act(args, form)}`);
  } catch (error) {
    return formFailure(error, form);
  }
}

/** Asks whether withholding is switched from that day on. The page shows the question; nothing is stored. */
async function askSwitch(args: ActionFunctionArgs, form: FormData): Promise<FormFailure> {
  const onDay = String(form.get("valid_from") ?? "").trim();
  const isOn = form.get("is_on") === "1";
  const question = (code: string, message: string, fields: FormFailure["fields"] = {}) => ({
    failed: true as const,
    code,
    message,
    fields,
    ...submittedValues(form),
  });
  const { result } = await pageApi<WithholdingApi>(args)("GET /v1/operator/withholding");
  const wrong = "Pilih hari ini atau sesudahnya.";
  if (Number.isNaN(beginningOf(onDay).getTime()) || onDay < result.today)
    return question("request.invalid", wrong, { valid_from: [wrong] });
  const rules = result.rules
    .filter(({ phase }) => phase !== "withdrawn")
    .map((rule) => ({ id: rule.id, isOn: rule.is_on, validFrom: rule.valid_from }));
  if (isWithholdingOn(rules, onDay) === isOn)
    return question("withholding.unchanged", `Pada hari itu PPh 22 sudah ${isOn ? "dipungut" : "tidak dipungut"}.`);
  form.set("intent", "switch");
  return question("withholding.asked", "Periksa, lalu tegaskan di bawah. Belum ada yang diubah.");
}

async function act(args: ActionFunctionArgs, form: FormData): Promise<string> {
  const api = pageApi<WithholdingApi & SellerTaxApi & TaxFileApi & CategoryTaxApi>(args);
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const [intent, id = "", sum = ""] = text("intent").split(" ");
  switch (intent) {
    case "switch":
      await api("POST /v1/operator/withholding", {
        body: { is_on: text("is_on") === "1", valid_from: text("valid_from") },
      });
      return "switched";
    case "category": {
      const [kind, value] = text("treatment").split(" ");
      await api("POST /v1/operator/category-taxes", {
        body: { category_id: text("category_id"), kind, value, valid_from: text("valid_from") } as never,
      });
      return "category";
    }
    case "withdraw_category":
      await api("POST /v1/operator/category-taxes/:ruleId/withdraw", { params: { ruleId: id } });
      return "category_withdrawn";
    case "pay":
      await api("POST /v1/operator/tax/months/:month/pay", {
        params: { month: id },
        body: { amount: Number(sum), reference: text("reference"), paid_on: text("paid_on") },
      });
      return "paid";
    case "accept":
      await api("POST /v1/operator/tax/certificates/:exemptionId/decide", {
        params: { exemptionId: id },
        body: { accept: true, valid_from: text("valid_from"), valid_until: text("valid_until") },
      });
      return "accepted";
    case "refuse":
      await api("POST /v1/operator/tax/certificates/:exemptionId/decide", {
        params: { exemptionId: id },
        body: { accept: false, reason: text("reason") },
      });
      return "refused";
    default:
      await api("POST /v1/operator/withholding/:ruleId/withdraw", { params: { ruleId: id } });
      return "withdrawn";
  }
}
