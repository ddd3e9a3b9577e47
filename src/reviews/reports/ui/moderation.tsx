import type { FormFailure } from "#lib/api-client.ts";
import { hrefs } from "#hrefs.ts";
import { formatDateTime, span } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { Badge } from "#ui/badge.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { Tabs } from "#ui/tabs.tsx";
import styles from "../../ui/reviews.module.css";
import type { QueuedItem } from "../contract.ts";
import {
  hidingReasonLength,
  kindLabels,
  queuePage,
  queueViews,
  reportDuration,
  reportReasons,
  type HiddenKind,
} from "../rules.ts";
import { ModeratedItem } from "./moderated-item.tsx";
import type { Moderation } from "./moderation-requests.ts";

const at = (moment: string) => formatDateTime(new Date(moment));

/** What people reported, what they object to, and what is hidden, with the decisions of an operator. */
export function ModerationView({ data, failure }: { data: Moderation; failure: FormFailure | undefined }) {
  const { view, page, items, more, waiting, decides } = data;
  const isElsewhere = !items.some((item) => failure?.values.intent?.endsWith(item.id));
  return (
    <div className={styles.stack}>
      <h1>Ulasan dan pertanyaan</h1>
      <p className={styles.small}>
        Laporan saja tidak menyembunyikan apa pun. Putuskan laporan dan keberatan dalam {span(reportDuration)}. Penulis
        membaca alasan Anda.
      </p>
      {!decides && <Notice>Peran Anda bisa membaca daftar ini, tetapi tidak memutuskan.</Notice>}
      {items.some((item) => item.is_overdue) && (
        <Notice tone="warning" title={`Ada yang menunggu lebih dari ${span(reportDuration)}.`} />
      )}
      <FormNotice failure={isElsewhere ? failure : undefined} alone />
      <Tabs
        label="Ulasan dan pertanyaan"
        tabs={queueViews.map(({ id, label }) => ({
          href: operatorHrefs.reviews(id),
          label,
          current: id === view,
          count: id === "hidden" ? undefined : waiting[id],
        }))}
      />
      {items.length === 0 ? (
        <EmptyState>
          {view === "hidden" ? "Tidak ada yang disembunyikan." : "Tidak ada yang menunggu keputusan."}
        </EmptyState>
      ) : (
        <ul className={styles.lines}>
          {items.map((item) => (
            <li key={`${item.kind} ${item.id}`}>
              <Item item={item} decides={decides} failure={failure} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        last={Math.min(more ? page + 1 : page, queuePage.maxPages)}
        href={(n) => operatorHrefs.reviews(view, n)}
      />
    </div>
  );
}

function Item({ item, decides, failure }: { item: QueuedItem; decides: boolean; failure: FormFailure | undefined }) {
  const { kind, hiding } = item;
  return (
    <Panel>
      <div className={styles.item}>
        <p>
          <b>{kindLabels[kind]}</b> {item.author} tentang{" "}
          <a className="link" href={hrefs.product(item.product.slug)}>
            {item.product.name}
          </a>{" "}
          {item.role && <Badge>{item.role === "seller" ? "Penjual" : "Pembeli barang ini"}</Badge>}{" "}
          {item.is_overdue && <Badge tone="warning">Terlambat</Badge>}
        </p>
        <p className={styles.small}>
          {item.shop_name} · {at(item.created_at)}
          {item.state === "refunded" && " · tidak dihitung, dana dikembalikan"}
        </p>
        <ModeratedItem item={item} />
        {item.reports.length > 0 && (
          <>
            <p className={styles.small}>{item.reports.length} laporan</p>
            <ul className={styles.reports}>
              {item.reports.map((report, index) => (
                <li key={`${report.created_at} ${index}`}>
                  {reportReasons.find(({ id }) => id === report.reason)?.label} · {at(report.created_at)}
                  {report.by_seller && " · dari penjual barang ini"}
                  {report.is_of_earlier && " · sebelum ditulis ulang"}
                  {report.text && <small>{report.text}</small>}
                </li>
              ))}
            </ul>
          </>
        )}
        {hiding && (
          <>
            <p className={styles.small}>
              Disembunyikan {at(hiding.hidden_at)}. Alasan: {hiding.reason}
            </p>
            {hiding.objection && (
              <p className={styles.small}>
                Keberatan penulis{hiding.objected_at && ` (${at(hiding.objected_at)})`}: {hiding.objection}
              </p>
            )}
            {hiding.decision && <p className={styles.small}>Tetap disembunyikan: {hiding.decision}</p>}
          </>
        )}
        {decides && <Decisions item={item} failure={failure} />}
      </div>
    </Panel>
  );
}

const restoreQuestions: Partial<Record<HiddenKind, string>> = {
  review: "Ulasan ini tampil lagi, dan bintangnya dihitung lagi bila dananya tidak dikembalikan.",
  pictures: "Foto ulasan ini tampil lagi.",
};

function Decisions({ item, failure }: { item: QueuedItem; failure: FormFailure | undefined }) {
  const { kind, id, hiding, review } = item;
  if (hiding?.state === "objected" && hiding.is_own)
    return <p className={styles.small}>Anda yang menyembunyikannya, jadi operator lain yang memutuskan.</p>;
  const intent = (action: string, of: HiddenKind = kind) => `${action} ${of} ${id}`;
  const reason = { label: "Alasan untuk penulis", length: hidingReasonLength };
  return (
    <div className={styles.buttons}>
      {hiding ? (
        <>
          <ConfirmForm
            intent={intent("restore")}
            label="Tampilkan lagi"
            question={restoreQuestions[kind] ?? "Tulisan ini tampil lagi."}
            confirm="Tampilkan"
            failure={failure}
          />
          {hiding.state === "objected" && (
            <ConfirmForm
              intent={intent("uphold")}
              label="Tetap sembunyikan"
              question="Keputusan ini terakhir: penulis tidak bisa mengajukan keberatan lagi."
              confirm="Tetap sembunyikan"
              reason={reason}
              failure={failure}
            />
          )}
        </>
      ) : (
        <>
          <ConfirmForm
            intent={intent("dismiss")}
            label="Biarkan tampil"
            question="Semua laporan tentang tulisan ini ditutup."
            confirm="Biarkan tampil"
            failure={failure}
          />
          <ConfirmForm
            intent={intent("hide")}
            label="Sembunyikan"
            question={`Tulisan ini tidak tampil lagi${kind === "review" ? ", dan bintangnya tidak dihitung" : ""}. Penulis membaca alasannya.`}
            confirm="Sembunyikan"
            look="danger"
            reason={reason}
            failure={failure}
          />
          {kind === "review" && review?.pictures.some((picture) => !picture.is_hidden) && (
            <ConfirmForm
              intent={intent("hide", "pictures")}
              label="Sembunyikan fotonya saja"
              question="Semua foto ulasan ini tidak tampil lagi. Cerita dan bintangnya tetap. Laporan tentang ulasan ini ditutup, dan penulis membaca alasannya."
              confirm="Sembunyikan fotonya"
              look="danger"
              reason={reason}
              failure={failure}
            />
          )}
          {kind === "review" && review?.reply && !review.reply.is_hidden && (
            <ConfirmForm
              intent={intent("hide", "reply")}
              label="Sembunyikan balasannya saja"
              question="Balasan penjual tidak tampil lagi. Ulasannya tetap, dan laporan tentang ulasan tetap menunggu. Penjual membaca alasannya."
              confirm="Sembunyikan balasannya"
              look="danger"
              reason={reason}
              failure={failure}
            />
          )}
        </>
      )}
    </div>
  );
}
