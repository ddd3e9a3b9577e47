import type { CorrectionState } from "#orders/corrections/rules.ts";

/** @rule An operator gives a reason of 10 to 300 characters to cancel an order; buyer and seller read it. */
export const stopReasonLength = { min: 10, max: 300 };

/** What the entries of an order's story are about. */
export const storyKinds = {
  order: "Pesanan",
  payment: "Pembayaran",
  refund: "Pengembalian",
  correction: "Koreksi",
  parcel: "Paket",
  scan: "Kabar kurir",
  complaint: "Komplain",
  money: "Buku besar",
  audit: "Operator",
} as const satisfies Record<string, string>;
export type StoryKind = keyof typeof storyKinds;
export const storyKindNames = Object.keys(storyKinds) as StoryKind[];

/** @rule The story of an order shows its latest 500 entries. */
export const maxStoryEntries = 500;

/** Who wrote in a complaint. */
export const storyAuthors: Readonly<Record<string, string>> = {
  buyer: "Pembeli",
  seller: "Penjual",
  mediator: "Mediator",
  system: "Sistem",
};

/** What was written in a complaint; its text is on the complaint's own page. */
export const storyMessages: Readonly<Record<string, string>> = {
  opening: "Komplain dibuka",
  message: "Pesan ditulis",
  offer: "Usulan diajukan",
  accept: "Usulan disetujui",
  call_mediator: "Mediator dipanggil",
  decision: "Putusan ditulis",
  appeal: "Banding diajukan",
  system: "Tahap berganti",
};

/** Why money goes back to a buyer. */
export const refundReasons: Readonly<Record<string, string>> = {
  order_cancelled: "pesanan batal",
  order_refunded: "dana dikembalikan",
  order_part_refunded: "sebagian dana dikembalikan",
  late_payment: "pembayaran terlambat",
  overpayment: "kelebihan bayar",
  underpayment: "pembayaran kurang",
  chargeback: "ditarik bank pembeli",
  goodwill: "kompensasi dari pasar",
};

/** How far a refund is. */
export const refundStates: Readonly<Record<string, string>> = {
  needs_account: "menunggu rekening dari pembeli",
  pending: "menunggu dikirim",
  sent: "sedang dikirim penyedia",
  done: "sampai",
};

/** Where a parcel goes. */
export const parcelWays: Readonly<Record<string, string>> = {
  out: "Paket ke pembeli",
  return: "Paket kembali ke penjual",
  replacement: "Paket pengganti",
};

/** What became of a correction of the order's money. */
export const correctionSteps: Readonly<Record<CorrectionState, string>> = {
  proposed: "diusulkan",
  booked: "disetujui dan dibukukan",
  rejected: "ditolak",
  withdrawn: "ditarik pengusul",
  void: "gugur karena pesanan berubah",
};
