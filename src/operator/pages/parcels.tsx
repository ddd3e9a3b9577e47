import { redirect, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { pageApi } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatDateTime } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { ParcelApi } from "#orders/parcels/contract.ts";
import { findingPages } from "#orders/parcels/rules.ts";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";
import styles from "../ui/charges.module.css";

async function load(args: LoaderFunctionArgs) {
  const asked = Number(new URL(args.request.url).searchParams.get("n") ?? "1");
  const page = Number.isInteger(asked) && asked >= 1 && asked <= findingPages.max ? asked : 1;
  const { result } = await pageApi<ParcelApi>(args)("GET /v1/operator/parcels", { query: { page: String(page) } });
  if (page > 1 && result.rows.length === 0) throw redirect(operatorHrefs.parcels());
  return { ...result, page };
}

export const loader = withFrame(load);

export const handle: PageHandle<Awaited<ReturnType<typeof loader>>> = {
  layout: "console",
  head: () => ({ title: consoleTitle("parcels"), noindex: true }),
};

/** What is implausible about tracking numbers and scans, for an operator. */
export function Component() {
  const { rows, more, page } = useLoaderData<typeof loader>();
  return (
    <ConsoleFrame part="parcels">
      <div className={styles.stack}>
        <h1>Paket yang perlu diperiksa</h1>
        <p className={styles.small}>
          Nomor resi dan pindaian yang tidak masuk akal, dan paket yang tiba setelah pesanannya dibatalkan. Pindaian
          seperti itu tidak mengubah pesanan.
        </p>
        {rows.length === 0 ? (
          <EmptyState>Tidak ada paket yang perlu diperiksa.</EmptyState>
        ) : (
          <Panel flush>
            <ListTable head={["Temuan", "Pesanan", "Kurir"]} label="Paket yang perlu diperiksa" wide>
              {rows.map((row) => (
                <tr key={row.id}>
                  <th scope="row">
                    {row.label}
                    <small className={table.when}>{formatDateTime(new Date(row.created_at))}</small>
                    <small>{row.detail}</small>
                  </th>
                  <td>
                    <a href={hrefs.operator("orders", { q: row.invoice })}>{row.invoice}</a>
                    <br />
                    <a href={hrefs.merchant(row.shop_slug)}>{row.shop_name}</a>
                  </td>
                  <td>
                    {row.courier_name}
                    <br />
                    {row.resi}
                  </td>
                </tr>
              ))}
            </ListTable>
          </Panel>
        )}
        <Pagination page={page} last={more ? page + 1 : page} href={operatorHrefs.parcels} />
      </div>
    </ConsoleFrame>
  );
}
