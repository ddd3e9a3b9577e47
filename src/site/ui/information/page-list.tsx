import { formatDateTime, formatLongDate } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import styles from "#operator/ui/charges.module.css";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import type { PageState } from "../../information/contract.ts";

/** The operators' own pages, and the parts of built-in pages that show a text of theirs. */
export function PageList({ pages }: { pages: readonly PageState[] }) {
  const own = pages.filter(({ place }) => place === null);
  const builtIn = pages.filter(({ place }) => place !== null);
  return (
    <div className={styles.stack}>
      <header className={styles.head}>
        <h1>Halaman informasi</h1>
        <ButtonLink href={operatorHrefs.pages({ new: 1 })} icon="plus">
          Halaman baru
        </ButtonLink>
      </header>
      <section className={styles.stack} aria-labelledby="own-pages">
        <h2 id="own-pages">Halaman sendiri</h2>
        {own.length === 0 ? (
          <EmptyState>Belum ada halaman. Buat misalnya halaman tentang cara kirim atau promosi.</EmptyState>
        ) : (
          <Rows pages={own} label="Halaman sendiri" />
        )}
      </section>
      <section className={styles.stack} aria-labelledby="built-in">
        <h2 id="built-in">Teks di halaman bawaan</h2>
        <p className={styles.small}>
          Angka dan aturan di halaman bawaan dihitung dari yang dijalankan sistem. Di sini Anda menambah teks sendiri.
        </p>
        <Rows pages={builtIn} label="Teks di halaman bawaan" />
      </section>
    </div>
  );
}

function Rows({ pages, label }: { pages: readonly PageState[]; label: string }) {
  return (
    <Panel flush>
      <ListTable head={["Halaman", "Keadaan"]} label={label} wide>
        {pages.map((page) => (
          <tr key={page.slug}>
            <th scope="row">
              <a href={operatorHrefs.pages({ page: page.slug })}>{page.title}</a>
              <small>{page.place === null ? page.href : page.about}</small>
            </th>
            <td>
              <PageBadge page={page} />
              {page.saved_at !== null && (
                <small className={table.when}>
                  {formatDateTime(new Date(page.saved_at))}, {page.saved_by ?? "sistem"}
                </small>
              )}
            </td>
          </tr>
        ))}
      </ListTable>
    </Panel>
  );
}

/** What people read of a page now, and whether there is a later draft. */
export function PageBadge({ page }: { page: PageState }) {
  const { shown_version: shown, announced, version, place } = page;
  const latest = Math.max(shown ?? 0, announced?.version ?? 0);
  return (
    <>
      {shown !== null && <Badge tone="success">{`Tayang, versi ${shown}`}</Badge>}
      {shown === null && version > 0 && announced === null && <Badge>Tidak tayang</Badge>}
      {version === 0 && <Badge>{place === null ? "Belum ada" : "Belum diisi"}</Badge>}
      {announced && (
        <small>
          Versi {announced.version} berlaku mulai {formatLongDate(new Date(announced.from))}
        </small>
      )}
      {shown !== null && version > latest && <small>Ada draf, versi {version}</small>}
    </>
  );
}
