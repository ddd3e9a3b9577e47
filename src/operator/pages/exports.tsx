import { redirect, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { ExportApi, ListedExport } from "../exports/contract.ts";
import type { ExportKind } from "../exports/rules.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { ExportList } from "../ui/exports/export-list.tsx";
import { withFrame } from "../ui/frame/load-frame.ts";

type Data = { files: ListedExport[]; isAsked: boolean };

async function load(args: LoaderFunctionArgs): Promise<Data> {
  const { result } = await pageApi<ExportApi>(args)("GET /v1/operator/exports");
  return { files: result, isAsked: new URL(args.request.url).searchParams.has("asked") };
}

export const loader = withFrame(load);

/** Asks for a file. */
export async function action(args: ActionFunctionArgs): Promise<unknown> {
  const form = await args.request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  try {
    await pageApi<ExportApi>(args)("POST /v1/operator/exports", {
      body: { kind: text("kind") as ExportKind, first_day: text("first_day"), last_day: text("last_day") },
    });
    return redirect(operatorHrefs.exports({ asked: "1" }));
  } catch (error) {
    return formFailure(error, form);
  }
}

export const handle: PageHandle<Data> = {
  layout: "console",
  head: () => ({ title: consoleTitle("exports"), noindex: true }),
};

/** Files of orders, ledger, people and products. */
export function Component() {
  const { files, isAsked } = useLoaderData<typeof loader>();
  const failure = useActionData() as FormFailure | undefined;
  return (
    <ConsoleFrame part="exports">
      <ExportList files={files} isAsked={isAsked} failure={failure} />
    </ConsoleFrame>
  );
}
