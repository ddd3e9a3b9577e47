/** The texts of mails about the roles of operators, until an operator changes them. */
import { makeMailTemplate } from "#messages/mail-template.ts";

const salam = { about: "sapaan dengan nama penerima", sample: "Halo Sari," };

export const roleGivenTemplate = makeMailTemplate(
  "accounts.mail_role_given",
  {
    label: "peran operator diberikan",
    help: "Dikirim kepada orang yang mendapat peran operator. Tombolnya membuka konsol.",
    variables: { salam, peran: { about: "nama peran", sample: "Keuangan" } },
    required: ["peran"],
  },
  {
    subject: "Peran Anda di {merek}: {peran}",
    title: "Peran Anda: {peran}",
    text: "{salam}\n\nAkun {merek} Anda sekarang memegang peran operator {peran}. Masuk kembali, lalu aktifkan verifikasi dua langkah atau passkey: tanpa itu konsol tidak terbuka.",
    button: "Buka konsol",
  },
);

export const roleEndedTemplate = makeMailTemplate(
  "accounts.mail_role_ended",
  {
    label: "peran operator berakhir",
    help: "Dikirim kepada orang yang tidak lagi menjadi operator.",
    variables: { salam },
    required: [],
  },
  {
    subject: "Peran operator Anda di {merek} berakhir",
    title: "Peran operator berakhir",
    text: "{salam}\n\nAkun {merek} Anda tidak lagi membuka konsol operator. Akun pembeli Anda tetap ada.",
  },
);

/** In the order of the console. */
export const roleMailTemplates = [roleGivenTemplate, roleEndedTemplate];
