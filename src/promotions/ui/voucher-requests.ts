import { voucherPages } from "../vouchers/rules.ts";

/** What the address of a list of vouchers asks for, and the query of the API. */
export function listedPage(request: Request) {
  const search = new URL(request.url).searchParams;
  const asked = Number(search.get("n") ?? "1");
  const page = Number.isInteger(asked) && asked >= 1 && asked <= voucherPages.maxPage ? asked : 1;
  const view = search.get("view") === "past" ? ("past" as const) : undefined;
  const created = search.get("created");
  return {
    query: { page: String(page), view },
    page,
    view,
    created: created !== null && /^[A-Z0-9]{4,20}$/.test(created) ? created : null,
    isStopped: search.has("stopped"),
  };
}

/** The id of the voucher that the form of its row stops. */
export function stopIntent(form: FormData): string {
  return /^stop (.+)$/.exec(String(form.get("intent") ?? ""))?.[1] ?? "";
}
