/** The texts of mails about measures against accounts, shops and products, until an operator changes them. */
import { makeMailTemplate } from "#messages/mail-template.ts";
import { appealOutcomes, type MeasureKind } from "./rules.ts";

const salam = { about: "sapaan dengan nama penerima", sample: "Halo Sari," };
const tentang = { about: "nama toko atau produk, kosong untuk akun", sample: "Salep Sakti" };

/** A title inside a sentence: only its first letter becomes small, so that “Anda” stays as it is. */
const inSentence = (title: string) => title.charAt(0).toLowerCase() + title.slice(1);

function takenTemplate(kind: MeasureKind, title: string, start: string, button: string) {
  return makeMailTemplate(
    `accounts.mail_measure_${kind}`,
    {
      label: `tindakan, ${inSentence(title)}`,
      help: "Dikirim bersama tindakannya. Tombolnya membuka alasan dan formulir banding.",
      variables: {
        salam,
        tentang,
        aturan: { about: "aturan yang dilanggar", sample: "Barang terlarang" },
        alasan: { about: "penjelasan operator", sample: "Obat ini tidak punya izin edar." },
        banding: {
          about: "kalimat tentang banding dan batasnya",
          sample: "Anda bisa mengajukan banding satu kali, paling lambat 7 Des 2026.",
        },
      },
      required: ["aturan", "alasan", "banding"],
    },
    {
      subject: `${title} · {merek}`,
      title,
      text: `{salam}\n\n{tentang}\n\nAlasan: {aturan}.\n\n{alasan}\n\n${start}{banding} Operator lain memeriksanya.`,
      button,
    },
  );
}
const see = "Lihat dan ajukan banding";
export const takenTemplates = {
  user: takenTemplate(
    "user",
    "Akun Anda diblokir",
    "Pesanan Anda yang sedang berjalan tetap diproses. Masuklah seperti biasa: sebagai ganti akun Anda, tampak alasan ini dan formulir banding.\n\n",
    "Masuk dan ajukan banding",
  ),
  shop: takenTemplate("shop", "Toko Anda dihentikan sementara", "", see),
  product: takenTemplate("product", "Produk Anda diturunkan", "", see),
};

function endedTemplate(kind: MeasureKind, title: string) {
  return makeMailTemplate(
    `accounts.mail_measure_end_${kind}`,
    {
      label: `tindakan berakhir, ${inSentence(title)}`,
      help: "Dikirim setelah operator mengakhiri tindakannya, juga setelah banding diterima.",
      variables: {
        salam,
        tentang,
        toko: {
          about: "paragraf bila toko orang ini tetap dihentikan, selain itu kosong",
          sample: "Toko Anda tetap dihentikan. Alasannya dan bandingnya ada di area penjual, bagian Tindakan pasar.",
        },
      },
      required: ["toko"],
    },
    {
      subject: `${title} · {merek}`,
      title,
      text: "{salam}\n\n{tentang}\n\nAnda bisa memakainya lagi sekarang.\n\n{toko}",
      button: "Buka",
    },
  );
}
export const endedTemplates = {
  user: endedTemplate("user", "Akun Anda dibuka kembali"),
  shop: endedTemplate("shop", "Toko Anda dibuka kembali"),
  product: endedTemplate("product", "Produk Anda boleh dijual lagi"),
};

export const appealAnsweredTemplate = makeMailTemplate(
  "accounts.mail_appeal_answered",
  {
    label: "jawaban atas banding",
    help: "Dikirim setelah operator lain memutuskan banding.",
    variables: {
      salam,
      tentang,
      putusan: { about: "kalimat yang berkata bandingnya diterima atau ditolak", sample: appealOutcomes.accepted },
      jawaban: { about: "jawaban operator", sample: "Izin edarnya sudah kami terima." },
    },
    required: ["jawaban"],
  },
  {
    subject: "Jawaban atas banding Anda · {merek}",
    title: "Jawaban atas banding Anda",
    text: "{salam}\n\n{tentang}\n\n{putusan}\n\n{jawaban}",
    button: "Buka",
  },
);

/** In the order of the console. */
export const measureMailTemplates = [
  ...Object.values(takenTemplates),
  appealAnsweredTemplate,
  ...Object.values(endedTemplates),
];
