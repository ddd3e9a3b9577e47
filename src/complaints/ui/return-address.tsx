import { formatRupiah } from "#lib/rupiah.ts";
import { Panel } from "#ui/card.tsx";
import type { ComplaintView } from "../case-view/contract.ts";
import styles from "./case.module.css";
import { ParcelLabel } from "./parcel-label.tsx";

/**
 * Where the goods go back to and who pays for that, while the buyer has to send them, with the label of the parcel. A
 * buyer whose parcel was not scanned yet sees it too.
 */
export function ReturnAddress({ complaint }: { complaint: ComplaintView }) {
  const { state, side, return_to: to, agreed, has_label: hasLabel } = complaint;
  if (state !== "awaiting_return" && !(state === "return_shipped" && hasLabel)) return null;
  const missing = {
    buyer:
      "Alamat toko belum tercatat. Penjual mengisinya di pengaturan toko; bila tidak, uang kembali kepada Anda pada batas waktu ini.",
    seller:
      "Alamat toko Anda belum tercatat. Isi di pengaturan toko sebelum batas waktu; bila tidak, uang kembali kepada pembeli.",
    mediator: "Alamat toko belum tercatat.",
  };
  return (
    <Panel title="Alamat pengembalian">
      <div className={styles.decision}>
        {to ? (
          <address className={styles.written}>
            <b>{to.name}</b>
            {`\n${to.street}\n${to.city} ${to.postcode}`}
          </address>
        ) : (
          <p>{missing[side]}</p>
        )}
        <ParcelLabel complaint={complaint} />
        <p className={styles.quiet}>
          Ongkos kirim balik ditanggung menurut kesepakatan pembeli dan penjual.{" "}
          {agreed && agreed.shipping > 0
            ? `Dalam penyelesaian ini ${formatRupiah(agreed.shipping)} ongkos kirim kembali kepada pembeli.`
            : "Penyelesaian ini tidak mengembalikan ongkos kirim."}
        </p>
      </div>
    </Panel>
  );
}
