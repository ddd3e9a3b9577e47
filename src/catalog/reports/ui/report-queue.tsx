import type { ReactNode } from "react";
import { hrefs } from "#hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatDate, formatDateTime, span } from "#lib/time.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { Tabs } from "#ui/tabs.tsx";
import type { ListedReport } from "../contract.ts";
import { listingAnswerLength, listingReportKinds, listingReportStates, reportAnchor, reportClocks } from "../rules.ts";
import type { ReportQueue } from "./report-requests.ts";
import styles from "../../screening/ui/screening.module.css";

const at = (moment: string) => formatDateTime(new Date(moment));

/** Reports of products and shops with their clocks. `measure` makes the form that takes the product or shop down. */
export function ReportQueueView({
  data: { view, list, done },
  failure,
  measure,
}: {
  data: ReportQueue;
  failure: FormFailure | undefined;
  measure: (report: ListedReport) => ReactNode;
}) {
  const isElsewhere = !list.rows.some(({ id, product, shop }) =>
    [id, product?.id, shop.id].some((one) => one !== undefined && failure?.values.intent?.endsWith(one)),
  );
  return (
    <div className={styles.stack}>
      <h1>Laporan produk dan toko</h1>
      {done && !failure && <Notice tone="success">Laporan ditutup. Pelapor diberi tahu.</Notice>}
      <FormNotice failure={isElsewhere ? failure : undefined} alone />
      <Tabs
        label="Laporan"
        tabs={[
          { href: operatorHrefs.reports(), label: "Menunggu", current: view === "open" },
          { href: operatorHrefs.reports({ view: "closed" }), label: "Selesai", current: view === "closed" },
        ]}
      />
      {view === "open" && (
        <p className={styles.small}>
          Barang terlarang dan penipuan diputuskan dalam {span(reportClocks.urgent)}, yang lain dalam{" "}
          {span(reportClocks.usual)}. Menurunkan produk atau menghentikan toko menutup semua laporannya.
        </p>
      )}
      {list.rows.length === 0 && (
        <EmptyState>
          {view === "open" ? "Tidak ada laporan yang menunggu." : "Belum ada laporan yang diputuskan."}
        </EmptyState>
      )}
      {list.rows.map((report) => (
        <Report key={report.id} report={report} acts={list.acts} failure={failure} measure={measure} />
      ))}
      {list.next && (
        <p>
          <ButtonLink variant="outline" href={operatorHrefs.reports({ view, after: list.next })}>
            Berikutnya
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

const statusTexts: Readonly<Record<string, string>> = {
  active: "Dijual",
  hidden: "Disembunyikan penjual",
  removed: "Dihapus penjual",
  suspended: "Tokonya dihentikan",
  taken_down: "Sudah diturunkan",
  held: "Ditahan",
};

function Goods({ goods, status = "" }: { goods: NonNullable<ListedReport["goods"]>; status: string | undefined }) {
  return (
    <div className={styles.goods}>
      {goods.picture && (
        <img
          src={hrefs.picture(goods.picture, 200, "webp")}
          alt="Foto produk"
          width={120}
          height={120}
          loading="lazy"
        />
      )}
      <div className={styles.stack}>
        <p>
          <b>{formatRupiah(goods.price)}</b> · {goods.category} · terjual {goods.sold}{" "}
          <Badge tone={status === "active" ? "warning" : "neutral"}>{statusTexts[status] ?? status}</Badge>
        </p>
        <p className={styles.text}>{goods.text}</p>
      </div>
    </div>
  );
}

function Report({
  report,
  acts,
  failure,
  measure,
}: {
  report: ListedReport;
  acts: boolean;
  failure: FormFailure | undefined;
  measure: (report: ListedReport) => ReactNode;
}) {
  const { product, shop } = report;
  const isOpen = report.state === "open";
  return (
    <Panel id={reportAnchor(report.id)} title={product ? `Produk: ${product.name}` : `Toko: ${shop.name}`}>
      <div className={styles.stack}>
        <p>
          <b>{listingReportKinds[report.kind].label}</b>{" "}
          {report.is_overdue ? (
            <Badge tone="error">Terlambat</Badge>
          ) : (
            !isOpen && <Badge>{listingReportStates[report.state]}</Badge>
          )}
        </p>
        <p className={styles.text}>{report.text}</p>
        {report.goods && <Goods goods={report.goods} status={product?.status} />}
        {report.answer && <p className={styles.text}>Jawaban: {report.answer}</p>}
        <p className={styles.small}>
          Masuk {at(report.created_at)} · tenggat {at(report.due_at)}
          {report.others > 0 && ` · ${report.others} laporan lain tentang ini`} ·{" "}
          {product && (
            <>
              <a className="link" href={hrefs.product(product.slug)}>
                Lihat produk
              </a>{" "}
              ·{" "}
            </>
          )}
          <a className="link" href={hrefs.merchant(shop.slug)}>
            {shop.name}
          </a>
          {report.has_document && acts && (
            <>
              {" "}
              ·{" "}
              <a className="link" href={operatorHrefs.reportDocument(report.id)}>
                Buka dokumen (tercatat)
              </a>
            </>
          )}
        </p>
        <p className={styles.small}>
          Pelapor: {report.reporter.name}, laporan sebelumnya {report.reporter.acted} ditindak dan{" "}
          {report.reporter.dismissed} tanpa pelanggaran. Toko: buka sejak{" "}
          {formatDate(new Date(report.shop_facts.opened_at))},{" "}
          {report.shop_facts.is_verified ? "terverifikasi" : "belum terverifikasi"}, tindakan terhadap penjualnya{" "}
          {report.shop_facts.measures}.
        </p>
        {report.decided && (
          <p className={styles.small}>
            Diputuskan {report.decided.by}, {at(report.decided.at)}.
          </p>
        )}
        {acts && isOpen && (
          <div className={styles.buttons}>
            {measure(report)}
            <ConfirmForm
              intent={`dismiss ${report.id}`}
              label="Tidak ada pelanggaran"
              question="Laporan ini dan laporan lain tentang hal yang sama ditutup."
              confirm="Tutup laporan"
              reason={{ label: "Jawaban untuk pelapor", length: listingAnswerLength }}
              failure={failure}
            />
          </div>
        )}
      </div>
    </Panel>
  );
}
