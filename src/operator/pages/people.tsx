import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { formFailure, pageApi, type ApiResponse, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import type { ModerationApi } from "../moderation/contract.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";
import { actOnList, listQuery } from "../ui/moderation/moderation-requests.ts";
import { PeopleList, PersonView, type Details } from "../ui/moderation/people.tsx";

type Result<Call extends "GET /v1/operator/people" | "GET /v1/operator/people/:userId"> = ApiResponse<
  ModerationApi[Call]
>["result"];
type Data =
  | { part: "list"; q: string; list: Result<"GET /v1/operator/people"> }
  | { part: "person"; one: Result<"GET /v1/operator/people/:userId"> };

async function load(args: LoaderFunctionArgs): Promise<Data> {
  const api = pageApi<ModerationApi>(args);
  const userId = new URL(args.request.url).searchParams.get("id");
  if (userId) {
    const { result } = await api("GET /v1/operator/people/:userId", { params: { userId } });
    return { part: "person", one: result };
  }
  const { q, before } = listQuery(args);
  const { result } = await api("GET /v1/operator/people", { query: { q: q || undefined, before } });
  return { part: "list", q, list: result };
}

export const loader = withFrame(load);

/** Shows a person's data with a reason, blocks, or ends a block. The data is only in this response. */
export async function action(args: ActionFunctionArgs): Promise<unknown> {
  const form = await args.request.clone().formData();
  if (form.get("intent") !== "view") return actOnList(args);
  try {
    const { data } = await pageApi<ModerationApi>(args)("POST /v1/operator/people/:userId/view", {
      params: { userId: new URL(args.request.url).searchParams.get("id") ?? "" },
      body: { reason: String(form.get("reason") ?? "").trim() },
    });
    return { details: data } satisfies { details: Details };
  } catch (error) {
    return formFailure(error, form);
  }
}

export const handle: PageHandle<Data> = {
  layout: "console",
  head: () => ({ title: consoleTitle("people"), noindex: true }),
};

/** People: the search, and one person with the measures about them. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | { details: Details } | undefined;
  const failure = answer && "failed" in answer ? answer : undefined;
  const details = answer && "details" in answer ? answer.details : undefined;
  return (
    <ConsoleFrame part="people">
      {data.part === "person" ? (
        <PersonView data={data.one} details={details} failure={failure} />
      ) : (
        <PeopleList q={data.q} list={data.list} />
      )}
    </ConsoleFrame>
  );
}
