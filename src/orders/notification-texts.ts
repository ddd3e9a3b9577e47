/**
 * The texts of notifications about an order's changes, until an operator changes them. notify-order-change.ts sends
 * them. A text may use the variables of its default and the common ones (notifications/notification-template.ts).
 */
import { span } from "#lib/time.ts";
import { makeTemplate, type NotificationTexts, type Variables } from "#notifications/notification-template.ts";
import { cancelAnswerSetting, confirmationSetting } from "#shipping/handling-rules.ts";
import { codLimitsSetting } from "./checkout/cod-rules.ts";
import { autoCompleteSetting, extensionSetting, firstScanSetting } from "./deadlines/rules.ts";
import { reviewDuration, type OrderAction } from "./rules.ts";

export const orderVariables = {
  toko: { about: "nama toko", sample: "Batik Sekar Jagad", isCommon: true },
  barang: { about: "nama barang pertama", sample: "Kain batik tulis 2 m", isCommon: true },
  nomor: { about: "nomor pesanan", sample: "INV/20261123/0001", isCommon: true },
  total: { about: "total pesanan", sample: "Rp285.000", isCommon: true, isNeeded: true },
  konfirmasi: { about: "waktu penjual mengonfirmasi", sample: span(confirmationSetting.defaultValue), isNeeded: true },
  jawab: { about: "waktu penjual menjawab", sample: span(cancelAnswerSetting.defaultValue), isNeeded: true },
  pindai: { about: "waktu sampai pindaian pertama", sample: span(firstScanSetting.defaultValue), isNeeded: true },
  periksa: { about: "waktu pembeli memeriksa", sample: span(autoCompleteSetting.defaultValue), isNeeded: true },
  tambahan: { about: "tambahan waktu memeriksa", sample: span(extensionSetting.defaultValue), isNeeded: true },
  ulas: { about: "waktu untuk mengulas", sample: span(reviewDuration), isNeeded: true },
  batas: { about: "batas waktu menurut jam setempat", sample: "25 Nov 2026, 20.15 WIB", isNeeded: true },
  alasan: {
    about: "kalimat “Alasan: …”, kosong bila tidak ada alasan",
    sample: "Alasan: stok rusak.",
    isNeeded: true,
    isOptional: true,
  },
  dana_kembali: {
    about: "kalimat tentang uang yang kembali, kosong bila belum dibayar",
    sample: "Rp285.000 dikembalikan kepada Anda.",
    isNeeded: true,
    isOptional: true,
  },
  uang_pembeli: {
    about: "sambungan “, uang kembali ke pembeli”, kosong bila belum dibayar",
    sample: ", uang kembali ke pembeli",
    isNeeded: true,
    isOptional: true,
  },
  bila_bayar: {
    about: "kalimat untuk pembeli COD yang sudah membayar kurir, selain itu kosong",
    sample: "Bila Anda sudah membayar kurir, simpan buktinya dan hubungi kami.",
    isNeeded: true,
    isOptional: true,
  },
  bila_sebagian: {
    about: "anak kalimat bila baru sebagian paket tiba, selain itu kosong",
    sample: "bila sebagian paket tidak tiba, buka komplain di sana;",
    isNeeded: true,
    isOptional: true,
  },
  kurir: { about: "nama kurir", sample: "JNE REG" },
  resi: { about: "nomor resi", sample: "CGK1234567890", isNeeded: true },
  hasil: { about: "uang yang menjadi hak penjual", sample: "Rp271.500", isNeeded: true },
  keterangan: { about: "keterangan dari keputusan", sample: "Sesuai kesepakatan, Rp50.000 kembali.", isNeeded: true },
  maks_cod: {
    about: "banyaknya paket COD yang boleh tidak jadi dibayar",
    sample: String(codLimitsSetting.defaultValue.maxRefused),
    isNeeded: true,
  },
  rentang_cod: { about: "masa hitungnya", sample: span(codLimitsSetting.defaultValue.window), isNeeded: true },
} as const satisfies Variables;
export type OrderVariable = keyof typeof orderVariables;

/** The name of a template: an action, or a variant of one. */
export type OrderText =
  | Exclude<OrderAction, "dispute">
  | "ship_without_number"
  | "ship_pickup"
  | "ship_deadline_pickup"
  | "undelivered_pickup"
  | "refuse_cancel_by_courier"
  | "refuse_parcel_by_seller";
type OrderTexts = { label: string; help: string; buyer?: NotificationTexts; seller?: NotificationTexts };

export const objection = "simpan buktinya dan hubungi kami lewat tombol Hubungi kami di halaman pesanan.";
const codRefusal = "Setelah {maks_cod} paket COD tidak jadi dibayar dalam {rentang_cod}, pesanan dibayar di muka.";
const arrivedSellerText =
  "{hasil} masuk ke saldo setelah pembeli menyatakan pesanan diterima, atau setelah waktu periksanya lewat.";
const askForReview = "Anda bisa mengulas barangnya dalam {ulas}.";
const completedForSeller = { title: "Pesanan selesai", text: "{hasil} masuk ke saldo Anda." };
const refusedForSeller = {
  title: "Paket COD tidak diterima",
  text: "Pembeli tidak menerima paket {barang}, jadi kurir mengembalikannya. Stok sudah kembali.",
};

const texts: Record<OrderText, OrderTexts> = {
  pay: {
    label: "Pesanan dibayar",
    help: "Setelah pembayaran diterima.",
    buyer: {
      title: "Pembayaran diterima",
      text: "{toko} mengonfirmasi dalam {konfirmasi}. Uang Anda aman di rekening bersama.",
    },
    seller: { title: "Pesanan baru", text: "Terima atau tolak dalam {konfirmasi}: {barang}." },
  },
  confirm_cod: {
    label: "Pesanan COD dibuat",
    help: "Setelah pembeli memesan dengan bayar di tempat.",
    buyer: {
      title: "Pesanan COD dibuat",
      text: "Siapkan {total} tunai untuk kurir. {toko} mengonfirmasi dalam {konfirmasi}.",
    },
    seller: {
      title: "Pesanan baru, bayar di tempat",
      text: "Terima atau tolak dalam {konfirmasi}: {barang}. Kurir menagih {total} saat paket tiba.",
    },
  },
  expire: {
    label: "Pesanan tidak dibayar",
    help: "Setelah batas waktu pembayaran lewat.",
    buyer: {
      title: "Pesanan dibatalkan",
      text: "Batas waktu pembayaran sudah lewat. Anda bisa memesan lagi kapan saja.",
    },
  },
  accept: {
    label: "Pesanan diterima penjual",
    help: "Setelah penjual mengonfirmasi.",
    buyer: { title: "Pesanan diproses", text: "{toko} menyiapkan pesanan Anda." },
  },
  reject: {
    label: "Pesanan ditolak penjual",
    help: "Setelah penjual menolak.",
    buyer: {
      title: "Pesanan ditolak penjual",
      text: "{toko} tidak bisa memenuhi pesanan. {dana_kembali} {alasan}",
    },
  },
  silence_confirmation: {
    label: "Penjual tidak mengonfirmasi",
    help: "Setelah waktu konfirmasi penjual lewat.",
    buyer: { title: "Pesanan dibatalkan", text: "{toko} tidak mengonfirmasi dalam {konfirmasi}. {dana_kembali}" },
    seller: {
      title: "Pesanan dibatalkan",
      text: "Anda tidak mengonfirmasi dalam {konfirmasi}{uang_pembeli}: {barang}.",
    },
  },
  cancel: {
    label: "Pembeli membatalkan",
    help: "Setelah pembeli membatalkan pesanan yang sudah dibayar atau pesanan COD.",
    buyer: { title: "Pesanan dibatalkan", text: "Pesanan Anda sudah dibatalkan. {dana_kembali}" },
    seller: { title: "Pesanan dibatalkan pembeli", text: "{barang}. Stok sudah kembali. {alasan}" },
  },
  request_cancel: {
    label: "Pembeli meminta pembatalan",
    help: "Setelah penjual mengonfirmasi, pembatalan perlu persetujuannya.",
    seller: {
      title: "Pembeli meminta pembatalan",
      text: "Jawab dalam {jawab}; tanpa jawaban Anda permintaan dianggap disetujui. {alasan}",
    },
  },
  withdraw_cancel: {
    label: "Permintaan pembatalan ditarik",
    help: "Setelah pembeli menarik permintaannya.",
    seller: {
      title: "Permintaan pembatalan ditarik",
      text: "Pembeli menarik permintaannya. Kirim sebelum {batas}: {barang}.",
    },
  },
  approve_cancel: {
    label: "Pembatalan disetujui",
    help: "Setelah penjual menyetujui pembatalan.",
    buyer: { title: "Pembatalan disetujui", text: "Pesanan dibatalkan. {dana_kembali}" },
  },
  refuse_cancel: {
    label: "Pembatalan ditolak penjual",
    help: "Setelah penjual menolak pembatalan.",
    buyer: { title: "Pembatalan ditolak penjual", text: "{toko} tetap mengirim pesanan Anda. {alasan}" },
  },
  refuse_cancel_by_courier: {
    label: "Pembatalan terlambat",
    help: "Setelah kurir mengambil paket, sebelum penjual menjawab permintaan pembatalan.",
    buyer: { title: "Pesanan tidak bisa dibatalkan lagi", text: "{keterangan}" },
    seller: { title: "Permintaan pembatalan berakhir", text: "{keterangan} {barang}." },
  },
  silence_cancel: {
    label: "Penjual tidak menjawab permintaan pembatalan",
    help: "Setelah waktu jawab penjual lewat.",
    buyer: {
      title: "Pesanan dibatalkan",
      text: "Penjual tidak menjawab permintaan Anda dalam {jawab}. {dana_kembali}",
    },
    seller: {
      title: "Pesanan dibatalkan",
      text: "Anda tidak menjawab permintaan pembatalan dalam {jawab}{uang_pembeli}.",
    },
  },
  stop: {
    label: "Operator membatalkan pesanan",
    help: "Setelah operator menghentikan pesanan.",
    buyer: {
      title: "Pesanan dibatalkan operator pasar",
      text: "{toko}, {barang}. {dana_kembali} {alasan}",
    },
    seller: {
      title: "Jangan kirim: pesanan dibatalkan operator pasar",
      text: "{barang}. Stok sudah kembali{uang_pembeli}. {alasan}",
    },
  },
  charge_back: {
    label: "Bank menarik pembayaran",
    help: "Setelah bank pembeli menarik kembali pembayaran pesanan yang belum dikirim.",
    buyer: {
      title: "Pesanan dibatalkan",
      text: "Bank menarik kembali pembayaran Anda, jadi pesanan ini tidak dikirim.",
    },
    seller: {
      title: "Jangan kirim: pesanan dibatalkan",
      text: "Bank pembeli menarik kembali pembayarannya: {barang}. Stok sudah kembali.",
    },
  },
  ship_deadline: {
    label: "Pesanan tidak dikirim",
    help: "Setelah waktu kirim penjual lewat.",
    buyer: { title: "Pesanan dibatalkan", text: "{toko} tidak mengirim tepat waktu. {dana_kembali}" },
    seller: { title: "Pesanan dibatalkan", text: "Anda tidak mengirim tepat waktu{uang_pembeli}." },
  },
  ship: {
    label: "Pesanan dikirim",
    help: "Setelah penjual mengirim dengan nomor resi.",
    buyer: { title: "Pesanan dikirim", text: "{kurir}, nomor resi {resi}." },
  },
  ship_without_number: {
    label: "Pesanan dikirim tanpa nomor resi",
    help: "Setelah penjual mengirim dengan kurir yang memakai kode penyerahan.",
    buyer: {
      title: "Pesanan dikirim",
      text: "{kurir}. Kode penyerahan ada di halaman pesanan; sebutkan saat barang Anda terima.",
    },
  },
  ship_pickup: {
    label: "Pesanan siap diambil",
    help: "Setelah penjual menyiapkan pesanan yang diambil pembeli di toko.",
    buyer: {
      title: "Pesanan siap diambil",
      text: "Ambil di {toko} sebelum {batas}. Kode penyerahan dan alamat toko ada di halaman pesanan; sebutkan kodenya saat barang Anda terima.",
    },
  },
  ship_deadline_pickup: {
    label: "Pesanan tidak disiapkan",
    help: "Setelah waktu penjual untuk menyiapkan pesanan yang diambil di toko lewat.",
    buyer: { title: "Pesanan dibatalkan", text: "{toko} tidak menyiapkan pesanan tepat waktu. {dana_kembali}" },
    seller: { title: "Pesanan dibatalkan", text: "Anda tidak menyiapkan pesanan tepat waktu{uang_pembeli}." },
  },
  undelivered_pickup: {
    label: "Pesanan tidak diambil",
    help: "Setelah waktu pembeli untuk mengambil pesanan di toko lewat.",
    buyer: { title: "Pesanan dibatalkan", text: "Pesanan tidak diambil di {toko} pada waktunya. {dana_kembali}" },
    seller: { title: "Pesanan dibatalkan", text: "Pembeli tidak mengambil pesanan pada waktunya{uang_pembeli}." },
  },
  no_first_scan: {
    label: "Paket tidak pernah dipindai",
    help: "Setelah waktu sampai pindaian pertama kurir lewat.",
    buyer: {
      title: "Pesanan dibatalkan",
      text: "Kurir tidak pernah memindai paket. {dana_kembali} {bila_bayar}",
    },
    seller: { title: "Pesanan dibatalkan", text: "Kurir tidak memindai paket dalam {pindai}{uang_pembeli}." },
  },
  undelivered: {
    label: "Paket tidak tiba",
    help: "Setelah paket dianggap hilang.",
    buyer: { title: "Pesanan dibatalkan", text: "Paket tidak tiba. {dana_kembali} {bila_bayar}" },
    seller: { title: "Pesanan dibatalkan", text: "Paket tidak tiba pada waktunya{uang_pembeli}." },
  },
  refuse_parcel: {
    label: "Paket COD ditolak, menurut kurir",
    help: "Setelah kurir membawa paket COD kembali.",
    buyer: {
      title: "Paket COD dikembalikan",
      text: `Kurir membawa paket kembali ke penjual, jadi pesanan dibatalkan dan Anda tidak membayar apa pun. ${codRefusal}`,
    },
    seller: refusedForSeller,
  },
  refuse_parcel_by_seller: {
    label: "Paket COD ditolak, menurut penjual",
    help: "Setelah penjual menyatakan bahwa paket COD kembali kepadanya.",
    buyer: {
      title: "Paket COD dikembalikan",
      text: `Menurut penjual, paket kembali kepadanya tanpa dibayar, jadi pesanan dibatalkan. Bila Anda menerima atau membayar paket itu, ${objection} ${codRefusal}`,
    },
    seller: refusedForSeller,
  },
  ask_arrival: {
    label: "Pembeli ditanya apakah paket tiba",
    help: "Bila kurir tidak melaporkan paket tiba.",
    buyer: {
      title: "Apakah paket sudah tiba?",
      text: "{toko}, {barang}. Jawab di halaman pesanan sebelum {batas}; {bila_sebagian} tanpa jawaban, paket dianggap tiba.",
    },
    seller: {
      title: "Pembeli ditanya apakah paket sudah tiba",
      text: "Tanpa jawaban sampai {batas}, paket dianggap tiba: {barang}.",
    },
  },
  confirm_arrival: {
    label: "Pembeli menjawab bahwa paket tiba",
    help: "Setelah pembeli menjawab pertanyaan itu.",
    buyer: { title: "Paket sudah tiba", text: "Periksa isinya sebelum {batas}." },
    seller: { title: "Paket sudah tiba", text: arrivedSellerText },
  },
  hand_over: {
    label: "Pesanan diserahkan dengan kode",
    help: "Setelah kode penyerahan pembeli dimasukkan.",
    buyer: { title: "Pesanan sudah diserahkan", text: "Periksa isinya sebelum {batas}." },
    seller: { title: "Pesanan sudah diserahkan", text: arrivedSellerText },
  },
  assume_delivered: {
    label: "Paket dianggap tiba",
    help: "Bila pembeli tidak menjawab.",
    buyer: {
      title: "Paket dianggap sudah tiba",
      text: "Anda belum menjawab. Periksa pesanan sebelum {batas}; setelah itu pesanan selesai dengan sendirinya.",
    },
    seller: { title: "Paket dianggap sudah tiba", text: arrivedSellerText },
  },
  // This text must be true before and after an extension, because sent notifications do not change.
  mark_delivered: {
    label: "Paket tiba",
    help: "Setelah kurir melaporkan paket tiba. Teksnya harus tetap benar bila pembeli meminta tambahan waktu.",
    buyer: {
      title: "Paket sudah tiba",
      text: "Periksa isinya dalam {periksa}, lalu tekan Pesanan diterima. Perlu lebih lama? Minta tambahan waktu {tambahan} di halaman pesanan.",
    },
    seller: { title: "Paket sudah tiba", text: arrivedSellerText },
  },
  extend: {
    label: "Waktu periksa bertambah",
    help: "Setelah pembeli meminta tambahan waktu.",
    buyer: {
      title: "Waktu periksa bertambah",
      text: "Periksa pesanan sampai {batas}; setelah itu pesanan selesai dengan sendirinya.",
    },
    seller: { title: "Pembeli menambah waktu periksa", text: "Pesanan selesai paling lambat {batas}." },
  },
  receive: {
    label: "Pesanan selesai",
    help: "Setelah pembeli menyatakan pesanan diterima.",
    buyer: { title: "Pesanan selesai", text: `Uang Anda diteruskan ke {toko}. ${askForReview}` },
    seller: completedForSeller,
  },
  auto_complete: {
    label: "Pesanan selesai dengan sendirinya",
    help: "Setelah waktu periksa lewat.",
    buyer: {
      title: "Pesanan selesai",
      text: `Waktu periksa sudah lewat, uang diteruskan ke {toko}. ${askForReview}`,
    },
    seller: completedForSeller,
  },
  // The reason is the written outcome of the case.
  settle_dispute: {
    label: "Komplain selesai",
    help: "Setelah komplain berakhir dan pesanannya selesai.",
    buyer: { title: "Komplain selesai", text: "{keterangan}" },
    seller: { title: "Komplain selesai", text: "{keterangan} Hak Anda masuk ke saldo." },
  },
  resume_shipping: {
    label: "Komplain ditarik",
    help: "Setelah komplain ditarik dan pesanannya berjalan lagi.",
    buyer: { title: "Komplain ditarik", text: "{keterangan}" },
    seller: { title: "Komplain ditarik", text: "{keterangan}" },
  },
  refund: {
    label: "Dana dikembalikan setelah komplain",
    help: "Setelah komplain berakhir dengan pengembalian seluruh dana.",
    buyer: { title: "Dana dikembalikan", text: "{total} dikembalikan kepada Anda. {alasan}" },
    seller: { title: "Dana dikembalikan kepada pembeli", text: "Komplain selesai. {alasan}" },
  },
};

function templateFor(name: OrderText) {
  const { label, help, ...defaults } = texts[name];
  const about = { group: "order_notifications", label, help, variables: orderVariables } as const;
  return makeTemplate(`orders.notification_${name}`, about, defaults);
}

/** In the order of the console. */
const orderTexts = Object.keys(texts) as OrderText[];
export const orderTemplates = Object.fromEntries(orderTexts.map((name) => [name, templateFor(name)])) as Record<
  OrderText,
  ReturnType<typeof templateFor>
>;
