import { operatorHrefs } from "#operator-hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatDate } from "#lib/time.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListSearch } from "#ui/list-search.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { Notice } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { isMarked, lineViewNames, lineViews } from "../rules.ts";
import { FilesView } from "./files-view.tsx";
import { LineBadge, moneyOf } from "./line-badge.tsx";
import { LineView } from "./line-view.tsx";
import type { LinesData, Preview, Statements } from "./statement-requests.ts";
import styles from "./statements.module.css";

/** Bank statements for operators: movements, one movement, or files with their columns. */
export function StatementView({
  data,
  failure,
  preview,
}: {
  data: Statements;
  failure: FormFailure | undefined;
  preview: Preview | undefined;
}) {
  return (
    <div className={styles.stack}>
      {data.part === "line" ? (
        <LineView data={data} failure={failure} />
      ) : (
        <>
          <h1>Mutasi bank</h1>
          {data.notice && !failure && <Notice tone="success">{data.notice}</Notice>}
          {!data.decides && (
            <Notice>Peran Anda bisa melihat mutasi. Keputusannya untuk operator keuangan dan pemilik.</Notice>
          )}
          <Tabs
            label="Mutasi bank"
            tabs={[
              ...lineViewNames.map((one) => ({
                href: operatorHrefs.transfers(one),
                label: lineViews[one],
                count: one === "waiting" && data.part === "lines" ? data.waiting : undefined,
                current: data.part === "lines" && one === data.view,
              })),
              { href: operatorHrefs.transfers("files"), label: "Berkas dan kolom", current: data.part === "files" },
            ]}
          />
          {data.part === "files" ? (
            <FilesView data={data} failure={failure} preview={preview} />
          ) : (
            <LineList data={data} />
          )}
        </>
      )}
    </div>
  );
}

const empty = {
  waiting: "Tidak ada uang masuk yang menunggu.",
  matched: "Belum ada transfer yang cocok.",
  foreign: "Belum ada mutasi yang ditandai.",
  outgoing: "Belum ada uang keluar di mutasi.",
} as const;

function LineList({ data }: { data: LinesData }) {
  const { view, q, page } = data;
  return (
    <>
      <ListSearch keep={{ view }} label="Cari mutasi" placeholder="Keterangan atau jumlah" value={q} />
      {data.rows.length === 0 ? (
        <EmptyState>{q ? "Data tidak ditemukan." : empty[view]}</EmptyState>
      ) : (
        <Panel flush>
          <ListTable head={["Mutasi", "Keadaan", "Jumlah"]} label="Mutasi bank">
            {data.rows.map((line) => (
              <tr key={line.id}>
                <th scope="row">
                  <a href={operatorHrefs.transfer(line.id)}>{line.description || "Tanpa keterangan"}</a>
                  <small className={table.when}>
                    {line.bank_name} · {formatDate(new Date(line.day))}
                  </small>
                </th>
                <td>
                  <LineBadge status={line.status} />
                  {line.transfer && <small>{line.transfer.buyer_name}</small>}
                  {line.status === "matched" && !line.is_booked && <small>sedang dibukukan</small>}
                  {isMarked(line.status) && line.reason && <small>{line.reason}</small>}
                </td>
                <td>{moneyOf(line)}</td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
      <Pagination
        page={page}
        last={data.more ? page + 1 : page}
        href={(n) => operatorHrefs.transfers(view, { n, q })}
      />
      {view === "waiting" && (
        <p>
          <ButtonLink href={operatorHrefs.transfers("files")} variant="outline" icon="upload">
            Unggah mutasi
          </ButtonLink>
        </p>
      )}
    </>
  );
}
