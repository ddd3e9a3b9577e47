/** The texts about the end of a withdrawal, as notification and as mail, until an operator changes them. */
import { makeTemplate, type NotificationTexts } from "#notifications/notification-template.ts";

const variables = {
  jumlah: { about: "jumlah penarikan", sample: "Rp500.000", isCommon: true, isNeeded: true },
  diterima: { about: "jumlah setelah biaya", sample: "Rp497.500", isNeeded: true },
  rekening: { about: "bank dan akhir nomor rekening", sample: "BCA ••••6789", isNeeded: true },
  alasan: { about: "alasan operator", sample: "Nama pemilik rekening berbeda.", isNeeded: true },
  sebab: { about: "kalimat tentang sebabnya", sample: "Bank tujuan menolak transfer ini.", isNeeded: true },
} as const;

function template(name: string, label: string, help: string, seller: NotificationTexts) {
  const about = {
    group: "money_notifications",
    label,
    help: `${help} Juga dikirim sebagai email.`,
    variables,
  } as const;
  return makeTemplate(`payments.notification_${name}`, about, { seller });
}

export const payoutTemplates = {
  paid: template("payout_paid", "Penarikan dikirim", "Setelah uang dikirim ke rekening penjual.", {
    title: "Penarikan sudah dikirim",
    text: "{diterima} sudah dikirim ke {rekening}.",
  }),
  paidLate: template(
    "payout_paid_late",
    "Penarikan ternyata sampai",
    "Bila bank mengoreksi kabar bahwa penarikan gagal.",
    {
      title: "Penarikan ternyata sampai",
      text: "Bank mengoreksi kabarnya: {diterima} sudah sampai di {rekening}. {jumlah} kami ambil lagi dari saldo toko Anda.",
    },
  ),
  failed: template("payout_failed", "Penarikan gagal", "Bila uang tidak bisa dikirim.", {
    title: "Penarikan gagal",
    text: "{jumlah} kembali ke saldo toko Anda. {sebab}",
  }),
  returned: template(
    "payout_returned",
    "Penarikan dikembalikan bank",
    "Bila bank mengembalikan uang yang sudah dikirim.",
    {
      title: "Penarikan dikembalikan bank",
      text: "{rekening} mengembalikan {diterima}. {jumlah} kembali ke saldo toko Anda. {sebab}",
    },
  ),
  rejected: template("payout_rejected", "Penarikan ditolak", "Setelah operator menolak penarikan.", {
    title: "Penarikan ditolak",
    text: "{jumlah} kembali ke saldo toko Anda. Alasan: {alasan}",
  }),
};

const automatic = {
  about: "kalimat tentang sebabnya",
  sample: "Anda belum punya rekening bank.",
  isNeeded: true,
} as const;
export const automaticRefusedTemplate = makeTemplate(
  "payments.notification_automatic_refused",
  {
    group: "money_notifications",
    label: "Penarikan otomatis tidak berjalan",
    help: "Bila penarikan otomatis pada harinya tidak bisa diminta.",
    variables: { sebab: automatic },
  },
  { seller: { title: "Penarikan otomatis tidak berjalan", text: "{sebab}" } },
);
