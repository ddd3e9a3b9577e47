import { Form } from "react-router";
import { hrefs } from "#hrefs.ts";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { formatDate, formatDateTime } from "#lib/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import type { ReconciliationApi, ReportJson } from "../contract.ts";
import { differenceKinds, entryKinds, providerNames, reconciledDays } from "../rules.ts";
import styles from "./reconciliation.module.css";

export type ListedReports = ApiResponse<ReconciliationApi["GET /v1/operator/reconciliations"]>["result"] & {
  page: number;
  /** The operator has just started one. */
  isStarted: boolean;
};

/** Days of providers compared with the books, the latest first. */
export function ReportList({ data, failure }: { data: ListedReports; failure: FormFailure | undefined }) {
  const { rows, more, page, open, decides, isStarted } = data;
  return (
    <div className={styles.stack}>
      <h1>Pencocokan</h1>
      <FormNotice failure={failure} alone />
      {isStarted && !failure && (
        <Notice tone="success">Pencocokan dimulai. Muat ulang halaman ini untuk melihat hasilnya.</Notice>
      )}
      {open > 0 && (
        <Notice tone="warning" title={`Ada yang belum cocok dalam ${formatCount(reconciledDays)} hari terakhir`}>
          Bandingkan dengan dasbor penyedia atau mutasi bank, lalu cocokkan lagi.
        </Notice>
      )}
      <p className={styles.small}>
        Setiap hari yang selesai, uang masuk, pengembalian dan payout di pembukuan dibandingkan dengan penyedianya:
        tagihan Midtrans dan Xendit ditanyakan satu per satu, transfer bank dibandingkan dengan mutasi yang diunggah.
        Uang yang belum tercatat langsung dibukukan bila penyedia memastikannya.
      </p>
      {rows.length === 0 ? (
        <EmptyState>{page > 1 ? "Data tidak ditemukan." : "Belum ada hari yang dicocokkan."}</EmptyState>
      ) : (
        <Panel flush>
          <ListTable head={["Hari", "Hasil"]} label="Pencocokan" wide>
            {rows.map((report) => (
              <tr key={`${report.provider} ${report.day}`}>
                <th scope="row">
                  {providerNames[report.provider]}, {formatDate(new Date(report.day))}
                  <small>{sumsOf(report)}</small>
                  <small className={table.when}>
                    {formatCount(report.checked)} dibandingkan, {formatDateTime(new Date(report.finished_at))}
                  </small>
                </th>
                <td>
                  <Badge tone={report.found === 0 ? "success" : report.found === report.unread ? "warning" : "error"}>
                    {resultOf(report)}
                  </Badge>
                  <Differences report={report} />
                  {decides && report.found > 0 && (
                    <Form method="post" className={styles.form} preventScrollReset>
                      <input type="hidden" name="provider" value={report.provider} />
                      <input type="hidden" name="day" value={report.day} />
                      <Button
                        variant="outline"
                        aria-label={`Cocokkan lagi ${providerNames[report.provider]} ${report.day}`}
                      >
                        Cocokkan lagi
                      </Button>
                    </Form>
                  )}
                </td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
      <Pagination page={page} last={more ? page + 1 : page} href={(n) => hrefs.operatorReconciliation(n)} />
    </div>
  );
}

function sumsOf({ received, returned, paid_out: paidOut }: ReportJson): string {
  const sums = [
    `masuk ${formatRupiah(received)}`,
    returned > 0 && `kembali ${formatRupiah(returned)}`,
    paidOut > 0 && `payout ${formatRupiah(paidOut)}`,
  ];
  return sums.filter(Boolean).join(", ");
}

function resultOf({ found, unread }: ReportJson): string {
  if (found === 0) return "Cocok";
  if (found === unread) return "Belum bisa dibandingkan";
  return `${formatCount(found)} perbedaan`;
}

function Differences({ report }: { report: ReportJson }) {
  if (report.differences.length === 0) return null;
  const hidden = report.found - report.differences.length;
  return (
    <ul className={styles.differences}>
      {report.differences.map((one) => (
        <li key={`${one.kind} ${one.entry} ${one.reference}`}>
          {entryKinds[one.entry]}: {differenceKinds[one.kind]}
          <small>
            {isBankLine(report, one) ? (
              <a href={hrefs.operatorTransfer(one.reference)}>Lihat mutasi</a>
            ) : (
              [one.note, one.reference].filter(Boolean).join(" · ")
            )}
          </small>
          <small>
            {[
              one.ours !== null && `pembukuan ${formatRupiah(one.ours)}`,
              one.theirs !== null && `penyedia ${formatRupiah(one.theirs)}`,
            ]
              .filter(Boolean)
              .join(", ")}
          </small>
        </li>
      ))}
      {hidden > 0 && <li>dan {formatCount(hidden)} lagi</li>}
    </ul>
  );
}

/** Movements of a bank account have a page of their own. */
const isBankLine = ({ provider }: ReportJson, { entry }: ReportJson["differences"][number]) =>
  provider === "manual" && (entry === "receipt" || entry === "outgoing");
