import { reportAnchor } from "#catalog/reports/rules.ts";
import { holdAnchor } from "#catalog/screening/rules.ts";
import type { ApiResponse } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { minute, span } from "#lib/time.ts";
import { corrections, correctionsAnchor, type CorrectionKind } from "#orders/corrections/rules.ts";
import { payoutAnchor } from "#payments/payouts/rules.ts";
import type { PayoutView } from "#payments/payouts/review/rules.ts";
import { requestKinds, type RequestKind } from "#privacy/requests/rules.ts";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { Notice } from "#ui/notice.tsx";
import { operatorHrefs } from "#operator-hrefs.ts";
import { hrefs } from "#hrefs.ts";
import { countText, maxCountedLate } from "../../rules.ts";
import { signalRules, type SignalRuleName } from "../../signals/rules.ts";
import type { WorklistApi, WorkItem } from "../../worklist/contract.ts";
import { soonDuration, workKinds, worklistLimits } from "../../worklist/rules.ts";
import { linkOfKind } from "../frame/console-links.ts";
import styles from "./worklist.module.css";

/** A span in the shortest form: `2 j 40 m`, `3 h 4 j` (days and hours), `8 m`. */
function shortSpan(ms: number): string {
  const minutes = Math.floor(ms / minute);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return hours % 24 > 0 ? `${days} h ${hours % 24} j` : `${days} h`;
  if (hours > 0) return minutes % 60 > 0 ? `${hours} j ${minutes % 60} m` : `${hours} j`;
  return `${Math.max(minutes, 0)} m`;
}

/** The list of payouts that each kind of them waits in. */
const payoutViewOf: Partial<Record<WorkItem["kind"], PayoutView>> = {
  payout: "waiting",
  payout_check: "attention",
  payout_transfer: "manual",
};

/** Where the item is decided. The page of payouts shows the payout of the link even when its list would not yet. */
function hrefOf({ kind, subject }: WorkItem): string {
  if (kind === "complaint" || kind === "claim") return operatorHrefs.complaint(subject);
  if (kind === "correction") return `${operatorHrefs.order(subject)}#${correctionsAnchor}`;
  if (kind === "breach") return operatorHrefs.breach(subject);
  if (kind === "signal") return operatorHrefs.signal(subject);
  if (kind === "data_request") return operatorHrefs.dataRequest(subject);
  if (kind === "verification") return operatorHrefs.verification(subject);
  if (kind === "report") return `${operatorHrefs.reports()}#${reportAnchor(subject)}`;
  if (kind === "held") return `${operatorHrefs.held()}#${holdAnchor(subject)}`;
  if (kind === "transfer") return operatorHrefs.transfer(subject);
  if (kind === "deadlines") return hrefs.operator("overview");
  if (Object.hasOwn(payoutViewOf, kind))
    return `${operatorHrefs.payouts(payoutViewOf[kind], 1, subject)}#${payoutAnchor(subject)}`;
  return linkOfKind(kind)?.href ?? hrefs.operator();
}

/** What the item is about, as a sentence where the row has only a number. */
function aboutOf({ kind, about, subject }: WorkItem): string {
  if (kind === "deadlines") return `${countText(Number(about), maxCountedLate)} pesanan melewati tenggatnya`;
  if (kind === "review") return `${about} laporan tentang satu tulisan`;
  if (kind === "signal") return Object.hasOwn(signalRules, about) ? signalRules[about as SignalRuleName].label : about;
  if (kind === "data_request") return dataRequestAbout(about);
  if (kind === "correction") return correctionAbout(about);
  if (kind === "audit") return `${about} temuan pada pemeriksaan terakhir`;
  if (kind === "difference") return `${about} pada ${subject}`;
  return about;
}

// The row has the kind and the number.
function dataRequestAbout(about: string): string {
  const [kind = "", number = ""] = about.split(" ");
  const label = Object.hasOwn(requestKinds, kind) ? requestKinds[kind as RequestKind].label : kind;
  return `${label} · ${number}`;
}

// The row has the invoice and the kind.
function correctionAbout(about: string): string {
  const [invoice = "", kind = ""] = about.split(" · ");
  return `${invoice} · ${Object.hasOwn(corrections, kind) ? corrections[kind as CorrectionKind].label : kind}`;
}

/** The home of the console: what the operator may decide, by deadline. */
export function Worklist({
  data: { now, items, alone },
}: {
  data: ApiResponse<WorklistApi["GET /v1/operator/worklist"]>["result"];
}) {
  const at = Date.parse(now);
  const late = items.filter(({ due_at: due }) => Date.parse(due) < at).length;
  const soon = items.filter(({ due_at: due }) => Date.parse(due) >= at && Date.parse(due) < at + soonDuration).length;
  const money = items.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  return (
    <>
      <h1>Perlu keputusan</h1>
      {alone.length > 0 && (
        <Notice tone="warning" title="Tidak ada operator lain yang bisa memutuskan">
          <p>
            Sebagian keputusan tertunda sampai ada operator kedua. Selain itu satu operator cukup, kecuali untuk
            urusannya sendiri.
          </p>
          <details className={styles.alone}>
            <summary className="link">Keputusan yang butuh operator kedua</summary>
            <ul>
              {alone.map(({ kind, which }) => (
                <li key={kind}>
                  <b>{workKinds[kind].label}</b>: {which}
                </li>
              ))}
            </ul>
          </details>
        </Notice>
      )}
      <ul className={styles.numbers}>
        <li>
          <b>{items.length}</b>
          menunggu keputusan
        </li>
        <li className={late > 0 ? styles.late : undefined}>
          <b>{late}</b>
          lewat waktu
        </li>
        <li>
          <b>{soon}</b>
          jatuh tempo dalam {span(soonDuration)}
        </li>
        <li>
          <b>{formatRupiah(money)}</b>
          nilai yang menunggu
        </li>
      </ul>
      {items.length === 0 ? (
        <EmptyState>Tidak ada yang menunggu keputusan Anda.</EmptyState>
      ) : (
        <Panel title="Antrean menurut tenggat" flush>
          <ListTable head={["Tentang", "Tenggat", "Sejak", "Nilai", "Tindakan"]} label="Antrean menurut tenggat">
            {items.map((item) => {
              const left = Date.parse(item.due_at) - at;
              const { label, tone, verb } = workKinds[item.kind];
              return (
                <tr key={`${item.kind} ${item.subject}`}>
                  <th scope="row">
                    <Badge tone={tone}>{label}</Badge> <span className={styles.about}>{aboutOf(item)}</span>
                    {item.note !== "" && <small>{item.note}</small>}
                  </th>
                  <td data-label="Tenggat">
                    <time
                      dateTime={item.due_at}
                      className={left < 0 ? styles.over : left < soonDuration ? styles.near : styles.calm}
                    >
                      {left < 0 ? `lewat ${shortSpan(-left)}` : shortSpan(left)}
                    </time>
                  </td>
                  <td data-label="Sejak" className={table.when}>
                    {shortSpan(at - Date.parse(item.since))}
                  </td>
                  <td data-label="Nilai">{item.amount === null ? "–" : formatRupiah(item.amount)}</td>
                  <td className={styles.action}>
                    <ButtonLink
                      href={hrefOf(item)}
                      variant={left < soonDuration ? "primary" : "outline"}
                      size="s"
                      className={left < soonDuration ? styles.urgent : undefined}
                    >
                      {verb}
                      <span className="sr-only"> {aboutOf(item)}</span>
                    </ButtonLink>
                  </td>
                </tr>
              );
            })}
          </ListTable>
        </Panel>
      )}
      <p className={styles.small}>
        Dari setiap jenis tampak paling banyak {worklistLimits.rows}. h = hari, j = jam, m = menit.
      </p>
    </>
  );
}
