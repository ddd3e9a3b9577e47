import { redirect, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { formFailure, pageApi, type ApiResponse, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { CorrectionApi } from "#orders/corrections/contract.ts";
import { correctionIntents, sendCorrection } from "#orders/corrections/ui/correction-requests.ts";
import type { Corrections } from "#orders/corrections/ui/corrections-panel.tsx";
import type { OrderStoryApi } from "../orders/contract.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";
import { OrderStory, type OrderDone } from "../ui/orders/order-story.tsx";

type Data = {
  order: ApiResponse<OrderStoryApi["GET /v1/operator/orders/:orderId"]>["result"];
  corrections: Corrections;
  done: OrderDone | null;
};

const orderIdOf = (args: LoaderFunctionArgs | ActionFunctionArgs) =>
  new URL(args.request.url).searchParams.get("id") ?? "";

async function load(args: LoaderFunctionArgs): Promise<Data> {
  const orderId = orderIdOf(args);
  if (orderId === "") throw redirect(hrefs.operator("orders"));
  const api = pageApi<OrderStoryApi & CorrectionApi>(args);
  const params = { orderId };
  const [{ result: order }, { result: corrections }] = await Promise.all([
    api("GET /v1/operator/orders/:orderId", { params }),
    api("GET /v1/operator/orders/:orderId/corrections", { params }),
  ]);
  const done = new URL(args.request.url).searchParams.get("done");
  return { order, corrections, done: doneOf(done, order.status, corrections) };
}

/** What the address says that was just done, if it is so. */
function doneOf(done: string | null, status: string, { corrections }: Corrections): OrderDone | null {
  if (done === "stopped") return status === "cancelled" ? done : null;
  const isSo = (state: OrderDone) => done === state && corrections.some((one) => one.state === state);
  return (["proposed", "booked", "rejected", "withdrawn"] as const).find(isSo) ?? null;
}

export const loader = withFrame(load);

/** Cancels the order, or proposes, decides or withdraws a correction. */
export async function action(args: ActionFunctionArgs): Promise<unknown> {
  const form = await args.request.formData();
  const orderId = orderIdOf(args);
  try {
    if (correctionIntents.includes(String(form.get("intent")))) {
      const state = await sendCorrection(pageApi<CorrectionApi>(args), orderId, form);
      return redirect(operatorHrefs.order(orderId, state === "void" ? undefined : state));
    }
    await pageApi<OrderStoryApi>(args)("POST /v1/operator/orders/:orderId/stop", {
      params: { orderId },
      body: { reason: String(form.get("reason") ?? "").trim() },
    });
    return redirect(operatorHrefs.order(orderId, "stopped"));
  } catch (error) {
    return formFailure(error, form);
  }
}

export const handle: PageHandle<Data> = {
  layout: "console",
  head: ({ order }) => ({ title: `${order.invoice} · ${consoleTitle("orders")}`, noindex: true }),
};

/** One order with everything that happened to it. */
export function Component() {
  const { order, corrections, done } = useLoaderData<typeof loader>();
  const failure = useActionData() as FormFailure | undefined;
  return (
    <ConsoleFrame part="orders">
      <OrderStory order={order} corrections={corrections} done={done} failure={failure} />
    </ConsoleFrame>
  );
}
