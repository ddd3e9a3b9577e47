import { useActionData, useLoaderData, type ActionFunctionArgs } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { OperatorTaxView, type OperatorTax } from "#payments/tax/ui/operator-tax-view.tsx";
import { actOnOperatorTax, loadOperatorTax } from "#payments/tax/ui/tax-requests.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";

export const loader = withFrame(loadOperatorTax);

export const action = (args: ActionFunctionArgs) => actOnOperatorTax(args);

export const handle: PageHandle<OperatorTax> = {
  layout: "console",
  head: () => ({ title: consoleTitle("tax"), noindex: true }),
};

/** Taxes for operators. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | undefined;
  return (
    <ConsoleFrame part="tax">
      <OperatorTaxView data={data} failure={answer?.failed ? answer : undefined} />
    </ConsoleFrame>
  );
}
