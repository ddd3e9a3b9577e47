import { useState, type MouseEvent } from "react";
import { redirect, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { browserCall, pageApi, type ApiResponse } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLoadMoreRestore } from "#ui/load-more-restore.ts";
import { Notice } from "#ui/notice.tsx";
import { LoadMore } from "#ui/pagination.tsx";
import type { ShopApi } from "../contract.ts";
import { shopCountLabel } from "../list-rules.ts";
import { ShopCard } from "../ui/shop-card.tsx";
import styles from "./merchants.module.css";

type Shops = ApiResponse<ShopApi["GET /v1/merchants"]>;
type Data = Shops & { name: string };

export async function loader(args: LoaderFunctionArgs): Promise<Data> {
  const search = new URL(args.request.url).searchParams;
  const name = (search.get("name") ?? "").trim().slice(0, 200);
  const cursor = /^[0-9a-f_-]{1,60}$/.test(search.get("cursor") ?? "")
    ? (search.get("cursor") ?? undefined)
    : undefined;
  const api = pageApi<ShopApi>(args);
  const shops = await api("GET /v1/merchants", { query: { name, cursor } });
  if (cursor && shops.result.length === 0) throw redirect(hrefs.merchants(name || undefined));
  return { ...shops, name };
}

export const handle: PageHandle<Data> = {
  layout: "shop",
  head: ({ name }) => ({
    title: name ? `Penjual “${name}”` : "Penjual dari seluruh Nusantara",
    description: "Perajin, petani, dan toko dari 38 provinsi. Temukan menurut nama atau kotanya.",
    canonical: hrefs.merchants(),
    ...(name ? { noindex: true } : {}),
  }),
  tags: () => ["shops"],
};

export function Component() {
  const data = useLoaderData<Data>();
  const [grown, setGrown] = useLoadMoreRestore<Shops["result"][number]>(hrefs.merchants(data.name), data);
  const [busy, setBusy] = useState(false);
  const { added, next } = grown ?? { added: [], next: data.next };
  const first = new Set(data.result.map(({ id }) => id));
  const result = [...data.result, ...added.filter(({ id }) => !first.has(id))];
  const more = (cursor: string) => hrefs.merchants(data.name || undefined, cursor);

  async function grow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !next) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const { status, body } = await browserCall(
      "GET",
      `/v1/merchants?${new URLSearchParams({ name: data.name, cursor: next })}`,
    );
    setBusy(false);
    if (status !== 200) location.assign(more(next));
    else setGrown({ added: [...added, ...(body as Shops).result], next: (body as Shops).next, page: 0 });
  }
  return (
    <div className="wrap">
      <div className={styles.head}>
        <h1>{data.name ? `Penjual “${data.name}”` : "Penjual dari seluruh Nusantara"}</h1>
        <p className="muted num">{shopCountLabel(data.total)} penjual</p>
      </div>
      {data.corrected && (
        <div className={styles.corrected}>
          <Notice>
            Tidak ada hasil untuk “{data.name}”. Menampilkan hasil untuk <b>{data.corrected}</b>.
          </Notice>
        </div>
      )}
      {result.length === 0 ? (
        <EmptyState action={<ButtonLink href={hrefs.merchants()}>Lihat semua penjual</ButtonLink>}>
          Data tidak ditemukan.
          <br />
          {data.name ? `Tidak ada penjual untuk “${data.name}”. ` : ""}
          Coba sebagian nama toko, atau nama kotanya.
        </EmptyState>
      ) : (
        <ul className={styles.shops}>
          {result.map((shop) => (
            <li key={shop.id}>
              <ShopCard shop={shop} />
            </li>
          ))}
        </ul>
      )}
      {next && <LoadMore href={more(next)} onClick={(event) => void grow(event)} busy={busy} />}
    </div>
  );
}
