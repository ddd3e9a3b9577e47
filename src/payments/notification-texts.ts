/** The texts of notifications about fees, tax and bank accounts, until an operator changes them. */
import { span } from "#lib/time.ts";
import { makeTemplate, type NotificationTexts, type Variables } from "#notifications/notification-template.ts";
import { remittanceDuration } from "./cod/rules.ts";

const mulai = { about: "hari mulai berlaku", sample: "1 Jan 2027", isNeeded: true } as const;
const alasan = { about: "alasan operator", sample: "Nomornya tidak terbaca.", isNeeded: true } as const;

type About<Name extends string> = { label: string; help: string; variables: Record<Name, Variables[string]> };

function template<Name extends string>(name: string, about: About<Name>, seller: NotificationTexts) {
  const whole = { group: "money_notifications", ...about } as const;
  return makeTemplate<Name>(`payments.notification_${name}`, whole, { seller });
}

const biaya = {
  about: "nama biaya, dengan kategorinya",
  sample: "Komisi kategori Elektronik",
  isCommon: true,
} as const;
export const feeTemplates = {
  announced: template(
    "fee_announced",
    {
      label: "Biaya akan berubah",
      help: "Setelah perubahan biaya diumumkan.",
      variables: {
        nama: { about: "nama biaya", sample: "Komisi", isCommon: true },
        biaya,
        nilai: { about: "biaya yang baru", sample: "3%, paling banyak Rp50.000", isNeeded: true },
        perubahan: {
          about: "kalimat tentang selisihnya dengan contoh",
          sample: "Untuk barang Rp100.000: Rp2.500 menjadi Rp3.000.",
          isNeeded: true,
        },
        mulai,
      },
    },
    {
      title: "{nama} berubah mulai {mulai}",
      text: "{biaya} menjadi {nilai}. {perubahan} Pesanan sebelum {mulai} tidak berubah.",
    },
  ),
  withdrawn: template(
    "fee_withdrawn",
    {
      label: "Perubahan biaya dibatalkan",
      help: "Setelah pengumuman biaya ditarik.",
      variables: { nama: { about: "nama biaya, huruf kecil", sample: "komisi", isCommon: true }, biaya, mulai },
    },
    {
      title: "Perubahan {nama} dibatalkan",
      text: "{biaya} yang diumumkan untuk {mulai} tidak jadi berlaku.",
    },
  ),
};

export const withholdingTemplates = {
  on: template(
    "withholding_on",
    {
      label: "PPh 22 akan dipungut",
      help: "Setelah pemungutan PPh 22 diumumkan.",
      variables: { mulai, tarif: { about: "tarif PPh 22", sample: "0,5%", isNeeded: true } },
    },
    {
      title: "PPh 22 dipungut mulai {mulai}",
      text: "Dari pesanan yang dibuat mulai {mulai}, PPh 22 sebesar {tarif} dari harga barang tanpa PPN dipotong dari hasil penjualan Anda dan disetor ke negara (PMK 37/2025). Pesanan sebelumnya tidak berubah.",
    },
  ),
  off: template(
    "withholding_off",
    {
      label: "PPh 22 tidak akan dipungut lagi",
      help: "Setelah akhir pemungutan PPh 22 diumumkan.",
      variables: { mulai },
    },
    {
      title: "PPh 22 tidak dipungut lagi mulai {mulai}",
      text: "Dari pesanan yang dibuat mulai {mulai}, PPh 22 tidak dipotong lagi. Pesanan sebelumnya tidak berubah.",
    },
  ),
  withdrawn: template(
    "withholding_withdrawn",
    {
      label: "Perubahan PPh 22 dibatalkan",
      help: "Setelah pengumuman tentang PPh 22 ditarik.",
      variables: {
        mulai,
        perubahan: { about: "“dipungut” atau “berhenti dipungut”", sample: "dipungut", isNeeded: true },
      },
    },
    { title: "Perubahan pemungutan PPh 22 dibatalkan", text: "PPh 22 tidak jadi {perubahan} mulai {mulai}." },
  ),
};

const ofCategoryTax = {
  kategori: { about: "nama kategori", sample: "Perhiasan", isNeeded: true },
  perlakuan: {
    about: "perlakuan pajaknya",
    sample: "PPh 22 tidak dipungut: Emas, perhiasan, dan batu mulia",
    isNeeded: true,
  },
  mulai,
} as const;
export const categoryTaxTemplates = {
  announced: template(
    "category_tax_announced",
    {
      label: "Pajak suatu kategori akan berubah",
      help: "Setelah aturan pajak kategori disimpan, kepada penjual barangnya.",
      variables: ofCategoryTax,
    },
    {
      title: "Pajak kategori {kategori} berubah mulai {mulai}",
      text: "{perlakuan}. Berlaku untuk barang Anda di kategori {kategori} dari pesanan yang dibuat mulai {mulai}. Pesanan sebelumnya tidak berubah.",
    },
  ),
  withdrawn: template(
    "category_tax_withdrawn",
    {
      label: "Perubahan pajak suatu kategori dibatalkan",
      help: "Setelah aturan pajak kategori ditarik, kepada penjual barangnya.",
      variables: ofCategoryTax,
    },
    {
      title: "Perubahan pajak kategori {kategori} dibatalkan",
      text: "Aturan “{perlakuan}” yang diumumkan untuk {mulai} tidak jadi berlaku.",
    },
  ),
};

export const exemptionTemplates = {
  ended: template(
    "statement_ended",
    {
      label: "Surat pernyataan berakhir",
      help: "Bila peredaran bruto toko melebihi batas.",
      variables: {
        sebab: { about: "sebabnya", sample: "Peredaran bruto melebihi Rp500.000.000", isNeeded: true },
        tahun: { about: "tahun surat pernyataan", sample: "2026", isCommon: true },
        akhir: { about: "hari terakhir", sample: "30 Nov 2026", isNeeded: true },
      },
    },
    {
      title: "Surat pernyataan Anda berakhir",
      text: "{sebab} menurut catatan kami, jadi surat pernyataan tahun {tahun} berlaku sampai {akhir}. Sesudahnya PPh 22 dipungut selama pemungutan menyala.",
    },
  ),
  accepted: template(
    "certificate_accepted",
    {
      label: "SKB diterima",
      help: "Setelah operator menerima surat keterangan bebas.",
      variables: { mulai, akhir: { about: "hari terakhir", sample: "31 Des 2026", isNeeded: true } },
    },
    {
      title: "SKB Anda diterima",
      text: "Dari pesanan mulai {mulai} sampai {akhir}, PPh 22 tidak dipungut.",
    },
  ),
  refused: template(
    "certificate_refused",
    {
      label: "SKB ditolak",
      help: "Setelah operator menolak surat keterangan bebas.",
      variables: { nomor: { about: "nomor SKB", sample: "SKB-00123/2026", isCommon: true }, alasan },
    },
    { title: "SKB Anda ditolak", text: "SKB {nomor} tidak bisa dipakai. Alasan: {alasan}" },
  ),
};

function operatorTemplate<Name extends string>(name: string, about: About<Name>, buyer: NotificationTexts) {
  const whole = { group: "operator_notifications", readers: { buyer: "Kepada operator keuangan" }, ...about } as const;
  return makeTemplate<Name>(`payments.notification_${name}`, whole, { buyer });
}

const ofDifferences = {
  penyedia: { about: "nama penyedia pembayaran", sample: "Midtrans", isCommon: true },
  hal: { about: "hari atau berkas yang dicocokkan", sample: "22 Nov 2026", isNeeded: true },
  banyak: { about: "banyaknya, dengan bilangannya", sample: "3", isNeeded: true },
} as const;
export const operatorTemplates = {
  differences: operatorTemplate(
    "reconciliation_differs",
    {
      label: "Pembukuan dan penyedia berbeda",
      help: "Setelah pencocokan menemukan perbedaan.",
      variables: ofDifferences,
    },
    {
      title: "Pembukuan dan penyedia berbeda",
      text: "{penyedia}, {hal}: {banyak} perbedaan. Buka Pencocokan di konsol operator.",
    },
  ),
  unread: operatorTemplate(
    "reconciliation_unread",
    {
      label: "Pencocokan harian belum selesai",
      help: "Bila penyedia belum menjawab.",
      variables: ofDifferences,
    },
    {
      title: "Pencocokan harian belum selesai",
      text: "{penyedia}, {hal}: {banyak} hal belum bisa dibandingkan. Buka Pencocokan di konsol operator.",
    },
  ),
  codOverdue: operatorTemplate(
    "cod_overdue",
    {
      label: "Uang COD belum disetor kurir",
      help: "Setiap hari, untuk setiap kurir yang menahan uang COD terlalu lama.",
      variables: {
        kurir: { about: "nama kurir", sample: "JNE", isNeeded: true },
        jumlah: { about: "uang yang ditahan", sample: "Rp4.250.000", isNeeded: true },
        banyak: { about: "banyaknya pesanan", sample: "17", isCommon: true },
        waktu: { about: "waktu untuk menyetor", sample: span(remittanceDuration), isNeeded: true },
      },
    },
    {
      title: "Uang COD belum disetor kurir",
      text: "{kurir}: {jumlah} dari {banyak} pesanan, lebih dari {waktu}. Buka COD di konsol operator.",
    },
  ),
};

/** In the order of the console. */
export const paymentTemplates = [
  ...Object.values(feeTemplates),
  ...Object.values(withholdingTemplates),
  ...Object.values(categoryTaxTemplates),
  ...Object.values(exemptionTemplates),
  ...Object.values(operatorTemplates),
];
