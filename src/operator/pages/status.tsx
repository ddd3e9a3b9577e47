import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { pageApi } from "#lib/api-client.ts";
import { brandName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { IncidentApi, Status } from "../incidents/contract.ts";
import { StatusView } from "../ui/incidents/status-view.tsx";

export async function loader(args: LoaderFunctionArgs): Promise<Status> {
  return (await pageApi<IncidentApi>(args)("GET /v1/status")).result;
}

export const handle: PageHandle<Status> = {
  layout: "shop",
  tags: () => ["status"],
  head: () => ({
    title: "Status layanan",
    description: `Apakah ${brandName()} berjalan, apa yang sedang terganggu, dan riwayat gangguan.`,
    canonical: operatorHrefs.status(),
  }),
};

/** Whether the marketplace works, for everybody. */
export function Component() {
  return <StatusView status={useLoaderData<Status>()} />;
}
