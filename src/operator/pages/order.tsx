import { redirect, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { formFailure, pageApi, type ApiResponse, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { OrderStoryApi } from "../orders/contract.ts";
import { ConsoleFrame } from "../ui/console-frame.tsx";
import { consoleTitle } from "../ui/console-links.ts";
import { withFrame } from "../ui/load-frame.ts";
import { OrderStory } from "../ui/order-story.tsx";

type Data = { order: ApiResponse<OrderStoryApi["GET /v1/operator/orders/:orderId"]>["result"]; isStopped: boolean };

const orderIdOf = (args: LoaderFunctionArgs | ActionFunctionArgs) =>
  new URL(args.request.url).searchParams.get("id") ?? "";

async function load(args: LoaderFunctionArgs): Promise<Data> {
  const orderId = orderIdOf(args);
  if (orderId === "") throw redirect(hrefs.operator("orders"));
  const { result } = await pageApi<OrderStoryApi>(args)("GET /v1/operator/orders/:orderId", { params: { orderId } });
  const isDone = new URL(args.request.url).searchParams.get("done") === "stopped";
  return { order: result, isStopped: isDone && result.status === "cancelled" };
}

export const loader = withFrame(load);

/** Cancels the order. */
export async function action(args: ActionFunctionArgs): Promise<unknown> {
  const form = await args.request.formData();
  const orderId = orderIdOf(args);
  try {
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
  const { order, isStopped } = useLoaderData<typeof loader>();
  const failure = useActionData() as FormFailure | undefined;
  return (
    <ConsoleFrame part="orders">
      <OrderStory order={order} isStopped={isStopped} failure={failure} />
    </ConsoleFrame>
  );
}
