import { declareBounded, declareSetting, type Declaration } from "#lib/settings/declaration.ts";
import { declareTemplate } from "#notifications/notification-template.ts";
import { codOfferedSetting } from "#shipping/rules.ts";
import { cancelAnswerSetting, confirmationSetting, shipDaysSetting } from "#shipping/handling-rules.ts";
import { bookingTemplates } from "./bookings/notification-texts.ts";
import { correctionTemplate } from "./corrections/notification-texts.ts";
import { maxGoodwillSetting } from "./corrections/rules.ts";
import { codLimitsSetting } from "./checkout/cod-rules.ts";
import {
  assumedArrivalSetting,
  autoCompleteSetting,
  extensionSetting,
  firstScanSetting,
  lostParcelSetting,
  ownCourierSetting,
} from "./deadlines/rules.ts";
import { orderTemplates } from "./notification-texts.ts";
import { parcelTemplates } from "./parcels/notification-texts.ts";
import { refundTemplates } from "./settlement/refund-texts.ts";

const kept = "Batas waktu yang sudah berjalan di suatu pesanan tidak berubah.";

export const orderDeclarations: readonly Declaration[] = [
  declareSetting({
    setting: codOfferedSetting,
    group: "features",
    tags: ["catalog"],
    label: "Bayar di tempat (COD)",
    help: "Bila mati, tidak ada pesanan COD baru di toko mana pun. Pesanan COD yang sudah dibuat berjalan terus.",
    field: { kind: "switch" },
  }),
  declareSetting({
    setting: codLimitsSetting,
    group: "orders",
    label: "Batas COD",
    help: "Siapa yang boleh membayar di tempat, dan sampai berapa. Berlaku untuk pembelian baru; tertulis juga di syarat dan panduan.",
    field: {
      kind: "record",
      fields: {
        maxTotal: { label: "Pembelian paling banyak", field: { kind: "rupiah", min: 10_000, max: 20_000_000 } },
        maxRefused: {
          label: "Paket yang tidak jadi dibayar",
          help: "Sejumlah ini, pembeli membayar di muka.",
          field: { kind: "number", min: 1, max: 10, unit: "paket" },
        },
        window: { label: "Dihitung dalam", field: { kind: "duration", unit: "days", min: 1, max: 365 } },
        maxOpen: {
          label: "Pesanan COD yang belum tiba, paling banyak",
          field: { kind: "number", min: 1, max: 50, unit: "pesanan" },
        },
      },
    },
    isPublic: true,
  }),
  declareBounded(confirmationSetting, "hours", {
    group: "orders",
    isTerm: true,
    label: "Waktu penjual mengonfirmasi",
    help: `Pesanan yang tidak dikonfirmasi batal dan uangnya kembali. ${kept}`,
  }),
  declareBounded(cancelAnswerSetting, "hours", {
    group: "orders",
    isTerm: true,
    label: "Waktu penjual menjawab permintaan pembatalan",
    help: `Tanpa jawaban, permintaan dianggap disetujui. ${kept}`,
  }),
  declareBounded(
    shipDaysSetting,
    { count: "hari kerja" },
    {
      isTerm: true,
      group: "orders",
      label: "Waktu penjual mengirim",
      help: `Pesanan yang tidak dikirim batal dan uangnya kembali. Barang pre-order memakai waktunya sendiri bila lebih lama. ${kept}`,
    },
  ),
  declareBounded(firstScanSetting, "hours", {
    group: "orders",
    isTerm: true,
    label: "Waktu sampai pindaian pertama kurir",
    help: `Paket yang tidak dipindai membatalkan pesanan. ${kept}`,
  }),
  declareBounded(ownCourierSetting, "days", {
    group: "orders",
    isTerm: true,
    label: "Waktu tiba paket kurir toko",
    help: `Paket yang tidak tiba membatalkan pesanan. ${kept}`,
  }),
  declareBounded(assumedArrivalSetting, "days", {
    group: "orders",
    isTerm: true,
    label: "Waktu pembeli menjawab apakah paket tiba",
    help: `Tanpa jawaban, paket dianggap tiba. ${kept}`,
  }),
  declareBounded(lostParcelSetting, "days", {
    group: "orders",
    isTerm: true,
    label: "Paket dianggap hilang setelah",
    help: `Dihitung sejak dikirim; uangnya kembali kepada pembeli. ${kept}`,
  }),
  declareBounded(autoCompleteSetting, "hours", {
    group: "orders",
    isTerm: true,
    label: "Waktu pembeli memeriksa barang",
    help: `Setelah itu pesanan selesai dan uang diteruskan ke penjual. ${kept}`,
  }),
  declareBounded(extensionSetting, "days", {
    group: "orders",
    isTerm: true,
    label: "Tambahan waktu memeriksa",
    help: `Bisa diminta pembeli satu kali. ${kept}`,
  }),
  declareBounded(maxGoodwillSetting, "rupiah", {
    group: "money",
    label: "Kompensasi dari pasar untuk satu pesanan, paling banyak",
    help: "Batas kompensasi untuk pembeli, dan batas yang sama untuk toko. Berlaku untuk usulan dan persetujuan sesudahnya. Rp0 berarti tidak ada kompensasi.",
  }),
  ...[
    ...Object.values(orderTemplates),
    ...parcelTemplates,
    ...Object.values(bookingTemplates),
    ...refundTemplates,
    correctionTemplate,
  ].map(declareTemplate),
];
