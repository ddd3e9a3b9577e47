import type { ComplaintState } from "#complaints/rules.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import type { AccountKind, LedgerKind } from "#payments/ledger/rules.ts";

/** @rule A list of the operator's console has 30 rows a page, and 200 pages. */
export const consolePages = { size: 30, maxPage: 200 };

/** @rule The console counts the orders of a status up to 1,000, and those past their deadline up to 100. */
export const maxCountedOrders = 1_000;
export const maxCountedLate = 100;

/** A count that stopped one above `max`: `1.000+`. */
export const countText = (count: number, max: number) => (count > max ? `${formatCount(max)}+` : formatCount(count));

/** @rule A search for orders by a name looks at 50 people and 50 shops with this name, and at 200 orders of each. */
export const consoleSearched = { names: 50, orders: 200 };

/** @rule The console finds an order by the last part of its number, of which the first 6 characters are enough. */
export const minInvoiceCodeLength = 6;

/** A text as the beginning of an invoice number's random last part, in upper case; null when it cannot be one. */
export function invoiceCodeOf(text: string): string | null {
  const code = text.trim().toUpperCase().split(/[/-]/).at(-1) ?? "";
  return code.length >= minInvoiceCodeLength && /^[A-Z0-9]+$/.test(code) ? code : null;
}

/** Names what finds an order by its number, for the people who search. */
export const invoiceSearchText = `nomor invoice, atau ${minInvoiceCodeLength} karakter pertama setelah garis miring terakhirnya`;

/** What a simulated side can do in a case. */
export const caseStepNames = ["agree", "send_back", "inspect", "send_again", "confirm"] as const;
export type CaseStep = (typeof caseStepNames)[number];

/** What the simulated buyer and seller do in each state of a case. In the other states nobody, or a mediator, acts. */
const caseSteps: Partial<Record<ComplaintState, { by: "buyer" | "seller"; does: CaseStep }>> = {
  awaiting_seller: { by: "seller", does: "agree" },
  awaiting_buyer: { by: "buyer", does: "agree" },
  awaiting_return: { by: "buyer", does: "send_back" },
  inspecting: { by: "seller", does: "inspect" },
  awaiting_replacement: { by: "seller", does: "send_again" },
  checking: { by: "buyer", does: "confirm" },
};

/** What this side does in a case in this state; null when it has nothing to do. */
export function caseStepOf(state: ComplaintState, by: "buyer" | "seller"): CaseStep | null {
  const step = caseSteps[state];
  return step?.by === by ? step.does : null;
}

/** Accounts of the ledger, in the order of the console. */
export const accountKinds = [
  "cash",
  "escrow",
  "seller_balance",
  "seller_debt",
  "commission",
  "service_fee",
  "promotion_cost",
  "refund_payable",
  "unapplied_payment",
  "withdrawal_payable",
  "tax_withheld",
  "provider_fees",
  "chargeback_receivable",
  "cod_receivable",
  "courier_cost",
  "courier_payable",
  "losses",
  "corrections",
] as const satisfies readonly AccountKind[];

/** The names of the accounts, and what each contains. */
export const accountLabels: Record<AccountKind, { name: string; about: string }> = {
  cash: { name: "Kas di penyedia pembayaran", about: "Lawan dari semua akun lain, karena itu bernilai negatif." },
  escrow: { name: "Rekening bersama", about: "Uang pembeli sampai pesanannya selesai" },
  seller_balance: { name: "Saldo penjual", about: "Hak penjual dari pesanan selesai" },
  commission: { name: "Komisi", about: "Pendapatan pasar dari penjual" },
  service_fee: { name: "Biaya layanan", about: "Pendapatan pasar dari pembeli" },
  refund_payable: { name: "Pengembalian berjalan", about: "Uang dalam perjalanan kembali ke pembeli" },
  seller_debt: { name: "Utang penjual", about: "Pengembalian setelah pesanan selesai yang melebihi saldo toko" },
  promotion_cost: { name: "Biaya promosi", about: "Potongan yang ditanggung pasar" },
  unapplied_payment: { name: "Pembayaran belum lengkap", about: "Uang yang masuk, tetapi kurang dari tagihannya" },
  withdrawal_payable: { name: "Penarikan berjalan", about: "Uang dalam perjalanan ke rekening penjual" },
  tax_withheld: { name: "Pajak dipungut", about: "PPh 22 yang akan disetor" },
  chargeback_receivable: {
    name: "Ditarik bank pembeli",
    about: "Pembayaran yang ditarik kembali dan belum ditanggung pesanannya",
  },
  cod_receivable: { name: "Uang COD di kurir", about: "Uang tunai yang ditagih kurir dan belum disetornya" },
  courier_cost: { name: "Biaya kurir", about: "Kurir yang dibayar pasar, dikurangi yang ditahan dari ongkos kirim" },
  courier_payable: { name: "Tagihan kurir", about: "Yang dipotong platform kurir dari saldo prabayar pasar di sana" },
  losses: {
    name: "Kerugian",
    about: "Uang COD yang diikhlaskan pasar, dikurangi yang akhirnya disetor dan ganti rugi kurir untuk pasar",
  },
  corrections: {
    name: "Koreksi",
    about: "Kompensasi yang ditanggung pasar, dikurangi kelebihan dana yang ditarik dari toko",
  },
  provider_fees: { name: "Biaya penyedia", about: "Potongan penyedia pembayaran" },
};

/** A movement of the ledger in the words of accounting: the amount is negative for a debit. */
export const movementText = (amount: number) => `${amount < 0 ? "Debit" : "Kredit"} ${formatRupiah(Math.abs(amount))}`;

/** What the two words of {@link movementText} mean, for people who seldom read the ledger. */
export const movementHelp =
  "Debit menambah kas, piutang, dan biaya. Kredit menambah yang dipegang untuk orang lain, seperti rekening bersama dan saldo penjual, dan pendapatan.";

/** The names of ledger events. */
export const ledgerLabels: Readonly<Record<string, string>> = {
  payment_received: "Pembayaran masuk",
  late_payment_received: "Pembayaran terlambat masuk",
  order_released: "Dana pesanan masuk ke saldo penjual",
  order_refunded: "Dana pesanan dikembalikan",
  order_settled: "Dana pesanan dibagi",
  settlement_changed: "Pembagian dana pesanan diubah",
  payment_returned: "Pembayaran yang kurang dikembalikan",
  refund_failed: "Pengembalian gagal",
  withdrawal_requested: "Penarikan diminta",
  withdrawal_paid: "Penarikan dibayar",
  withdrawal_failed: "Penarikan gagal",
  chargeback: "Pembayaran ditarik bank pembeli",
  chargeback_returned: "Pembayaran yang ditarik bank pembeli kembali",
  chargeback_moved: "Penarikan bank pembeli dipindah ke pengembalian yang gagal",
  courier_charged: "Ongkos kurir ditagih platform",
  provider_settled: "Biaya dan setoran penyedia",
  refund_paid: "Pengembalian dibayar",
  tax_paid: "PPh 22 disetor ke negara",
  cod_collected: "Uang COD ditagih kurir",
  cod_remitted: "Uang COD disetor kurir",
  cod_part_paid: "Uang COD disetor sebagian",
  cod_written_off: "Uang COD diikhlaskan",
  cod_recovered: "Uang COD yang diikhlaskan ternyata disetor",
  claim_paid: "Klaim asuransi dibayar kurir",
  claim_returned: "Ganti rugi klaim asuransi kembali ke pasar",
  fee_returned: "Koreksi: komisi dikembalikan ke toko",
  fee_charged_again: "Koreksi: pengembalian komisi dibatalkan",
  buyer_goodwill: "Koreksi: kompensasi untuk pembeli",
  shop_goodwill: "Koreksi: kompensasi untuk toko",
  shop_goodwill_undone: "Koreksi: kompensasi toko dibatalkan",
  credit_taken_back: "Koreksi: kelebihan dana ditarik dari toko",
  credit_returned: "Koreksi: penarikan kelebihan dibatalkan",
} satisfies Record<LedgerKind, string>;
