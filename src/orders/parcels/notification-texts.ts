/** The texts of notifications about parcels, until an operator changes them. */
import { makeTemplate, type NotificationTexts, type Variables } from "#notifications/notification-template.ts";

const nomor = { about: "nomor pesanan", sample: "INV/20261123/0001", isCommon: true } as const;
const toko = { about: "nama toko", sample: "Batik Sekar Jagad", isCommon: true } as const;
const batas = { about: "batas waktu menurut jam setempat", sample: "25 Nov 2026, 20.15 WIB", isNeeded: true } as const;

function template<Name extends string>(
  name: string,
  {
    label,
    help,
    variables,
    ...defaults
  }: { label: string; help: string; variables: Record<Name, Variables[string]> } & {
    buyer?: NotificationTexts;
    seller?: NotificationTexts;
  },
) {
  const about = { group: "order_notifications", label, help, variables } as const;
  return makeTemplate<Name>(`orders.notification_${name}`, about, defaults);
}

export const lateTemplate = template("parcel_late", {
  label: "Paket terlambat",
  help: "Bila paket belum tiba pada waktu yang diperkirakan kurir.",
  variables: {
    nomor,
    toko,
    hari: { about: "perkiraan kurir dalam hari, hanya angkanya", sample: "5", isNeeded: true },
    uang_ditahan: {
      about: "kalimat bahwa uang tetap ditahan, kosong untuk COD",
      sample: "Uang Anda tetap kami tahan.",
      isNeeded: true,
      isOptional: true,
    },
    lanjutan: {
      about: "kalimat tentang apa yang terjadi bila paket tetap tidak tiba",
      sample: "Bila paket tidak tiba sampai 25 Nov 2026, 20.15 WIB, pesanan dibatalkan dan uang dikembalikan.",
      isNeeded: true,
    },
  },
  buyer: {
    title: "Paket terlambat",
    text: "Pesanan {nomor} dari {toko} diperkirakan tiba paling lambat {hari} hari setelah dikirim, dan kurir belum melaporkannya tiba. {uang_ditahan} {lanjutan}",
  },
  seller: {
    title: "Paket terlambat",
    text: "Tanyakan kepada kurir: paket pesanan {nomor} belum dilaporkan tiba, {hari} hari setelah dikirim. {uang_ditahan} {lanjutan} Pembelinya sudah kami beri tahu.",
  },
});

export const returnedTemplate = template("parcel_returned", {
  label: "Kurir mengembalikan paket",
  help: "Bila satu-satunya paket dari pesanan yang sudah dibayar kembali ke penjual.",
  variables: {
    nomor,
    toko,
    barang: { about: "nama barang pertama", sample: "Kain batik tulis 2 m", isCommon: true },
    batas,
  },
  buyer: {
    title: "Kurir mengembalikan paket",
    text: "Paket kembali ke {toko}. Sepakati pengiriman ulang lewat chat; bila tidak ada paket yang tiba sampai {batas}, pesanan batal dan uang kembali kepada Anda.",
  },
  seller: {
    title: "Kurir mengembalikan paket",
    text: "Paket {barang} dikembalikan kepada Anda. Kirim ulang sebagai paket tambahan; bila tidak ada paket yang tiba sampai {batas}, pesanan batal dan uang kembali ke pembeli.",
  },
});

export const lateDeliveryTemplate = template("delivered_after_end", {
  label: "Paket tiba setelah pesanan dibatalkan",
  help: "Bila kurir melaporkan paket tiba, padahal pesanannya sudah dibatalkan.",
  variables: { nomor, toko },
  buyer: {
    title: "Paket tiba setelah pesanan dibatalkan",
    text: "Kurir melaporkan paket pesanan {nomor} dari {toko} tiba, padahal pesanan itu sudah dibatalkan. Operator melihatnya, tetapi uang tidak berpindah sendiri. Simpan paketnya bila Anda menerimanya, dan hubungi kami lewat Bantuan.",
  },
  seller: {
    title: "Paket tiba setelah pesanan dibatalkan",
    text: "Kurir melaporkan paket pesanan {nomor} tiba, padahal pesanan itu sudah dibatalkan. Operator melihatnya, tetapi uang tidak berpindah sendiri. Simpan bukti kirim Anda, dan hubungi kami lewat Bantuan.",
  },
});

export const addedTemplate = template("parcel_added", {
  label: "Paket tambahan dikirim",
  help: "Setelah penjual mengirim sisa pesanan dalam paket lain.",
  variables: {
    nomor,
    paket: { about: "kurir, dan nomor resi bila ada", sample: "JNE REG, nomor resi CGK1234567890", isNeeded: true },
  },
  buyer: { title: "Paket tambahan dikirim", text: "Sisa pesanan {nomor} dikirim dalam paket lain: {paket}." },
});

export const replacedTemplate = template("parcel_number_replaced", {
  label: "Nomor resi diubah",
  help: "Setelah penjual membetulkan nomor resi paket yang belum dipindai kurir.",
  variables: {
    nomor,
    toko,
    lama: { about: "nomor resi sebelumnya", sample: "CGK1234567809", isNeeded: true },
    baru: { about: "nomor resi yang berlaku", sample: "CGK1234567890", isNeeded: true },
  },
  buyer: {
    title: "Nomor resi diubah",
    text: "Sekarang {baru}, sebelumnya {lama}. {toko} membetulkan nomor resi pesanan {nomor}; lacak paket dengan nomor yang baru.",
  },
});

export const progressTemplate = template("parcel_progress", {
  label: "Kabar pengiriman dari penjual",
  help: "Setelah penjual mencatat perjalanan paketnya.",
  variables: {
    nomor,
    toko,
    kabar: { about: "keadaan dan tempat paket menurut penjual", sample: "dalam perjalanan di Solo", isNeeded: true },
  },
  buyer: { title: "Kabar pengiriman dari penjual", text: "Menurut {toko}: {kabar}. Pesanan {nomor}." },
});

/** In the order of the console. */
export const parcelTemplates = [
  addedTemplate,
  replacedTemplate,
  progressTemplate,
  lateTemplate,
  returnedTemplate,
  lateDeliveryTemplate,
];
