import { complaintHrefs } from "#complaint-hrefs.ts";
import { hrefs } from "#hrefs.ts";
import { brandName } from "#lib/brand.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime } from "#lib/time.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { classes } from "#ui/class-names.ts";
import { Picture } from "#ui/picture.tsx";
import type { ComplaintView } from "../case-view/contract.ts";
import styles from "./case.module.css";

const divisionLabels: Record<ComplaintView["money"]["of"], string> = {
  demand: "Bila permintaan pembeli dipenuhi",
  offer: "Bila tawaran diterima",
  decision: "Menurut putusan",
  agreed: "Menurut kesepakatan",
  outcome: "Hasil akhir",
};
const directions = {
  out: "Kiriman pesanan",
  return: "Barang dikirim balik",
  replacement: "Kiriman pengganti",
} as const;

/** Sequence, money, goods and parcels of a case, and its file. */
export function CaseSide({ complaint }: { complaint: ComplaintView }) {
  return (
    <aside className={styles.side}>
      <Panel title="Urutan">
        <ol className={styles.steps}>
          {complaint.steps.map(({ text, status }) => (
            <li key={text} data-status={status} aria-current={status === "now" ? "step" : undefined}>
              {text}
              {status === "done" && <span className="sr-only"> (sudah)</span>}
            </li>
          ))}
        </ol>
      </Panel>
      <CaseMoney complaint={complaint} />
      <Panel title="Barang">
        <ul className={styles.goods}>
          {complaint.lines.map((line) => (
            <li key={line.line_id}>
              <span className={styles.thumb}>
                {line.picture_key && <Picture pictureKey={line.picture_key} alt="" sizes="48px" size={48} />}
              </span>
              <div>
                <a href={hrefs.product(line.product_slug)}>{line.name}</a>
                <p className={styles.quiet}>
                  {line.variant_name && `${line.variant_name} · `}
                  {line.complained} dari {line.quantity} · {line.problem_label}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </Panel>
      <CaseParcels complaint={complaint} />
      <CaseInsurance complaint={complaint} />
      <ButtonLink href={complaintHrefs.caseFile(complaint.id)} variant="outline" wide icon="download">
        Unduh berkas perkara (PDF)
      </ButtonLink>
    </aside>
  );
}

function CaseMoney({ complaint: { money, side } }: { complaint: ComplaintView }) {
  const { held, division, of } = money;
  const rows = [
    [side === "buyer" ? "Anda" : "Pembeli", division.buyer],
    [side === "seller" ? "Anda, setelah komisi" : "Penjual, setelah komisi", division.seller],
    ["Komisi dan biaya", division.fees],
    ...(division.promotion > 0 ? [[`Promosi, kembali ke ${brandName()}`, division.promotion] as const] : []),
  ] as const;
  return (
    <Panel title="Uang">
      <dl className={styles.money}>
        {held > 0 && (
          <div>
            <dt>Ditahan untuk pesanan ini</dt>
            <dd>{formatRupiah(held)}</dd>
          </div>
        )}
        <div className={styles.moneyHead}>
          <dt>{divisionLabels[of]}</dt>
        </div>
        {rows.map(([label, amount], at) => (
          <div key={label} className={classes(at < 2 && styles.moneyParty)}>
            <dt>{label}</dt>
            <dd>{formatRupiah(amount)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function CaseInsurance({ complaint: { insurance, zone } }: { complaint: ComplaintView }) {
  if (!insurance) return null;
  const { insured, state_label: label, paid, to_shop: toShop, note, at } = insurance;
  return (
    <Panel title="Asuransi paket">
      <dl className={styles.money}>
        <div>
          <dt>Nilai yang diasuransikan di {insurance.courier_name}</dt>
          <dd>{formatRupiah(insured)}</dd>
        </div>
        <div className={styles.moneyHead}>
          <dt>
            {label}
            {at && `, ${formatDateTime(new Date(at), zone)}`}
          </dt>
        </div>
        {paid !== null && (
          <div>
            <dt>Dibayar kurir</dt>
            <dd>{formatRupiah(paid)}</dd>
          </div>
        )}
        {toShop !== null && (
          <div className={styles.moneyParty}>
            <dt>Masuk ke saldo toko</dt>
            <dd>{formatRupiah(toShop)}</dd>
          </div>
        )}
      </dl>
      {note && <p className={styles.quiet}>Catatan: {note}</p>}
      {insurance.waits && (
        <p>
          {insurance.waits.text} {formatDateTime(new Date(insurance.waits.due_at), zone)}.
        </p>
      )}
      {insurance.is_covered && <p className={styles.quiet}>{insurance.who_bears}</p>}
    </Panel>
  );
}

function CaseParcels({ complaint: { parcels, zone } }: { complaint: ComplaintView }) {
  if (parcels.length === 0) return null;
  return (
    <Panel title="Paket">
      <ul className={styles.parcels}>
        {parcels.map(({ id, direction, courier_name, resi, shipped_at, arrived_at, last_scan: scan }) => (
          <li key={id}>
            <b>{directions[direction]}</b>
            <p className={styles.quiet}>
              {courier_name}
              {resi && ` · resi ${resi}`}
            </p>
            <p className={styles.quiet}>
              {arrived_at
                ? `Tiba ${formatDateTime(new Date(arrived_at), zone)}`
                : shipped_at
                  ? `Dikirim ${formatDateTime(new Date(shipped_at), zone)}`
                  : "Belum dikirim"}
            </p>
            {scan && !arrived_at && (
              <p className={styles.quiet}>
                {[scan.by_seller ? `Menurut penjual: ${scan.label}` : scan.label, scan.place]
                  .filter(Boolean)
                  .join(", ")}{" "}
                · {formatDateTime(new Date(scan.at), zone)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
