import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { actOnBreaches, loadBreaches, type BreachPart } from "#privacy/breaches/ui/breach-requests.ts";
import { BreachListView, BreachView } from "#privacy/breaches/ui/breach-view.tsx";
import { actOnRequests, loadRequests, type RequestPart } from "#privacy/requests/ui/operator-requests.ts";
import {
  ConsentReportView,
  loadRetention,
  RetentionView,
  type RetentionPart,
} from "#privacy/retention/ui/retention-view.tsx";
import { LetterForm, RequestListView, RequestView } from "#privacy/requests/ui/operator-view.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";

type Data = RequestPart | BreachPart | RetentionPart;

function load(args: LoaderFunctionArgs): Promise<Data> {
  const search = new URL(args.request.url).searchParams;
  if (["retention", "consents"].includes(search.get("view") ?? "")) return loadRetention(args);
  return search.has("breach") || search.get("view") === "breaches" ? loadBreaches(args) : loadRequests(args);
}

export const loader = withFrame(load);

const requestVerbs = ["letter", "grant", "refuse"];

export async function action(args: ActionFunctionArgs): Promise<unknown> {
  const form = await args.request.formData();
  const [verb = ""] = String(form.get("intent") ?? "").split(" ");
  return requestVerbs.includes(verb) ? actOnRequests(args, form) : actOnBreaches(args, form);
}

export const handle: PageHandle<Data> = {
  layout: "console",
  head: () => ({ title: consoleTitle("legal"), noindex: true }),
};

/** The legal desk: requests about personal data and breaches of it, each with its clock. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | undefined;
  const failure = answer?.failed ? answer : undefined;
  const view = data.part === "requests" ? data.view : data.part;
  return (
    <ConsoleFrame part="legal">
      <h1>Meja hukum</h1>
      <Tabs
        label="Meja hukum"
        tabs={[
          { href: operatorHrefs.legal(), label: "Permintaan data", current: view === "open" || view === "request" },
          { href: operatorHrefs.legal({ view: "closed" }), label: "Selesai", current: view === "closed" },
          { href: operatorHrefs.letter(), label: "Catat surat", current: view === "letter" },
          {
            href: operatorHrefs.breaches(),
            label: "Kegagalan data",
            current: view === "breaches" || view === "breach",
          },
          { href: operatorHrefs.consents(), label: "Persetujuan", current: view === "consents" },
          { href: operatorHrefs.retention(), label: "Retensi", current: view === "retention" },
        ]}
      />
      {data.part === "requests" && <RequestListView view={data.view} list={data.list} />}
      {data.part === "request" && <RequestView request={data.request} failure={failure} />}
      {data.part === "letter" && <LetterForm failure={failure} />}
      {data.part === "breaches" && <BreachListView register={data.register} />}
      {data.part === "consents" && <ConsentReportView counts={data.counts} />}
      {data.part === "retention" && <RetentionView tables={data.tables} />}
      {data.part === "breach" && <BreachView breach={data.breach} failure={failure} />}
    </ConsoleFrame>
  );
}
