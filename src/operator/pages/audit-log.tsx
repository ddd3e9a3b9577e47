import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import type { AuditLogApi } from "#audit-log/contract.ts";
import { isLogDay } from "#audit-log/rules.ts";
import { pageApi } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { AuditLogList, type ListedEntries } from "../ui/audit-log/audit-log-list.tsx";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";

/** Loads one page of the log. A filter that no entry can match is left out. */
async function load(args: LoaderFunctionArgs): Promise<ListedEntries> {
  const search = new URL(args.request.url).searchParams;
  const matching = (name: string, form: RegExp) => {
    const value = (search.get(name) ?? "").trim();
    return value.length <= 100 && form.test(value) ? value : undefined;
  };
  const day = search.get("day") ?? "";
  const filter = {
    actor: matching("actor", /^(system|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/),
    action: matching("action", /^[a-z_-]{1,40}\.[a-z_]{0,39}$/),
    subject: matching("subject", /^[^\p{C}]+$/u),
    day: isLogDay(day) ? day : undefined,
  };
  const before = matching("before", /^[1-9]\d{0,14}$/);
  const { result } = await pageApi<AuditLogApi>(args)("GET /v1/operator/audit-log", { query: { ...filter, before } });
  return { ...result, filter, isFirst: before === undefined };
}

export const loader = withFrame(load);

export const handle: PageHandle<ListedEntries> = {
  layout: "console",
  head: () => ({ title: consoleTitle("auditLog"), noindex: true }),
};

/** What operators and the system did, for an operator. */
export function Component() {
  return (
    <ConsoleFrame part="auditLog">
      <AuditLogList data={useLoaderData<typeof loader>()} />
    </ConsoleFrame>
  );
}
