import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import {
  actOnStatements,
  loadStatements,
  type Preview,
  type Statements,
} from "#payments/statements/ui/statement-requests.ts";
import { StatementView } from "#payments/statements/ui/statement-views.tsx";
import { WorkArea } from "#ui/work-area.tsx";
import { consoleLinks, consoleTitle } from "../ui/console-links.ts";

export const loader = (args: LoaderFunctionArgs): Promise<Statements> => loadStatements(args);

export const action = (args: ActionFunctionArgs) => actOnStatements(args);

export const handle: PageHandle<Statements> = {
  layout: "work",
  head: () => ({ title: consoleTitle("transfers"), noindex: true }),
};

/** Bank statements for operators: what came in, what it paid, and what waits for a person. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | Preview | undefined;
  return (
    <WorkArea label="Konsol operator" links={consoleLinks("transfers")}>
      <StatementView
        data={data}
        failure={answer && "failed" in answer ? answer : undefined}
        preview={answer && "preview" in answer ? answer : undefined}
      />
    </WorkArea>
  );
}
