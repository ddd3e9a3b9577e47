import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { actOnReview, loadReview } from "#payments/payouts/ui/review-requests.ts";
import { ReviewView, type Review } from "#payments/payouts/ui/review-view.tsx";
import { WorkArea } from "#ui/work-area.tsx";
import { consoleLinks, consoleTitle } from "../ui/console-links.ts";

export const loader = (args: LoaderFunctionArgs): Promise<Review> => loadReview(args);

export const action = (args: ActionFunctionArgs) => actOnReview(args);

export const handle: PageHandle<Review> = {
  layout: "work",
  head: () => ({ title: consoleTitle("payouts"), noindex: true }),
};

/** Payouts for operators: approvals, files for the bank, results. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | undefined;
  return (
    <WorkArea label="Konsol operator" links={consoleLinks("payouts")}>
      <ReviewView data={data} failure={answer?.failed ? answer : undefined} />
    </WorkArea>
  );
}
