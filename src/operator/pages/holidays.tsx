import { redirect, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import type { HolidayApi, HolidayBody } from "#orders/holidays/contract.ts";
import { checkboxValue } from "#ui/checkbox-value.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { HolidayView, type HolidayPreviewed, type ListedHolidays } from "../ui/imported-lists/holiday-view.tsx";
import { withFrame } from "../ui/frame/load-frame.ts";

async function load(args: LoaderFunctionArgs): Promise<ListedHolidays> {
  const { result } = await pageApi<HolidayApi>(args)("GET /v1/operator/holidays");
  const search = new URL(args.request.url).searchParams;
  const edited = result.rows.find(({ id, is_past: isPast }) => id === search.get("id") && !isPast) ?? null;
  return { ...result, edited, done: search.get("done") };
}

/** Adds, changes or removes a day, or reads a file: first what it would change, then exactly that text. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  const api = pageApi<HolidayApi>(args);
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const intent = text("intent");
  const params = { holidayId: intent.split(" ")[1] ?? "" };
  try {
    if (intent === "preview") {
      const file = form.get("file");
      const csv = file instanceof File ? await file.text() : "";
      const { result } = await api("POST /v1/operator/holidays/import/preview", { body: { csv } });
      return { csv, ...result } satisfies HolidayPreviewed;
    }
    if (intent === "import") {
      const { data } = await api("POST /v1/operator/holidays/import", { body: { csv: String(form.get("csv") ?? "") } });
      return redirect(operatorHrefs.holidays({ done: `${data.added} ${data.changed}` }));
    }
    if (intent.startsWith("remove ")) {
      await api("DELETE /v1/operator/holidays/:holidayId", { params });
      return redirect(operatorHrefs.holidays({ done: "removed" }));
    }
    const body: HolidayBody = {
      day: text("day"),
      name: text("name"),
      province: text("province") || null,
      is_provisional: checkboxValue(form, "is_provisional") === 1,
      source: text("source"),
    };
    if (intent.startsWith("change ")) await api("PUT /v1/operator/holidays/:holidayId", { params, body });
    else await api("POST /v1/operator/holidays", { body });
    return redirect(operatorHrefs.holidays({ done: "saved" }));
  } catch (error) {
    return formFailure(error, form);
  }
}

export const loader = withFrame(load);

export const handle: PageHandle<ListedHolidays> = {
  layout: "console",
  head: () => ({ title: consoleTitle("holidays"), noindex: true }),
};

/** The holidays that stop clocks in working days, for operators. */
export function Component() {
  const answer = useActionData() as FormFailure | HolidayPreviewed | undefined;
  const failure = answer && "failed" in answer ? answer : undefined;
  const preview = answer && "lines" in answer ? answer : undefined;
  return (
    <ConsoleFrame part="holidays">
      <HolidayView data={useLoaderData<typeof loader>()} failure={failure} preview={preview} />
    </ConsoleFrame>
  );
}
