import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { checkboxValue } from "#ui/checkbox-value.ts";
import { formFailure, pageApi, type ApiResponse } from "#lib/api-client.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { MediatorApi } from "../mediation/contract.ts";
import { type Problem, problems } from "../opening/rules.ts";
import type { CitedRule } from "../mediation/rules.ts";
import type { ClaimApi } from "../insurance/contract.ts";
import type { ClaimState } from "../insurance/rules.ts";
import { renameFields, solutionOf } from "./case-requests.ts";

type Result<K extends keyof MediatorApi> = ApiResponse<MediatorApi[K]> extends { result: infer R } ? R : never;

export type MediatedCase = Result<"GET /v1/operator/complaints/:complaintId">;
export type Precedents = Result<"GET /v1/operator/complaint-precedents">;
export type ComplaintStatistics = Result<"GET /v1/operator/complaint-statistics">;
export type Queue = Result<"GET /v1/operator/complaints">;

const listViews = ["waiting", "open", "closed"] as const;
export type QueueView = (typeof listViews)[number];

const caseDones = ["decision", "claim", "message"] as const;
/** What the mediator has just sent. */
export type CaseDone = (typeof caseDones)[number];

/** What the mediators' page shows. */
export type MediatorData = { problem: Problem | undefined } & (
  | { page: "case"; complaint: MediatedCase; precedents: Precedents["precedents"]; done: CaseDone | undefined }
  | { page: "queue"; view: QueueView; queue: Queue }
  | { page: "precedents"; list: Precedents }
  | { page: "statistics"; statistics: ComplaintStatistics }
);

/** Loads what the address of the mediators' page asks for. */
export async function loadMediation(args: LoaderFunctionArgs): Promise<MediatorData> {
  const api = pageApi<MediatorApi>(args);
  const { searchParams } = new URL(args.request.url);
  const asked = searchParams.get("problem") ?? "";
  const problem = Object.hasOwn(problems, asked) ? (asked as Problem) : undefined;
  const page = /^[1-9]\d{0,2}$/.exec(searchParams.get("n") ?? "")?.[0] ?? "1";
  const complaintId = searchParams.get("id");
  if (complaintId) {
    const { result } = await api("GET /v1/operator/complaints/:complaintId", { params: { complaintId } });
    const [first] = result.problems;
    const found = await api("GET /v1/operator/complaint-precedents", { query: { problem: first } });
    const precedents = found.result.precedents.filter(({ complaint_id }) => complaint_id !== result.id).slice(0, 5);
    const done = caseDones.find((one) => one === searchParams.get("done"));
    return { page: "case", problem, complaint: result, precedents, done };
  }
  const view = searchParams.get("view");
  if (view === "precedents") {
    const { result } = await api("GET /v1/operator/complaint-precedents", { query: { problem, page } });
    return { page: "precedents", problem, list: result };
  }
  if (view === "statistics") {
    const { result } = await api("GET /v1/operator/complaint-statistics");
    return { page: "statistics", problem, statistics: result };
  }
  const chosen = listViews.find((name) => name === view) ?? "waiting";
  const { result } = await api("GET /v1/operator/complaints", { query: { view: chosen, problem, page } });
  return { page: "queue", problem, view: chosen, queue: result };
}

/** Sends the mediator's message or decision. */
export async function actOnMediation(args: ActionFunctionArgs) {
  const api = pageApi<MediatorApi & ClaimApi>(args);
  const form = await args.request.formData();
  const params = { complaintId: new URL(args.request.url).searchParams.get("id") ?? "" };
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const solution = solutionOf(form);
  let done: CaseDone = "message";
  try {
    if (form.get("intent") === "decide") {
      done = "decision";
      await api("POST /v1/operator/complaints/:complaintId/decision", {
        params,
        body: {
          solution,
          rule: text("rule") as CitedRule,
          reason: text("reason"),
          precedent: checkboxValue(form, "precedent") === 1,
          checked: (checkboxValue(form, "checked") === 1) as true,
        },
      });
    } else if (form.get("intent") === "claim") {
      done = "claim";
      await api("POST /v1/operator/complaints/:complaintId/claim", {
        params,
        body: {
          state: text("state") as ClaimState,
          amount: Number(text("amount").replace(/^Rp ?/i, "").replaceAll(".", "") || "0"),
          reference: text("reference"),
          note: text("note"),
        },
      });
    } else await api("POST /v1/operator/complaints/:complaintId/messages", { params, body: { text: text("text") } });
  } catch (error) {
    return formFailure(renameFields(error, solution.lines), form);
  }
  return redirect(operatorHrefs.complaint(params.complaintId, done));
}
