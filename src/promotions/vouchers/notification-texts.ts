/** The texts of notifications about cashbacks, until an operator changes them. */
import { makeTemplate } from "#notifications/notification-template.ts";

const group = "money_notifications" as const;
const jumlah = { about: "nilai voucher", sample: "Rp15.000", isCommon: true } as const;
const semula = { about: "nilai voucher sebelumnya", sample: "Rp20.000", isNeeded: true } as const;

export const cashbackTemplates = {
  issued: makeTemplate(
    "promotions.notification_cashback",
    {
      group,
      label: "Cashback menjadi voucher",
      help: "Setelah pesanan dengan cashback selesai.",
      variables: {
        jumlah,
        di_toko: {
          about: "“di” dengan nama toko, kosong bila berlaku di semua toko",
          sample: "di Batik Sekar Jagad",
          isNeeded: true,
          isOptional: true,
        },
        akhir: { about: "hari terakhir voucher", sample: "23 Des 2026", isNeeded: true },
      },
    },
    {
      buyer: {
        title: "Cashback {jumlah} untuk Anda",
        text: "Voucher potongan {jumlah} dipakai otomatis pada pembelian berikutnya {di_toko}, sampai {akhir}.",
      },
    },
  ),
  changed: makeTemplate(
    "promotions.notification_cashback_changed",
    {
      group,
      label: "Nilai voucher cashback berubah",
      help: "Bila sebagian dana pesanannya kembali setelah selesai.",
      variables: { jumlah, semula },
    },
    {
      buyer: {
        title: "Voucher cashback menjadi {jumlah}",
        text: "Dana pesanan ini berubah, jadi voucher cashback {semula} sekarang bernilai {jumlah}.",
      },
    },
  ),
  ended: makeTemplate(
    "promotions.notification_cashback_ended",
    {
      group,
      label: "Voucher cashback berakhir",
      help: "Bila dana pesanannya kembali setelah selesai, sehingga vouchernya tidak bernilai lagi.",
      variables: { semula },
    },
    {
      buyer: {
        title: "Voucher cashback berakhir",
        text: "Dana pesanan ini berubah, jadi voucher cashback {semula} tidak berlaku lagi.",
      },
    },
  ),
};
