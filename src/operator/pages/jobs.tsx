import { redirect, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { formFailure, pageApi, type ApiResponse, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { WorkQueueApi } from "../work-queue/contract.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { JobList } from "../ui/work-queue/job-list.tsx";
import { withFrame } from "../ui/frame/load-frame.ts";

type Data = { jobs: ApiResponse<WorkQueueApi["GET /v1/operator/jobs"]>["result"]; retried: number };

async function load(args: LoaderFunctionArgs): Promise<Data> {
  const { result } = await pageApi<WorkQueueApi>(args)("GET /v1/operator/jobs");
  const retried = Number(new URL(args.request.url).searchParams.get("retried") ?? "0");
  return { jobs: result, retried: Number.isInteger(retried) && retried > 0 && retried < 1_000 ? retried : 0 };
}

export const loader = withFrame(load);

/** Runs the failed jobs of one kind again. */
export async function action(args: ActionFunctionArgs): Promise<unknown> {
  const form = await args.request.formData();
  try {
    const { data } = await pageApi<WorkQueueApi>(args)("POST /v1/operator/jobs/retry", {
      body: {
        name: String(form.get("intent") ?? "").replace(/^retry /, ""),
        reason: String(form.get("reason") ?? "").trim(),
      },
    });
    return redirect(operatorHrefs.jobs(data.count));
  } catch (error) {
    return formFailure(error, form);
  }
}

export const handle: PageHandle<Data> = {
  layout: "console",
  head: () => ({ title: consoleTitle("jobs"), noindex: true }),
};

/** Background jobs. */
export function Component() {
  const { jobs, retried } = useLoaderData<typeof loader>();
  const failure = useActionData() as FormFailure | undefined;
  return (
    <ConsoleFrame part="jobs">
      <JobList jobs={jobs} retried={retried} failure={failure} />
    </ConsoleFrame>
  );
}
