import { redirect, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import type { CatalogApi } from "#catalog/contract.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { formFailure, pageApi, submittedValues, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import type { FeeApi } from "#payments/fees/contract.ts";
import { feeKinds, feePages, feeText, formatFeeDay } from "#payments/fees/rules.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";
import { FeeForm, readFeeRule, type FeeToAnnounce } from "../ui/fees/fee-form.tsx";
import { FeeList, type ListedFees } from "../ui/fees/fee-list.tsx";

type Data = { part: "list"; data: ListedFees } | { part: "new"; data: FeeToAnnounce };

async function load(args: LoaderFunctionArgs): Promise<Data> {
  const api = pageApi<FeeApi & CatalogApi>(args);
  const search = new URL(args.request.url).searchParams;
  if (search.get("page") === "new") {
    const [{ result: categories }, { result }] = await Promise.all([
      api("GET /v1/categories"),
      api("GET /v1/operator/fees"),
    ]);
    return { part: "new", data: { categories, today: result.today, earliestIncrease: result.earliest_increase } };
  }
  const asked = Number(search.get("n") ?? "1");
  const page = Number.isInteger(asked) && asked >= 1 && asked <= feePages.maxPage ? asked : 1;
  const { result } = await api("GET /v1/operator/fees", { query: { page: String(page) } });
  if (page > 1 && result.rows.length === 0) throw redirect(operatorHrefs.fees());
  const done = search.has("announced") ? "announced" : search.has("withdrawn") ? "withdrawn" : null;
  return { part: "list", data: { ...result, page, done } };
}

/** Announces a fee rule, says what it would change, or withdraws one. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  const api = pageApi<FeeApi>(args);
  const intent = String(form.get("intent") ?? "");
  try {
    if (intent === "preview" || intent === "announce") {
      const body = readFeeRule(form);
      const previewed = JSON.stringify(body);
      // What was typed after the preview has an effect that nobody has seen.
      if (intent === "preview" || form.get("previewed") !== previewed) return await previewOf(api, form, previewed);
      await api("POST /v1/operator/fees", { body });
      return redirect(`${operatorHrefs.fees()}?announced=1`);
    }
    await api("POST /v1/operator/fees/:ruleId/withdraw", {
      params: { ruleId: /^withdraw (.+)$/.exec(intent)?.[1] ?? "" },
    });
    return redirect(`${operatorHrefs.fees()}?withdrawn=1`);
  } catch (error) {
    return formFailure(error, form);
  }
}

/** The form with the effect of its rule. It can be announced from here if its day leaves enough notice. */
async function previewOf(
  api: ReturnType<typeof pageApi<FeeApi>>,
  form: FormData,
  previewed: string,
): Promise<FormFailure> {
  form.delete("previewed");
  const body = readFeeRule(form);
  const { result } = await api("POST /v1/operator/fees/preview", { body });
  const terms = { perMille: body.per_mille ?? 0, cap: body.cap, flat: body.flat ?? 0 };
  const goods = result.category_name === null ? "" : ` untuk kategori ${result.category_name}`;
  const begins = `${feeKinds[body.kind].label}${goods} menjadi ${feeText(body.kind, terms)} mulai ${formatFeeDay(body.valid_from)}.`;
  const isTooEarly = body.valid_from < result.earliest;
  if (!isTooEarly) form.set("previewed", previewed);
  return {
    failed: true,
    code: "fees.previewed",
    message: isTooEarly
      ? `${result.text} Aturan ini bisa berlaku mulai ${formatFeeDay(result.earliest)}.`
      : `${begins} ${result.text} Semua penjual diberi tahu begitu Anda mengumumkannya.`,
    fields: isTooEarly ? { valid_from: [`Pilih ${formatFeeDay(result.earliest)} atau sesudahnya.`] } : {},
    ...submittedValues(form),
  };
}

export const loader = withFrame(load);

export const handle: PageHandle<Data> = {
  layout: "console",
  head: () => ({ title: consoleTitle("fees"), noindex: true }),
};

/** The fees for an operator: all rules, and the form of a new one. */
export function Component() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | undefined;
  const failure = answer?.failed ? answer : undefined;
  return (
    <ConsoleFrame part="fees">
      {loaded.part === "new" ? (
        <FeeForm data={loaded.data} failure={failure} />
      ) : (
        <FeeList data={loaded.data} failure={failure} />
      )}
    </ConsoleFrame>
  );
}
