import { useState } from "react";
import { useNavigation } from "react-router";
import { submittedValues, type FormFailure, type typedApi } from "#lib/api-client.ts";
import type { CodeOf, idempotencyRefusals } from "#lib/refusal.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { Button } from "#ui/button.tsx";
import { parseCurrency } from "#ui/currency.ts";
import { CurrencyField } from "#ui/currency-field.tsx";
import { TextareaField } from "#ui/field.tsx";
import { DraftForm } from "#ui/form-draft.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { SellerOrderApi } from "../contract.ts";
import type { OrderView } from "../order-view/contract.ts";
import { reasonLength } from "../rules.ts";
import { premiumOf } from "./cost-rows.ts";
import styles from "./part-refund.module.css";

const askedCode = "orders.previewed";
const reusedCode = "idempotency.reused" satisfies CodeOf<typeof idempotencyRefusals>;

/**
 * Sends the form of {@link PartRefund}. Empty amounts are left out. Returns the question that the form shows first,
 * until the seller has confirmed this total; null when the refund was made. The question is refused for the same
 * reasons as the refund.
 */
export async function sendPartRefund(
  api: ReturnType<typeof typedApi<SellerOrderApi>>,
  orderId: string,
  form: FormData,
): Promise<FormFailure | null> {
  const amountOf = (name: string) => parseCurrency(String(form.get(name) ?? "")) ?? 0;
  const lines = [...form.keys()]
    .filter((name) => name.startsWith("line."))
    .map((name) => ({ line_id: name.slice("line.".length), amount: amountOf(name) }))
    .filter(({ amount }) => amount > 0);
  const shipping = amountOf("shipping");
  const total = lines.reduce((sum, { amount }) => sum + amount, shipping);
  const isConfirmed = total > 0 && form.get("confirmed") === String(total);
  const { message } = await api("POST /v1/seller/orders/:orderId/refunds", {
    params: { orderId },
    body: { lines, shipping, reason: String(form.get("reason") ?? "").trim(), preview: !isConfirmed },
    headers: { "idempotency-key": String(form.get("key") ?? "") },
  });
  if (isConfirmed) return null;
  const { values } = submittedValues(form);
  return { failed: true, code: askedCode, message, fields: {}, values: { ...values, confirmed: String(total) } };
}

/** A seller gives a part of the price back, by line or of the shipping. Shows nothing when that is not possible. */
export function PartRefund({ order, failure }: { order: OrderView; failure: FormFailure | undefined }) {
  // A new key for each refund that was stored: the same form sent twice refunds once.
  const [key] = useState(() => crypto.randomUUID());
  const isSending = useNavigation().formData?.get("intent") === "refund_part";
  const { refundable } = order;
  if (!refundable) return null;
  const lines = refundable.lines.filter(({ amount }) => amount > 0);
  if (lines.length === 0 && refundable.shipping === 0) return null;
  const failed = failure?.values.intent === "refund_part" ? failure : undefined;
  const asked = failed?.code === askedCode ? failed : undefined;
  const nameOf = (id: string) => order.lines.find((line) => line.id === id)?.name ?? "";
  return (
    <details className={styles.refund} open={failed !== undefined}>
      <summary>
        <span className="link">Kembalikan sebagian dana</span>
      </summary>
      <DraftForm
        key={order.refunds.length}
        method="post"
        className={styles.form}
        failure={failed}
        base={String(order.refunds.length)}
        name="refund_part"
        subject={`order ${order.id}`}
      >
        {(typed) => (
          <>
            <input type="hidden" name="intent" value="refund_part" />
            <input type="hidden" name="confirmed" value={asked?.values.confirmed ?? ""} />
            {/* A draft has its key: sent again, it is the same refund. */}
            <input type="hidden" name="key" value={typed?.values.key ?? `${key}-${order.refunds.length}`} />
            <p>
              Misalnya karena ada barang yang kurang atau sedikit rusak. Pembeli menerima jumlah ini, dan komisi
              dihitung dari sisanya. Isi paling sedikit satu jumlah.
            </p>
            <FormNotice
              failure={asked ? undefined : failed}
              sentence={
                failed?.code === reusedCode
                  ? "Pengembalian ini sudah terkirim tadi. Muat ulang halaman ini untuk melihatnya."
                  : undefined
              }
            />
            {lines.map(({ line_id, amount }) => (
              <CurrencyField
                key={line_id}
                label={nameOf(line_id)}
                name={`line.${line_id}`}
                hint={`Paling banyak ${formatRupiah(amount)}`}
                defaultValue={typed?.values[`line.${line_id}`]}
                errors={failed?.fields[`line.${line_id}`]}
                required={false}
              />
            ))}
            {refundable.shipping > 0 && (
              <CurrencyField
                label={premiumOf(order) > 0 ? "Ongkos kirim dan asuransi" : "Ongkos kirim"}
                name="shipping"
                hint={`Paling banyak ${formatRupiah(refundable.shipping)}`}
                defaultValue={typed?.values.shipping}
                errors={failed?.fields.shipping}
                required={false}
              />
            )}
            <TextareaField
              label="Alasan untuk pembeli"
              name="reason"
              minLength={reasonLength.min}
              maxLength={reasonLength.max}
              rows={2}
              defaultValue={typed?.values.reason}
              errors={failed?.fields.reason}
            />
            <FormNotice failure={asked} alone />
            <Button variant={asked ? "danger" : "outline"} busy={isSending}>
              {asked ? `Ya, kembalikan ${formatRupiah(Number(asked.values.confirmed))}` : "Lanjutkan"}
            </Button>
          </>
        )}
      </DraftForm>
    </details>
  );
}
