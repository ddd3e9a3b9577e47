import { reviewHrefs } from "#review-hrefs.ts";
import { maxReportLength, reportReasons, type ReportedKind } from "../rules.ts";
import styles from "./report-form.module.css";

/**
 * The form on a product's page that reports what somebody wrote; `by` is its author. Plain HTML, because browsers use
 * the server's HTML without hydration. It leads to the sender's own page, which asks for a login.
 */
export function ReportForm({ kind, id, by }: { kind: ReportedKind; id: string; by: string }) {
  const of = { review: "ulasan", reply: "balasan", question: "pertanyaan", answer: "jawaban" }[kind];
  return (
    <details className={styles.report}>
      <summary aria-label={`Laporkan ${of} ${by}`}>Laporkan</summary>
      <form method="post" action={reviewHrefs.reports()}>
        <input type="hidden" name="intent" value="report" />
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="item" value={id} />
        <label>
          Alasan
          <select name="reason" required>
            <option value="">Pilih alasan</option>
            {reportReasons.map((reason) => (
              <option key={reason.id} value={reason.id}>
                {reason.label}
              </option>
            ))}
          </select>
        </label>
        <label>
          Keterangan (opsional, paling banyak {maxReportLength} karakter)
          <textarea name="text" rows={2} />
        </label>
        <button>Kirim laporan</button>
      </form>
    </details>
  );
}
