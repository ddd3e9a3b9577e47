import { useState } from "react";
import { Form, useNavigation } from "react-router";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import type { CodeOf, idempotencyRefusals } from "#lib/refusal.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime } from "#lib/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { CurrencyField } from "#ui/currency-field.tsx";
import { RadioGroup, TextareaField } from "#ui/field.tsx";
import { DraftForm } from "#ui/form-draft.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { CorrectionApi } from "../contract.ts";
import {
  correctionReasonLength,
  corrections,
  correctionsAnchor,
  correctionStates,
  type CorrectionState,
} from "../rules.ts";
import styles from "./corrections-panel.module.css";

export type Corrections = ApiResponse<CorrectionApi["GET /v1/operator/orders/:orderId/corrections"]>["result"];
type Correction = Corrections["corrections"][number];

const reusedCode = "idempotency.reused" satisfies CodeOf<typeof idempotencyRefusals>;
const at = (moment: string) => formatDateTime(new Date(moment));
const tones: Record<CorrectionState, "success" | "warning" | "error" | "neutral"> = {
  proposed: "warning",
  booked: "success",
  rejected: "error",
  withdrawn: "neutral",
  void: "neutral",
};
const ways = {
  needs_account: "menunggu rekening dari pembeli",
  pending: "uangnya disiapkan",
  sent: "uangnya sedang dikirim",
  done: "uangnya sampai",
};

/** Corrections of an order's money: those that were made, the one that waits, and the form that proposes one. */
export function CorrectionsPanel({
  orderId,
  data,
  failure,
}: {
  orderId: string;
  data: Corrections;
  failure: FormFailure | undefined;
}) {
  const failed = (intent: string) => (failure?.values.intent === intent ? failure : undefined);
  const isShown = (one: Correction) => one.can_decide || one.can_withdraw;
  const decided = failed("decide_correction") ?? failed("withdraw_correction");
  const isGone = decided && !data.corrections.some((one) => isShown(one) && one.id === decided.values.correction_id);
  return (
    <>
      {isGone && <FormNotice failure={decided} alone />}
      {data.corrections.length > 0 && (
        <Panel title="Koreksi uang pesanan" id={correctionsAnchor} flush>
          <ListTable head={["Koreksi", "Keadaan"]} label="Koreksi uang pesanan" wide>
            {data.corrections.map((one) => (
              <CorrectionItem key={one.id} correction={one} />
            ))}
          </ListTable>
        </Panel>
      )}
      {data.corrections.filter(isShown).map((one) => (
        <Waiting
          key={one.id}
          correction={one}
          failure={decided?.values.correction_id === one.id && !isGone ? decided : undefined}
        />
      ))}
      <ProposalForm orderId={orderId} data={data} failure={failed("propose_correction")} />
    </>
  );
}

function CorrectionItem({ correction: one }: { correction: Correction }) {
  return (
    <tr>
      <th scope="row">
        {corrections[one.kind].label} {formatRupiah(one.amount)}
        <small className={styles.reason}>{one.reason}</small>
        <small className={table.when}>
          {one.proposer ?? "Sistem"}, {at(one.proposed_at)}
        </small>
      </th>
      <td>
        <Badge tone={tones[one.state]}>{correctionStates[one.state]}</Badge>
        {one.due_at && <small>Diputuskan sebelum {at(one.due_at)}</small>}
        {one.refund_status && <small>{ways[one.refund_status]}</small>}
        {one.answer && <small className={styles.reason}>{one.answer}</small>}
        {one.decided_at && (
          <small className={table.when}>
            {one.decider ?? "Sistem"}, {at(one.decided_at)}
          </small>
        )}
      </td>
    </tr>
  );
}

/** What the operator can do with a proposal: decide about another one's, or withdraw the own one. */
function Waiting({ correction, failure }: { correction: Correction; failure: FormFailure | undefined }) {
  const busy = useNavigation().formData?.get("correction_id") === correction.id;
  const name = `${corrections[correction.kind].label}, ${formatRupiah(correction.amount)}`;
  if (correction.can_withdraw)
    return (
      <Panel title="Usulan Anda">
        <Form method="post" className={styles.form}>
          <FormNotice failure={failure} alone />
          <p>Anda mengusulkan koreksi ini, jadi operator lain yang memutuskannya.</p>
          <input type="hidden" name="intent" value="withdraw_correction" />
          <input type="hidden" name="correction_id" value={correction.id} />
          <div>
            <Button variant="outline" busy={busy}>
              Tarik usulan
            </Button>
          </div>
        </Form>
      </Panel>
    );
  return (
    <Panel title="Putuskan koreksi">
      <DraftForm method="post" className={styles.form} failure={failure} subject={`correction ${correction.id}`}>
        {(typed) => (
          <>
            <FormNotice failure={failure} />
            <p>
              <b>{name}.</b> {corrections[correction.kind].about} Penerimanya membaca alasan pengusul.
            </p>
            <input type="hidden" name="intent" value="decide_correction" />
            <input type="hidden" name="correction_id" value={correction.id} />
            <TextareaField
              label="Alasan keputusan Anda"
              name="reason"
              rows={2}
              minLength={correctionReasonLength.min}
              maxLength={correctionReasonLength.max}
              defaultValue={typed?.values.reason}
              errors={failure?.fields.reason}
            />
            <div className={styles.buttons}>
              <Button name="accept" value="1" busy={busy}>
                Setujui dan bukukan
              </Button>
              <Button name="accept" value="0" variant="outline" busy={busy}>
                Tolak
              </Button>
            </div>
          </>
        )}
      </DraftForm>
    </Panel>
  );
}

function ProposalForm({
  orderId,
  data,
  failure,
}: {
  orderId: string;
  data: Corrections;
  failure: FormFailure | undefined;
}) {
  // A new key for each proposal that was stored: the same form sent twice proposes once.
  const [key] = useState(() => crypto.randomUUID());
  const busy = useNavigation().formData?.get("intent") === "propose_correction";
  const count = data.corrections.length;
  if (data.kinds.length === 0) return failure ? <FormNotice failure={failure} alone /> : null;
  return (
    <Panel title="Koreksi baru">
      <details className={styles.proposal} open={failure !== undefined} key={count}>
        <summary className="link">Usulkan koreksi</summary>
        <DraftForm
          method="post"
          className={styles.form}
          failure={failure}
          base={String(count)}
          name="propose_correction"
          subject={`order ${orderId}`}
        >
          {(typed) => (
            <>
              <FormNotice
                failure={failure}
                sentence={
                  failure?.code === reusedCode
                    ? "Usulan ini sudah terkirim tadi. Muat ulang halaman ini untuk melihatnya."
                    : undefined
                }
              />
              <p>Tidak ada uang yang bergerak sebelum operator lain menyetujuinya.</p>
              <input type="hidden" name="intent" value="propose_correction" />
              {/* A draft has its key: sent again, it is the same proposal. */}
              <input type="hidden" name="key" value={typed?.values.key ?? `${key}-${count}`} />
              <RadioGroup
                label="Jenis koreksi"
                name="kind"
                options={data.kinds.map(({ kind, most }) => ({
                  value: kind,
                  label: corrections[kind].label,
                  hint: `${corrections[kind].about} Paling banyak ${formatRupiah(most)}.`,
                }))}
                defaultValue={typed?.values.kind}
                errors={failure?.fields.kind}
              />
              <CurrencyField
                label="Jumlah"
                name="amount"
                defaultValue={typed?.values.amount}
                errors={failure?.fields.amount}
              />
              <TextareaField
                label="Alasan, dibaca penerimanya"
                name="reason"
                rows={2}
                minLength={correctionReasonLength.min}
                maxLength={correctionReasonLength.max}
                defaultValue={typed?.values.reason}
                errors={failure?.fields.reason}
              />
              <div>
                <Button busy={busy}>Usulkan</Button>
              </div>
            </>
          )}
        </DraftForm>
      </details>
    </Panel>
  );
}
