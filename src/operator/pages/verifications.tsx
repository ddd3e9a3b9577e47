import { useActionData, useLoaderData, type ActionFunctionArgs } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { actOnVerification, loadVerifications, type Verifications } from "#shops/verification/ui/operator-requests.ts";
import { VerificationsView } from "#shops/verification/ui/operator-view.tsx";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";

export const loader = withFrame(loadVerifications);

export const action = (args: ActionFunctionArgs) => actOnVerification(args);

export const handle: PageHandle<Verifications> = {
  layout: "console",
  head: () => ({ title: consoleTitle("verifications"), noindex: true }),
};

/** Sellers who wait to be verified, and one application beside its documents. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | undefined;
  return (
    <ConsoleFrame part="verifications">
      <VerificationsView data={data} failure={answer?.failed ? answer : undefined} />
    </ConsoleFrame>
  );
}
