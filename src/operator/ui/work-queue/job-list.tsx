import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { formatCount } from "#lib/rupiah.ts";
import { formatDateTime } from "#lib/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { Notice } from "#ui/notice.tsx";
import type { WorkQueueApi } from "../../work-queue/contract.ts";
import { jobSubject } from "../../work-queue/job-subjects.ts";
import { jobCountLabel, maxListedJobs, retryReasonLength } from "../../work-queue/rules.ts";

const at = (moment: string) => formatDateTime(new Date(moment));

/** Jobs by kind, and those that failed. */
export function JobList({
  jobs,
  retried,
  failure,
}: {
  jobs: ApiResponse<WorkQueueApi["GET /v1/operator/jobs"]>["result"];
  retried: number;
  failure: FormFailure | undefined;
}) {
  return (
    <>
      <h1>Pekerjaan latar</h1>
      {retried > 0 && (
        <Notice tone="success" title={`${formatCount(retried)} pekerjaan dijalankan lagi`}>
          Muat ulang halaman ini untuk melihat hasilnya.
        </Notice>
      )}
      <Panel title="Menurut jenis" flush>
        {jobs.kinds.length === 0 ? (
          <EmptyState>Tidak ada pekerjaan yang menunggu.</EmptyState>
        ) : (
          <ListTable head={["Jenis", "Menunggu", "Gagal"]} label="Pekerjaan menurut jenis" wide>
            {jobs.kinds.map((kind) => (
              <tr key={kind.name}>
                <th scope="row">
                  {jobSubject(kind.name)}
                  <small>{kind.name}</small>
                  {kind.running > 0 && <small>{jobCountLabel(kind.running)} sedang berjalan</small>}
                </th>
                <td data-label="Menunggu">
                  {jobCountLabel(kind.due)} sekarang, {jobCountLabel(kind.planned)} nanti
                  {kind.due_since && <small className={table.when}>sejak {at(kind.due_since)}</small>}
                </td>
                <td data-label="Gagal">
                  {kind.failed > 0 && <Badge tone="error">{jobCountLabel(kind.failed)} berhenti</Badge>}{" "}
                  {kind.retrying > 0 && <Badge tone="warning">{jobCountLabel(kind.retrying)} dicoba lagi</Badge>}
                  {kind.failed === 0 && kind.retrying === 0 && "–"}
                  {kind.failed > 0 && jobs.retries && (
                    <ConfirmForm
                      intent={`retry ${kind.name}`}
                      label="Jalankan lagi"
                      question="Semua pekerjaan gagal jenis ini dicoba dari awal. Perbaiki dulu penyebabnya."
                      confirm="Jalankan lagi"
                      reason={{ label: "Alasan (untuk log audit)", length: retryReasonLength }}
                      failure={failure}
                    />
                  )}
                </td>
              </tr>
            ))}
          </ListTable>
        )}
      </Panel>
      <Panel title="Yang gagal" flush>
        {jobs.failures.length === 0 ? (
          <EmptyState>Tidak ada pekerjaan yang gagal.</EmptyState>
        ) : (
          <ListTable head={["Pekerjaan", "Kesalahan", "Percobaan berikutnya"]} label="Pekerjaan yang gagal" wide>
            {jobs.failures.map((job) => (
              <tr key={job.id}>
                <th scope="row">
                  {job.name}
                  <small className={table.when}>
                    {at(job.at)} · {formatCount(job.attempts)} kali
                  </small>
                </th>
                <td>{job.error || "–"}</td>
                <td>{job.next_at ? at(job.next_at) : "Tidak dicoba lagi"}</td>
              </tr>
            ))}
          </ListTable>
        )}
        {jobs.failures.length >= maxListedJobs && <p>Yang tampil {formatCount(maxListedJobs)} kegagalan terakhir.</p>}
      </Panel>
    </>
  );
}
