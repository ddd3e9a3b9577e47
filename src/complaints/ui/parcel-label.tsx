import { complaintHrefs } from "#complaint-hrefs.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import type { ComplaintView } from "../case-view/contract.ts";
import styles from "./case.module.css";

/** The link to the label of the parcel that the reader sends, with what to do with it; nothing without a label. */
export function ParcelLabel({ complaint: { id, has_label, state, number } }: { complaint: ComplaintView }) {
  if (!has_label) return null;
  const hasLeft = state === "return_shipped" || state === "replacement_shipped";
  return (
    <>
      <p className={styles.quiet}>
        {hasLeft
          ? "Labelnya bisa dicetak sampai paket dipindai kurir."
          : `Cetak labelnya dan tempel di paket, atau tulis alamat dan nomor komplain ${number} di paket. Setelah nomor resi Anda isi, label memuat resi itu.`}
      </p>
      <div>
        <ButtonLink href={complaintHrefs.parcelLabel(id)} variant="outline" icon="download">
          {state === "awaiting_return" || state === "return_shipped"
            ? "Label retur A6 (PDF)"
            : "Label kiriman A6 (PDF)"}
        </ButtonLink>
      </div>
    </>
  );
}

/** The label of what the seller sends again. That of a return is in the panel with the shop's address. */
export function ReplacementLabel({ complaint }: { complaint: ComplaintView }) {
  if (!complaint.has_label || complaint.side !== "seller") return null;
  return (
    <Panel title="Label kiriman">
      <div className={styles.decision}>
        <ParcelLabel complaint={complaint} />
      </div>
    </Panel>
  );
}
