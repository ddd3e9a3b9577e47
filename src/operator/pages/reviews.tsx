import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { actOnModeration, loadModeration, type Moderation } from "#reviews/reports/ui/moderation-requests.ts";
import { ModerationView } from "#reviews/reports/ui/moderation.tsx";
import { WorkArea } from "#ui/work-area.tsx";
import { consoleLinks, consoleTitle } from "../ui/console-links.ts";

export const loader = (args: LoaderFunctionArgs): Promise<Moderation> => loadModeration(args);

export const action = (args: ActionFunctionArgs) => actOnModeration(args);

export const handle: PageHandle<Moderation> = {
  layout: "work",
  head: () => ({ title: consoleTitle("reviews"), noindex: true }),
};

/** Reported and hidden reviews, questions and answers, for operators. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const failure = useActionData() as FormFailure | undefined;
  return (
    <WorkArea label="Konsol operator" links={consoleLinks("reviews")}>
      <ModerationView data={data} failure={failure} />
    </WorkArea>
  );
}
