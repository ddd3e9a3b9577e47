import { brandName } from "#lib/brand.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime } from "#lib/time.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import type { PaymentView } from "#payments/contract.ts";
import { ExactAmount } from "#payments/ui/exact-amount.tsx";
import { ChangedMethod } from "./method-change.tsx";
import styles from "./payment.module.css";

/** How to pay, until when, and what has come in. `unreachable` says that the page could not ask for the status. */
export function PendingPayment({ payment, unreachable }: { payment: PaymentView; unreachable: boolean }) {
  const { instructions } = payment;
  const isTitled = payment.group in methodTitles;
  return (
    <>
      <ChangedMethod name={payment.method_name} />
      <div className={styles.deadline}>
        <Icon name="clock" />
        <p>{payment.transfer ? "Transfer sebelum" : "Bayar sebelum"}</p>
        <Countdown until={payment.charge_due_at} now={payment.now} />
      </div>
      {payment.transfer && payment.charge_due_at <= payment.now && (
        <Notice tone="warning" title="Batas waktu transfer sudah lewat">
          Bila Anda sudah transfer, tunggu: pesanan masih kami simpan sampai {formatDateTime(new Date(payment.due_at))}{" "}
          untuk dicocokkan. Bila belum, jangan transfer lagi.
        </Notice>
      )}
      {payment.received > 0 && (
        <p className={styles.quiet} role="status">
          {formatRupiah(payment.received)} sudah kami terima. Kurang {formatRupiah(payment.amount - payment.received)}{" "}
          lagi; bila tidak dilengkapi, yang sudah masuk kami kembalikan.
        </p>
      )}
      <section className={styles.panel} aria-labelledby="cara">
        <div className={styles.row}>
          <h2 id="cara">{isTitled ? methodTitles[payment.group as keyof typeof methodTitles] : payment.method_name}</h2>
          {isTitled && <span className={styles.wordmark}>{payment.method_name.split(" ")[0]}</span>}
        </div>
        <dl className={styles.facts}>
          {instructions?.biller && (
            <div>
              <dt>Kode perusahaan</dt>
              <dd>
                <b className={styles.number}>{instructions.biller}</b>
                <CopyButton text={instructions.biller} what="kode perusahaan" />
              </dd>
            </div>
          )}
          {instructions?.number && (
            <div>
              <dt>{numberLabel(payment)}</dt>
              <dd>
                <b className={styles.number}>{groupDigits(instructions.number)}</b>
                <CopyButton text={instructions.number} what="nomor pembayaran" />
              </dd>
            </div>
          )}
          {instructions?.holder && (
            <div>
              <dt>Atas nama</dt>
              <dd>
                <b>{instructions.holder}</b>
              </dd>
            </div>
          )}
          <div>
            <dt>Jumlah yang dibayar</dt>
            <dd>
              <b className={styles.amount}>
                {payment.transfer ? <ExactAmount amount={payment.amount} /> : formatRupiah(payment.amount)}
              </b>
              {/* The other methods show the amount with the code or at the counter. */}
              {typedAmounts.has(payment.group) && <CopyButton text={String(payment.amount)} what="jumlah" />}
            </dd>
          </div>
        </dl>
        {instructions?.qr && (
          <>
            <figure className={styles.qr}>
              <img
                src={`/v1/payments/${payment.id}/qr.svg`}
                width={264}
                height={264}
                alt={`Kode QRIS untuk pembayaran ${formatRupiah(payment.amount)}`}
              />
              <figcaption>QRIS · {brandName()}</figcaption>
            </figure>
            <ButtonLink
              href={`/v1/payments/${payment.id}/qr.png`}
              download="qris-kawung.png"
              variant="outline"
              className={styles.keep}
              size="s"
              icon="download"
            >
              Simpan gambar
            </ButtonLink>
          </>
        )}
        {instructions?.link && (
          <ButtonLink href={instructions.link} wide>
            {linkLabel(payment)}
          </ButtonLink>
        )}
        {instructions ? (
          <ol className={styles.steps}>
            {instructions.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        ) : (
          <p className={styles.quiet}>
            Cara pembayaran sedang disiapkan.{" "}
            <span className="needs-js">Halaman ini berubah sendiri sebentar lagi.</span>
            <span className="without-js">Tekan Periksa status sebentar lagi.</span>
          </p>
        )}
      </section>
      {payment.simulator && (
        <p className={styles.simulator}>
          <Icon name="info" />
          <span>
            Ini demo: pembayaran memakai bank simulasi. <a href={payment.simulator}>Buka bank simulasi</a> untuk
            membayar tanpa uang sungguhan.
          </span>
        </p>
      )}
      <form method="post" className={styles.actions}>
        <p className={styles.quiet} role="status">
          <span className="needs-js">
            {unreachable
              ? "Sambungan terputus. Nomor dan jumlah di atas tetap berlaku; kami mencoba lagi sendiri."
              : "Halaman ini berubah sendiri begitu pembayaran masuk."}
          </span>
          <span className="without-js">Sudah membayar? Tekan Periksa status.</span>
        </p>
        <Button variant="outline">Periksa status</Button>
      </form>
    </>
  );
}

/** Who pays by these methods types the amount, or compares it with what the bank shows. */
const typedAmounts = new Set<PaymentView["group"]>(["va", "transfer"]);

/** The label of the number, by where it is entered. */
function numberLabel({ group, instructions }: PaymentView): string {
  if (group === "minimarket") return "Kode pembayaran";
  if (group === "transfer") return "Nomor rekening";
  return instructions?.biller ? "Kode bayar" : "Nomor virtual account";
}

/** Where the link leads: a page or an app of the provider, or the picture of a QRIS code. */
function linkLabel({ group, method_name }: PaymentView): string {
  if (group === "qris") return "Buka kode QRIS";
  return `Lanjutkan ke ${group === "card" ? "halaman pembayaran kartu" : method_name}`;
}

const methodTitles = { card: "Bayar dengan kartu", qris: "Pindai untuk membayar" } as const;

/** Splits the number into groups of four digits, which are easier to read and enter. */
function groupDigits(number: string): string {
  return number.replace(/(.{4})(?=.)/g, "$1 ");
}
