import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { formFailure, pageApi, type ApiResponse } from "#lib/api-client.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { DataRequestApi, RequestDetail } from "../contract.ts";
import type { RequestKind } from "../rules.ts";

export type RequestList = ApiResponse<DataRequestApi["GET /v1/operator/data-requests"]>["result"];
export type RequestPart =
  | { part: "requests"; view: "open" | "closed"; list: RequestList }
  | { part: "letter" }
  | { part: "request"; request: RequestDetail };

/** Requests that wait or are closed, one of them, or the form for a letter. */
export async function loadRequests(args: LoaderFunctionArgs): Promise<RequestPart> {
  const api = pageApi<DataRequestApi>(args);
  const search = new URL(args.request.url).searchParams;
  const requestId = search.get("id");
  if (requestId) {
    const { result } = await api("GET /v1/operator/data-requests/:requestId", { params: { requestId } });
    return { part: "request", request: result };
  }
  if (search.get("view") === "letter") return { part: "letter" };
  const view = search.get("view") === "closed" ? "closed" : "open";
  const query = { view, after: search.get("after") ?? undefined } as const;
  const { result } = await api("GET /v1/operator/data-requests", { query });
  return { part: "requests", view, list: result };
}

/** Enters a letter, or answers a request. */
export async function actOnRequests(args: ActionFunctionArgs, form: FormData): Promise<unknown> {
  const api = pageApi<DataRequestApi>(args);
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const [verb, requestId = ""] = text("intent").split(" ");
  try {
    if (verb === "letter") {
      const body = {
        kind: text("kind") as RequestKind,
        text: text("text"),
        received_at: text("received_at"),
        sender_name: text("sender_name"),
        sender_email: text("sender_email"),
        account: text("account"),
      };
      await api("POST /v1/operator/data-requests", { body });
      return redirect(operatorHrefs.legal({ acted: "letter" }));
    }
    await api("POST /v1/operator/data-requests/:requestId/answer", {
      params: { requestId },
      body: { granted: verb === "grant", answer: text("reason"), acts: form.getAll("acts").includes("1") },
    });
    return redirect(operatorHrefs.legal({ acted: "answered" }));
  } catch (error) {
    return formFailure(error, form);
  }
}
