import { useActionData, useLoaderData, type ActionFunctionArgs } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { actOnMediation, loadMediation, type MediatorData } from "#complaints/ui/mediator-requests.ts";
import { MediatorView } from "#complaints/ui/mediator-views.tsx";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";

export const loader = withFrame(loadMediation);

export const action = (args: ActionFunctionArgs) => actOnMediation(args);

export const handle: PageHandle<MediatorData> = {
  layout: "console",
  head: () => ({ title: consoleTitle("complaints"), noindex: true }),
};

/** Complaints for mediators: the queue, cases, precedents and statistics. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const failure = useActionData() as FormFailure | undefined;
  return (
    <ConsoleFrame part="complaints">
      <MediatorView data={data} failure={failure} />
    </ConsoleFrame>
  );
}
