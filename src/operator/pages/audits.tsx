import { redirect, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import type { AuditApi } from "#orders/audit/contract.ts";
import { auditPages } from "#orders/audit/rules.ts";
import { AuditList, type ListedAudits } from "../ui/console/audit-list.tsx";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";

async function load(args: LoaderFunctionArgs): Promise<ListedAudits> {
  const search = new URL(args.request.url).searchParams;
  const asked = Number(search.get("n") ?? "1");
  const page = Number.isInteger(asked) && asked >= 1 && asked <= auditPages.maxPage ? asked : 1;
  const { result } = await pageApi<AuditApi>(args)("GET /v1/operator/audits", { query: { page: String(page) } });
  if (page > 1 && result.rows.length === 0) throw redirect(operatorHrefs.audits());
  return { ...result, page, isStarted: search.has("started") };
}

/** Starts an audit now. */
export async function action(args: ActionFunctionArgs) {
  try {
    await pageApi<AuditApi>(args)("POST /v1/operator/audits");
    return redirect(`${operatorHrefs.audits()}?started=1`);
  } catch (error) {
    return formFailure(error, await args.request.formData());
  }
}

export const loader = withFrame(load);

export const handle: PageHandle<ListedAudits> = {
  layout: "console",
  head: () => ({ title: consoleTitle("audits"), noindex: true }),
};

/** What the auditor found, for an operator. */
export function Component() {
  const answer = useActionData() as FormFailure | undefined;
  return (
    <ConsoleFrame part="audits">
      <AuditList data={useLoaderData<typeof loader>()} failure={answer?.failed ? answer : undefined} />
    </ConsoleFrame>
  );
}
