import { formatRupiah } from "#lib/rupiah.ts";
import { Panel } from "#ui/card.tsx";
import type { ComplaintView } from "../case-view/contract.ts";
import styles from "./case.module.css";

/** Where the goods go back to and who pays for that, while the buyer has to send them. */
export function ReturnAddress({ complaint: { state, side, return_to: to, agreed } }: { complaint: ComplaintView }) {
  if (state !== "awaiting_return") return null;
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
