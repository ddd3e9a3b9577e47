/** The texts about changes of bank accounts, as notification and as mail, until an operator changes them. */
import { span } from "#lib/time.ts";
import { makeMailTemplate } from "#messages/mail-template.ts";
import { makeTemplate, type NotificationTexts, type Variables } from "#notifications/notification-template.ts";
import { accountHoldDuration } from "./rules.ts";

const rekening = { about: "bank dan akhir nomor rekening", sample: "BCA ••••6789", isNeeded: true } as const;

function template<Name extends string>(
  name: string,
  { label, help, variables }: { label: string; help: string; variables: Record<Name, Variables[string]> },
  texts: NotificationTexts,
) {
  const about = {
    group: "money_notifications",
    label,
    help: `${help} Juga dikirim sebagai email.`,
    variables,
  } as const;
  return makeTemplate<Name>(`payments.notification_${name}`, about, { buyer: texts, seller: texts });
}

export const bankAccountTemplates = {
  added: template(
    "bank_account_added",
    {
      label: "Rekening bank ditambahkan",
      help: "Setelah pemilik akun menambahkan rekening.",
      variables: {
        rekening,
        pemilik: { about: "nama pemilik rekening", sample: "SARI DEWI", isNeeded: true },
        mulai: { about: "sejak kapan bisa dipakai", sample: "24 Nov 2026, 20.15 WIB", isNeeded: true },
      },
    },
    {
      title: "Rekening bank ditambahkan",
      text: "{rekening} atas nama {pemilik} bisa dipakai mulai {mulai}.",
    },
  ),
  main: template(
    "bank_account_main",
    { label: "Rekening utama diganti", help: "Setelah rekening utama diganti.", variables: { rekening } },
    { title: "Rekening utama diganti", text: "Penarikan otomatis sekarang menuju {rekening}." },
  ),
  removed: template(
    "bank_account_removed",
    { label: "Rekening bank dihapus", help: "Setelah rekening dihapus.", variables: { rekening } },
    { title: "Rekening bank dihapus", text: "{rekening} tidak lagi dipakai untuk akun Anda." },
  ),
};

export const bankAccountMailTemplate = makeMailTemplate(
  "payments.mail_bank_account",
  {
    label: "rekening bank berubah",
    help: "Dikirim bersama notifikasi tentang rekening. Judul dan kalimatnya dari notifikasi itu.",
    variables: {
      salam: { about: "sapaan dengan nama penerima", sample: "Halo Sari," },
      judul: { about: "judul notifikasinya", sample: "Rekening bank dihapus" },
      kabar: { about: "teks notifikasinya", sample: "BCA ••••6789 tidak lagi dipakai untuk akun Anda." },
      tunggu: { about: "berapa lama rekening baru belum bisa dipakai", sample: span(accountHoldDuration) },
    },
    required: ["kabar"],
  },
  {
    subject: "{judul}",
    title: "{judul}",
    text: "{salam}\n\n{kabar}\n\nBukan Anda? Ganti kata sandi Anda sekarang dan hapus rekening itu. Rekening baru tidak bisa dipakai selama {tunggu} pertama.",
    button: "Buka Keamanan",
    note: "Jika Anda sendiri yang mengubahnya, tidak ada yang perlu dilakukan.",
  },
);
