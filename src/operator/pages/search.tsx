import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { pageApi } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListSearch } from "#ui/list-search.tsx";
import { ListTable } from "#ui/list-table.tsx";
import type { WorklistApi } from "../worklist/contract.ts";
import { invoiceSearchText } from "../rules.ts";
import { consoleSearch } from "../worklist/rules.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { commandOf, partsLike, type Command } from "../ui/frame/console-search.tsx";
import { withFrame } from "../ui/frame/load-frame.ts";

type Data = { q: string; found: Command[] };

async function load(args: LoaderFunctionArgs): Promise<Data> {
  const q = (new URL(args.request.url).searchParams.get("q") ?? "").trim().slice(0, consoleSearch.max);
  if (q.length < consoleSearch.min) return { q, found: [] };
  const { result } = await pageApi<WorklistApi>(args)("GET /v1/operator/search", { query: { q } });
  return { q, found: result.map(commandOf) };
}

export const loader = withFrame(load);

export const handle: PageHandle<Data> = {
  layout: "console",
  head: () => ({ title: consoleTitle("search"), noindex: true }),
};

/** What the console's search finds, as a page. It is for visits without scripts and for more results. */
export function Component() {
  const { q, found, frame } = useLoaderData<typeof loader>();
  const all = q === "" ? found : [...partsLike(q, frame.permissions), ...found];
  return (
    <ConsoleFrame part="search">
      <h1>Cari di konsol</h1>
      <ListSearch
        keep={{}}
        label="Cari di konsol"
        placeholder="Invoice, resi, komplain, email pembeli, toko, produk"
        value={q}
      />
      {all.length === 0 ? (
        <EmptyState title={q === "" ? undefined : "Data tidak ditemukan."}>
          Yang dicari: {invoiceSearchText}, resi, referensi pembayaran, atau nomor komplain lengkap, email lengkap
          pembeli, nama toko, dan nama produk.
        </EmptyState>
      ) : (
        <Panel flush>
          <ListTable head={["Hasil", "Keterangan"]} label="Hasil pencarian" wide>
            {all.map(({ href, title, detail }) => (
              <tr key={href}>
                <th scope="row">
                  <a href={href}>{title}</a>
                </th>
                <td>{detail}</td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
    </ConsoleFrame>
  );
}
