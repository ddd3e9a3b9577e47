import { sellerHrefs } from "#seller-hrefs.ts";
import parts from "../order-parts.module.css";

/** What the seller prints for one order, or for all orders to ship. */
export function PrintLinks({ orderId }: { orderId?: string }) {
  return (
    <p className={parts.small}>
      Cetak:{" "}
      <a className="link" href={sellerHrefs.labels("label", orderId)}>
        Label A6
      </a>
      {", "}
      <a className="link" href={sellerHrefs.labels("slip", orderId)}>
        slip isi paket
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
