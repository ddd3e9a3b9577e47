import { redirect } from "react-router";
import { sellerHrefs } from "#seller-hrefs.ts";
import { formFailure, pageApi } from "#lib/api-client.ts";
import type { Section, SectionArgs } from "#lib/page.ts";
import type { TaxFileApi } from "#payments/tax/files/contract.ts";
import type { SellerTaxApi, TaxOfSeller } from "#payments/tax/sellers/contract.ts";
import { SellerTaxView, type SellerTax } from "#payments/tax/ui/seller-tax-view.tsx";
import type { ShopApi } from "../contract.ts";

type Api = SellerTaxApi & TaxFileApi & ShopApi;

// The sentences that the page shows after a form, by the word in its address.
const notices: Readonly<Record<string, string>> = {
  identity: "Data pajak Anda tersimpan.",
  statement: "Surat pernyataan Anda diterima dan berlaku mulai sekarang.",
  certificate: "SKB dikirim. Kami memeriksanya dan mengabari Anda.",
  ended: "Surat pernyataan berakhir pada akhir bulan ini.",
};

/** `/manageMerchant?page=tax`: the taxpayer behind the shop, PKP, and exemptions from PPh 22. */
export const sellerTaxSection: Section<SellerTax> = {
  title: "Pajak",
  load: async (args) => {
    const api = pageApi<Api>(args);
    const [tax, files] = await Promise.all([api("GET /v1/seller/tax"), api("GET /v1/seller/tax/files")]);
    return {
      tax: tax.result,
      files: files.result,
      notice: notices[new URL(args.request.url).searchParams.get("saved") ?? ""] ?? null,
    };
  },
  act: async (args, form) => {
    try {
      return redirect(`${sellerHrefs.sellerTax()}&saved=${await change(args, form)}`);
    } catch (error) {
      return formFailure(error, form);
    }
  },
  View: SellerTaxView,
};

async function change(args: SectionArgs, form: FormData): Promise<string> {
  const api = pageApi<Api>(args);
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const [intent, id = ""] = text("intent").split(" ");
  switch (intent) {
    case "statement":
      await api("POST /v1/seller/tax/statements", { body: { year: Number(id), text: text("text") } });
      return "statement";
    case "certificate":
      await api("POST /v1/seller/tax/certificates", {
        body: {
          number: text("number"),
          text: text("text"),
          valid_from: text("valid_from"),
          valid_until: text("valid_until"),
        },
      });
      return "certificate";
    case "end":
      await api("POST /v1/seller/tax/statements/:exemptionId/end", { params: { exemptionId: id } });
      return "ended";
    default: {
      const number = text("tax_number");
      await api("PUT /v1/seller/tax/identity", {
        body: {
          kind: text("kind") as NonNullable<TaxOfSeller["identity"]>["kind"],
          number_kind: text("number_kind") as NonNullable<TaxOfSeller["identity"]>["number_kind"],
          ...(number === "" ? {} : { number }),
          name: text("name"),
          address: text("address"),
        },
      });
      await api("PUT /v1/seller/shop/pkp", { body: { is_pkp: text("is_pkp") === "1" } });
      return "identity";
    }
  }
}
