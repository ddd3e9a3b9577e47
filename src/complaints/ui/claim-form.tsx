import { Form } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { RadioGroup, TextField } from "#ui/field.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { claimStates, claimTextLength } from "../insurance/rules.ts";
import styles from "./case.module.css";
import type { MediatedCase } from "./mediator-requests.ts";

/** What an operator enters about the claim at the courier: first that it was asked, then its answer. */
export function ClaimForm({ complaint, failure }: { complaint: MediatedCase; failure: FormFailure | undefined }) {
  const { insurance } = complaint;
  const own = failure?.values.intent === "claim" ? failure : undefined;
  const isOver = insurance?.state === "paid" || insurance?.state === "refused";
  if (!insurance?.is_covered || !complaint.may_claim || isOver) return own ? <FormNotice failure={own} alone /> : null;
  const isAsked = insurance.state === "asked";
  const whyNoPayment = complaint.why_no_payment;
  const answers = whyNoPayment === null ? (["paid", "refused"] as const) : (["refused"] as const);
  return (
    <Panel title={isAsked ? "Jawaban kurir atas klaim" : "Klaim asuransi"}>
      {/* The key empties the form once the claim was asked, so that its note is not sent as that of the answer. */}
      <Form key={insurance.state} method="post" className={styles.form}>
        <input type="hidden" name="intent" value="claim" />
        <FormNotice failure={own} />
        {isAsked ? (
          <>
            {whyNoPayment !== null && <Notice>{whyNoPayment}</Notice>}
            <RadioGroup
              label="Hasil klaim"
              name="state"
              options={answers.map((value) => ({ value, label: claimStates[value] }))}
              defaultValue={own?.values.state}
              errors={own?.fields.state}
            />
            {whyNoPayment === null && (
              <>
                <TextField
                  label="Dibayar kurir (Rp)"
                  name="amount"
                  inputMode="numeric"
                  maxLength={14}
                  required={false}
                  hint={`Paling banyak ${formatRupiah(insurance.insured)}. Kosong bila ditolak.`}
                  defaultValue={own?.values.amount}
                  errors={own?.fields.amount}
                />
                <TextField
                  label="Nomor pembayaran kurir atau mutasi bank"
                  name="reference"
                  maxLength={claimTextLength.reference}
                  required={false}
                  defaultValue={own?.values.reference}
                  errors={own?.fields.reference}
                />
              </>
            )}
          </>
        ) : (
          <input type="hidden" name="state" value="asked" />
        )}
        <TextField
          label={isAsked ? "Catatan" : "Nomor klaim atau kapan kurir dihubungi"}
          name="note"
          minLength={claimTextLength.note.min}
          maxLength={claimTextLength.note.max}
          hint={
            !isAsked && insurance.claimant === "marketplace"
              ? "Dibaca penjual. Yang dibayar kurir nanti dicatat operator lain."
              : "Dibaca penjual."
          }
          defaultValue={own?.values.note}
          errors={own?.fields.note}
        />
        <div>
          <Button variant="outline">{isAsked ? "Simpan jawaban kurir" : "Catat bahwa klaim diajukan"}</Button>
        </div>
      </Form>
    </Panel>
  );
}
