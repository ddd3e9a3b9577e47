import { useActionData, useLoaderData, type ActionFunctionArgs } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { actOnReview, loadReview } from "#payments/payouts/ui/review-requests.ts";
import { ReviewView, type Review } from "#payments/payouts/ui/review-view.tsx";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";

export const loader = withFrame(loadReview);

export const action = (args: ActionFunctionArgs) => actOnReview(args);

export const handle: PageHandle<Review> = {
  layout: "console",
  head: () => ({ title: consoleTitle("payouts"), noindex: true }),
};

/** Payouts for operators: approvals, files for the bank, results. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | undefined;
  return (
    <ConsoleFrame part="payouts">
      <ReviewView data={data} failure={answer?.failed ? answer : undefined} />
    </ConsoleFrame>
  );
}
