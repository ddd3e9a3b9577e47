import { longMonthNames } from "#lib/time.ts";

/** How many entries a page of the balance shows. */
export const entriesPerPage = 30;

/** @rule Statements of the last 24 months are offered; older ones can be requested by their month. */
export const listedMonths = 24;

/** @rule A statement has at most 50,000 entries. */
export const maxStatementEntries = 50_000;

/** What changed a shop's balance, as the seller reads it. */
export const balanceEntryLabels: Readonly<Record<string, string>> = {
  order_released: "Pesanan selesai",
  order_settled: "Pesanan selesai",
  settlement_changed: "Pengembalian dana ke pembeli",
  chargeback: "Pembayaran ditarik bank pembeli",
  chargeback_returned: "Pembayaran yang ditarik bank pembeli kembali",
  withdrawal_requested: "Penarikan",
  withdrawal_failed: "Penarikan kembali ke saldo",
  withdrawal_paid: "Penarikan yang ternyata sampai",
  claim_paid: "Ganti rugi asuransi dari kurir",
  claim_returned: "Ganti rugi asuransi dikembalikan",
  fee_returned: "Koreksi: komisi dikembalikan",
  fee_charged_again: "Koreksi: pengembalian komisi dibatalkan",
  shop_goodwill: "Koreksi: kompensasi dari pasar",
  shop_goodwill_undone: "Koreksi: kompensasi dibatalkan",
  credit_taken_back: "Koreksi: kelebihan dana ditarik",
  credit_returned: "Koreksi: penarikan kelebihan dibatalkan",
};

/** The sentence of an entry; an unknown kind gives its own name. */
export function balanceEntryLabel(kind: string): string {
  return balanceEntryLabels[kind] ?? kind;
}

/** Whether a text is a month, `2026-11`, within the years that people use. */
export function isMonth(text: string): boolean {
  return /^20\d{2}-(0[1-9]|1[0-2])$/.test(text);
}

/** The first moment of a month in Jakarta, and of the next one. */
export function monthBounds(month: string): { from: Date; to: Date } {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const start = (index: number) => {
    const at = new Date(Date.UTC(year, index, 1));
    return new Date(`${at.toISOString().slice(0, 10)}T00:00:00+07:00`);
  };
  return { from: start(number - 1), to: start(number) };
}

/** `November 2026`. */
export function monthLabel(month: string): string {
  const [year = "", number = "1"] = month.split("-");
  return `${longMonthNames[Number(number) - 1] ?? ""} ${year}`;
}
