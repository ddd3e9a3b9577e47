import { useActionData, useLoaderData, type ActionFunctionArgs } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { actOnRequests, loadRequests, type RequestPart } from "#privacy/requests/ui/operator-requests.ts";
import { LetterForm, RequestListView, RequestView } from "#privacy/requests/ui/operator-view.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { ConsoleFrame } from "../ui/console-frame.tsx";
import { consoleTitle } from "../ui/console-links.ts";
import { withFrame } from "../ui/load-frame.ts";

export const loader = withFrame(loadRequests);

export async function action(args: ActionFunctionArgs): Promise<unknown> {
  return actOnRequests(args, await args.request.formData());
}

export const handle: PageHandle<RequestPart> = {
  layout: "console",
  head: () => ({ title: consoleTitle("legal"), noindex: true }),
};

/** The legal desk: requests about personal data and their clocks. */
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
        ]}
      />
      {data.part === "requests" && <RequestListView view={data.view} list={data.list} />}
      {data.part === "request" && <RequestView request={data.request} failure={failure} />}
      {data.part === "letter" && <LetterForm failure={failure} />}
    </ConsoleFrame>
  );
}
