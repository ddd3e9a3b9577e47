/** The texts of notifications about reviews and questions, until an operator changes them. */
import { makeTemplate } from "#notifications/notification-template.ts";

const barang = { about: "nama barang", sample: "Kain batik tulis 2 m", isCommon: true } as const;
const ofReview = {
  barang,
  bintang: { about: "banyaknya bintang", sample: "5" },
  halaman: { about: "tempat membalas", sample: "menu Ulasan toko Anda" },
} as const;
/** Where a seller replies, in words. The notification itself opens that page. */
export const replyPlace = ofReview.halaman.sample;
const ofText = {
  barang,
  isi: { about: "apa yang ditulis", sample: "Terima kasih, warnanya sesuai foto.", isNeeded: true },
} as const;
const group = "shop_notifications" as const;

export const reviewTemplate = makeTemplate(
  "reviews.notification_review",
  { group, label: "Ulasan baru", help: "Setelah pembeli mengulas barang.", variables: ofReview },
  { seller: { title: "Ulasan baru: {bintang} bintang", text: "{barang}. Baca dan balas di {halaman}." } },
);
export const replyTemplate = makeTemplate(
  "reviews.notification_reply",
  { group, label: "Balasan ulasan", help: "Setelah penjual membalas ulasan.", variables: ofText },
  { buyer: { title: "Penjual membalas ulasan Anda", text: "{barang}: {isi}" } },
);
export const questionTemplate = makeTemplate(
  "reviews.notification_question",
  { group, label: "Pertanyaan baru", help: "Setelah seseorang bertanya tentang barang.", variables: ofText },
  { seller: { title: "Pertanyaan baru dari pembeli", text: "{barang}: {isi}" } },
);
export const sellerAnswerTemplate = makeTemplate(
  "reviews.notification_seller_answer",
  { group, label: "Jawaban penjual", help: "Setelah penjual menjawab pertanyaan tentang barang.", variables: ofText },
  { buyer: { title: "Penjual menjawab pertanyaan Anda", text: "{barang}: {isi}" } },
);
export const buyerAnswerTemplate = makeTemplate(
  "reviews.notification_buyer_answer",
  {
    group,
    label: "Jawaban pembeli lain",
    help: "Setelah pembeli lain menjawab pertanyaan tentang barang.",
    variables: ofText,
  },
  { buyer: { title: "Seorang pembeli menjawab pertanyaan Anda", text: "{barang}: {isi}" } },
);

/** In the order of the console. */
export const reviewTemplates = [
  reviewTemplate,
  replyTemplate,
  questionTemplate,
  sellerAnswerTemplate,
  buyerAnswerTemplate,
];
