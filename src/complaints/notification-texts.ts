/** The texts of notifications about cases, until an operator changes them. notify-case.ts sends them. */
import { makeTemplate, type Variables } from "#notifications/notification-template.ts";
import { claimStates } from "./insurance/rules.ts";
import { type OpenState, openStates, type Party, stepOf } from "./rules.ts";

const nomor = { about: "nomor komplain", sample: "KMP/20261123/0001", isCommon: true } as const;
const batas = { about: "batas waktu menurut jam setempat", sample: "25 Nov 2026, 20.15 WIB", isNeeded: true } as const;
const ofState = {
  nomor,
  kabar: { about: "kalimat tentang apa yang baru terjadi", sample: "Penjual menawarkan: Rp50.000.", isNeeded: true },
  batas,
  akibat: {
    about: "kalimat tentang apa yang terjadi tanpa jawaban",
    sample: "Bila Anda tidak menjawab dalam batas waktu, komplain diteruskan ke mediator.",
    isNeeded: true,
  },
} as const satisfies Variables;

function stepTemplate(name: string, { label, turn, task }: ReturnType<typeof stepOf>) {
  const textsOf = (side: Party) => ({
    title: `${turn === side ? task : label}: {nomor}`,
    text: "{kabar} Batas waktu {batas}. {akibat}",
  });
  return makeTemplate(
    `complaints.notification_${name}`,
    {
      group: "complaint_notifications",
      label: `Komplain: ${label.toLowerCase()}`,
      help: `Setelah komplain beralih ke “${label}”.`,
      variables: ofState,
    },
    { buyer: textsOf("buyer"), seller: textsOf("seller") },
  );
}

/** What both sides read when a case comes to a state. */
export const stateTemplates = Object.fromEntries(
  openStates.map((state) => [state, stepTemplate(state, stepOf(state, false))]),
) as Record<OpenState, ReturnType<typeof stepTemplate>>;
/** What they read instead when goods are to be sent back to a shop without an address. */
export const addressTemplate = stepTemplate("awaiting_address", stepOf("awaiting_return", true));

const message = {
  title: "Pesan baru dalam komplain {nomor}",
  text: "Dari {pengirim}. Buka komplainnya untuk membaca dan membalas.",
};
export const messageTemplate = makeTemplate(
  "complaints.notification_message",
  {
    group: "complaint_notifications",
    label: "Pesan baru dalam komplain",
    help: "Setelah pihak lain atau mediator menulis, tanpa perubahan giliran.",
    variables: { nomor, pengirim: { about: "siapa yang menulis", sample: "mediator", isNeeded: true } },
  },
  { buyer: message, seller: message },
);

function callTemplate(name: string, label: string, title: string) {
  return makeTemplate(
    `complaints.notification_${name}`,
    {
      group: "operator_notifications",
      label,
      help: "Kepada semua operator yang boleh memutuskan komplain.",
      variables: { nomor, batas },
      readers: { buyer: "Kepada operator" },
    },
    {
      buyer: { title, text: "Komplain {nomor}: putuskan sampai {batas}. Buka Komplain di konsol operator." },
    },
  );
}
/** What operators who may decide read. */
export const callTemplates = {
  with_mediator: callTemplate("call_mediator", "Komplain menunggu putusan", "Komplain menunggu putusan"),
  reminder: callTemplate("call_reminder", "Komplain hampir lewat waktu", "Komplain hampir lewat waktu"),
  appealed: callTemplate("call_appeal", "Banding menunggu putusan", "Banding menunggu putusan"),
};

const pesanan = { about: "nomor pesanan", sample: "INV/20261123/0001", isCommon: true } as const;
const kurir = { about: "nama kurir", sample: "JNE REG", isCommon: true } as const;
export const claimTemplates = {
  paid: makeTemplate(
    "complaints.notification_claim_paid",
    {
      group: "complaint_notifications",
      label: "Klaim asuransi dibayar",
      help: "Setelah kurir membayar klaim asuransi.",
      variables: {
        pesanan,
        kurir,
        jumlah: { about: "jumlah yang dibayar kurir", sample: "Rp250.000", isNeeded: true },
        saldo: {
          about: "kalimat tentang bagian penjual, kosong bila klaimnya milik penjual sendiri",
          sample: "Rp250.000 masuk ke saldo Anda.",
          isNeeded: true,
          isOptional: true,
        },
      },
    },
    { seller: { title: claimStates.paid, text: "{kurir} membayar {jumlah} untuk pesanan {pesanan}. {saldo}" } },
  ),
  unanswered: makeTemplate(
    "complaints.notification_claim_unanswered",
    {
      group: "operator_notifications",
      label: "Klaim asuransi belum dijawab",
      help: "Kepada semua operator yang mencatat klaim, setelah waktu kurir menjawab lewat dan tiap beberapa hari sesudahnya.",
      variables: { nomor, kurir, pesanan, batas },
      readers: { buyer: "Kepada operator" },
    },
    {
      buyer: {
        title: "Klaim asuransi belum dijawab",
        text: "Komplain {nomor}: {kurir} belum menjawab klaim pesanan {pesanan}, yang ditunggu sampai {batas}. Tagih jawabannya, lalu catat di komplainnya.",
      },
    },
  ),
  refused: makeTemplate(
    "complaints.notification_claim_refused",
    {
      group: "complaint_notifications",
      label: "Klaim asuransi ditolak",
      help: "Setelah kurir menolak klaim asuransi.",
      variables: { pesanan, kurir, alasan: { about: "alasan kurir", sample: "Kemasan tidak rusak.", isNeeded: true } },
    },
    {
      seller: {
        title: claimStates.refused,
        text: "{kurir} menolak klaim asuransi pesanan {pesanan}. Alasan: {alasan}",
      },
    },
  ),
  returned: makeTemplate(
    "complaints.notification_claim_returned",
    {
      group: "complaint_notifications",
      label: "Ganti rugi klaim asuransi dikembalikan",
      help: "Setelah bank pembeli mengembalikan uang pesanan yang kerugiannya sudah diganti kurir.",
      variables: {
        pesanan,
        jumlah: { about: "jumlah yang diambil dari saldo toko", sample: "Rp50.000", isNeeded: true },
      },
    },
    {
      seller: {
        title: "Ganti rugi klaim asuransi dikembalikan",
        text: "Uang pesanan {pesanan} yang ditarik bank pembeli sudah kembali, jadi {jumlah} dari ganti rugi kurir diambil lagi dari saldo toko.",
      },
    },
  ),
};

/** In the order of the console. */
export const complaintTemplates = [
  ...Object.values(stateTemplates),
  addressTemplate,
  messageTemplate,
  ...Object.values(claimTemplates),
  ...Object.values(callTemplates),
];
