import { Form, useNavigation } from "react-router";
import { maxPicturePixels } from "#lib/field-limits.ts";
import type { Api, FormFailure } from "#lib/api-client.ts";
import { formatDateTime } from "#lib/time.ts";
import { courierOf, maxTrackingNumberLength } from "#shipping/rules.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { ImageField } from "#ui/image-field/image-field.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { OrderView } from "../contract.ts";
import type { ParcelApi } from "../parcels/contract.ts";
import { progressLabel, progressProof, progressStatuses, sellerProgress } from "../parcels/rules.ts";
import styles from "./parcel-forms.module.css";

type FormProps = { order: OrderView; failure: FormFailure | undefined };

/** Sends the form of {@link AddProgress}. Throws the refusals of the API. */
export async function sendProgress(api: Api<ParcelApi>, orderId: string, form: FormData): Promise<void> {
  const sent = new FormData();
  for (const name of ["status", "place", "note"]) sent.set(name, String(form.get(name) ?? ""));
  const picture = form.get("picture");
  if (picture instanceof File && picture.size > 0) sent.set("picture", picture);
  const parcelId = String(form.get("parcel") ?? "");
  await api("POST /v1/seller/orders/:orderId/parcels/:parcelId/progress", {
    params: { orderId, parcelId },
    form: sent,
  });
}

/** The seller sends the rest of the order in a further parcel. Shows nothing when that is not possible. */
export function AddParcel({ order, failure }: FormProps) {
  const isSending = useNavigation().formData?.get("intent") === "add_parcel";
  if (!order.can_add_parcel) return null;
  const failed = failure?.values.intent === "add_parcel" ? failure : undefined;
  return (
    <details className={styles.fold} open={failed !== undefined}>
      <summary>
        <span className="link">Tambah paket</span>
      </summary>
      <Form method="post" className={styles.form} key={order.parcels.length}>
        <input type="hidden" name="intent" value="add_parcel" />
        <p>
          Untuk sisa barang yang Anda kirim dalam paket lain dengan {order.courier_name}. Pesanan tiba setelah semua
          paketnya tiba.
        </p>
        <FormNotice failure={failed} />
        <TextField
          label="Nomor resi paket tambahan"
          name="resi"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={maxTrackingNumberLength}
          hint={`Contoh: ${courierOf(order.courier)?.trackingNumberExample ?? ""}. Nomornya harus berbeda dari paket lain.`}
          defaultValue={failed?.values.resi}
          errors={failed?.fields.resi}
        />
        <Button variant="outline" busy={isSending}>
          Tambah paket
        </Button>
      </Form>
    </details>
  );
}

/** The seller says how far a parcel is whose scans nothing reports. Shows nothing when there is no such parcel. */
export function AddProgress({ order, failure }: FormProps) {
  const isSending = useNavigation().formData?.get("intent") === "add_progress";
  const parcels = order.parcels.filter((parcel) => parcel.can_have_progress);
  const [first] = parcels;
  if (!first) return null;
  const failed = failure?.values.intent === "add_progress" ? failure : undefined;
  return (
    <details className={styles.fold} open={failed !== undefined}>
      <summary>
        <span className="link">Tambah kabar pengiriman</span>
      </summary>
      <Form method="post" encType="multipart/form-data" className={styles.form} key={order.scans.length}>
        <input type="hidden" name="intent" value="add_progress" />
        <p>
          Pembeli membaca kabar ini sebagai kata Anda. Pembeli tetap yang menyatakan paket tiba, juga bila Anda menulis
          paket sudah tiba.
        </p>
        <FormNotice failure={failed} />
        {parcels.length > 1 ? (
          <SelectField
            label="Paket"
            name="parcel"
            defaultValue={failed?.values.parcel}
            options={parcels.map(({ id, resi, shipped_at }) => ({
              value: id,
              label: resi ?? (shipped_at ? formatDateTime(new Date(shipped_at), order.zone) : ""),
            }))}
          />
        ) : (
          <input type="hidden" name="parcel" value={first.id} />
        )}
        <SelectField
          label="Kabar"
          name="status"
          empty="Pilih kabar"
          defaultValue={failed?.values.status ?? ""}
          errors={failed?.fields.status}
          options={progressStatuses.map((status) => ({ value: status, label: progressLabel(status, order.has_resi) }))}
        />
        <TextField
          label="Tempat"
          name="place"
          required={false}
          maxLength={sellerProgress.place}
          defaultValue={failed?.values.place}
          errors={failed?.fields.place}
        />
        <TextField
          label="Keterangan"
          name="note"
          required={false}
          maxLength={sellerProgress.note}
          defaultValue={failed?.values.note}
          errors={failed?.fields.note}
        />
        <ImageField
          label="Foto bukti"
          name="picture"
          required={false}
          hint="Misalnya bukti kirim. Hanya Anda, pembeli, dan mediator kami yang melihatnya."
          limits={{ bytes: progressProof.bytes, pixels: maxPicturePixels }}
          errors={failed?.fields.picture}
        />
        <Button variant="outline" busy={isSending}>
          Simpan kabar
        </Button>
      </Form>
    </details>
  );
}
