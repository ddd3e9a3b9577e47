import type { ReactNode } from "react";
import { hrefs } from "#hrefs.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { Panel } from "#ui/card.tsx";
import type { ComplaintView } from "../case-view/contract.ts";
import styles from "./case.module.css";
import { ParcelLabel } from "./parcel-label.tsx";

/**
 * Where the goods go back to and who pays for that, while the buyer has to send them, with the label of the parcel.
 * Once they were sent: where they went, for all sides until the end. A buyer whose parcel was not scanned yet sees the
 * label.
 */
export function ReturnAddress({ complaint }: { complaint: ComplaintView }) {
  const { state, side, return_to: to, agreed, has_label: hasLabel } = complaint;
  const isAwaited = state === "awaiting_return";
  const isUnderWay = state === "return_shipped";
  if (!isAwaited && !to && !(isUnderWay && hasLabel)) return null;
  const missing = {
    buyer:
      "Alamat toko belum tercatat. Penjual mengisinya di pengaturan toko; bila tidak, uang kembali kepada Anda pada batas waktu ini.",
    seller: (
      <>
        Alamat toko Anda belum tercatat. <ShopAddressLink>Isi di pengaturan toko</ShopAddressLink> sebelum batas waktu;
        bila tidak, uang kembali kepada pembeli.
      </>
    ),
    mediator: "Alamat toko belum tercatat.",
  };
  return (
    <Panel title={isAwaited ? "Alamat pengembalian" : "Barang dikirim balik ke"}>
      <div className={styles.decision}>
        {to ? (
          <address className={styles.written}>
            <b>{to.name}</b>
            {`\n${to.street}\n${`${to.city} ${to.postcode}`.trim()}`}
          </address>
        ) : (
          <p>{isAwaited ? missing[side] : "Alamatnya tidak tercatat saat barang dikirim balik."}</p>
        )}
        <ParcelLabel complaint={complaint} />
        {(isAwaited || isUnderWay) && (
          <p className={styles.quiet}>
            Ongkos kirim balik ditanggung menurut kesepakatan pembeli dan penjual.{" "}
            {agreed && agreed.shipping > 0
              ? `Dalam penyelesaian ini ${formatRupiah(agreed.shipping)} ongkos kirim kembali kepada pembeli.`
              : "Penyelesaian ini tidak mengembalikan ongkos kirim."}
          </p>
        )}
      </div>
    </Panel>
  );
}

/** Where a seller gives the shop's address. */
export function ShopAddressLink({ children }: { children: ReactNode }) {
  return (
    <a className="link" href={hrefs.manageMerchant("settings")}>
      {children}
    </a>
  );
}
