import type { FormFailure } from "#lib/api-client.ts";
import { submittedList } from "#lib/api-client.ts";
import { mapData } from "#regions/ui/map-data.ts";
import { dayNames, formatMinutes, instantDurations, pickupSpan } from "#shipping/instant-rules.ts";
import { Panel } from "#ui/card.tsx";
import { RadioGroup, TextField } from "#ui/field.tsx";
import { MapField } from "#ui/map/map-field.tsx";
import { parsePoint, type Point } from "#ui/map/point.ts";
import type { OwnShop } from "../contract.ts";
import styles from "./seller-area.module.css";

const clock = (minutes: number) => formatMinutes(minutes).replace(".", ":");

/** Where and when drivers of instant couriers fetch parcels: the shop's point on the map and its pick-up hours. */
export function InstantFields({
  shop,
  centre,
  failure,
}: {
  shop: OwnShop;
  /** The middle of the shop's city, where the map opens without a point. */
  centre: Point | null;
  failure: FormFailure | undefined;
}) {
  const values = failure?.values;
  const errors = failure?.fields ?? {};
  const typed = values && { lat: values.lat ?? "", lng: values.lng ?? "" };
  const point = typed ? parsePoint(typed.lat, typed.lng) : parsePoint(`${shop.lat}`, `${shop.lng}`);
  return (
    <Panel title="Kurir instan">
      <div className={styles.form}>
        <input type="hidden" name="asks_pickup" value="1" />
        <p>
          Pembeli di dekat toko bisa memilih kurir instan selama jam penjemputan. Anda menerima pesanannya dalam{" "}
          {pickupSpan(instantDurations.confirmation)} dan menyerahkannya dalam {pickupSpan(instantDurations.handover)};
          lewat dari itu pesanan batal dan uang kembali ke pembeli. Pembayaran di tempat tidak berlaku untuk kurir ini.
          Jam penjemputan berlaku juga pada hari libur; nyalakan mode libur bila toko tutup.
        </p>
        <MapField
          label="Titik toko"
          name="point"
          names={{ lat: "lat", lng: "lng" }}
          hint="Tempat pengemudi menjemput. Tidak tampil di halaman toko; yang menerimanya hanya kurir."
          required={false}
          defaultValue={point}
          typedBefore={typed && !point ? typed : undefined}
          centre={centre}
          data={mapData}
          errors={errors.lat ?? errors.lng}
        />
        <RadioGroup
          label="Hari penjemputan"
          name="pickup_days"
          multiple
          look="tiles"
          defaultValue={submittedList(failure, "pickup_days") ?? shop.pickup_days.map(String)}
          options={dayNames.map((label, at) => ({ value: String(at + 1), label }))}
          errors={errors.pickup_days}
        />
        <TextField
          label="Jam penjemputan mulai"
          name="pickup_opens"
          type="time"
          defaultValue={values?.pickup_opens ?? clock(shop.pickup_opens)}
          errors={errors.pickup_opens}
        />
        <TextField
          label="Jam penjemputan selesai"
          name="pickup_closes"
          type="time"
          defaultValue={values?.pickup_closes ?? clock(Math.min(shop.pickup_closes, 1439))}
          errors={errors.pickup_closes}
        />
      </div>
    </Panel>
  );
}

/** The fields as the API takes them; nothing for a form without them. Unreadable numbers are refused there. */
export function instantBody(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  if (text("asks_pickup") !== "1") return {};
  const coordinate = (name: string) =>
    text(name) === "" ? null : Number(text(name).replace("−", "-").replace(",", "."));
  const minutes = (name: string) => {
    const [, hours, rest] = /^(\d{1,2})[:.](\d{2})(?::\d{2})?$/.exec(text(name)) ?? [];
    return hours === undefined ? -1 : Number(hours) * 60 + Number(rest);
  };
  return {
    lat: coordinate("lat"),
    lng: coordinate("lng"),
    pickup_days: form.getAll("pickup_days").map(Number),
    pickup_opens: minutes("pickup_opens"),
    pickup_closes: minutes("pickup_closes"),
  };
}
