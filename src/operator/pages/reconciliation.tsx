import { redirect, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import type { ReconciliationApi } from "#payments/reconciliation/contract.ts";
import { reconciliationPages } from "#payments/reconciliation/rules.ts";
import { providerIds } from "#payments/rules.ts";
import type { SettlementApi } from "#payments/reconciliation/settlement-files/contract.ts";
import { noticeOf, ReportList, type ListedReports } from "#payments/reconciliation/ui/report-list.tsx";
import { uploadIntent } from "#payments/reconciliation/ui/settlement-files.tsx";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";

async function load(args: LoaderFunctionArgs): Promise<ListedReports> {
  const search = new URL(args.request.url).searchParams;
  const asked = Number(search.get("n") ?? "1");
  const page = Number.isInteger(asked) && asked >= 1 && asked <= reconciliationPages.maxPage ? asked : 1;
  const query = { page: String(page) };
  const api = pageApi<ReconciliationApi & SettlementApi>(args);
  const [{ result }, settlements] = await Promise.all([
    api("GET /v1/operator/reconciliations", { query }),
    api("GET /v1/operator/settlement-files"),
  ]);
  if (page > 1 && result.rows.length === 0) throw redirect(operatorHrefs.reconciliation());
  const notice = noticeOf(search.get("done"), search.get("counts"));
  return { ...result, settlements: settlements.result, page, notice };
}

async function upload(args: ActionFunctionArgs, form: FormData) {
  const sent = new FormData();
  for (const [name, value] of form) if (name !== "intent") sent.append(name, value);
  try {
    const api = pageApi<SettlementApi>(args);
    const { data } = await api("POST /v1/operator/settlement-files", { form: sent });
    const counts = [data.lines, data.new_lines, data.fees, data.found].join("-");
    return redirect(`${operatorHrefs.reconciliation()}?${new URLSearchParams({ done: "uploaded", counts })}`);
  } catch (error) {
    return formFailure(error, form);
  }
}

/** Uploads a settlement report, or compares a day again. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  if (form.get("intent") === uploadIntent) return upload(args, form);
  const provider = providerIds.find((id) => id === form.get("provider")) ?? "manual";
  const params = { provider, day: String(form.get("day") ?? "") };
  try {
    await pageApi<ReconciliationApi>(args)("POST /v1/operator/reconciliations/:provider/:day", { params });
    return redirect(`${operatorHrefs.reconciliation()}?done=started`);
  } catch (error) {
    return formFailure(error, form);
  }
}

export const loader = withFrame(load);

export const handle: PageHandle<ListedReports> = {
  layout: "console",
  head: () => ({ title: consoleTitle("reconciliation"), noindex: true }),
};

/** Where the books and the providers differ, for operators. */
export function Component() {
  const answer = useActionData() as FormFailure | undefined;
  return (
    <ConsoleFrame part="reconciliation">
      <ReportList data={useLoaderData<typeof loader>()} failure={answer?.failed ? answer : undefined} />
    </ConsoleFrame>
  );
}
