import { makeTemplate } from "#notifications/notification-template.ts";

/** The notification about a booked correction, until an operator changes it. */
export const correctionTemplate = makeTemplate(
  "orders.notification_correction",
  {
    group: "order_notifications",
    label: "Koreksi pesanan",
    help: "Setelah operator kedua menyetujui koreksi uang suatu pesanan.",
    variables: {
      jumlah: { about: "jumlah uangnya", sample: "Rp50.000", isNeeded: true },
      nomor: { about: "nomor pesanan", sample: "INV/20261123/0001", isCommon: true },
      koreksi: { about: "nama koreksinya", sample: "Kompensasi dari pasar", isNeeded: true },
      arah: { about: "ke mana uangnya", sample: "masuk ke saldo toko Anda" },
      alasan: { about: "alasan operator", sample: "biaya terhitung dua kali", isNeeded: true },
    },
  },
  {
    buyer: {
      title: "Kompensasi untuk pesanan Anda",
      text: "Anda mendapat {jumlah} dari {merek} untuk pesanan {nomor}. Alasan: {alasan}",
    },
    seller: {
      title: "Koreksi saldo toko",
      text: "{koreksi}, pesanan {nomor}: {jumlah} {arah}. Alasan: {alasan}",
    },
  },
);
