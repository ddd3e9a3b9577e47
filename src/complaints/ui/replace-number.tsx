import type { FormFailure } from "#lib/api-client.ts";
import { maxTrackingNumberLength } from "#shipping/rules.ts";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { TextField } from "#ui/field.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { ComplaintView } from "../case-view/contract.ts";

const intent = "replace_number";

/**
 * The sender of a return or replacement corrects its mistyped number until the first scan. When no number can be
 * replaced any more, it shows only the refusal of the last attempt.
 */
export function ReplaceParcelNumber({
  complaint: { parcels },
  failure,
}: {
  complaint: ComplaintView;
  failure: FormFailure | undefined;
}) {
  const own = failure?.values.intent === intent ? failure : undefined;
  const parcel = parcels.find(({ number_replacements_left: left }) => left > 0);
  if (!parcel?.resi) return <FormNotice failure={own} alone />;
  return (
    <ConfirmForm
      key={parcel.resi}
      intent={intent}
      label="Ubah nomor resi"
      question={
        <>
          Nomor sekarang: <b>{parcel.resi}</b>. Hanya untuk membetulkan salah ketik, sebelum kurir memindai paket. Pihak
          lain dan operator melihat nomor lama dan barunya, nomor lama tidak bisa dipakai lagi, dan batas waktu komplain
          tidak mundur. Masih bisa {parcel.number_replacements_left} kali.
        </>
      }
      confirm="Ya, ubah nomor resi"
      failure={failure}
    >
      {/* The number that was read goes along, so that an outdated page changes nothing. */}
      <input type="hidden" name="replaces" value={parcel.resi} />
      <TextField
        label={`Nomor resi ${parcel.courier_name} yang benar`}
        name="resi"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={maxTrackingNumberLength}
        hint="Salin dari bukti kirim."
        defaultValue={own?.values.resi}
        errors={own?.fields.resi}
      />
    </ConfirmForm>
  );
}
