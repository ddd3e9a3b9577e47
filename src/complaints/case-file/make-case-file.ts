import type { Readable } from "node:stream";
import type { Context } from "#lib/context.ts";
import { brandName } from "#lib/brand.ts";
import { formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import { formatDateTime, type Zone } from "#lib/time.ts";
import { eventActors, eventLabel } from "#orders/rules.ts";
import { trackingLabels } from "#shipping/rules.ts";
import type { ComplaintView } from "../case-view/contract.ts";
import { returnAddressText } from "../return-address-text.ts";
import { drawDocument } from "./draw-document.ts";
import { listEvidenceKeys, listMovements, listOrderEvents, listScans } from "./queries.ts";
import {
  accountLabel,
  feesLabel,
  ledgerEventLabels,
  type CaseFile,
  type CaseFileEntry,
  type CaseFileEvidence,
} from "./rules.ts";

/** Draws the file of a case as its reader may see it. Refuses with `server.busy`. */
export async function makeCaseFile(
  { db, config }: Pick<Context, "db" | "config">,
  view: ComplaintView,
  reader: { userId: string; roleName: string; seesDebt: boolean },
  now: Date,
): Promise<Readable> {
  const [events, scans, keys, movements] = [
    await listOrderEvents(db, view.order_id),
    await listScans(db, view.order_id),
    await listEvidenceKeys(db, view.id),
    await listMovements(db, view.order_id),
  ];
  const at = (moment: Date | string) => formatDateTime(new Date(moment), view.zone);
  const file: CaseFile = {
    kind: "Berkas perkara",
    number: view.number,
    title: view.title,
    facts: factsOf(view, reader.roleName, now),
    sections: [
      { title: "Barang", entries: view.lines.map(goodsEntry) },
      {
        title: "Uang",
        entries: [moneyEntry(view), ...movements.map((one) => movementEntry(one, view.zone, reader.seesDebt))],
      },
      { title: "Pesan dan bukti", entries: view.messages.map((one) => messageEntry(one, keys, view.zone)) },
      { title: "Putusan", entries: view.decisions.map((one) => decisionEntry(one, view.zone)) },
      {
        title: "Perjalanan pesanan",
        entries: events.map((event) => ({
          head: `${at(event.created_at)} · ${eventActors[event.actor]}`,
          lines: [eventLabel(event.action, event.to_status), ...(event.reason ? [`Alasan: ${event.reason}`] : [])],
          evidence: [],
        })),
      },
      {
        title: "Kabar kurir",
        entries: scans.map((scan) => ({
          head: `${at(scan.scanned_at)} · ${scan.courier_name}${scan.resi ? `, resi ${scan.resi}` : ""}${scan.by_seller ? " · menurut penjual" : ""}`,
          lines: [[trackingLabels[scan.status], scan.place, scan.note].filter((part) => part !== "").join(" · ")],
          evidence: [],
        })),
      },
    ],
  };
  return drawDocument(config, file, reader.userId);
}

function factsOf(view: ComplaintView, roleName: string, now: Date): CaseFile["facts"] {
  const at = (moment: Date | string) => formatDateTime(new Date(moment), view.zone);
  const to = returnAddressText(view);
  return [
    { label: "Pesanan", value: view.invoice },
    { label: "Pembeli", value: view.buyer_name },
    { label: "Penjual", value: view.shop.name },
    { label: "Dibuka", value: at(view.opened_at) },
    { label: "Status", value: view.state_label },
    ...(view.due_at ? [{ label: "Batas waktu", value: `${at(view.due_at)}. ${view.if_nobody ?? ""}` }] : []),
    ...(view.closed_at ? [{ label: "Ditutup", value: at(view.closed_at) }] : []),
    ...(to ? [{ label: to.title, value: to.lines?.join(", ") ?? to.missing }] : []),
    ...(view.outcome_text ? [{ label: "Hasil", value: view.outcome_text }] : []),
    { label: "Dibuat", value: `${at(now)} untuk ${roleName}, oleh ${brandName()}` },
  ];
}

function goodsEntry(line: ComplaintView["lines"][number]): CaseFileEntry {
  return {
    head: [line.name, line.variant_name].filter((part) => part !== "").join(", "),
    lines: [`${line.problem_label}, ${line.complained} dari ${line.quantity}`],
    evidence: [],
  };
}

/** What the buyer wants, what is offered, agreed or decided since then, and who gets what under the latest of them. */
function moneyEntry({ money: { held, division }, demand, offer, agreed, decisions }: ComplaintView): CaseFileEntry {
  return {
    head: "Pembagian menurut usulan atau hasil terakhir",
    lines: [
      `Permintaan pembeli: ${demand.text}`,
      ...(offer?.by === "seller" ? [`Tawaran penjual: ${offer.solution.text}`] : []),
      ...(offer?.by === "mediator" ? [`Putusan: ${offer.solution.text}`] : []),
      ...(agreed && !offer ? [`${decisions.length > 0 ? "Putusan" : "Disepakati"}: ${agreed.text}`] : []),
      `Ditahan ${formatRupiah(held)} · pembeli ${formatRupiah(division.buyer)} · penjual ${formatRupiah(division.seller)} · ${feesLabel.toLocaleLowerCase("id")} ${formatRupiah(division.fees)}`,
    ],
    evidence: [],
  };
}

type Movement = Awaited<ReturnType<typeof listMovements>>[number];

function movementEntry({ kind, created_at, movements }: Movement, zone: Zone, seesDebt: boolean): CaseFileEntry {
  const sums = new Map<string, Rupiah>();
  for (const { account, amount } of movements) {
    const label = accountLabel(account, { seesDebt });
    sums.set(label, (sums.get(label) ?? 0) + amount);
  }
  const parts = [...sums].map(([label, amount]) => `${label} ${amount > 0 ? "+" : ""}${formatRupiah(amount)}`);
  return {
    head: `${formatDateTime(new Date(created_at), zone)} · ${ledgerEventLabels[kind] ?? "Perubahan dana"}`,
    lines: [parts.join(" · ")],
    evidence: [],
  };
}

function messageEntry(
  message: ComplaintView["messages"][number],
  keys: ReadonlyMap<string, CaseFileEvidence>,
  zone: Zone,
): CaseFileEntry {
  return {
    head: `${formatDateTime(new Date(message.at), zone)} · ${message.author_name}`,
    lines: [
      message.kind === "accept" ? "Menyatakan setuju." : "",
      message.text,
      ...(message.solution ? [`Penyelesaian: ${message.solution.text}`] : []),
    ],
    evidence: message.evidence.flatMap(({ id }) => keys.get(id) ?? []),
  };
}

function decisionEntry(decision: ComplaintView["decisions"][number], zone: Zone): CaseFileEntry {
  return {
    head: `${formatDateTime(new Date(decision.at), zone)} · ${decision.mediator_name ?? "Batas waktu"}${decision.is_final ? " · final" : ""}`,
    lines: [decision.solution.text, decision.reason, `Aturan: ${decision.rule_title}. ${decision.rule_text}`],
    evidence: [],
  };
}
