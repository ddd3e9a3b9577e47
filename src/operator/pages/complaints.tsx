import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { actOnMediation, loadMediation, type MediatorData } from "#complaints/ui/mediator-requests.ts";
import { MediatorView } from "#complaints/ui/mediator-views.tsx";
import { WorkArea } from "#ui/work-area.tsx";
import { consoleLinks, consoleTitle } from "../ui/console-links.ts";

export const loader = (args: LoaderFunctionArgs): Promise<MediatorData> => loadMediation(args);

export const action = (args: ActionFunctionArgs) => actOnMediation(args);

export const handle: PageHandle<MediatorData> = {
  layout: "work",
  head: () => ({ title: consoleTitle("complaints"), noindex: true }),
};

/** Complaints for mediators: the queue, cases, precedents and statistics. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const failure = useActionData() as FormFailure | undefined;
  return (
    <WorkArea label="Konsol operator" links={consoleLinks("complaints")}>
      <MediatorView data={data} failure={failure} />
    </WorkArea>
  );
}
