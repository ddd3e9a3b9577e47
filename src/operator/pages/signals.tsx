import { redirect, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { SignalApi, SignalDetail } from "../signals/contract.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";
import { actOnList } from "../ui/moderation/moderation-requests.ts";
import { SignalListView, SignalView, type SignalList } from "../ui/moderation/signals.tsx";

type Data = { part: "list"; view: "open" | "closed"; list: SignalList } | { part: "signal"; signal: SignalDetail };

async function load(args: LoaderFunctionArgs): Promise<Data> {
  const api = pageApi<SignalApi>(args);
  const search = new URL(args.request.url).searchParams;
  const signalId = search.get("id");
  if (signalId) {
    const { result } = await api("GET /v1/operator/signals/:signalId", { params: { signalId } });
    return { part: "signal", signal: result };
  }
  const view = search.get("view") === "closed" ? "closed" : "open";
  const query = { view, after: search.get("after") ?? undefined } as const;
  return { part: "list", view, list: (await api("GET /v1/operator/signals", { query })).result };
}

export const loader = withFrame(load);

/** Dismisses a signal, or takes a measure against a person or shop that it names. */
export async function action(args: ActionFunctionArgs): Promise<unknown> {
  const form = await args.request.clone().formData();
  const [verb, signalId = ""] = String(form.get("intent") ?? "").split(" ");
  if (verb !== "dismiss") return actOnList(args);
  try {
    await pageApi<SignalApi>(args)("POST /v1/operator/signals/:signalId/dismiss", {
      params: { signalId },
      body: { reason: String(form.get("reason") ?? "").trim() },
    });
  } catch (error) {
    return formFailure(error, form);
  }
  return redirect(operatorHrefs.signals({ acted: "dismiss" }));
}

export const handle: PageHandle<Data> = {
  layout: "console",
  head: () => ({ title: consoleTitle("signals"), noindex: true }),
};

/** Signs of fraud that the system found, and one of them with its evidence. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | undefined;
  return (
    <ConsoleFrame part="signals">
      {data.part === "signal" ? (
        <SignalView signal={data.signal} failure={answer?.failed ? answer : undefined} />
      ) : (
        <SignalListView view={data.view} list={data.list} />
      )}
    </ConsoleFrame>
  );
}
