import { Form } from "react-router";
import type { TeamApi } from "#accounts/operators/contract.ts";
import { operatorRoleLabels, operatorRoles, roleReasonLength } from "#accounts/operators/rules.ts";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { maxEmailLength } from "#lib/field-limits.ts";
import { formatDate, formatDateTime } from "#lib/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import styles from "./team-view.module.css";

export type Team = ApiResponse<TeamApi["GET /v1/operator/team"]>["result"] & { done: "given" | "taken" | null };

const roleOptions = operatorRoles.map((role) => ({ value: role, label: operatorRoleLabels[role].label }));

/** A role is given only by somebody who logged in or typed the password a short while ago. */
function Confirmation({ failure }: { failure: FormFailure | undefined }) {
  const isAsked = failure?.code === "accounts.confirm_needed" || failure?.fields.current_password !== undefined;
  return isAsked ? (
    <PasswordField
      label="Kata sandi Anda"
      name="current_password"
      autoComplete="current-password"
      errors={failure?.fields.current_password}
    />
  ) : null;
}

/** Operators with their roles, the form that adds one, and who changed which role. */
export function TeamView({ data, failure }: { data: Team; failure: FormFailure | undefined }) {
  const invited = failure?.values.intent === "invite" ? failure : undefined;
  return (
    <>
      <h1>Tim operator</h1>
      {data.done && !failure && (
        <Notice tone="success" title={data.done === "given" ? "Peran diberikan" : "Peran diambil"}>
          Orangnya diberi tahu lewat email.
        </Notice>
      )}
      <Panel flush>
        <ListTable head={["Operator", "Peran", "Ubah"]} label="Operator" wide>
          {data.members.map((member) => (
            <tr key={member.id}>
              <th scope="row">
                {member.name}
                <small>{member.email}</small>
                {member.since && <small className={table.when}>sejak {formatDate(new Date(member.since))}</small>}
              </th>
              <td>
                {operatorRoleLabels[member.role].label}
                {!member.has_second_factor && (
                  <small>
                    <Badge tone="warning">Belum ada langkah kedua</Badge>
                  </small>
                )}
              </td>
              <td>
                {member.is_self ? (
                  "Anda sendiri"
                ) : (
                  <ConfirmForm
                    intent={`change ${member.id}`}
                    label="Ubah peran"
                    question={`Peran ${member.name} berubah sekarang juga, di semua perangkatnya.`}
                    confirm="Ubah peran"
                    reason={{ label: "Alasan", length: roleReasonLength }}
                    failure={failure}
                  >
                    <SelectField
                      label="Peran baru"
                      name="role"
                      defaultValue={member.role}
                      options={[...roleOptions, { value: "none", label: "Bukan operator lagi" }]}
                    />
                    <Confirmation failure={failure} />
                  </ConfirmForm>
                )}
              </td>
            </tr>
          ))}
        </ListTable>
      </Panel>
      <Panel title="Tambah operator">
        <Form method="post" className={styles.form}>
          <input type="hidden" name="intent" value="invite" />
          <FormNotice failure={invited} />
          <p>
            Orangnya sudah mempunyai akun dengan email terkonfirmasi dan tanpa toko. Konsol terbuka setelah ia memakai
            verifikasi dua langkah atau passkey.
          </p>
          <TextField
            label="Email akunnya"
            name="email"
            type="email"
            maxLength={maxEmailLength}
            autoComplete="off"
            defaultValue={invited?.values.email}
            errors={invited?.fields.email}
          />
          <SelectField
            label="Peran"
            name="role"
            empty="Pilih peran"
            defaultValue={invited?.values.role ?? ""}
            options={roleOptions}
            errors={invited?.fields.role}
          />
          <TextField
            label="Alasan"
            name="reason"
            minLength={roleReasonLength.min}
            maxLength={roleReasonLength.max}
            defaultValue={invited?.values.reason}
            errors={invited?.fields.reason}
          />
          <Confirmation failure={invited} />
          <Button>Beri peran</Button>
        </Form>
      </Panel>
      <Panel title="Apa yang boleh setiap peran">
        <dl className={styles.roles}>
          {operatorRoles.map((role) => (
            <div key={role}>
              <dt>{operatorRoleLabels[role].label}</dt>
              <dd>{operatorRoleLabels[role].about}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      {data.changes.length > 0 && (
        <Panel title="Riwayat peran" flush>
          <ListTable head={["Siapa", "Menjadi", "Oleh dan alasan"]} label="Riwayat peran" wide>
            {data.changes.map((change) => (
              <tr key={change.id}>
                <th scope="row">
                  {change.name}
                  <small className={table.when}>{formatDateTime(new Date(change.at))}</small>
                </th>
                <td>{change.role ? operatorRoleLabels[change.role].label : "Bukan operator"}</td>
                <td>
                  {change.changed_by}
                  <small>{change.reason}</small>
                </td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
    </>
  );
}
