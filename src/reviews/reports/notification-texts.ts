/** The texts of notifications about hidden reviews, questions and answers, until an operator changes them. */
import { makeTemplate, type NotificationTexts, type Variables } from "#notifications/notification-template.ts";
import { span } from "#lib/time.ts";
import { objection } from "./rules.ts";

const tulisan = { about: "“Ulasan”, “Pertanyaan” atau “Jawaban”", sample: "Ulasan", isCommon: true } as const;
const barang = { about: "nama barang", sample: "Kain batik tulis 2 m", isCommon: true } as const;
const alasan = { about: "alasan operator", sample: "Berisi nomor telepon orang lain.", isNeeded: true } as const;

function template<Name extends string>(
  name: string,
  { label, help, variables }: { label: string; help: string; variables: Record<Name, Variables[string]> },
  texts: NotificationTexts,
) {
  const about = { group: "shop_notifications", label, help, variables } as const;
  return makeTemplate<Name>(`reviews.notification_${name}`, about, { buyer: texts, seller: texts });
}

export const moderationTemplates = {
  hidden: template(
    "item_hidden",
    {
      label: "Tulisan disembunyikan",
      help: "Setelah operator menyembunyikan ulasan, pertanyaan atau jawaban.",
      variables: {
        tulisan,
        barang,
        alasan,
        keberatan: { about: "waktu untuk mengajukan keberatan", sample: span(objection.duration), isNeeded: true },
      },
    },
    {
      title: "{tulisan} Anda disembunyikan",
      text: "{barang}. Alasan: {alasan} Anda bisa mengajukan keberatan satu kali dalam {keberatan}.",
    },
  ),
  restored: template(
    "item_restored",
    {
      label: "Tulisan tampil lagi",
      help: "Setelah operator menampilkan tulisan itu kembali.",
      variables: { tulisan, barang },
    },
    { title: "{tulisan} Anda tampil lagi", text: "{barang}" },
  ),
  upheld: template(
    "hiding_upheld",
    {
      label: "Tulisan tetap disembunyikan",
      help: "Setelah operator lain menolak keberatan penulisnya.",
      variables: { tulisan, barang, alasan },
    },
    { title: "{tulisan} Anda tetap disembunyikan", text: "{barang}. Alasan: {alasan}" },
  ),
};
