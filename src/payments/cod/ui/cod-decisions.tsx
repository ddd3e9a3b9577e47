import { Form } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime, span } from "#lib/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { RadioGroup, SelectField, TextField } from "#ui/field.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice } from "#ui/notice.tsx";
import {
  codDecisionKinds,
  codDecisions,
  codDecisionStates,
  codReasonLength,
  companyName,
  ownWriteOffs,
  remittanceLimits,
} from "../rules.ts";
import styles from "./cod.module.css";
import type { Cod } from "./cod-view.tsx";

/** What to do about the cash of one order that its courier did not hand over in full. */
export function DecisionForm({ data, failure }: { data: Cod; failure: FormFailure | undefined }) {
  const values = failure?.values ?? {};
  const errors = failure?.fields ?? {};
  // What was written off can come in after all.
  const orders = new Map([
    ...data.owed.map((row) => [row.order_id, `${row.invoice}, sisa ${formatRupiah(row.amount)}`] as const),
    ...data.decisions
      .filter(({ kind, state }) => kind === "written_off" && state === "booked")
      .map((row) => [row.order_id, `${row.invoice}, pernah diikhlaskan`] as const),
  ]);
  if (orders.size === 0) return null;
  return (
    <Panel title="Putuskan selisih satu pesanan">
      <Form
        // A stored decision empties the form, so that it is not sent twice.
        key={data.decisions.map(({ id }) => id).join()}
        method="post"
        className={styles.form}
      >
        <input type="hidden" name="intent" value="decide" />
        <FormNotice failure={failure} />
        <SelectField
          label="Pesanan"
          name="order_id"
          empty="Pilih pesanan"
          options={[...orders].map(([value, label]) => ({ value, label }))}
          defaultValue={values.order_id}
          errors={errors.order_id}
        />
        <RadioGroup
          label="Keputusan"
          name="kind"
          options={codDecisionKinds.map((value) => ({ value, label: codDecisions[value].label }))}
          defaultValue={values.kind ?? "still_owed"}
          hint={`Operator lain memastikan bila Anda mengikhlaskan lebih dari ${formatRupiah(ownWriteOffs.max)} dalam ${span(ownWriteOffs.window)}.`}
          errors={errors.kind}
        />
        <TextField
          label="Jumlah (Rp)"
          name="amount"
          inputMode="numeric"
          maxLength={14}
          hint="Rp0 bila kurir tetap berutang."
          defaultValue={values.amount ?? "0"}
          errors={errors.amount}
        />
        <TextField
          label="Nomor setoran atau mutasi bank"
          name="reference"
          required={false}
          maxLength={remittanceLimits.reference}
          hint="Wajib bila ada uang yang masuk."
          defaultValue={values.reference}
          errors={errors.reference}
        />
        <TextField
          label="Alasan"
          name="reason"
          minLength={codReasonLength.min}
          maxLength={codReasonLength.max}
          defaultValue={values.reason}
          errors={errors.reason}
        />
        <div>
          <Button>Simpan keputusan</Button>
        </div>
      </Form>
    </Panel>
  );
}

/** What was decided; a proposal has the buttons of the second operator. */
export function Decisions({ data, failure }: { data: Cod; failure: FormFailure | undefined }) {
  return (
    <>
      <FormNotice failure={failure} alone />
      <Panel title="Keputusan selisih" flush>
        <ListTable head={["Pesanan", "Keputusan"]} label="Keputusan selisih" wide>
          {data.decisions.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                {one.invoice}
                <small>
                  {companyName(one.courier)}
                  {one.reference && `, nomor ${one.reference}`}
                </small>
                <small className={table.when}>
                  {one.decided_by}, {formatDateTime(new Date(one.created_at))}
                  {one.approved_by && `; dilihat ${one.approved_by}`}
                </small>
              </th>
              <td>
                {codDecisions[one.kind].done}
                {one.amount > 0 && ` ${formatRupiah(one.amount)}`}{" "}
                <Badge tone={one.state === "booked" ? "success" : one.state === "proposed" ? "warning" : "error"}>
                  {codDecisionStates[one.state]}
                </Badge>
                <small>{one.reason}</small>
                {one.can_approve && (
                  <Form method="post" className={styles.second}>
                    <input type="hidden" name="intent" value="approve" />
                    <input type="hidden" name="decision_id" value={one.id} />
                    <Button size="s" name="accept" value="1">
                      Pastikan
                    </Button>
                    <Button size="s" variant="outline" name="accept" value="0">
                      Tolak
                    </Button>
                  </Form>
                )}
              </td>
            </tr>
          ))}
        </ListTable>
      </Panel>
    </>
  );
}
