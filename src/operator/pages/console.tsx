import { redirect, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { pageApi, type ApiResponse } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { orderStatusNames, type OrderStatus } from "#orders/rules.ts";
import { paymentStatusLabels, type PaymentStatus } from "#payments/rules.ts";
import type { ConsoleApi } from "../console/contract.ts";
import type { WorklistApi } from "../worklist/contract.ts";
import { consolePages } from "../rules.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";
import { Worklist } from "../ui/worklist/worklist.tsx";
import { LedgerList, OrderList, Overview, PaymentList } from "../ui/console/console-parts.tsx";

type Calls = ConsoleApi & WorklistApi;
type Result<Call extends keyof Calls> = ApiResponse<Calls[Call]>["result"];
type Loaded = { page: number } & (
  | { part: "home"; data: Result<"GET /v1/operator/worklist"> }
  | { part: "overview"; data: Result<"GET /v1/operator/overview"> }
  | { part: "orders"; data: Result<"GET /v1/operator/orders">; status: OrderStatus | undefined; q: string }
  | { part: "payments"; data: Result<"GET /v1/operator/payments">; status: PaymentStatus | undefined }
  | { part: "ledger"; data: Result<"GET /v1/operator/ledger"> }
);
/** A page beyond the end of a list redirects to the first page. */
async function loadPart(args: LoaderFunctionArgs): Promise<Loaded> {
  const loaded = await load(args);
  const search = new URL(args.request.url).searchParams;
  if (loaded.page > 1 && "rows" in loaded.data && loaded.data.rows.length === 0) {
    search.delete("n");
    throw redirect(`${hrefs.operator()}?${search}`);
  }
  return loaded;
}

async function load(args: LoaderFunctionArgs): Promise<Loaded> {
  const api = pageApi<Calls>(args);
  const search = new URL(args.request.url).searchParams;
  const asked = Number(search.get("n") ?? "1");
  const page = Number.isInteger(asked) && asked >= 1 && asked <= consolePages.maxPage ? asked : 1;
  const query = { page: String(page) };
  switch (search.get("page")) {
    case "orders": {
      const status = orderStatusNames.find((one) => one === search.get("status"));
      const q = (search.get("q") ?? "").trim().slice(0, 80);
      const { result } = await api("GET /v1/operator/orders", { query: { status, q: q || undefined, ...query } });
      return { page, part: "orders", data: result, status, q };
    }
    case "payments": {
      const names = Object.keys(paymentStatusLabels) as PaymentStatus[];
      const status = names.find((one) => one === search.get("status"));
      const { result } = await api("GET /v1/operator/payments", { query: { status, ...query } });
      return { page, part: "payments", data: result, status };
    }
    case "ledger":
      return { page, part: "ledger", data: (await api("GET /v1/operator/ledger", { query })).result };
    case "overview":
      return { page, part: "overview", data: (await api("GET /v1/operator/overview")).result };
    default:
      return { page: 1, part: "home", data: (await api("GET /v1/operator/worklist")).result };
  }
}

export const loader = withFrame(loadPart);

export const handle: PageHandle<Loaded> = {
  layout: "console",
  head: ({ part }) => ({
    title: consoleTitle(part),
    noindex: true,
  }),
};

/** The home of the console, and read-only lists of the whole marketplace: orders, payments, ledger. */
export function Component() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <ConsoleFrame part={loaded.part}>
      {loaded.part === "home" && <Worklist data={loaded.data} />}
      {loaded.part === "overview" && <Overview data={loaded.data} />}
      {loaded.part === "orders" && <OrderList {...loaded} />}
      {loaded.part === "payments" && <PaymentList {...loaded} />}
      {loaded.part === "ledger" && <LedgerList {...loaded} />}
    </ConsoleFrame>
  );
}
