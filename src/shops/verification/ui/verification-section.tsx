import { redirect } from "react-router";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section, SectionArgs } from "#lib/page.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import type { OwnVerification, VerificationApi } from "../contract.ts";
import { documentKindNames, type SellerKind } from "../rules.ts";
import { VerificationView } from "./verification-view.tsx";

export type SellerVerification = { verification: OwnVerification; notice: string | null };

// The sentences that the page shows after a form, by the word in its address.
const notices: Readonly<Record<string, string>> = {
  sent: "Data Anda dikirim. Kami memeriksanya dan mengabari Anda.",
  withdrawn: "Sudah dicabut.",
};

/** `/manageMerchant?page=verification`: who is behind the shop, with documents, and what an operator said about it. */
export const sellerVerificationSection: Section<SellerVerification> = {
  title: "Verifikasi",
  load: async (args) => ({
    verification: (await pageApi<VerificationApi>(args)("GET /v1/seller/verification")).result,
    notice: notices[new URL(args.request.url).searchParams.get("done") ?? ""] ?? null,
  }),
  act: async (args, form) => {
    try {
      return redirect(sellerHrefs.verification(await change(args, form)));
    } catch (error) {
      return formFailure(error, form);
    }
  },
  View: ({ data, failure }: { data: SellerVerification; failure: FormFailure | undefined }) => (
    <VerificationView {...data} failure={failure} />
  ),
};

/** Each step is stored by itself, so after a refusal the form asks only for the rest. */
async function change(args: SectionArgs, form: FormData): Promise<"sent" | "withdrawn"> {
  const api = pageApi<VerificationApi>(args);
  const text = (name: string) => String(form.get(name) ?? "").trim();
  if (text("intent") === "withdraw") {
    await api("POST /v1/seller/verification/withdraw", {});
    return "withdrawn";
  }
  const number = (name: string) => (text(name) === "" ? {} : { [name]: text(name) });
  await api("PUT /v1/seller/verification", {
    body: {
      kind: text("kind") as SellerKind,
      name: text("name"),
      address: text("address"),
      ...number("nik"),
      ...number("npwp"),
      ...number("nib"),
    },
  });
  for (const kind of documentKindNames) {
    const file = form.get(kind);
    if (!(file instanceof File) || file.size === 0) continue;
    const sent = new FormData();
    sent.set("kind", kind);
    sent.set("document", file);
    await api("POST /v1/seller/verification/documents", { form: sent });
  }
  await api("POST /v1/seller/verification/send", {});
  return "sent";
}
