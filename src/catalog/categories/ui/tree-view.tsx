import { Form } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatCount } from "#lib/rupiah.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListTable } from "#ui/list-table.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { ListedCategory } from "../contract.ts";
import { maxCountedProducts } from "../rules.ts";
import styles from "./categories.module.css";
import type { Categories } from "./category-requests.ts";

const doneTexts: Readonly<Record<string, string>> = {
  added: "Ditambahkan di akhir tingkatnya.",
  saved: "Perubahan disimpan dan langsung tampil di menu.",
  moved: "Urutan disimpan dan langsung tampil di menu.",
  placed: "Kategori dipindahkan. Produknya ikut dalam beberapa detik.",
  merged: "Kategori digabungkan ke kategori ini. Produknya pindah dalam beberapa detik.",
  removed: "Tautan dihapus dari menu.",
  attributes: "Rincian kategori disimpan. Formulir penjual dan filter langsung mengikutinya.",
};

/** What was just done. */
export function DoneNotice({ done }: { done: string | null }) {
  const text = done === null ? undefined : doneTexts[done];
  return text === undefined ? null : <Notice tone="success">{text}</Notice>;
}

/** The categories of a level, in their order. */
export const below = (rows: readonly ListedCategory[], parentId: string | null) =>
  rows.filter(({ parent_id: parent }) => parent === parentId);

/** The tree of categories and links as the menus show it, with the buttons that change its order. */
export function TreeView({ data, failure }: { data: Categories; failure: FormFailure | undefined }) {
  return (
    <div className={styles.stack}>
      <header className={styles.head}>
        <h1>Kategori</h1>
        {data.changes && (
          <div className={styles.send}>
            <ButtonLink variant="outline" href={operatorHrefs.categories({ id: "link" })}>
              Tambah tautan
            </ButtonLink>
            <ButtonLink href={operatorHrefs.categories({ id: "new" })}>Tambah kategori</ButtonLink>
          </div>
        )}
      </header>
      <DoneNotice done={failure ? null : data.done} />
      <p className={styles.small}>
        Pohon ini adalah menu kategori, pilihan di formulir penjual, dan filter di daftar produk. Perubahan langsung
        tampil di semua halaman. Alamat kategori tidak berubah saat namanya diganti.
      </p>
      {data.rows.length === 0 && (
        <EmptyState>
          Belum ada kategori. Tambah kategori utama, lalu subkategori di bawahnya: penjual menaruh produk di
          subkategori.
        </EmptyState>
      )}
      <Form method="post" preventScrollReset hidden={data.rows.length === 0}>
        <FormNotice failure={failure} alone />
        <Panel title="Pohon kategori" flush>
          <ListTable head={["Kategori", "Produk dijual", "Urutan"]} label="Kategori dan tautan menu" wide>
            {below(data.rows, null).flatMap((root) => [
              <Row key={root.id} row={root} changes={data.changes} />,
              ...below(data.rows, root.id).map((row) => (
                <Row key={row.id} row={row} under={root} changes={data.changes} />
              )),
            ])}
          </ListTable>
        </Panel>
      </Form>
    </div>
  );
}

function Row({ row, under, changes }: { row: ListedCategory; under?: ListedCategory; changes: boolean }) {
  const isHidden = row.is_hidden || under?.is_hidden === true;
  return (
    <tr id={row.id} className={under && styles.under}>
      <th scope="row">
        <span>
          {changes ? (
            <a className="link" href={operatorHrefs.categories({ id: row.id })}>
              {row.name}
            </a>
          ) : (
            row.name
          )}{" "}
          {row.url !== null && <Badge>Tautan</Badge>} {row.is_dead && <Badge tone="error">Mati</Badge>}{" "}
          {isHidden && <Badge tone="warning">Disembunyikan</Badge>}
        </span>
        <small>{row.url ?? row.slug}</small>
      </th>
      <td data-label={row.url === null ? "Produk dijual" : undefined}>{row.url === null && countText(row.products)}</td>
      <td>
        {changes && (
          <span className={styles.steps}>
            <Button
              variant="outline"
              size="s"
              name="intent"
              value={`up ${row.id} ${row.version}`}
              aria-label={`Naik: ${row.name}`}
            >
              Naik
            </Button>
            <Button
              variant="outline"
              size="s"
              name="intent"
              value={`down ${row.id} ${row.version}`}
              aria-label={`Turun: ${row.name}`}
            >
              Turun
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
}

/** A number of products that is counted up to a limit. */
export function countText(products: number): string {
  return products >= maxCountedProducts ? `${formatCount(maxCountedProducts)}+` : formatCount(products);
}
