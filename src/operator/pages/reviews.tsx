import { useActionData, useLoaderData, type ActionFunctionArgs } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { actOnModeration, loadModeration, type Moderation } from "#reviews/reports/ui/moderation-requests.ts";
import { ModerationView } from "#reviews/reports/ui/moderation.tsx";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";

export const loader = withFrame(loadModeration);

export const action = (args: ActionFunctionArgs) => actOnModeration(args);

export const handle: PageHandle<Moderation> = {
  layout: "console",
  head: () => ({ title: consoleTitle("reviews"), noindex: true }),
};

/** Reported and hidden reviews, questions and answers, for operators. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const failure = useActionData() as FormFailure | undefined;
  return (
    <ConsoleFrame part="reviews">
      <ModerationView data={data} failure={failure} />
    </ConsoleFrame>
  );
}
