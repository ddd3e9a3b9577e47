import { redirect, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import type { TariffApi } from "#shipping/tariffs/contract.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";
import { TariffView, type ListedTariffs, type TariffPreviewed } from "../ui/imported-lists/tariff-view.tsx";

async function load(args: LoaderFunctionArgs): Promise<ListedTariffs> {
  const { result } = await pageApi<TariffApi>(args)("GET /v1/operator/tariffs");
  return { ...result, done: new URL(args.request.url).searchParams.get("done") };
}

/** Reads a file: first what it would change, then exactly that text. Or withdraws a list. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  const api = pageApi<TariffApi>(args);
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const [intent, listId = ""] = text("intent").split(" ");
  const terms = { from: text("from"), note: text("note") };
  try {
    if (intent === "preview") {
      const file = form.get("file");
      const csv = file instanceof File ? await file.text() : "";
      const { result } = await api("POST /v1/operator/tariffs/preview", { body: { csv, from: terms.from } });
      return { csv, ...terms, ...result } satisfies TariffPreviewed;
    }
    if (intent === "import") {
      const { data } = await api("POST /v1/operator/tariffs", { body: { csv: text("csv"), ...terms } });
      return redirect(operatorHrefs.tariffs(String(data.changes)));
    }
    await api("POST /v1/operator/tariffs/:tariffListId/withdraw", { params: { tariffListId: listId } });
    return redirect(operatorHrefs.tariffs("withdrawn"));
  } catch (error) {
    return formFailure(error, form);
  }
}

export const loader = withFrame(load);

export const handle: PageHandle<ListedTariffs> = {
  layout: "console",
  head: () => ({ title: consoleTitle("tariffs"), noindex: true }),
};

/** What couriers cost, for operators: a file with its preview, and earlier files. */
export function Component() {
  const answer = useActionData() as FormFailure | TariffPreviewed | undefined;
  const failure = answer && "failed" in answer ? answer : undefined;
  const preview = answer && "counts" in answer ? answer : undefined;
  return (
    <ConsoleFrame part="tariffs">
      <TariffView data={useLoaderData<typeof loader>()} failure={failure} preview={preview} />
    </ConsoleFrame>
  );
}
