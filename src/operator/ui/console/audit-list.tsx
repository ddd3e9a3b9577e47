import { Form } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { formatCount } from "#lib/rupiah.ts";
import { formatDateTime, span } from "#lib/time.ts";
import type { AuditApi } from "#orders/audit/contract.ts";
import { auditRetentionDays, auditTimeText, maxAuditAge, maxBreaches } from "#orders/audit/rules.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import styles from "../charges.module.css";

export type ListedAudits = ApiResponse<AuditApi["GET /v1/operator/audits"]>["result"] & {
  page: number;
  /** The operator has just started one. */
  isStarted: boolean;
};

/** What the auditor found, the latest audit first. */
export function AuditList({
  data: { rows, more, page, is_overdue: isOverdue, isStarted },
  failure,
}: {
  data: ListedAudits;
  failure: FormFailure | undefined;
}) {
  const [last] = page === 1 ? rows : [];
  return (
    <div className={styles.stack}>
      <header className={styles.head}>
        <h1>Pemeriksaan</h1>
        <Form method="post">
          <Button icon="check">Periksa sekarang</Button>
        </Form>
      </header>
      <FormNotice failure={failure} />
      {isStarted && !failure && (
        <Notice tone="success">Pemeriksaan dimulai. Muat ulang halaman ini untuk melihat hasilnya.</Notice>
      )}
      {last && last.found > 0 && (
        <Notice tone="error" title={`${formatCount(last.found)} hal tidak cocok`}>
          Semua pencairan berhenti sampai sebuah pemeriksaan tidak menemukan apa-apa lagi.
        </Notice>
      )}
      {isOverdue && page === 1 && (
        <Notice tone="warning" title={`Tidak ada pemeriksaan dalam ${span(maxAuditAge)} terakhir`}>
          Pemeriksaan berjalan setiap malam. Periksa pekerjaan latar belakang.
        </Notice>
      )}
      <p className={styles.small}>
        Setiap malam pukul {auditTimeText} semua aturan tentang stok, pesanan dan uang diperiksa di seluruh database. Di
        server, perintah npm run audit melakukan hal yang sama. Dari setiap aturan, paling banyak{" "}
        {formatCount(maxBreaches)} temuan dicatat. Hasil disimpan {formatCount(auditRetentionDays)} hari.
      </p>
      {rows.length === 0 ? (
        <EmptyState>{page > 1 ? "Data tidak ditemukan." : "Belum ada pemeriksaan."}</EmptyState>
      ) : (
        <Panel flush>
          <ListTable head={["Pemeriksaan", "Hasil"]} label="Pemeriksaan" wide>
            {rows.map((audit) => (
              <tr key={audit.id}>
                <th scope="row">
                  {formatDateTime(new Date(audit.started_at))}
                  <small className={table.when}>{formatCount(audit.checked)} aturan diperiksa</small>
                </th>
                <td>
                  <Badge tone={audit.found === 0 ? "success" : "error"}>
                    {audit.found === 0 ? "Semua cocok" : `${formatCount(audit.found)} tidak cocok`}
                  </Badge>
                  {audit.findings.map(({ invariant, what }) => (
                    <small key={`${invariant} ${what}`}>
                      <span lang="en">{invariant}</span>: {what}
                    </small>
                  ))}
                </td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
      <Pagination page={page} last={more ? page + 1 : page} href={(n) => operatorHrefs.audits(n)} />
    </div>
  );
}
