import { redirect, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import type { CodApi } from "#payments/cod/contract.ts";
import { codDecisionStates, type CodDecisionKind } from "#payments/cod/rules.ts";
import { CodView, type Cod } from "#payments/cod/ui/cod-view.tsx";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";

async function load(args: LoaderFunctionArgs): Promise<Cod> {
  const { result } = await pageApi<CodApi>(args)("GET /v1/operator/cod");
  const done = new URL(args.request.url).searchParams.get("booked");
  const decided = result.decisions.find(({ id }) => id === done);
  if (decided)
    return {
      ...result,
      notice:
        decided.state === "proposed"
          ? "Keputusan tersimpan. Operator lain perlu memastikannya sebelum dibukukan."
          : `Keputusan tentang ${decided.invoice}: ${codDecisionStates[decided.state].toLowerCase()}.`,
    };
  const booked = result.remittances.find(({ id }) => id === done);
  const notice = booked
    ? `${formatRupiah(booked.amount)} dibukukan.${booked.found > 0 ? ` ${booked.found} baris berbeda; lihat di bawah.` : ""}`
    : null;
  return { ...result, notice };
}

/** Books a courier's list, or chosen orders. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const api = pageApi<CodApi>(args);
  try {
    if (form.get("intent") === "decide") {
      const { data } = await api("POST /v1/operator/cod/decisions", {
        body: {
          order_id: text("order_id"),
          kind: text("kind") as CodDecisionKind,
          amount: Number(text("amount").replace(/^Rp ?/i, "").replaceAll(".", "") || "0"),
          reference: text("reference"),
          reason: text("reason"),
        },
      });
      return redirect(operatorHrefs.cod(data.id));
    }
    if (form.get("intent") === "approve") {
      const params = { decisionId: text("decision_id") };
      const body = { accept: text("accept") === "1" };
      const { data } = await api("POST /v1/operator/cod/decisions/:decisionId/approve", { params, body });
      return redirect(operatorHrefs.cod(data.id));
    }
    const { data } = await (form.get("intent") === "file"
      ? api("POST /v1/operator/cod/remittance-files", { form: withoutIntent(form) })
      : api("POST /v1/operator/cod/remittances", {
          body: {
            courier: text("courier"),
            reference: text("reference"),
            order_ids: form.getAll("order_ids").map(String),
            fee: Number(text("fee").replaceAll(".", "") || "0"),
          },
        }));
    return redirect(operatorHrefs.cod(data.id));
  } catch (error) {
    return formFailure(error, form);
  }
}

function withoutIntent(form: FormData): FormData {
  const sent = new FormData();
  for (const [name, value] of form) if (name !== "intent") sent.append(name, value);
  return sent;
}

export const loader = withFrame(load);

export const handle: PageHandle<Cod> = {
  layout: "console",
  head: () => ({ title: consoleTitle("cod"), noindex: true }),
};

/** The cash of COD orders, for operators. */
export function Component() {
  const answer = useActionData() as FormFailure | undefined;
  return (
    <ConsoleFrame part="cod">
      <CodView data={useLoaderData<typeof loader>()} failure={answer?.failed ? answer : undefined} />
    </ConsoleFrame>
  );
}
