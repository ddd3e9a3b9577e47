/** The texts of notifications about products and reports of them, until an operator changes them. */
import { makeTemplate } from "#notifications/notification-template.ts";

const group = "shop_notifications" as const;
const barang = { about: "nama barang", sample: "Kain batik tulis 2 m", isCommon: true } as const;
const dilaporkan = { about: "nama barang atau toko yang dilaporkan", sample: "Salep Sakti", isCommon: true } as const;

export const productApprovedTemplate = makeTemplate(
  "catalog.notification_product_approved",
  {
    group,
    label: "Produk yang ditahan sudah tayang",
    help: "Setelah operator menyetujui produk yang menunggu pemeriksaan.",
    variables: { barang },
  },
  { seller: { title: "Produk Anda sudah tayang", text: "{barang} sudah kami periksa." } },
);
const reporter = { buyer: "Kepada pelapor" } as const;
export const reportActedTemplate = makeTemplate(
  "catalog.notification_report_acted",
  {
    group,
    label: "Laporan ditindak",
    help: "Setelah barang atau toko yang dilaporkan diturunkan.",
    variables: { dilaporkan },
    readers: reporter,
  },
  {
    buyer: {
      title: "Laporan Anda ditindak",
      text: "{dilaporkan} diturunkan dari pasar. Terima kasih atas laporan Anda.",
    },
  },
);
export const reportDismissedTemplate = makeTemplate(
  "catalog.notification_report_dismissed",
  {
    group,
    label: "Laporan ditutup tanpa tindakan",
    help: "Setelah operator menjawab laporan tentang barang atau toko.",
    variables: {
      dilaporkan,
      jawaban: { about: "jawaban operator", sample: "Izin edar barang ini berlaku.", isNeeded: true },
    },
    readers: reporter,
  },
  { buyer: { title: "Laporan Anda sudah diperiksa", text: "{dilaporkan}: {jawaban}" } },
);

/** In the order of the console. */
export const catalogTemplates = [productApprovedTemplate, reportActedTemplate, reportDismissedTemplate];
