import type { LoaderFunctionArgs } from "react-router";
import { pageApi, type ApiResponse } from "#lib/api-client.ts";
import { formatDate } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { Notice } from "#ui/notice.tsx";
import styles from "../../requests/ui/operator-view.module.css";
import type { RetentionApi } from "../contract.ts";

export type RetentionPart =
  | { part: "retention"; tables: ApiResponse<RetentionApi["GET /v1/operator/retention"]>["result"] }
  | { part: "consents"; counts: ApiResponse<RetentionApi["GET /v1/operator/consents"]>["result"] };

/** The proof of retention, or the counts of consents. */
export async function loadRetention(args: LoaderFunctionArgs): Promise<RetentionPart> {
  const api = pageApi<RetentionApi>(args);
  if (new URL(args.request.url).searchParams.get("view") === "consents")
    return { part: "consents", counts: (await api("GET /v1/operator/consents")).result };
  return { part: "retention", tables: (await api("GET /v1/operator/retention")).result };
}

const day = (moment: string | null) => (moment === null ? "–" : formatDate(new Date(moment)));

/** For each table with personal data its rule, its oldest row, and what is too old. */
export function RetentionView({ tables }: { tables: Extract<RetentionPart, { part: "retention" }>["tables"] }) {
  const wrong = tables.filter(({ too_old: count }) => count > 0);
  return (
    <div className={styles.stack}>
      <Notice
        tone={wrong.length === 0 ? "success" : "error"}
        title={
          wrong.length === 0
            ? `${tables.length} jenis data diperiksa, tidak ada yang terlalu lama.`
            : `Data terlalu lama di ${wrong.map((one) => one.name.toLowerCase()).join(", ")}.`
        }
      >
        Pemeriksaan ini membaca basis data sekarang. Di server: <code>npm run kawung -- retention</code>
      </Notice>
      <Panel flush>
        <ListTable head={["Data", "Aturan", "Tertua", "Terlalu lama"]} label="Retensi data pribadi">
          {tables.map((one) => (
            <tr key={one.table}>
              <th scope="row">
                {one.name}
                <details>
                  <summary className="link">Rincian</summary>
                  <small>
                    Tabel <code>{one.table}</code>
                  </small>
                </details>
              </th>
              <td>{one.rule}</td>
              <td data-label="Tertua" className={table.when}>
                {day(one.oldest)}
              </td>
              <td data-label="Terlalu lama">{one.too_old === 0 ? "0" : <Badge tone="error">{one.too_old}</Badge>}</td>
            </tr>
          ))}
        </ListTable>
      </Panel>
    </div>
  );
}

/** How many accounts agreed to which version of which text. */
export function ConsentReportView({ counts }: { counts: Extract<RetentionPart, { part: "consents" }>["counts"] }) {
  return (
    <div className={styles.stack}>
      <p className={styles.small}>
        Menurut keputusan terakhir setiap akun. Setiap keputusan tersimpan dengan waktu, tempat, dan versi teksnya.
      </p>
      <p>
        <ButtonLink href={operatorHrefs.consentFile()} variant="outline" icon="download" download>
          Unduh per bulan (CSV)
        </ButtonLink>
      </p>
      <Panel flush>
        <ListTable head={["Tujuan dan versi", "Ditarik", "Terakhir", "Setuju"]} label="Persetujuan">
          {counts.map((one) => (
            <tr key={`${one.purpose} ${one.version}`}>
              <th scope="row">
                {one.title}
                <small>{one.version}</small>
              </th>
              <td data-label="Ditarik">{one.withdrawn}</td>
              <td data-label="Terakhir" className={table.when}>
                {day(one.last_at)}
              </td>
              <td data-label="Setuju">{one.given}</td>
            </tr>
          ))}
        </ListTable>
      </Panel>
    </div>
  );
}
