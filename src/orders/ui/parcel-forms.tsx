import { Form, useNavigation } from "react-router";
import { maxPicturePixels } from "#lib/field-limits.ts";
import type { Api, FormFailure } from "#lib/api-client.ts";
import { formatDateTime } from "#lib/time.ts";
import { courierOf, maxTrackingNumberLength } from "#shipping/rules.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { ImageField } from "#ui/image-field/image-field.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { BookingApi } from "../bookings/contract.ts";
import type { SellerOrderApi } from "../contract.ts";
import type { OrderView } from "../order-view/contract.ts";
import type { ParcelApi } from "../parcels/contract.ts";
import { progressLabel, progressProof, progressStatuses, sellerProgress } from "../parcels/rules.ts";
import { premiumOf } from "./cost-rows.ts";
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

/** The pieces that a form of {@link AddParcel} names; none for an order with a single piece, of which nobody asks. */
function contentsIn(form: FormData): { contents?: { line_id: string; quantity: number }[] } {
  const fields = [...form.keys()].filter((name) => name.startsWith("pieces."));
  if (fields.length === 0) return {};
  const contents = fields
    .map((name) => ({ line_id: name.slice("pieces.".length), quantity: Number(form.get(name)) }))
    .filter(({ quantity }) => quantity > 0);
  return { contents };
}

/** Sends the form of {@link AddParcel}. Throws the refusals of the API. */
export async function sendParcel(api: Api<SellerOrderApi>, orderId: string, form: FormData): Promise<void> {
  const body = { resi: String(form.get("resi") ?? "").trim(), ...contentsIn(form) };
  await api("POST /v1/seller/orders/:orderId/parcels", { params: { orderId }, body });
}

/** Orders a courier for the parcel of an order, or with the pieces of {@link AddParcel}. Throws the API's refusals. */
export async function sendBooking(api: Api<BookingApi>, orderId: string, form: FormData): Promise<void> {
  await api("POST /v1/seller/orders/:orderId/booking", { params: { orderId }, body: contentsIn(form) });
}

/** The seller sends the rest of the order in a further parcel. Shows nothing when that is not possible. */
export function AddParcel({ order, failure }: FormProps) {
  const sending = useNavigation().formData?.get("intent");
  if (!order.can_add_parcel) return null;
  const intent = failure?.values.intent;
  const failed = intent === "add_parcel" || intent === "book_parcel" ? failure : undefined;
  const packed = order.parcels.slice(1).flatMap(({ contents }) => contents ?? []);
  const pieces = order.lines.map((line) => ({
    ...line,
    left: packed.reduce((sum, one) => (one.line_id === line.id ? sum - one.quantity : sum), line.quantity),
  }));
  const hasChoice = pieces.reduce((sum, { quantity }) => sum + quantity, 0) > 1;
  // The first parcel keeps at least one piece.
  if (hasChoice && pieces.reduce((sum, { left }) => sum + left, 0) < 2) return null;
  return (
    <details className={styles.fold} open={failed !== undefined}>
      <summary>
        <span className="link">Tambah paket</span>
      </summary>
      <Form method="post" className={styles.form} key={order.parcels.length}>
        <p>
          Untuk sisa barang yang Anda kirim dalam paket lain dengan {order.courier_name}. Pesanan tiba setelah semua
          paketnya tiba.
        </p>
        {premiumOf(order) > 0 && (
          <Notice title="Pesanan ini diasuransikan">
            Mintalah asuransi juga untuk paket tambahan ini. Premi dari pembeli sudah termasuk semua paketnya.
          </Notice>
        )}
        <FormNotice failure={failed} />
        {hasChoice &&
          pieces
            .filter(({ left }) => left > 0)
            .map(({ id, name, variant_name, left }, at) => (
              <SelectField
                key={id}
                label={`${name}${variant_name && `, ${variant_name}`}: banyaknya di paket ini`}
                name={`pieces.${id}`}
                defaultValue={failed?.values[`pieces.${id}`] ?? "0"}
                errors={at === 0 ? failed?.fields.contents : undefined}
                options={Array.from({ length: left + 1 }, (_, at) => ({ value: String(at), label: String(at) }))}
              />
            ))}
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
        <Button variant="outline" name="intent" value="add_parcel" busy={sending === "add_parcel"}>
          Tambah paket
        </Button>
        {order.can_book && order.has_pickup_place && (
          <>
            <p>
              Atau tanpa nomor resi: {order.courier_name} menjemput paket ini di alamat toko Anda. Kami membayar
              kurirnya dari ongkos kirim pesanan ini.
            </p>
            <Button variant="outline" name="intent" value="book_parcel" formNoValidate busy={sending === "book_parcel"}>
              Pesan penjemputan paket tambahan
            </Button>
          </>
        )}
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
