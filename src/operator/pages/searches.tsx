import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { pageApi, type ApiResponse } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatCount } from "#lib/rupiah.ts";
import { span, formatDate } from "#lib/time.ts";
import { hrefs } from "#hrefs.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { SearchApi } from "#search/contract.ts";
import { emptySearchMemory, shownEmptySearches } from "#search/empty-search-rules.ts";
import { addedSynonymsSetting } from "#search/rules.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";

type Data = { searches: ApiResponse<SearchApi["GET /v1/operator/empty-searches"]>["result"] };

async function load(args: LoaderFunctionArgs): Promise<Data> {
  const { result } = await pageApi<SearchApi>(args)("GET /v1/operator/empty-searches");
  return { searches: result };
}

export const loader = withFrame(load);

export const handle: PageHandle<Data> = {
  layout: "console",
  head: () => ({ title: consoleTitle("searches"), noindex: true }),
};

/** What people searched for and nobody found, and the way to the synonyms. */
export function Component() {
  const { searches } = useLoaderData<typeof loader>();
  return (
    <ConsoleFrame part="searches">
      <h1>Pencarian kosong</h1>
      <p>
        Kata yang tidak menemukan barang yang cocok dalam {span(emptySearchMemory.duration)}, tanpa catatan siapa yang
        mencarinya. Sebuah kata tampil bila dicari pada {shownEmptySearches.days} hari yang berbeda.
      </p>
      <p>
        <ButtonLink href={operatorHrefs.setting(addedSynonymsSetting.key)} variant="outline" size="s">
          Ubah sinonim
        </ButtonLink>
      </p>
      {searches.length === 0 ? (
        <EmptyState>Belum ada kata yang tidak ditemukan pada beberapa hari.</EmptyState>
      ) : (
        <Panel flush>
          <ListTable head={["Kata", "Hari", "Kali"]} label="Pencarian kosong">
            {searches.map(({ query, count, days, last_day: last }) => (
              <tr key={query}>
                <th scope="row">
                  <a href={hrefs.products({ name: query })}>{query}</a>
                  <small className={table.when}>terakhir {formatDate(new Date(`${last}T00:00:00+07:00`))}</small>
                </th>
                <td data-label="Hari">{formatCount(days)}</td>
                <td data-label="Kali">{formatCount(count)}</td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
    </ConsoleFrame>
  );
}
