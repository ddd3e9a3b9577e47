/** The texts of notifications about money of an order that moves without its status, until an operator changes them. */
import { makeTemplate } from "#notifications/notification-template.ts";

const group = "order_notifications" as const;
const jumlah = { about: "jumlah uangnya", sample: "Rp50.000", isNeeded: true } as const;
const nomor = { about: "nomor pesanan", sample: "INV/20261123/0001", isCommon: true } as const;

export const needsAccountTemplate = makeTemplate(
  "orders.notification_refund_account",
  {
    group,
    label: "Pengembalian dana menunggu rekening",
    help: "Bila uangnya tidak bisa dikembalikan lewat cara bayarnya. Diulang sampai pembeli memilih rekening.",
    variables: { jumlah },
  },
  {
    buyer: {
      title: "Pilih rekening untuk pengembalian dana",
      text: "{jumlah} menunggu rekening bank Anda, karena uang ini tidak bisa dikembalikan lewat cara bayarnya.",
    },
  },
);

export const partTemplate = makeTemplate(
  "orders.notification_refund_part",
  {
    group,
    label: "Sebagian dana dikembalikan",
    help: "Setelah penjual mengembalikan sebagian dana.",
    variables: {
      jumlah,
      nomor,
      toko: { about: "nama toko", sample: "Batik Sekar Jagad", isCommon: true },
      alasan: { about: "alasan penjual", sample: "satu barang kurang", isNeeded: true },
    },
  },
  { buyer: { title: "Sebagian dana dikembalikan", text: "{toko} mengembalikan {jumlah}. Alasan: {alasan}" } },
);

export const chargebackReturnedTemplate = makeTemplate(
  "orders.notification_chargeback_returned",
  {
    group,
    label: "Pembayaran yang ditarik bank kembali",
    help: "Bila bank membatalkan penarikan pembayaran.",
    variables: { jumlah, nomor },
  },
  {
    buyer: {
      title: "Penarikan pembayaran dibatalkan",
      text: "Bank membatalkan penarikan {jumlah} untuk pesanan {nomor}, jadi uang itu kembali menjadi pembayaran pesanan.",
    },
    seller: {
      title: "Pembayaran yang ditarik bank kembali",
      text: "Sengketa pembayaran pesanan {nomor} dimenangkan: {jumlah} kembali ke pesanan ini, dan bagian toko Anda dihitung seperti sebelum penarikan.",
    },
  },
);

export const chargebackMovedTemplate = makeTemplate(
  "orders.notification_chargeback_moved",
  {
    group,
    label: "Pengembalian yang gagal sudah ditarik bank",
    help: "Bila bank sudah menarik uang dari sebuah pengembalian yang gagal dikirim.",
    variables: { jumlah, nomor },
  },
  {
    buyer: {
      title: "Pengembalian dana sudah lewat bank Anda",
      text: "Dari pengembalian dana yang gagal dikirim, {jumlah} tidak dikirim lagi, karena bank Anda sudah menariknya. Uang itu tidak lagi mengurangi pembayaran pesanan {nomor}.",
    },
    seller: {
      title: "Penarikan bank tidak lagi ditanggung pesanan",
      text: "Sebuah pengembalian dana ke pembeli gagal dikirim, padahal banknya sudah menarik {jumlah}. Jadi {jumlah} kembali ke pesanan {nomor}, dan bagian toko Anda dihitung lagi.",
    },
  },
);

/** In the order of the console. */
export const refundTemplates = [
  needsAccountTemplate,
  partTemplate,
  chargebackReturnedTemplate,
  chargebackMovedTemplate,
];
