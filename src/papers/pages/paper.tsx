import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { accountHrefs } from "#account-hrefs.ts";
import { pageApi, type ApiResponse } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Tabs } from "#ui/tabs.tsx";
import type { PaperApi } from "../contract.ts";
import { PaperActions, PaperView } from "../ui/paper-view.tsx";
import styles from "../ui/paper.module.css";

type Data = {
  orderId: string;
  order: ApiResponse<PaperApi["GET /v1/papers/orders/:orderId"]>["result"];
  chosen: string;
  paper: ApiResponse<PaperApi["GET /v1/papers/orders/:orderId/:paper"]>["result"];
};

export async function loader(args: LoaderFunctionArgs): Promise<Data> {
  const api = pageApi<PaperApi>(args);
  const orderId = args.params.orderId ?? "";
  const chosen = new URL(args.request.url).searchParams.get("paper") ?? "invoice";
  const [{ result: order }, { result: paper }] = await Promise.all([
    api("GET /v1/papers/orders/:orderId", { params: { orderId } }),
    api("GET /v1/papers/orders/:orderId/:paper", { params: { orderId, paper: chosen } }),
  ]);
  return { orderId, order, chosen, paper };
}

export const handle: PageHandle<Data> = {
  layout: "work",
  head: ({ paper }) => ({ title: `${paper.title} ${paper.number}`, noindex: true }),
};

/** A paper of an order, to read, print or download. */
export function Component() {
  const { orderId, order, chosen, paper } = useLoaderData<typeof loader>();
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.offPaper}>
        <BackLink href={orderHref(order, orderId)}>Pesanan</BackLink>
      </div>
      <Tabs
        label="Dokumen pesanan"
        tabs={order.papers.map(({ id, title }) => ({
          href: accountHrefs.paper(orderId, id === "invoice" ? undefined : id),
          label: title,
          current: id === chosen,
        }))}
      />
      <PaperActions files={[{ label: "Unduh PDF", href: accountHrefs.paperPdf(orderId, chosen) }]} />
      <PaperView paper={paper} />
    </div>
  );
}

/** The order, where its reader sees it. */
function orderHref({ reader, papers }: Data["order"], orderId: string): string {
  if (reader === "buyer") return hrefs.buyerTransaction(orderId);
  if (reader === "seller") return hrefs.sellerTransaction(orderId);
  return hrefs.operator("orders", { q: papers.find(({ id }) => id === "invoice")?.number });
}
