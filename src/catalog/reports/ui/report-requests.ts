import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { formFailure, pageApi, type ApiResponse } from "#lib/api-client.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { ListingReportApi } from "../contract.ts";

export type ReportQueue = {
  view: "open" | "closed";
  list: ApiResponse<ListingReportApi["GET /v1/operator/listing-reports"]>["result"];
  done: string | null;
};

/** Reports of products and shops that wait, or those that were decided. */
export async function loadReportQueue(args: LoaderFunctionArgs): Promise<ReportQueue> {
  const search = new URL(args.request.url).searchParams;
  const view = search.get("view") === "closed" ? "closed" : "open";
  const query = { view, after: search.get("after") ?? undefined } as const;
  const { result } = await pageApi<ListingReportApi>(args)("GET /v1/operator/listing-reports", { query });
  return { view, list: result, done: search.get("done") };
}

/** Dismisses the reports about one thing. */
export async function actOnReports(args: ActionFunctionArgs, form: FormData): Promise<unknown> {
  const [, reportId = ""] = String(form.get("intent") ?? "").split(" ");
  try {
    await pageApi<ListingReportApi>(args)("POST /v1/operator/listing-reports/:reportId/dismiss", {
      params: { reportId },
      body: { answer: String(form.get("reason") ?? "").trim() },
    });
  } catch (error) {
    return formFailure(error, form);
  }
  return redirect(operatorHrefs.reports({ done: "1" }));
}
