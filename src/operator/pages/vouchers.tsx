import { redirect, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import type { CatalogApi } from "#catalog/contract.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { previewed, readPlatformVoucher } from "#promotions/ui/voucher-form-values.ts";
import { VoucherForm, type VoucherToCreate } from "#promotions/ui/voucher-form.tsx";
import { VoucherList, type ListedVouchers } from "#promotions/ui/voucher-list.tsx";
import { listedPage, stopIntent } from "#promotions/ui/voucher-requests.ts";
import type { VoucherApi } from "#promotions/vouchers/contract.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";

type Data = { part: "list"; data: ListedVouchers } | { part: "new"; data: VoucherToCreate };

async function load(args: LoaderFunctionArgs): Promise<Data> {
  const api = pageApi<VoucherApi & CatalogApi>(args);
  if (new URL(args.request.url).searchParams.get("page") === "new") {
    const [{ result: categories }, { result }] = await Promise.all([
      api("GET /v1/categories"),
      api("GET /v1/operator/vouchers"),
    ]);
    return { part: "new", data: { categories, today: result.today } };
  }
  const { query, ...asked } = listedPage(args.request);
  const { result } = await api("GET /v1/operator/vouchers", { query });
  if (asked.page > 1 && result.rows.length === 0) throw redirect(operatorHrefs.vouchers(asked.view));
  return { part: "list", data: { ...result, ...asked } };
}

/** Creates a voucher of the platform, says what it would cost, or stops one. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  const api = pageApi<VoucherApi>(args);
  try {
    switch (String(form.get("intent") ?? "")) {
      case "preview":
        return previewed(
          form,
          (await api("POST /v1/operator/vouchers/preview", { body: readPlatformVoucher(form) })).result.text,
        );
      case "create": {
        const { data } = await api("POST /v1/operator/vouchers", { body: readPlatformVoucher(form) });
        return redirect(`${operatorHrefs.vouchers()}?created=${data.voucher_code}`);
      }
      default:
        await api("POST /v1/operator/vouchers/:voucherId/stop", { params: { voucherId: stopIntent(form) } });
        return redirect(`${operatorHrefs.vouchers()}?stopped=1`);
    }
  } catch (error) {
    return formFailure(error, form);
  }
}

export const loader = withFrame(load);

export const handle: PageHandle<Data> = {
  layout: "console",
  head: () => ({ title: consoleTitle("vouchers"), noindex: true }),
};

/** The platform's vouchers for an operator, and the form of a new one. */
export function Component() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | undefined;
  const failure = answer?.failed ? answer : undefined;
  return (
    <ConsoleFrame part="vouchers">
      {loaded.part === "new" ? (
        <VoucherForm data={loaded.data} failure={failure} back={operatorHrefs.vouchers()} ofPlatform />
      ) : (
        <VoucherList data={loaded.data} failure={failure} ofPlatform />
      )}
    </ConsoleFrame>
  );
}
