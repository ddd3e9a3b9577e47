import { useActionData, useLoaderData, type ActionFunctionArgs } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import {
  actOnStatements,
  loadStatements,
  type Preview,
  type Statements,
} from "#payments/statements/ui/statement-requests.ts";
import { StatementView } from "#payments/statements/ui/statement-views.tsx";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";

export const loader = withFrame(loadStatements);

export const action = (args: ActionFunctionArgs) => actOnStatements(args);

export const handle: PageHandle<Statements> = {
  layout: "console",
  head: () => ({ title: consoleTitle("transfers"), noindex: true }),
};

/** Bank statements for operators: what came in, what it paid, and what waits for a person. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | Preview | undefined;
  return (
    <ConsoleFrame part="transfers">
      <StatementView
        data={data}
        failure={answer && "failed" in answer ? answer : undefined}
        preview={answer && "preview" in answer ? answer : undefined}
      />
    </ConsoleFrame>
  );
}
