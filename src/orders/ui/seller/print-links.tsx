import { sellerHrefs } from "#seller-hrefs.ts";
import parts from "../order-parts.module.css";

/** What the seller prints for one order, or for all orders to ship. An order that is collected needs no label. */
export function PrintLinks({ orderId, isPickup = false }: { orderId?: string; isPickup?: boolean }) {
  return (
    <p className={parts.small}>
      Cetak:{" "}
      {!isPickup && (
        <>
          <a className="link" href={sellerHrefs.labels("label", orderId)}>
            Label A6
          </a>
          {", "}
        </>
      )}
      <a className="link" href={sellerHrefs.labels("slip", orderId)}>
        {isPickup ? "slip isi pesanan" : "slip isi paket"}
      </a>
      {!orderId && (
        <>
          {", "}
          <a className="link" href={sellerHrefs.labels("picking")}>
            daftar ambil barang
          </a>
        </>
      )}
    </p>
  );
}
