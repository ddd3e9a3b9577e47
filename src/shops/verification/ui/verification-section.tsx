import { redirect } from "react-router";
import { ApiError, formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section, SectionArgs } from "#lib/page.ts";
import type { FieldErrors } from "#lib/refusal.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import type { OwnVerification, VerificationApi } from "../contract.ts";
import {
  documentKindNames,
  missingDocumentText,
  neededDocuments,
  type DocumentKind,
  type SellerKind,
} from "../rules.ts";
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

/**
 * Each step is stored by itself, so after a refusal the form asks only for the rest. What is wrong with the data and
 * with the documents is said at once: a browser forgets the files that were chosen with a refused form.
 */
async function change(args: SectionArgs, form: FormData): Promise<"sent" | "withdrawn"> {
  const api = pageApi<VerificationApi>(args);
  const text = (name: string) => String(form.get(name) ?? "").trim();
  if (text("intent") === "withdraw") {
    await api("POST /v1/seller/verification/withdraw", {});
    return "withdrawn";
  }
  const number = (name: string) => (text(name) === "" ? {} : { [name]: text(name) });
  const refusals: ApiError[] = [];
  const atDocuments: FieldErrors = {};
  const attempt = async (work: Promise<unknown>, document?: DocumentKind) => {
    await work.catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      refusals.push(error);
      if (document) atDocuments[document] = [error.message];
    });
  };
  const kind = text("kind") as SellerKind;
  await attempt(
    api("PUT /v1/seller/verification", {
      body: {
        kind,
        name: text("name"),
        address: text("address"),
        ...number("nik"),
        ...number("npwp"),
        ...number("nib"),
      },
    }),
  );
  for (const document of documentKindNames) {
    const file = form.get(document);
    if (!(file instanceof File) || file.size === 0) continue;
    const sent = new FormData();
    sent.set("kind", document);
    sent.set("document", file);
    await attempt(api("POST /v1/seller/verification/documents", { form: sent }), document);
  }
  const [first] = refusals;
  if (!first) {
    await api("POST /v1/seller/verification/send", {});
    return "sent";
  }
  const needed = kind in neededDocuments ? neededDocuments[kind] : [];
  const { status, documents: stored } = (await api("GET /v1/seller/verification")).result;
  // Changed data of a verified seller needs documents of its own.
  const documents = status === "verified" ? [] : stored;
  const missing = needed.filter((one) => !documents.some((document) => document.kind === one));
  const fields = [
    Object.fromEntries(missing.map((one) => [one, [missingDocumentText]])),
    ...refusals.map((one) => one.fields),
    atDocuments,
  ];
  throw new ApiError(first.status, { ...first.body, data: Object.assign({}, ...fields) });
}
