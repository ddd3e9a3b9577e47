/** @rule A list of the operator's console has 30 rows a page, and 200 pages. */
export const consolePages = { size: 30, maxPage: 200 };

/** Accounts of the ledger, in the order of the console. */
export const accountKinds = [
  "cash",
  "escrow",
  "seller_balance",
  "commission",
  "service_fee",
  "refund_payable",
] as const;
export type AccountKind = (typeof accountKinds)[number];

/** The names of the accounts, and what each contains. */
export const accountLabels: Record<AccountKind, { name: string; about: string }> = {
  cash: { name: "Kas di penyedia pembayaran", about: "Lawan dari semua akun lain, karena itu bernilai negatif" },
  escrow: { name: "Rekening bersama", about: "Uang pembeli sampai pesanannya selesai" },
  seller_balance: { name: "Saldo penjual", about: "Hak penjual dari pesanan selesai" },
  commission: { name: "Komisi", about: "Pendapatan pasar dari penjual" },
  service_fee: { name: "Biaya layanan", about: "Pendapatan pasar dari pembeli" },
  refund_payable: { name: "Pengembalian berjalan", about: "Uang dalam perjalanan kembali ke pembeli" },
};

/** The names of ledger events. */
export const ledgerLabels: Record<string, string> = {
  payment_received: "Pembayaran masuk",
  late_payment_received: "Pembayaran terlambat masuk",
  order_released: "Dana pesanan masuk ke saldo penjual",
  order_refunded: "Dana pesanan dikembalikan",
  refund_paid: "Pengembalian dibayar",
};
