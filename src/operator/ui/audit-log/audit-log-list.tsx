import { auditActions, auditSlices, systemRole } from "#audit-log/rules.ts";
import type { AuditLogApi } from "#audit-log/contract.ts";
import { operatorRoleLabels, type OperatorRole } from "#accounts/operators/rules.ts";
import type { ApiResponse } from "#lib/api-client.ts";
import { formatDateTime } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { DateField, SelectField, TextField } from "#ui/field.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { LoadMore } from "#ui/pagination.tsx";
import { ChangeList } from "./change-list.tsx";
import styles from "./audit-log-list.module.css";

type Page = ApiResponse<AuditLogApi["GET /v1/operator/audit-log"]>["result"];
type Filter = {
  actor: string | undefined;
  action: string | undefined;
  subject: string | undefined;
  day: string | undefined;
};
export type ListedEntries = Page & { filter: Filter; isFirst: boolean };

/** The entries of the audit log with their filter, the latest first. */
export function AuditLogList({ data: { rows, next, operators, filter, isFirst } }: { data: ListedEntries }) {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  const isFiltered = Object.keys(given).length > 0;
  return (
    <div className={styles.stack}>
      <header>
        <h1>Log audit</h1>
      </header>
      <p className={styles.small}>
        Setiap tindakan operator tercatat di sini: siapa, apa, kapan dan alasannya, menurut jam server. Catatan tidak
        bisa diubah atau dihapus, dan tidak memuat data pribadi. Setiap catatan memuat sidik catatan sebelumnya,
        sehingga perubahan di basis data terlihat. Perintah npm run kawung -- audit di server memeriksanya.
      </p>
      <search>
        <form method="get" className={styles.filter}>
          <SelectField
            label="Pelaku"
            name="actor"
            required={false}
            empty="Semua"
            defaultValue={filter.actor ?? ""}
            options={[
              ...operators.map(({ id, name }) => ({ value: id, label: name })),
              { value: systemRole, label: "Sistem" },
            ]}
          />
          <SelectField
            label="Tindakan"
            name="action"
            required={false}
            empty="Semua"
            defaultValue={filter.action ?? ""}
            options={actionOptions()}
          />
          <TextField
            label="Nomor objek"
            name="subject"
            required={false}
            maxLength={100}
            defaultValue={filter.subject ?? ""}
          />
          <DateField label="Tanggal (WIB)" name="day" required={false} defaultValue={filter.day ?? ""} />
          <p className={styles.buttons}>
            <Button variant="outline" icon="filter">
              Saring
            </Button>
            {isFiltered && (
              <ButtonLink variant="ghost" href={operatorHrefs.auditLog()}>
                Hapus saringan
              </ButtonLink>
            )}
          </p>
        </form>
      </search>
      {rows.length === 0 ? (
        <EmptyState>{isFiltered || !isFirst ? "Tidak ada catatan yang cocok." : "Belum ada catatan."}</EmptyState>
      ) : (
        <Panel flush>
          <ListTable head={["Tindakan", "Perubahan"]} label="Log audit" wide>
            {rows.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ListTable>
        </Panel>
      )}
      {next !== null && <LoadMore href={operatorHrefs.auditLog({ ...given, before: next })} />}
    </div>
  );
}

function roleLabel(role: string): string {
  return Object.hasOwn(operatorRoleLabels, role) ? operatorRoleLabels[role as OperatorRole].label : role;
}

function actionOptions() {
  const bySlice = Object.groupBy(Object.entries(auditActions), ([action]) => action.split(".")[0] ?? "");
  return Object.entries(bySlice).flatMap(([slice, actions = []]) => {
    const group = auditSlices[slice] ?? slice;
    return [
      { value: `${slice}.`, label: `Semua: ${group}`, group },
      ...actions.map(([value, label]) => ({ value, label, group })),
    ];
  });
}

function Entry({ entry }: { entry: Page["rows"][number] }) {
  const { subject, shown, reason } = entry;
  return (
    <tr>
      <th scope="row">
        {entry.label}
        <small className={table.when}>{formatDateTime(new Date(entry.at))}</small>
        <small>
          {entry.actor ? (
            <a href={operatorHrefs.auditLog({ actor: entry.actor.id })}>{entry.actor.name}</a>
          ) : (
            <a href={operatorHrefs.auditLog({ actor: systemRole })}>Sistem</a>
          )}
          {entry.actor && ` · ${roleLabel(entry.role)}`}
        </small>
        <small>
          {subject.label} {subject.name !== null && `${subject.name} · `}
          <a href={operatorHrefs.auditLog({ subject: subject.id })}>{subject.id}</a>
        </small>
        <small>
          Catatan {entry.id} · <code title={entry.hash}>{entry.hash.slice(0, 12)}</code>
        </small>
      </th>
      <td>
        {shown.length > 0 && <ChangeList changes={shown} />}
        {reason !== null && <p className={styles.reason}>Alasan: {reason}</p>}
        {shown.length === 0 && reason === null && <span className={styles.small}>Tanpa perubahan data</span>}
      </td>
    </tr>
  );
}
