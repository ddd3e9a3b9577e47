import { complaintHrefs } from "#complaint-hrefs.ts";
import { formatDateTime } from "#lib/time.ts";
import { formatDays } from "#shipping/lanes/rules.ts";
import { Panel } from "#ui/card.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import type { OrderView } from "../order-view/contract.ts";
import { orderStatuses } from "../rules.ts";
import { premiumOf } from "./cost-rows.ts";
import { expectedDelivery, expectedText } from "./expected-delivery.ts";
import styles from "./order-parts.module.css";

/** The delivery address, the courier, and the tracking number with a copy button. */
export function OrderDelivery({ order, reader }: { order: OrderView; reader: "buyer" | "seller" }) {
  const { address } = order;
  return (
    <>
      <Panel title={order.pickup ? "Data pembeli" : "Alamat pengiriman"}>
        <address className={styles.address}>
          <b>{address.recipient}</b>
          <span>{address.phone}</span>
          <span>{address.street}</span>
          <span>
            {address.place} {address.postcode}
          </span>
          {address.note && <span className={styles.small}>Patokan: {address.note}</span>}
        </address>
        {order.sender && (
          <p className={styles.small}>
            Pengirim di label: {order.sender.name}
            {order.sender.phone && `, ${order.sender.phone}`}
            {reader === "seller" && ". Jangan sertakan nama toko atau harga di paket."}
          </p>
        )}
        {address.masked && reader === "seller" && (
          <p className={styles.small}>
            {order.status === "awaiting_payment"
              ? "Alamat lengkap terlihat setelah pesanan dibayar."
              : "Alamat disamarkan karena pesanan sudah tidak memerlukannya."}
          </p>
        )}
      </Panel>
      <Panel title={order.pickup ? "Pengambilan" : "Pengiriman"}>
        <p>
          {order.courier_name}
          <ExpectedDelivery order={order} />
        </p>
        {order.driver && <DriverState driver={order.driver} />}
        {premiumOf(order) > 0 && (
          <p className={styles.small}>
            Diasuransikan di kurir seharga barangnya.{" "}
            {reader === "buyer"
              ? "Bila barang rusak atau hilang, buka komplain di sini. Uang Anda tidak menunggu klaim ke kurir."
              : "Bila barang rusak atau hilang, pasar mengajukan klaim ke kurir yang Anda pesan di sini; ke kurir lain Anda sendiri. Komplain pembeli tetap berjalan di sini."}
          </p>
        )}
        {order.pickup_place && <PickupPlace order={order} place={order.pickup_place} reader={reader} />}
        {order.parcels.map((parcel, at) => (
          <ParcelNumber
            key={parcel.id}
            parcel={parcel}
            title={numberTitle(order, at)}
            contents={contentsText(order, at)}
            isVerified={parcel.is_resi_verified && !order.is_resi_verified}
          />
        ))}
        {order.parcels.length === 0 && order.shipped_at === null && !orderStatuses[order.status].final && (
          <p className={styles.small}>
            {!order.has_resi
              ? order.pickup
                ? "Pesanan ini diambil di toko, tanpa nomor resi."
                : "Kurir ini tidak memakai nomor resi."
              : reader === "buyer"
                ? "Nomor resi muncul setelah penjual mengirim."
                : "Anda mengisi nomor resi saat menandai pesanan sudah dikirim."}
          </p>
        )}
        {order.is_resi_verified && (
          <p className={styles.small}>
            {order.parcels.length > 1 ? "Semua resi terverifikasi kurir." : "Resi terverifikasi kurir."}
          </p>
        )}
        {order.handover_code && (
          <div className={styles.resi}>
            <p>
              <span className={styles.small}>Kode penyerahan</span>
              <code>{order.handover_code}</code>
            </p>
          </div>
        )}
        {order.handover_code && (
          <p className={styles.small}>Sebutkan kode ini hanya saat barang sudah ada di tangan Anda.</p>
        )}
        {order.parcels.map((parcel, at) => (
          <Scans
            key={parcel.id}
            title={`Perjalanan ${order.parcels.length > 1 ? `paket ${at + 1}` : "paket"}, terbaru di atas`}
            heading={order.parcels.length > 1 ? `Paket ${at + 1}` : null}
            scans={order.scans.filter((scan) => scan.parcel_id === parcel.id)}
            zone={order.zone}
          />
        ))}
      </Panel>
    </>
  );
}

function DriverState({ driver }: { driver: NonNullable<OrderView["driver"]> }) {
  const { state, name, plate, phone, url } = driver;
  return (
    <p>
      <b>{state}</b>
      {name && `: ${[name, plate].filter(Boolean).join(", ")}`}
      {phone && (
        <>
          {" · "}
          <a className="link" href={`tel:${phone}`}>
            {phone}
          </a>
        </>
      )}
      {url && (
        <>
          {" · "}
          <a className="link" href={url} target="_blank" rel="noopener noreferrer">
            Ikuti di peta kurir
          </a>
        </>
      )}
    </p>
  );
}

function numberTitle({ parcels }: OrderView, at: number): string {
  return parcels.length > 1 ? `Nomor resi paket ${at + 1} dari ${parcels.length}` : "Nomor resi";
}

/** What is in one of several parcels; empty where the seller did not say it. */
function contentsText({ parcels, lines }: OrderView, at: number): string {
  const contents = parcels.length > 1 ? parcels[at]?.contents : null;
  const nameOf = (id: string) => lines.find((line) => line.id === id)?.name ?? "";
  return (contents ?? []).map(({ line_id, quantity }) => `${quantity} × ${nameOf(line_id)}`).join(", ");
}

const stateLabels: Partial<Record<OrderView["parcels"][number]["state"], string>> = {
  booked: "menunggu dijemput kurir",
  arrived: "sudah tiba",
  returned: "dikembalikan ke penjual",
};

function ParcelNumber({
  parcel,
  title,
  contents,
  isVerified,
}: {
  parcel: OrderView["parcels"][number];
  title: string;
  contents: string;
  /** This number is verified, and another one of the order is not. */
  isVerified: boolean;
}) {
  const { resi, state } = parcel;
  if (resi === null) return null;
  return (
    <div className={styles.resi}>
      <p>
        <span className={styles.small}>
          {title}
          {stateLabels[state] && ` · ${stateLabels[state]}`}
        </span>
        <code>{resi}</code>
        {isVerified && <span className={styles.small}>Resi terverifikasi kurir.</span>}
        {contents && <span className={styles.small}>Isi: {contents}</span>}
      </p>
      <CopyButton text={resi} what="nomor resi" />
    </div>
  );
}

function Scans({
  scans,
  title,
  heading,
  zone,
}: {
  scans: OrderView["scans"];
  title: string;
  heading: string | null;
  zone: OrderView["zone"];
}) {
  if (scans.length === 0) return null;
  return (
    <>
      {heading && <p className={styles.scansOf}>{heading}</p>}
      <ol className={styles.scans} aria-label={title}>
        {scans.toReversed().map((scan) => (
          <li key={scan.id}>
            <b>{scan.label}</b>
            {scan.by_seller && <span className={styles.small}>Menurut penjual</span>}
            {scan.place && <span>{scan.place}</span>}
            {scan.note && <span>{scan.note}</span>}
            <time className={styles.small} dateTime={scan.at}>
              {formatDateTime(new Date(scan.at), zone)}
            </time>
            {scan.has_proof && (
              <a className="link" href={complaintHrefs.parcelProof(scan.id)} target="_blank" rel="noopener">
                Lihat foto bukti
              </a>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Where the buyer collects the goods. */
function PickupPlace({
  order,
  place,
  reader,
}: {
  order: OrderView;
  place: NonNullable<OrderView["pickup_place"]>;
  reader: "buyer" | "seller";
}) {
  if (place.street === "")
    return (
      <p className={styles.small}>
        {reader === "buyer"
          ? "Toko belum mengisi alamat pengambilan. Alamatnya tampil di sini setelah diisi."
          : "Pembeli belum tahu ke mana harus datang. Isi alamat toko di pengaturan."}
      </p>
    );
  return (
    <address className={styles.address}>
      <b>{order.shop.name}</b>
      <span>{place.street}</span>
      <span>
        {place.city} {place.postcode}
      </span>
      {place.note && <span className={styles.small}>{place.note}</span>}
    </address>
  );
}

/** When the parcel is expected: before shipping as a number of days, then as dates; nothing once it has arrived. */
function ExpectedDelivery({ order }: { order: OrderView }) {
  const expected = expectedDelivery(order, order.now, order.zone);
  const isReady = order.pickup && order.shipped_at !== null;
  if (!order.eta || isReady || order.delivered_at || orderStatuses[order.status].final) return null;
  const words = expected
    ? expectedText(expected)
    : order.pickup
      ? order.eta.toLowerCase()
      : `perkiraan ${order.eta} setelah kurir menerima paket`;
  const usual = order.usual_days && ` · biasanya tiba dalam ${formatDays(order.usual_days)} di jalur ini`;
  return (
    <span className={styles.small}>
      {" "}
      · {words}
      {usual}
    </span>
  );
}
