import { redirect, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { IncidentApi, Status } from "../incidents/contract.ts";
import type { Component as Part, Impact } from "../incidents/rules.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { IncidentEditor } from "../ui/incidents/incident-editor.tsx";
import { withFrame } from "../ui/frame/load-frame.ts";

type Data = { status: Status };

async function load(args: LoaderFunctionArgs): Promise<Data> {
  return { status: (await pageApi<IncidentApi>(args)("GET /v1/operator/incidents")).result };
}

export const loader = withFrame(load);

/** Opens an incident, or says how one goes on. */
export async function action(args: ActionFunctionArgs): Promise<unknown> {
  const form = await args.request.formData();
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const api = pageApi<IncidentApi>(args);
  const [verb, incidentId = ""] = text("intent").split(" ");
  const said = { impact: text("impact") as Impact, text: text("text") };
  try {
    if (verb === "open")
      await api("POST /v1/operator/incidents", {
        body: { ...said, component: text("component") as Part, title: text("title") },
      });
    else
      await api("POST /v1/operator/incidents/:incidentId/updates", {
        params: { incidentId },
        body: { ...said, ends: text("ends") === "1", version: Number(text("version")) },
      });
    return redirect(operatorHrefs.incidents(verb === "open" ? "incident" : "incident_update"));
  } catch (error) {
    return formFailure(error, form);
  }
}

export const handle: PageHandle<Data> = {
  layout: "console",
  head: () => ({ title: consoleTitle("incidents"), noindex: true }),
};

/** What the public status page says. */
export function Component() {
  const { status } = useLoaderData<typeof loader>();
  const failure = useActionData() as FormFailure | undefined;
  return (
    <ConsoleFrame part="incidents">
      <IncidentEditor status={status} failure={failure} />
    </ConsoleFrame>
  );
}
