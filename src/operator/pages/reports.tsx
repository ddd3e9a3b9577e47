import { useActionData, useLoaderData, type ActionFunctionArgs } from "react-router";
import type { MeasureReason } from "#accounts/measures/rules.ts";
import type { ListedReport } from "#catalog/reports/contract.ts";
import { ReportQueueView } from "#catalog/reports/ui/report-queue.tsx";
import { actOnReports, loadReportQueue, type ReportQueue } from "#catalog/reports/ui/report-requests.ts";
import type { FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";
import { MeasureForm } from "../ui/moderation/measure-form.tsx";
import { actOnList } from "../ui/moderation/moderation-requests.ts";

export const loader = withFrame(loadReportQueue);

export async function action(args: ActionFunctionArgs): Promise<unknown> {
  const form = await args.request.clone().formData();
  return String(form.get("intent")).startsWith("dismiss") ? actOnReports(args, form) : actOnList(args);
}

export const handle: PageHandle<ReportQueue> = {
  layout: "console",
  head: () => ({ title: consoleTitle("reports"), noindex: true }),
};

/** The rule that a report speaks of. The operator may choose another one. */
const ruleOfKind: Partial<Record<ListedReport["kind"], MeasureReason>> = {
  forbidden: "forbidden_goods",
  fraud: "fraud",
  counterfeit: "counterfeit",
  rights: "counterfeit",
};

/** What people report about products and shops, with the takedown of a product and the suspension of a shop. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | undefined;
  const failure = answer?.failed ? answer : undefined;
  return (
    <ConsoleFrame part="reports">
      <ReportQueueView
        data={data}
        failure={failure}
        measure={({ product, shop, kind }) =>
          product ? (
            <MeasureForm
              intent={`take-down ${product.id}`}
              label="Turunkan produk"
              against="product"
              rule={ruleOfKind[kind]}
              question={`${product.name} tidak tampak dan tidak bisa dibeli lagi, juga dari keranjang.`}
              failure={failure}
            />
          ) : (
            <MeasureForm
              intent={`suspend ${shop.id}`}
              label="Hentikan toko"
              against="shop"
              rule={ruleOfKind[kind]}
              question={`Semua produk ${shop.name} tidak dijual lagi. Pesanan yang sudah masuk tetap berjalan.`}
              failure={failure}
            />
          )
        }
      />
    </ConsoleFrame>
  );
}
