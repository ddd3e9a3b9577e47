import { hrefs } from "#hrefs.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { WorkLink } from "#ui/work-area.tsx";

const links = [
  { part: "overview", label: "Ringkasan", icon: "home", href: hrefs.operator() },
  { part: "orders", label: "Pesanan", icon: "receipt", href: hrefs.operator("orders") },
  { part: "parcels", label: "Paket", icon: "truck", href: operatorHrefs.parcels() },
  { part: "complaints", label: "Komplain", icon: "chat", href: operatorHrefs.complaints() },
  { part: "reviews", label: "Ulasan", icon: "star", href: operatorHrefs.reviews() },
  { part: "payments", label: "Pembayaran", icon: "wallet", href: hrefs.operator("payments") },
  { part: "transfers", label: "Mutasi bank", icon: "bank", href: operatorHrefs.transfers() },
  { part: "reconciliation", label: "Pencocokan", icon: "check", href: operatorHrefs.reconciliation() },
  { part: "cod", label: "COD", icon: "truck", href: operatorHrefs.cod() },
  { part: "payouts", label: "Payout", icon: "send", href: operatorHrefs.payouts() },
  { part: "ledger", label: "Buku besar", icon: "grid", href: hrefs.operator("ledger") },
  { part: "audits", label: "Pemeriksaan", icon: "shield", href: operatorHrefs.audits() },
  { part: "auditLog", label: "Log audit", icon: "clock", href: operatorHrefs.auditLog() },
  { part: "fees", label: "Biaya", icon: "tag", href: operatorHrefs.fees() },
  { part: "tax", label: "Pajak", icon: "receipt", href: operatorHrefs.tax() },
  { part: "vouchers", label: "Voucher", icon: "percent", href: operatorHrefs.vouchers() },
] as const;
export type ConsolePart = (typeof links)[number]["part"];

/** The links of the operator's console, with the current part marked. */
export function consoleLinks(current: ConsolePart): WorkLink[] {
  return links.map(({ part, ...link }) => ({ ...link, current: part === current }));
}

/** The title of a page of the console. */
export function consoleTitle(part: ConsolePart): string {
  return `${links.find((one) => one.part === part)?.label ?? ""} · Konsol operator`;
}
