import { Form, useNavigation } from "react-router";
import type { FormFailure, pageApi } from "#lib/api-client.ts";
import { maxPicturePixels } from "#lib/field-limits.ts";
import { formatDateTime } from "#lib/time.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { ImageField } from "#ui/image-field/image-field.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { PaymentView } from "../contract.ts";
import type { TransferApi } from "../providers/manual/contract.ts";
import { maxSenderNameLength, proofLimits } from "../providers/manual/rules.ts";
import styles from "./transfer.module.css";

/** The intent of {@link TransferReport}. */
export const reportIntent = "report-transfer";

/** Sends the report of a page's form. Throws the refusals of the API. */
export async function sendTransferReport(
  api: ReturnType<typeof pageApi<TransferApi>>,
  paymentId: string,
  form: FormData,
): Promise<void> {
  const sent = new FormData();
  sent.set("sender_name", String(form.get("sender_name") ?? ""));
  const picture = form.get("picture");
  if (picture instanceof File && picture.size > 0) sent.set("picture", picture);
  await api("PUT /v1/payments/:paymentId/transfer-report", { params: { paymentId }, form: sent });
}

/** "Saya sudah transfer": tells operators about a transfer. It says that this is no payment yet. */
export function TransferReport({ payment, failure }: { payment: PaymentView; failure: FormFailure | undefined }) {
  const isSending = useNavigation().formData?.get("intent") === reportIntent;
  const { reported_at = null, has_proof = false } = payment.transfer ?? {};
  return (
    <section className={styles.report} aria-labelledby="sudah-transfer">
      <h2 id="sudah-transfer">Sudah transfer?</h2>
      {reported_at && (
        <Notice title={`Anda mengabarkan transfer ini ${formatDateTime(new Date(reported_at))}`}>
          {has_proof ? "Foto bukti Anda sudah kami terima. " : ""}
          Pembayaran tercatat setelah uangnya terlihat di mutasi rekening kami.
        </Notice>
      )}
      <details open={failure !== undefined || !reported_at}>
        <summary className="link">{reported_at ? "Perbarui kabar" : "Kabari kami (opsional)"}</summary>
        <Form method="post" encType="multipart/form-data" className={styles.form} preventScrollReset>
          <FormNotice failure={failure} />
          <input type="hidden" name="intent" value={reportIntent} />
          <p className={styles.quiet}>
            Tanpa kabar pun transfer dengan jumlah yang tepat kami cocokkan. Kabar membantu bila jumlah atau rekeningnya
            berbeda.
          </p>
          <TextField
            label="Nama pemilik rekening pengirim"
            name="sender_name"
            required={false}
            maxLength={maxSenderNameLength}
            defaultValue={failure?.values.sender_name}
            errors={failure?.fields.sender_name}
            autoComplete="name"
          />
          <ImageField
            label="Foto bukti transfer"
            name="picture"
            required={false}
            hint="Hanya operator kami yang melihatnya."
            limits={{ bytes: proofLimits.bytes, pixels: maxPicturePixels }}
            errors={failure?.fields.picture}
          />
          <div>
            <Button variant="outline" busy={isSending}>
              Saya sudah transfer
            </Button>
          </div>
        </Form>
      </details>
    </section>
  );
}
