import { hrefs } from "#hrefs.ts";
import type { Queryable } from "#lib/database.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime, span, zoneOfProvince } from "#lib/time.ts";
import { notify } from "#notifications/notify.ts";
import { settlementOf } from "#payments/settlement/rules.ts";
import { instantDurations, isInstant, pickupSpan } from "#shipping/instant-rules.ts";
import { cancelAnswerDuration, confirmationDuration } from "#shipping/handling-rules.ts";
import type { OrderChange } from "./change-order.ts";
import { codLimits } from "./checkout/cod-rules.ts";
import { autoCompleteDuration, extensionDuration, firstScanDuration } from "./deadlines/rules.ts";
import { readSettlementOrder, type LockedOrder } from "./queries.ts";
import { reviewDuration, type OrderAction } from "./rules.ts";

type NotificationText = { title: string; text: string };
type PartyNotifications = { buyer?: NotificationText; seller?: NotificationText };

const moneyBack = (order: LockedOrder) =>
  order.paid_at ? ` ${formatRupiah(order.total)} dikembalikan kepada Anda.` : "";
// A courier that forgot a scan may have her cash.
const ifCashWasPaid = (order: LockedOrder) =>
  order.cod && !order.paid_at ? ` Bila Anda sudah membayar kurir, ${objection}` : "";
// Nobody has paid a COD order that ends under way.
const toBuyer = (order: LockedOrder) => (order.paid_at ? ", uang kembali ke pembeli" : "");
const due = ({ due_at }: LockedOrder, province: string) =>
  due_at ? formatDateTime(due_at, zoneOfProvince(province)) : "batas waktunya";
const confirmSpan = ({ courier }: LockedOrder) =>
  isInstant(courier) ? pickupSpan(instantDurations.confirmation) : span(confirmationDuration());
const because = (reason: string | undefined) => (reason ? ` Alasan: ${reason}` : "");

const missingPart = (order: LockedOrder) =>
  order.part_arrived ? "bila sebagian paket tidak tiba, ajukan komplain di sana; " : "";
const arrivedSellerText = (payout: string) =>
  `${payout} masuk ke saldo setelah pembeli menyatakan pesanan diterima, atau setelah waktu periksanya lewat.`;
const askForReview = `Anda bisa mengulas barangnya dalam ${span(reviewDuration)}.`;

/**
 * The notifications to buyer and seller about each action. The side that acted is notified only of a result: where the
 * money went, or a new deadline.
 */
const notificationTexts: Record<
  OrderAction,
  (order: LockedOrder, change: OrderChange, payout: string) => PartyNotifications
> = {
  pay: (order) => ({
    buyer: {
      title: "Pembayaran diterima",
      text: `${order.shop_name} mengonfirmasi dalam ${confirmSpan(order)}. Uang Anda aman di rekening bersama.`,
    },
    seller: {
      title: "Pesanan baru",
      text: `Terima atau tolak dalam ${confirmSpan(order)}: ${order.first_name}.`,
    },
  }),
  confirm_cod: (order) => ({
    buyer: {
      title: "Pesanan COD dibuat",
      text: `${order.shop_name} mengonfirmasi dalam ${confirmSpan(order)}. Siapkan ${formatRupiah(order.total)} tunai untuk kurir saat paket tiba.`,
    },
    seller: {
      title: "Pesanan baru, bayar di tempat",
      text: `Terima atau tolak dalam ${confirmSpan(order)}: ${order.first_name}. Kurir menagih ${formatRupiah(order.total)} saat paket tiba.`,
    },
  }),
  expire: () => ({
    buyer: {
      title: "Pesanan dibatalkan",
      text: "Batas waktu pembayaran sudah lewat. Anda bisa memesan lagi kapan saja.",
    },
  }),
  cancel: (order, { reason }) =>
    order.paid_at || order.cod
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
      text: `${order.shop_name} tidak bisa memenuhi pesanan.${moneyBack(order)}${because(reason)}`,
    },
  }),
  silence_confirmation: (order) => ({
    buyer: {
      title: "Pesanan dibatalkan",
      text: `${order.shop_name} tidak mengonfirmasi dalam ${confirmSpan(order)}.${moneyBack(order)}`,
    },
    seller: {
      title: "Pesanan dibatalkan",
      text: `Anda tidak mengonfirmasi dalam ${confirmSpan(order)}${toBuyer(order)}: ${order.first_name}.`,
    },
  }),
  request_cancel: (_order, { reason }) => ({
    seller: {
      title: "Pembeli meminta pembatalan",
      text: `Jawab dalam ${span(cancelAnswerDuration())}; tanpa jawaban Anda permintaan dianggap disetujui.${because(reason)}`,
    },
  }),
  withdraw_cancel: (order) => ({
    seller: {
      title: "Permintaan pembatalan ditarik",
      text: `Pembeli menarik permintaannya. Kirim sebelum ${due(order, order.shop_province)}: ${order.first_name}.`,
    },
  }),
  approve_cancel: (order) => ({
    buyer: { title: "Pembatalan disetujui", text: `Pesanan dibatalkan.${moneyBack(order)}` },
  }),
  refuse_cancel: (order, { by, reason = "" }) =>
    by === "courier"
      ? {
          buyer: { title: "Pesanan tidak bisa dibatalkan lagi", text: reason },
          seller: { title: "Permintaan pembatalan berakhir", text: `${reason} ${order.first_name}.` },
        }
      : {
          buyer: {
            title: "Pembatalan ditolak penjual",
            text: `${order.shop_name} tetap mengirim pesanan Anda.${because(reason)}`,
          },
        },
  stop: (order, { reason }) => ({
    buyer: {
      title: "Pesanan dibatalkan operator pasar",
      text: `${order.shop_name}, ${order.first_name}.${moneyBack(order)}${because(reason)}`,
    },
    seller: {
      title: "Jangan kirim: pesanan dibatalkan operator pasar",
      text: `${order.first_name}. Stok sudah kembali${toBuyer(order)}.${because(reason)}`,
    },
  }),
  silence_cancel: (order) => ({
    buyer: {
      title: "Pesanan dibatalkan",
      text: `Penjual tidak menjawab permintaan Anda dalam ${span(cancelAnswerDuration())}.${moneyBack(order)}`,
    },
    seller: {
      title: "Pesanan dibatalkan",
      text: `Anda tidak menjawab permintaan pembatalan dalam ${span(cancelAnswerDuration())}${toBuyer(order)}.`,
    },
  }),
  ship: (order) => ({
    buyer: {
      title: "Pesanan dikirim",
      text: order.tracking_number
        ? `${order.courier_name}, nomor resi ${order.tracking_number}.`
        : `${order.courier_name}. Kode penyerahan ada di halaman pesanan; sebutkan saat barang Anda terima.`,
    },
  }),
  ship_deadline: (order) => ({
    buyer: { title: "Pesanan dibatalkan", text: `${order.shop_name} tidak mengirim tepat waktu.${moneyBack(order)}` },
    seller: { title: "Pesanan dibatalkan", text: `Anda tidak mengirim tepat waktu${toBuyer(order)}.` },
  }),
  charge_back: (order) => ({
    buyer: {
      title: "Pesanan dibatalkan",
      text: "Bank menarik kembali pembayaran Anda, jadi pesanan ini tidak dikirim.",
    },
    seller: {
      title: "Jangan kirim: pesanan dibatalkan",
      text: `Bank pembeli menarik kembali pembayarannya: ${order.first_name}. Stok sudah kembali.`,
    },
  }),
  refuse_parcel: (order, { by }) => ({
    buyer: {
      title: "Paket COD dikembalikan",
      text:
        by === "seller"
          ? `Menurut penjual, paket kembali kepadanya tanpa dibayar, jadi pesanan dibatalkan. Bila Anda menerima atau membayar paket itu, ${objection} ${codRefusalText()}`
          : `Kurir membawa paket kembali ke penjual, jadi pesanan dibatalkan dan Anda tidak membayar apa pun. ${codRefusalText()}`,
    },
    seller: {
      title: "Paket COD tidak diterima",
      text: `Pembeli tidak menerima paket ${order.first_name}, jadi kurir mengembalikannya. Stok sudah kembali.`,
    },
  }),
  no_first_scan: (order) => ({
    buyer: {
      title: "Pesanan dibatalkan",
      text: `Kurir tidak pernah memindai paket.${moneyBack(order)}${ifCashWasPaid(order)}`,
    },
    seller: {
      title: "Pesanan dibatalkan",
      text: `Kurir tidak memindai paket dalam ${span(firstScanDuration())}${toBuyer(order)}.`,
    },
  }),
  undelivered: (order) => ({
    buyer: { title: "Pesanan dibatalkan", text: `Paket tidak tiba.${moneyBack(order)}${ifCashWasPaid(order)}` },
    seller: { title: "Pesanan dibatalkan", text: `Paket tidak tiba pada waktunya${toBuyer(order)}.` },
  }),
  ask_arrival: (order) => ({
    buyer: {
      title: "Apakah paket sudah tiba?",
      text: `${order.shop_name}, ${order.first_name}. Jawab di halaman pesanan sebelum ${due(order, order.buyer_province)}; ${missingPart(order)}tanpa jawaban, paket dianggap tiba.`,
    },
    seller: {
      title: "Pembeli ditanya apakah paket sudah tiba",
      text: `Tanpa jawaban sampai ${due(order, order.shop_province)}, paket dianggap tiba: ${order.first_name}.`,
    },
  }),
  confirm_arrival: (order, _change, payout) => ({
    buyer: { title: "Paket sudah tiba", text: `Periksa isinya sebelum ${due(order, order.buyer_province)}.` },
    seller: { title: "Paket sudah tiba", text: arrivedSellerText(payout) },
  }),
  hand_over: (order, _change, payout) => ({
    buyer: { title: "Pesanan sudah diserahkan", text: `Periksa isinya sebelum ${due(order, order.buyer_province)}.` },
    seller: { title: "Pesanan sudah diserahkan", text: arrivedSellerText(payout) },
  }),
  assume_delivered: (order, _change, payout) => ({
    buyer: {
      title: "Paket dianggap sudah tiba",
      text: `Anda belum menjawab. Periksa pesanan sebelum ${due(order, order.buyer_province)}; setelah itu pesanan selesai dengan sendirinya.`,
    },
    seller: { title: "Paket dianggap sudah tiba", text: arrivedSellerText(payout) },
  }),
  // This text must be true before and after an extension, because sent notifications do not change.
  mark_delivered: (_order, _change, payout) => ({
    buyer: {
      title: "Paket sudah tiba",
      text: `Periksa isinya dalam ${span(autoCompleteDuration())}, lalu tekan Pesanan diterima. Perlu lebih lama? Minta tambahan waktu ${span(extensionDuration())} di halaman pesanan.`,
    },
    seller: {
      title: "Paket sudah tiba",
      text: arrivedSellerText(payout),
    },
  }),
  receive: (order, _change, payout) => ({
    buyer: { title: "Pesanan selesai", text: `Uang Anda diteruskan ke ${order.shop_name}. ${askForReview}` },
    seller: { title: "Pesanan selesai", text: `${payout} masuk ke saldo Anda.` },
  }),
  extend: (order) => ({
    buyer: {
      title: "Waktu periksa bertambah",
      text: `Periksa pesanan sampai ${due(order, order.buyer_province)}; setelah itu pesanan selesai dengan sendirinya.`,
    },
    seller: {
      title: "Pembeli menambah waktu periksa",
      text: `Pesanan selesai paling lambat ${due(order, order.shop_province)}.`,
    },
  }),
  auto_complete: (order, _change, payout) => ({
    buyer: {
      title: "Pesanan selesai",
      text: `Waktu periksa sudah lewat, uang diteruskan ke ${order.shop_name}. ${askForReview}`,
    },
    seller: { title: "Pesanan selesai", text: `${payout} masuk ke saldo Anda.` },
  }),
  // The case itself notifies both sides of what they have to do.
  dispute: () => ({}),
  // The reason is the written outcome of the case.
  settle_dispute: (_order, { reason = "" }) => ({
    buyer: { title: "Komplain selesai", text: reason },
    seller: { title: "Komplain selesai", text: `${reason} Hak Anda masuk ke saldo.` },
  }),
  resume_shipping: (_order, { reason = "" }) => ({
    buyer: { title: "Komplain ditarik", text: reason },
    seller: { title: "Komplain ditarik", text: reason },
  }),
  refund: (order, { reason }) => ({
    buyer: {
      title: "Dana dikembalikan",
      text: `${formatRupiah(order.total)} dikembalikan kepada Anda.${because(reason)}`,
    },
    seller: { title: "Dana dikembalikan kepada pembeli", text: `Komplain selesai.${because(reason)}` },
  }),
};

const objection = "simpan buktinya dan hubungi kami lewat tombol Hubungi kami di halaman pesanan.";
function codRefusalText(): string {
  const { maxRefused, window } = codLimits();
  return `Setelah ${maxRefused} paket COD tidak jadi dibayar dalam ${span(window)}, pesanan dibayar di muka.`;
}

/** The actions whose notifications say what the seller gets: what her balance grows by, to the rupiah. */
const namesPayout: ReadonlySet<OrderAction> = new Set([
  "mark_delivered",
  "confirm_arrival",
  "hand_over",
  "assume_delivered",
  "receive",
  "auto_complete",
]);

/** Notifies both sides of a change, in its transaction, once for each event. */
export async function notifyOrderChange(
  tx: Queryable,
  order: LockedOrder,
  change: OrderChange,
  eventId: string,
): Promise<void> {
  const payout = namesPayout.has(change.action)
    ? formatRupiah(settlementOf(await readSettlementOrder(tx, order.id)).seller)
    : "";
  const texts = notificationTexts[change.action](order, change, payout);
  const image = order.picture_key ? hrefs.picture(order.picture_key, 200, "webp") : null;
  for (const side of ["buyer", "seller"] as const) {
    const message = texts[side];
    if (!message) continue;
    await notify(tx, {
      userId: side === "buyer" ? order.buyer_id : order.seller_id,
      type:
        change.action === "dispute" ||
        change.action === "resume_shipping" ||
        change.action === "settle_dispute" ||
        change.action === "refund"
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
