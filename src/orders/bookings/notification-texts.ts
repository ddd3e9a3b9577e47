/** The texts of notifications about couriers that were ordered, until an operator changes them. */
import { makeTemplate, type Variables } from "#notifications/notification-template.ts";

const nomor = { about: "nomor pesanan", sample: "INV/20261123/0001", isCommon: true } as const;

function template<Name extends string>(
  name: string,
  {
    label,
    help,
    variables,
    title,
    text,
  }: Record<"label" | "help" | "title" | "text", string> & {
    variables: Record<Name, Variables[string]>;
  },
) {
  const about = { group: "order_notifications", label, help, variables } as const;
  return makeTemplate<Name>(`orders.notification_${name}`, about, { seller: { title, text } });
}

export const bookingTemplates = {
  booked: template("booking_made", {
    label: "Penjemputan dipesan",
    help: "Setelah kurir menerima penjemputan.",
    variables: { nomor, ongkos: { about: "ongkos penjemputan", sample: "Rp18.000", isNeeded: true } },
    title: "Penjemputan dipesan",
    text: "Kurir menjemput paket pesanan {nomor}. Ongkosnya {ongkos}, dibayar dari ongkos kirim pesanan.",
  }),
  refused: template("booking_refused", {
    label: "Penjemputan tidak bisa dipesan",
    help: "Bila platform kurir menolak penjemputan.",
    variables: {
      nomor,
      sebab: {
        about: "kalimat tentang sebabnya, bisa kosong",
        sample: "Kode pos tidak dijangkau kurir ini.",
        isNeeded: true,
        isOptional: true,
      },
    },
    title: "Penjemputan tidak bisa dipesan",
    text: "{sebab}",
  }),
  cancelled: template("booking_cancelled", {
    label: "Penjemputan dibatalkan kurir",
    help: "Bila kurir atau pengemudi tidak jadi datang.",
    variables: {
      nomor,
      lanjutan: {
        about: "kalimat tentang sebab dan langkah berikutnya",
        sample: "Pengemudi tidak jadi datang. Kami sudah memanggil pengemudi lain.",
        isNeeded: true,
      },
    },
    title: "Penjemputan dibatalkan kurir",
    text: "{lanjutan}",
  }),
  stray: template("booking_stray", {
    label: "Kurir dari pemesanan yang sudah berakhir",
    help: "Bila platform kurir menjawab setelah pemesanannya berakhir.",
    variables: {
      nomor,
      lanjutan: {
        about: "kalimat apakah kurir itu sudah dibatalkan",
        sample: "Kurir itu sudah kami batalkan.",
        isNeeded: true,
      },
    },
    title: "Kurir dari pemesanan yang sudah berakhir",
    text: "Platform kurir baru menjawab pemesanan untuk {nomor} setelah pemesanan itu berakhir. {lanjutan}",
  }),
};
