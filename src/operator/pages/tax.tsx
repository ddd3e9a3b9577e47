import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { OperatorTaxView, type OperatorTax } from "#payments/tax/ui/operator-tax-view.tsx";
import { actOnOperatorTax, loadOperatorTax } from "#payments/tax/ui/tax-requests.ts";
import { WorkArea } from "#ui/work-area.tsx";
import { consoleLinks, consoleTitle } from "../ui/console-links.ts";

export const loader = (args: LoaderFunctionArgs): Promise<OperatorTax> => loadOperatorTax(args);

export const action = (args: ActionFunctionArgs) => actOnOperatorTax(args);

export const handle: PageHandle<OperatorTax> = {
  layout: "work",
  head: () => ({ title: consoleTitle("tax"), noindex: true }),
};

/** Taxes for operators. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | undefined;
  return (
    <WorkArea label="Konsol operator" links={consoleLinks("tax")}>
      <OperatorTaxView data={data} failure={answer?.failed ? answer : undefined} />
    </WorkArea>
  );
}
