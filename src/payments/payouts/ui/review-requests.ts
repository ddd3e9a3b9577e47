import { redirect, type ActionFunctionArgs } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import { formFailure, pageApi } from "#lib/api-client.ts";
import type { SectionArgs } from "#lib/page.ts";
import type { ReviewApi } from "../review/contract.ts";
import { payoutPages, payoutViewNames, recordedText, resultFileLimits, type PayoutView } from "../review/rules.ts";
import type { Review, ReviewNotice } from "./review-view.tsx";

/** The sentences that a page shows after a form, by the word in its address. */
const reviewNotices: Readonly<Record<string, string>> = {
  approved: "Pencairan disetujui.",
  one: "Persetujuan Anda dicatat. Satu operator lain harus menyetujui.",
  rejected: "Pencairan ditolak. Uangnya kembali.",
  entered: "Hasil dicatat. Operator lain harus memastikannya.",
  booked: "Hasil dibukukan.",
  refused: "Hasil ditolak. Isi lagi hasilnya.",
  batch: "Pencairan yang disetujui masuk ke satu berkas. Unduh berkasnya di bawah.",
  held: "Semua pencairan dihentikan.",
  released: "Pencairan berjalan lagi.",
  layout: "Susunan kolom tersimpan.",
  deleted: "Susunan kolom dihapus.",
};

/** The sentence after a form, by the word and the numbers in the page's address; null without one. */
export function noticeOf(search: URLSearchParams): ReviewNotice | null {
  const done = search.get("done") ?? "";
  if (done === "results") {
    const [, entered, skipped] = /^(\d{1,4})-(\d{1,4})$/.exec(search.get("counts") ?? "")?.map(Number) ?? [];
    if (!entered && !skipped) return null;
    return { tone: entered ? "success" : "warning", text: recordedText(entered ?? 0, skipped ?? 0) };
  }
  const text = Object.hasOwn(reviewNotices, done) ? reviewNotices[done] : undefined;
  return text === undefined ? null : { tone: "success", text };
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Loads a view of the payouts; a page beyond the end shows the first one. */
export async function loadReview(args: SectionArgs): Promise<Review> {
  const search = new URL(args.request.url).searchParams;
  const view = payoutViewNames.find((one) => one === search.get("view")) ?? "waiting";
  const asked = Number(search.get("n") ?? "1");
  const page = Number.isInteger(asked) && asked >= 1 && asked <= payoutPages.maxPage ? asked : 1;
  const id = search.get("id") ?? "";
  const { result } = await pageApi<ReviewApi>(args)("GET /v1/operator/payouts", {
    query: { view, page: String(page), ...(isId(id) ? { id } : {}) },
  });
  if (page > 1 && result.rows.length === 0) throw redirect(operatorHrefs.payouts(view));
  const skipped = (search.get("skipped") ?? "").split(",").filter((one) => /^KWP-[0-9A-F]{20}$/.test(one));
  return { ...result, view, page, notice: noticeOf(search), skipped };
}

/** Handles a form of the page and returns to the view that it was on. */
export async function actOnReview(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  const view = payoutViewNames.find((one) => one === new URL(args.request.url).searchParams.get("view")) ?? "waiting";
  try {
    const { done, counts, skipped = [] } = await act(args, form);
    const next = operatorHrefs.payouts(view);
    const query = new URLSearchParams({
      done,
      ...(counts !== undefined && { counts }),
      ...(skipped.length > 0 ? { skipped: skipped.slice(0, 20).join(",") } : {}),
    });
    return redirect(`${next}${next.includes("?") ? "&" : "?"}${query}`);
  } catch (error) {
    return formFailure(error, form);
  }
}

type Done = { done: string; counts?: string; skipped?: string[] };

async function act(args: ActionFunctionArgs, form: FormData): Promise<Done> {
  const api = pageApi<ReviewApi>(args);
  const text = (name: string) => String(form.get(name) ?? "");
  const params = { payoutId: text("id") };
  switch (text("intent")) {
    case "approve": {
      const { data } = await api("POST /v1/operator/payouts/:payoutId/approve", { params });
      return { done: data.status === "requested" ? "one" : "approved" };
    }
    case "reject":
      await api("POST /v1/operator/payouts/:payoutId/reject", { params, body: { reason: text("reason") } });
      return { done: "rejected" };
    case "result":
      await api("POST /v1/operator/payouts/:payoutId/result", { params, body: readResult(text) });
      return { done: "entered" };
    case "confirm":
    case "refuse": {
      const accept = text("intent") === "confirm";
      await api("POST /v1/operator/payouts/:payoutId/confirm", { params, body: { accept, ...readResult(text) } });
      return { done: accept ? "booked" : "refused" };
    }
    case "batch":
      await api("POST /v1/operator/payout-batches");
      return { done: "batch" };
    case "results": {
      const content = await readFile(form.get("file"));
      const { data } = await api("POST /v1/operator/payout-results", { body: { content } });
      return { done: "results", counts: `${data.entered}-${data.skipped.length}`, skipped: data.skipped };
    }
    case "layout": {
      const separator = text("separator") === ";" ? ";" : ",";
      await api("POST /v1/operator/payout-layouts", {
        body: { name: text("name"), separator, first_row: text("first_row"), columns: text("columns") },
      });
      return { done: "layout" };
    }
    case "delete-layout":
      await api("DELETE /v1/operator/payout-layouts/:layoutId", { params: { layoutId: text("id") } });
      return { done: "deleted" };
    case "hold":
      await api("PUT /v1/operator/payout-hold", { body: { note: text("reason") } });
      return { done: "held" };
    default:
      await api("PUT /v1/operator/payout-hold", { body: { note: null } });
      return { done: "released" };
  }
}

/** How a transfer ended: as an operator enters it, or as the page showed it to the one who confirms it. */
function readResult(text: (name: string) => string) {
  const reference = text("bank_reference").trim();
  const outcome = (["paid", "failed", "returned"] as const).find((one) => one === text("outcome")) ?? "paid";
  return { outcome, ...(reference === "" ? {} : { bank_reference: reference }) };
}

/** The text of an uploaded file. A file that is too large is read no further than the API's limit, which refuses it. */
async function readFile(file: FormDataEntryValue | null): Promise<string> {
  if (file === null || typeof file === "string") return file ?? "";
  return file.slice(0, 4 * (resultFileLimits.maxLength + 1)).text();
}

export type { PayoutView };
