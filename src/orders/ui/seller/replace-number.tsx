import type { Api, FormFailure } from "#lib/api-client.ts";
import { courierOf, maxTrackingNumberLength } from "#shipping/rules.ts";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import type { SellerOrderApi } from "../../contract.ts";
import type { OrderView } from "../../order-view/contract.ts";

const intent = "replace_number";

/** Sends the form of {@link ReplaceNumber}. Throws the refusals of the API. */
export async function sendReplacedNumber(api: Api<SellerOrderApi>, orderId: string, form: FormData): Promise<void> {
  const [parcelId = "", replaces = ""] = String(form.get("parcel") ?? "").split(" ");
  await api("POST /v1/seller/orders/:orderId/parcels/:parcelId/tracking-number", {
    params: { orderId, parcelId },
    body: { replaces, resi: String(form.get("resi") ?? "").trim() },
  });
}

/** The seller corrects a mistyped number until the first scan. Shows nothing when no number can be replaced. */
export function ReplaceNumber({ order, failure }: { order: OrderView; failure: FormFailure | undefined }) {
  const parcels = order.parcels.filter(({ number_replacements_left: left }) => left > 0);
  const [first] = parcels;
  if (!first) return null;
  const own = failure?.values.intent === intent ? failure : undefined;
  // The number that the seller read goes with the parcel, so that an outdated page changes nothing.
  const options = parcels.map(({ id, resi }) => ({ value: `${id} ${resi}`, label: resi ?? "" }));
  const isOnly = parcels.length === 1;
  return (
    <ConfirmForm
      key={options.map(({ label }) => label).join(" ")}
      intent={intent}
      label="Ubah nomor resi"
      question={
        <>
          {isOnly && (
            <>
              Nomor sekarang: <b>{first.resi}</b>.{" "}
            </>
          )}
          Hanya untuk membetulkan salah ketik, sebelum kurir memindai paket. Pembeli dan operator melihat nomor lama dan
          barunya, nomor lama tidak bisa dipakai lagi, dan batas waktu pesanan tidak mundur.
          {isOnly && ` Masih bisa ${first.number_replacements_left} kali.`}
        </>
      }
      confirm="Ya, ubah nomor resi"
      failure={failure}
    >
      {isOnly ? (
        <input type="hidden" name="parcel" value={options[0]?.value} />
      ) : (
        <SelectField label="Nomor yang salah" name="parcel" defaultValue={own?.values.parcel} options={options} />
      )}
      <TextField
        label="Nomor resi yang benar"
        name="resi"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={maxTrackingNumberLength}
        hint={`Contoh: ${courierOf(order.courier)?.trackingNumberExample ?? ""}. Salin dari bukti kirim.`}
        defaultValue={own?.values.resi}
        errors={own?.fields.resi}
      />
    </ConfirmForm>
  );
}
