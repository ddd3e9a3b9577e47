import { redirect, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import type { SecondFactorApi } from "#accounts/second-factor/contract.ts";
import type { TeamApi } from "#accounts/operators/contract.ts";
import type { OperatorRole } from "#accounts/operators/rules.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";
import { TeamView, type Team } from "../ui/team/team-view.tsx";

async function load(args: LoaderFunctionArgs): Promise<Team> {
  const { result } = await pageApi<TeamApi>(args)("GET /v1/operator/team");
  const done = new URL(args.request.url).searchParams.get("done");
  return { ...result, done: done === "given" || done === "taken" ? done : null };
}

export const loader = withFrame(load);

/** Gives a role, or takes it. A password in the form confirms the session first. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const api = pageApi<TeamApi & SecondFactorApi>(args);
  try {
    const password = String(form.get("current_password") ?? "");
    if (password !== "") await api("POST /v1/users/confirm", { body: { current_password: password } });
    const reason = text("reason");
    const role = text("role") as OperatorRole;
    const userId = /^change (.+)$/.exec(text("intent"))?.[1];
    if (userId === undefined) await api("POST /v1/operator/team", { body: { email: text("email"), role, reason } });
    else {
      const body = { role: text("role") === "none" ? null : role, reason };
      await api("PUT /v1/operator/team/:userId", { params: { userId }, body });
    }
    return redirect(`${operatorHrefs.team()}?done=${text("role") === "none" ? "taken" : "given"}`);
  } catch (error) {
    return formFailure(error, form);
  }
}

export const handle: PageHandle<Team> = {
  layout: "console",
  head: () => ({ title: consoleTitle("team"), noindex: true }),
};

/** Operators and their roles, for owners. */
export function Component() {
  const answer = useActionData() as FormFailure | undefined;
  return (
    <ConsoleFrame part="team">
      <TeamView data={useLoaderData<typeof loader>()} failure={answer?.failed ? answer : undefined} />
    </ConsoleFrame>
  );
}
