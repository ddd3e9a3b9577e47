import { Form } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
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
import { providerNames, reconciledDays } from "../rules.ts";
import type { SettlementApi } from "../settlement-files/contract.ts";
import { Differences } from "./differences.tsx";
import { SettlementFiles, uploadIntent } from "./settlement-files.tsx";
import styles from "./reconciliation.module.css";

export type ListedReports = ApiResponse<ReconciliationApi["GET /v1/operator/reconciliations"]>["result"] & {
  page: number;
  settlements: ApiResponse<SettlementApi["GET /v1/operator/settlement-files"]>["result"];
  /** What the operator has just done. */
  notice: string | null;
};

/** The sentence after a form, by the word and the numbers in the page's address. */
export function noticeOf(done: string | null, counts: string | null): string | null {
  if (done === "started") return "Pencocokan dimulai. Muat ulang halaman ini untuk melihat hasilnya.";
  if (done !== "uploaded") return null;
  const [lines = 0, fresh = 0, fees = 0, found = 0] = (counts ?? "")
    .split("-", 4)
    .map((one) => (/^\d{1,12}$/.test(one) ? Number(one) : 0));
  const sentences = [
    `${formatCount(fresh)} baris baru dari ${formatCount(lines)}.`,
    fees > 0 && `Biaya ${formatRupiah(fees)} dibukukan.`,
    found > 0 ? `${formatCount(found)} perbedaan.` : "Semua cocok dengan pembukuan.",
  ];
  return sentences.filter(Boolean).join(" ");
}

/** Days of providers compared with the books, the latest first. */
export function ReportList({ data, failure }: { data: ListedReports; failure: FormFailure | undefined }) {
  const { rows, more, page, open, decides, notice } = data;
  const isUpload = failure?.values.intent === uploadIntent;
  return (
    <div className={styles.stack}>
      <h1>Pencocokan</h1>
      <FormNotice failure={isUpload ? undefined : failure} alone />
      {notice && !failure && <Notice tone="success">{notice}</Notice>}
      {open > 0 && (
        <Notice tone="warning" title={`Ada yang belum cocok dalam ${formatCount(reconciledDays)} hari terakhir`}>
          Bandingkan dengan dasbor penyedia atau mutasi bank, lalu cocokkan lagi.
        </Notice>
      )}
      <p className={styles.small}>
        Setiap hari yang selesai, uang masuk, pengembalian dan pencairan di pembukuan dibandingkan dengan penyedianya:
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
                  <Differences
                    differences={report.differences}
                    found={report.found}
                    isBank={report.provider === "manual"}
                  />
                  {decides && report.found > 0 && (
                    <Form method="post" className={styles.again} preventScrollReset>
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
      <Pagination page={page} last={more ? page + 1 : page} href={(n) => operatorHrefs.reconciliation(n)} />
      <SettlementFiles settlements={data.settlements} failure={isUpload ? failure : undefined} />
    </div>
  );
}

function sumsOf({ received, returned, paid_out: paidOut }: ReportJson): string {
  const sums = [
    `masuk ${formatRupiah(received)}`,
    returned > 0 && `kembali ${formatRupiah(returned)}`,
    paidOut > 0 && `pencairan ${formatRupiah(paidOut)}`,
  ];
  return sums.filter(Boolean).join(", ");
}

function resultOf({ found, unread }: ReportJson): string {
  if (found === 0) return "Cocok";
  if (found === unread) return "Belum bisa dibandingkan";
  return `${formatCount(found)} perbedaan`;
}
