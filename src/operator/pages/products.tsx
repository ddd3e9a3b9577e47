import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { pageApi, type ApiResponse, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDate } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListSearch } from "#ui/list-search.tsx";
import { ListTable } from "#ui/list-table.tsx";
import type { ModerationApi } from "../moderation/contract.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";
import { MeasureForm, OpenMeasureCell } from "../ui/moderation/measure-form.tsx";
import { actOnList, listQuery } from "../ui/moderation/moderation-requests.ts";
import { NextPage } from "../ui/moderation/people.tsx";

type Data = { q: string; list: ApiResponse<ModerationApi["GET /v1/operator/products"]>["result"] };

const statusLabels: Readonly<Record<string, string>> = {
  active: "Dijual",
  hidden: "Disembunyikan penjual",
  suspended: "Toko dihentikan",
  taken_down: "Diturunkan",
  held: "Ditahan",
};

async function load(args: LoaderFunctionArgs): Promise<Data> {
  const { q, before } = listQuery(args);
  const { result } = await pageApi<ModerationApi>(args)("GET /v1/operator/products", {
    query: { q: q || undefined, before },
  });
  return { q, list: result };
}

export const loader = withFrame(load);

export const action = (args: ActionFunctionArgs) => actOnList(args);

export const handle: PageHandle<Data> = {
  layout: "console",
  head: () => ({ title: consoleTitle("products"), noindex: true }),
};

/** Products, and their takedown. */
export function Component() {
  const { q, list } = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | undefined;
  const failure = answer?.failed ? answer : undefined;
  return (
    <ConsoleFrame part="products">
      <h1>Produk</h1>
      <ListSearch keep={{}} label="Cari produk" placeholder="Nama, alamat, id" value={q} />
      {list.rows.length === 0 ? (
        <EmptyState>Data tidak ditemukan.</EmptyState>
      ) : (
        <Panel flush>
          <ListTable head={["Produk", "Harga", "Keadaan"]} label="Produk" wide>
            {list.rows.map((product) => (
              <tr key={product.id}>
                <th scope="row">
                  {product.status === "active" ? (
                    <a href={hrefs.product(product.slug)}>{product.name}</a>
                  ) : (
                    product.name
                  )}
                  <small>sejak {formatDate(new Date(product.created_at))}</small>
                  <small>
                    <a href={hrefs.merchant(product.shop_slug)}>{product.shop_name}</a>
                  </small>
                </th>
                <td>{formatRupiah(product.price)}</td>
                <td>
                  {product.takedown ? (
                    <OpenMeasureCell
                      measure={product.takedown}
                      label={statusLabels.taken_down ?? ""}
                      failure={failure}
                      acts={list.acts}
                    />
                  ) : (
                    <>
                      <small>{statusLabels[product.status] ?? product.status}</small>
                      {list.acts && (
                        <MeasureForm
                          intent={`take-down ${product.id}`}
                          label="Turunkan"
                          against="product"
                          question={`${product.name} tidak tampak dan tidak bisa dibeli lagi, juga dari keranjang.`}
                          failure={failure}
                        />
                      )}
                    </>
                  )}
                </td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
      <NextPage href={list.next && operatorHrefs.products(q || undefined, list.next)} />
    </ConsoleFrame>
  );
}
