import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { formFailure, pageApi, type ApiResponse } from "#lib/api-client.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { ReportApi } from "../contract.ts";
import { queuePage, queueViews, type HiddenKind, type QueueView, type ReportedKind } from "../rules.ts";

/** What the operators' page about reviews and questions shows. */
export type Moderation = ApiResponse<ReportApi["GET /v1/operator/reviews"]>["result"] & {
  view: QueueView;
  page: number;
};

const viewOf = (url: string): QueueView =>
  queueViews.find(({ id }) => id === new URL(url).searchParams.get("view"))?.id ?? "reported";

/** Loads a page of one list of the queue. A page beyond its end redirects to the first. */
export async function loadModeration(args: LoaderFunctionArgs): Promise<Moderation> {
  const view = viewOf(args.request.url);
  const asked = Number(new URL(args.request.url).searchParams.get("n") ?? "1");
  const page = Number.isInteger(asked) && asked >= 1 && asked <= queuePage.maxPages ? asked : 1;
  const { result } = await pageApi<ReportApi>(args)("GET /v1/operator/reviews", {
    query: { view, page: String(page) },
  });
  if (page > 1 && result.items.length === 0) throw redirect(operatorHrefs.reviews(view));
  return { ...result, view, page };
}

/** Carries out a decision: the form's intent has the action, the kind and the id of the item. */
export async function actOnModeration(args: ActionFunctionArgs) {
  const api = pageApi<ReportApi>(args);
  const form = await args.request.formData();
  const [action, kind = "", itemId = ""] = String(form.get("intent") ?? "").split(" ");
  // The API refuses any other kind.
  const params = { kind: kind as HiddenKind, itemId };
  const body = { reason: String(form.get("reason") ?? "") };
  try {
    if (action === "hide") await api("POST /v1/operator/reviews/:kind/:itemId/hide", { params, body });
    else if (action === "uphold") await api("POST /v1/operator/reviews/:kind/:itemId/uphold", { params, body });
    else if (action === "restore") await api("POST /v1/operator/reviews/:kind/:itemId/restore", { params });
    else
      await api("POST /v1/operator/reviews/:kind/:itemId/dismiss", {
        params: { kind: kind as ReportedKind, itemId },
      });
  } catch (error) {
    return formFailure(error, form);
  }
  return redirect(operatorHrefs.reviews(viewOf(args.request.url)));
}
