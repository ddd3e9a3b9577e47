import type { ReactNode } from "react";
import { hrefs } from "#hrefs.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { Panel } from "#ui/card.tsx";
import type { ComplaintView } from "../case-view/contract.ts";
import { returnAddressText } from "../return-address-text.ts";
import styles from "./case.module.css";
import { ParcelLabel } from "./parcel-label.tsx";

/**
 * Where the goods go back to and who pays for that, while the buyer has to send them, with the label of the parcel.
 * Once they were sent: where they went, for all sides until the end. A buyer whose parcel was not scanned yet sees the
 * label.
 */
export function ReturnAddress({ complaint }: { complaint: ComplaintView }) {
  const { state, side, agreed } = complaint;
  const to = returnAddressText(complaint);
  if (!to) return null;
  const isAwaited = state === "awaiting_return";
  const isUnderWay = state === "return_shipped";
  const missing = {
    buyer: `${to.missing} Penjual mengisinya di pengaturan toko; bila tidak, uang kembali kepada Anda pada batas waktu ini.`,
    seller: (
      <>
        Alamat toko Anda belum tercatat. <ShopAddressLink>Isi di pengaturan toko</ShopAddressLink> sebelum batas waktu;
        bila tidak, uang kembali kepada pembeli.
      </>
    ),
    mediator: to.missing,
  };
  return (
    <Panel title={to.title}>
      <div className={styles.decision}>
        {to.lines ? (
          <address className={styles.written}>
            <b>{to.lines[0]}</b>
            {to.lines.slice(1).map((line) => `\n${line}`)}
          </address>
        ) : (
          <p>{isAwaited ? missing[side] : to.missing}</p>
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
