import { useEffect } from "react";
import { Form, useRevalidator } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import { formatCount } from "#lib/rupiah.ts";
import { formatDate, formatDateTime, second, span } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { DateField, SelectField } from "#ui/field.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { ListedExport } from "../../exports/contract.ts";
import {
  exportKindNames,
  exportKinds,
  exportStates,
  exportTtl,
  maxExportDays,
  type ExportState,
} from "../../exports/rules.ts";
import styles from "./export-list.module.css";

const dayText = (day: string) => formatDate(new Date(`${day}T00:00:00+07:00`));
const tones: Readonly<Record<ExportState, "neutral" | "success" | "warning" | "error">> = {
  making: "warning",
  ready: "success",
  failed: "error",
  deleted: "neutral",
};

/** The form that asks for a file, and the newest files. */
export function ExportList({
  files,
  isAsked,
  failure,
}: {
  files: readonly ListedExport[];
  isAsked: boolean;
  failure: FormFailure | undefined;
}) {
  const isMaking = files.some(({ state }) => state === "making");
  useFreshWhile(isMaking);
  return (
    <>
      <h1>Ekspor</h1>
      {isAsked && isMaking && !failure && (
        <Notice tone="success" title="Berkas sedang dibuat">
          Halaman ini menunjukkan kemajuannya. Anda boleh pergi; berkas tetap dibuat.
        </Notice>
      )}
      <Panel title="Berkas baru">
        <Form method="post" className={styles.form}>
          <FormNotice failure={failure} />
          <SelectField
            label="Isi"
            name="kind"
            defaultValue={failure?.values.kind ?? "orders"}
            options={exportKindNames.map((kind) => ({ value: kind, label: exportKinds[kind].label }))}
            errors={failure?.fields.kind}
          />
          <ul className={styles.about}>
            {exportKindNames.map((kind) => (
              <li key={kind}>
                <b>{exportKinds[kind].label}:</b> {exportKinds[kind].about}
              </li>
            ))}
          </ul>
          <div className={styles.days}>
            <DateField
              label="Dari (WIB)"
              name="first_day"
              defaultValue={failure?.values.first_day}
              errors={failure?.fields.first_day}
            />
            <DateField
              label="Sampai dengan"
              name="last_day"
              hint={`Paling banyak ${maxExportDays} hari.`}
              defaultValue={failure?.values.last_day}
              errors={failure?.fields.last_day}
            />
          </div>
          <div>
            <Button disabled={isMaking}>Buat berkas</Button>
          </div>
          <p className={styles.about}>
            Permintaan dan setiap unduhan tercatat di log audit. Berkas dihapus setelah {span(exportTtl)}.
          </p>
        </Form>
      </Panel>
      <Panel title="Berkas terakhir" flush>
        {files.length === 0 ? (
          <EmptyState>Belum ada berkas.</EmptyState>
        ) : (
          <ListTable head={["Berkas", "Keadaan", "Baris", "Unduh"]} label="Berkas terakhir">
            {files.map((file) => (
              <tr key={file.id}>
                <th scope="row">
                  {exportKinds[file.kind].label}
                  <small>
                    {dayText(file.first_day)} – {dayText(file.last_day)}
                  </small>
                  <small>
                    {file.by}, {formatDateTime(new Date(file.requested_at))}
                  </small>
                </th>
                <td data-label="Keadaan">
                  <Badge tone={tones[file.state]}>{exportStates[file.state]}</Badge>
                </td>
                <td data-label="Baris" className={table.when}>
                  {formatCount(file.rows)}
                </td>
                <td data-label="Unduh">
                  {file.state === "ready" && file.expires_at ? (
                    <>
                      <a className="link" href={operatorHrefs.exportFile(file.id)} download>
                        Unduh CSV
                        <span className="sr-only">
                          {" "}
                          {exportKinds[file.kind].label}, {dayText(file.first_day)}
                        </span>
                      </a>
                      <small>sampai {formatDateTime(new Date(file.expires_at))}</small>
                    </>
                  ) : (
                    "–"
                  )}
                </td>
              </tr>
            ))}
          </ListTable>
        )}
      </Panel>
    </>
  );
}

/** Loads the page's data again every few seconds while a file is made. Without scripts its reader reloads the page. */
function useFreshWhile(isMaking: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isMaking) return undefined;
    const timer = setInterval(() => void revalidate(), 3 * second);
    return () => clearInterval(timer);
  }, [isMaking, revalidate]);
}
