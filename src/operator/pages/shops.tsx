import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { pageApi, type ApiResponse, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatCount } from "#lib/rupiah.ts";
import { formatDate } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { CheckboxField } from "#ui/field.tsx";
import { ListSearch } from "#ui/list-search.tsx";
import { ListTable } from "#ui/list-table.tsx";
import type { ModerationApi } from "../moderation/contract.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";
import { MeasureForm, OpenMeasureCell } from "../ui/moderation/measure-form.tsx";
import { actOnList, listQuery } from "../ui/moderation/moderation-requests.ts";
import { NextPage } from "../ui/moderation/people.tsx";

type Data = { q: string; list: ApiResponse<ModerationApi["GET /v1/operator/shops"]>["result"] };

async function load(args: LoaderFunctionArgs): Promise<Data> {
  const { q, before } = listQuery(args);
  const { result } = await pageApi<ModerationApi>(args)("GET /v1/operator/shops", {
    query: { q: q || undefined, before },
  });
  return { q, list: result };
}

export const loader = withFrame(load);

export const action = (args: ActionFunctionArgs) => actOnList(args);

export const handle: PageHandle<Data> = {
  layout: "console",
  head: () => ({ title: consoleTitle("shops"), noindex: true }),
};

/** Shops, and their suspension. */
export function Component() {
  const { q, list } = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | undefined;
  const failure = answer?.failed ? answer : undefined;
  return (
    <ConsoleFrame part="shops">
      <h1>Toko</h1>
      <ListSearch keep={{}} label="Cari toko" placeholder="Nama, alamat, id" value={q} />
      {list.rows.length === 0 ? (
        <EmptyState>Data tidak ditemukan.</EmptyState>
      ) : (
        <Panel flush>
          <ListTable head={["Toko", "Produk", "Keadaan"]} label="Toko" wide>
            {list.rows.map((shop) => (
              <tr key={shop.id}>
                <th scope="row">
                  <a href={hrefs.merchant(shop.slug)}>{shop.name}</a>
                  <small>
                    {shop.city} · sejak {formatDate(new Date(shop.opened_at))}
                  </small>
                  <small>
                    <a href={operatorHrefs.person(shop.seller_id)}>
                      Pemilik<span className="sr-only"> {shop.name}</span>
                    </a>
                  </small>
                </th>
                <td data-label="Produk">{formatCount(shop.products)}</td>
                <td>
                  {shop.suspension ? (
                    <>
                      <OpenMeasureCell
                        measure={shop.suspension}
                        label="Dihentikan"
                        failure={failure}
                        acts={list.acts}
                      />
                      {shop.payouts_held && <small>Penarikan ditahan</small>}
                    </>
                  ) : list.acts ? (
                    <MeasureForm
                      intent={`suspend ${shop.id}`}
                      label="Hentikan penjualan"
                      against="shop"
                      question={`Produk ${shop.name} tidak tampak dan tidak bisa dibeli lagi. Pesanan yang berjalan tetap diproses.`}
                      failure={failure}
                    >
                      <CheckboxField label="Tahan juga penarikan saldonya" name="holds_payouts" />
                    </MeasureForm>
                  ) : (
                    "–"
                  )}
                </td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
      <NextPage href={list.next && operatorHrefs.shops(q || undefined, list.next)} />
    </ConsoleFrame>
  );
}
