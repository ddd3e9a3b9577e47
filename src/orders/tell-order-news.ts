import { hrefs } from "#hrefs.ts";
import type { Queryable } from "#lib/database.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { notify } from "#notifications/notify.ts";
import type { OrderChange } from "./change-order.ts";
import type { LockedOrder } from "./queries.ts";
import type { OrderAction } from "./rules.ts";

type News = { title: string; text: string };
type Told = { buyer?: News; seller?: News };

const moneyBack = (order: LockedOrder) =>
  order.paid_at ? ` ${formatRupiah(order.total)} dikembalikan ke metode pembayaran Anda.` : "";
const because = (reason: string | undefined) => (reason ? ` Alasan: ${reason}` : "");

/** What buyer and seller are told of each action; who did it himself is not told. */
const news: Record<OrderAction, (order: LockedOrder, change: OrderChange) => Told> = {
  pay: (order) => ({
    buyer: {
      title: "Pembayaran diterima",
      text: `Uang Anda aman di rekening bersama. ${order.shop_name} mengonfirmasi pesanan dalam 24 jam.`,
    },
    seller: { title: "Pesanan baru", text: `Terima atau tolak dalam 24 jam: ${order.first_name}.` },
  }),
  expire: () => ({
    buyer: {
      title: "Pesanan dibatalkan",
      text: "Batas waktu pembayaran sudah lewat. Anda dapat memesan lagi kapan saja.",
    },
  }),
  cancel: (order, { reason }) =>
    order.paid_at
      ? {
          seller: {
            title: "Pesanan dibatalkan pembeli",
            text: `${order.first_name}. Stok sudah kembali.${because(reason)}`,
          },
          buyer: { title: "Pesanan dibatalkan", text: `Pesanan Anda sudah dibatalkan.${moneyBack(order)}` },
        }
      : {},
  accept: (order) => ({ buyer: { title: "Pesanan diproses", text: `${order.shop_name} menyiapkan pesanan Anda.` } }),
  reject: (order, { reason }) => ({
    buyer: {
      title: "Pesanan ditolak penjual",
      text: `${order.shop_name} tidak dapat memenuhi pesanan.${moneyBack(order)}${because(reason)}`,
    },
  }),
  silence_confirmation: (order) => ({
    buyer: {
      title: "Pesanan dibatalkan",
      text: `${order.shop_name} tidak mengonfirmasi dalam 24 jam.${moneyBack(order)}`,
    },
    seller: {
      title: "Pesanan dibatalkan",
      text: `${order.first_name}. Pesanan tidak dikonfirmasi dalam 24 jam, uang kembali ke pembeli.`,
    },
  }),
  request_cancel: (_order, { reason }) => ({
    seller: {
      title: "Pembeli meminta pembatalan",
      text: `Jawab dalam 24 jam; tanpa jawaban permintaan dianggap disetujui.${because(reason)}`,
    },
  }),
  approve_cancel: (order) => ({
    buyer: { title: "Pembatalan disetujui", text: `Pesanan dibatalkan.${moneyBack(order)}` },
  }),
  refuse_cancel: (order, { reason }) => ({
    buyer: {
      title: "Pembatalan ditolak penjual",
      text: `${order.shop_name} tetap mengirim pesanan Anda.${because(reason)}`,
    },
  }),
  silence_cancel: (order) => ({
    buyer: {
      title: "Pesanan dibatalkan",
      text: `Penjual tidak menjawab permintaan Anda dalam 24 jam.${moneyBack(order)}`,
    },
    seller: {
      title: "Pesanan dibatalkan",
      text: "Permintaan pembatalan tidak dijawab dalam 24 jam, uang kembali ke pembeli.",
    },
  }),
  ship: (order) => ({
    buyer: {
      title: "Pesanan dikirim",
      text: order.resi ? `${order.courier_name}, nomor resi ${order.resi}.` : `${order.courier_name}.`,
    },
  }),
  ship_deadline: (order) => ({
    buyer: { title: "Pesanan dibatalkan", text: `${order.shop_name} tidak mengirim tepat waktu.${moneyBack(order)}` },
    seller: { title: "Pesanan dibatalkan", text: "Batas waktu pengiriman lewat, uang kembali ke pembeli." },
  }),
  no_first_scan: (order) => ({
    buyer: { title: "Pesanan dibatalkan", text: `Resi tidak pernah dipindai kurir.${moneyBack(order)}` },
    seller: { title: "Pesanan dibatalkan", text: "Resi tidak dipindai kurir dalam 2×24 jam, uang kembali ke pembeli." },
  }),
  undelivered: (order) => ({
    buyer: { title: "Pesanan dibatalkan", text: `Paket tidak tiba.${moneyBack(order)}` },
    seller: { title: "Pesanan dibatalkan", text: "Paket tidak tiba pada waktunya, uang kembali ke pembeli." },
  }),
  mark_delivered: () => ({
    buyer: {
      title: "Paket tiba di tujuan",
      text: "Periksa isinya lalu tekan Pesanan diterima. Setelah 2×24 jam pesanan selesai dengan sendirinya.",
    },
    seller: {
      title: "Paket tiba di tujuan",
      text: "Dana masuk ke saldo setelah pembeli menerima, paling lama 2×24 jam.",
    },
  }),
  receive: (order) => ({
    seller: {
      title: "Pesanan selesai",
      text: `${formatRupiah(order.goods_total + order.shipping_cost - order.commission)} masuk ke saldo Anda.`,
    },
  }),
  extend: () => ({
    seller: {
      title: "Pembeli memperpanjang waktu periksa",
      text: "Pembeli meminta 3 hari lagi untuk memeriksa pesanan.",
    },
  }),
  auto_complete: (order) => ({
    buyer: {
      title: "Pesanan selesai",
      text: "Waktu periksa sudah lewat, dana diteruskan ke penjual. Ceritakan pengalaman Anda lewat ulasan.",
    },
    seller: {
      title: "Pesanan selesai",
      text: `${formatRupiah(order.goods_total + order.shipping_cost - order.commission)} masuk ke saldo Anda.`,
    },
  }),
  dispute: (_order, { reason }) => ({
    seller: { title: "Komplain dibuka", text: `Dana pesanan ditahan.${because(reason)}` },
  }),
  settle_dispute: (_order, { reason }) => ({
    buyer: { title: "Komplain selesai", text: `Dana diteruskan ke penjual.${because(reason)}` },
    seller: { title: "Komplain selesai", text: `Dana masuk ke saldo Anda.${because(reason)}` },
  }),
  refund: (order, { reason }) => ({
    buyer: {
      title: "Dana dikembalikan",
      text: `${formatRupiah(order.total)} dikembalikan ke metode pembayaran Anda.${because(reason)}`,
    },
    seller: { title: "Dana dikembalikan kepada pembeli", text: `Komplain selesai.${because(reason)}` },
  }),
};

/** Tells both sides what happened to an order, in the transaction of what happened; once for each event. */
export async function tellOrderNews(
  tx: Queryable,
  order: LockedOrder,
  change: OrderChange,
  eventId: string,
): Promise<void> {
  const told = news[change.action](order, change);
  const image = order.picture_key ? hrefs.picture(order.picture_key, 200, "webp") : null;
  for (const side of ["buyer", "seller"] as const) {
    const message = told[side];
    if (!message) continue;
    await notify(tx, {
      userId: side === "buyer" ? order.buyer_id : order.seller_id,
      type:
        change.action === "dispute" || change.action === "settle_dispute" || change.action === "refund"
          ? "complaint"
          : "order",
      userType: side,
      transactionId: order.id,
      title: message.title,
      description: message.text,
      image,
      dedupeKey: `order:${order.id}:${change.action}:${eventId}`,
      now: change.now,
    });
  }
}
