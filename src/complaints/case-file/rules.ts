import type { PrivateFileType } from "#media/rules.ts";

/** @rule A user can download at most 20 case files a minute. */
export const caseFileLimit = { max: 20, window: 60_000 } as const;

/** Longest side in pixels of a picture in a case file, and the quality of its JPEG. */
export const casePicture = { side: 900, quality: 72 } as const;

/** A picture or video of a message; only pictures are drawn. */
export type CaseFileEvidence = { key: string; type: PrivateFileType; bytes: number };

/** One event of a case: when and what, its texts, and its evidence. */
export type CaseFileEntry = { head: string; lines: string[]; evidence: CaseFileEvidence[] };

/** All that a case file, or another document of this form, says, in the order in which it is drawn. */
export type CaseFile = {
  /** What it is, as its head says: `Berkas perkara`. */
  kind: string;
  number: string;
  title: string;
  facts: { label: string; value: string }[];
  sections: { title: string; entries: CaseFileEntry[] }[];
};

/** What the ledger's events are to the two sides of an order. */
export const ledgerEventLabels: Readonly<Record<string, string>> = {
  payment_received: "Pembayaran masuk",
  late_payment_received: "Pembayaran terlambat masuk",
  order_released: "Dana diteruskan ke penjual",
  order_refunded: "Dana dikembalikan ke pembeli",
  order_settled: "Dana dibagi",
  settlement_changed: "Pembagian dana diubah",
  chargeback: "Pembayaran ditarik bank pembeli",
  chargeback_returned: "Pembayaran yang ditarik bank pembeli kembali",
  chargeback_moved: "Penarikan bank pembeli dipindah ke pengembalian yang gagal",
  cod_collected: "Uang tunai ditagih kurir",
  courier_charged: "Ongkos kurir ditagih",
  claim_paid: "Klaim asuransi dibayar kurir",
  claim_returned: "Ganti rugi klaim asuransi kembali ke pasar",
};

/** What the ledger's accounts are to the two sides of an order. Others are fees. */
const ledgerAccountLabels: Readonly<Record<string, string>> = {
  escrow: "Dana yang ditahan",
  seller_balance: "Saldo penjual",
  seller_debt: "Kewajiban penjual",
  refund_payable: "Kembali ke pembeli",
  promotion_cost: "Promosi",
  chargeback_receivable: "Ditarik bank pembeli",
  cod_receivable: "Tunai di kurir",
  courier_cost: "Ongkos kurir",
};
/** @rule A case file shows commission, service fee and withheld tax as one sum. */
export const feesLabel = "Komisi, biaya, dan pajak";

/** What an account is to a reader. What a seller owes the marketplace is nothing that the buyer learns. */
export function accountLabel(account: string, { seesDebt }: { seesDebt: boolean }): string {
  const shown = account === "seller_debt" && !seesDebt ? "seller_balance" : account;
  return ledgerAccountLabels[shown] ?? feesLabel;
}
