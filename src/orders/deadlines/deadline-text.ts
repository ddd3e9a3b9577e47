import { span } from "#lib/time.ts";
import type { EndingAction, OrderAction, OrderFacts, OrderStatus } from "../rules.ts";
import {
  actionAtDeadline,
  askedAgainDuration,
  assumedArrivalDuration,
  autoCompleteDuration,
  extensionDuration,
} from "./rules.ts";

export type OrderParty = "buyer" | "seller";

/** The facts that the sentences about an order depend on. */
export type OrderState = Pick<
  OrderFacts,
  "cancelRequested" | "extended" | "tracked" | "scanned" | "unfollowed" | "arrivalAsked" | "awaitsCash"
> & {
  status: OrderStatus;
  /** The buyer collects the goods at the shop. */
  pickup: boolean;
  /** A parcel arrived, and another one is under way or came back. */
  partArrived?: boolean;
  /** The courier itself reported that it has the parcel, because it was ordered through the marketplace. */
  isFetched?: boolean;
  /** A part of the money went back to the buyer. */
  partRefunded?: boolean;
  /** The last action. For a cancelled order it is the reason why it ended. */
  last?: string | undefined;
};

export type Deadline = {
  /** Who has to act. */
  who: "buyer" | "seller" | "courier";
  /** What has to happen. */
  must: string;
  /** Links `must` to the moment of the deadline. */
  until: "sebelum" | "paling lambat";
  /** What happens if it has not happened by then. The sentence names the side that did not act. */
  otherwise: string;
};

type DeadlineTexts = { who: Deadline["who"]; until?: Deadline["until"] } & Record<
  OrderParty,
  { must: string; otherwise: string }
>;

const fullRefund = "pesanan batal dan uang Anda kembali utuh";
const receivedHint = " Sudah menerima paket? Tekan Pesanan diterima.";
const refundToBuyer = "pesanan batal dan uang kembali ke pembeli";
// Nobody has paid a COD order under way, so nothing comes back.
const nothingPaid: Record<OrderParty, [string, string]> = {
  buyer: [fullRefund, "pesanan batal dan Anda tidak membayar apa pun"],
  seller: [refundToBuyer, "pesanan batal, dan belum ada uang yang dibayar"],
};

const deadlineTexts: Partial<Record<OrderAction, DeadlineTexts>> = {
  expire: {
    who: "buyer",
    buyer: {
      must: "Bayar pesanan ini",
      otherwise: "Bila sampai saat itu pembayaran Anda belum masuk, pesanan batal tanpa biaya.",
    },
    seller: {
      must: "Pembeli perlu membayar",
      otherwise: "Bila sampai saat itu pembeli belum membayar, pesanan batal dan stok kembali.",
    },
  },
  silence_confirmation: {
    who: "seller",
    buyer: {
      must: "Penjual perlu mengonfirmasi",
      otherwise: `Bila sampai saat itu penjual belum mengonfirmasi, ${fullRefund}.`,
    },
    seller: {
      must: "Terima atau tolak pesanan ini",
      otherwise: `Bila sampai saat itu Anda belum menerima atau menolak, ${refundToBuyer}.`,
    },
  },
  silence_cancel: {
    who: "seller",
    buyer: {
      must: "Penjual perlu menjawab permintaan pembatalan Anda",
      otherwise: `Bila sampai saat itu penjual belum menjawab, permintaan Anda dianggap disetujui: ${fullRefund}.`,
    },
    seller: {
      must: "Jawab permintaan pembatalan pembeli",
      otherwise: `Bila sampai saat itu Anda belum menjawab, permintaan dianggap disetujui: ${refundToBuyer}.`,
    },
  },
  ship_deadline: {
    who: "seller",
    buyer: {
      must: "Penjual perlu mengirim",
      otherwise: `Bila sampai saat itu penjual belum mengirim, ${fullRefund}.`,
    },
    seller: {
      must: "Kirim pesanan ini",
      otherwise: `Bila sampai saat itu Anda belum mengirim, ${refundToBuyer}.`,
    },
  },
  no_first_scan: {
    who: "courier",
    buyer: {
      must: "Kurir perlu memindai paket",
      otherwise: `Bila sampai saat itu kurir belum memindai paket, ${fullRefund}.`,
    },
    seller: {
      must: "Pastikan kurir memindai paket",
      otherwise: `Bila sampai saat itu kurir belum memindai paket, ${refundToBuyer}.`,
    },
  },
  undelivered: {
    who: "courier",
    until: "paling lambat",
    buyer: {
      must: "Kurir mengantar paket Anda",
      otherwise: `Bila sampai saat itu kurir belum mengantarnya, ${fullRefund}.${receivedHint}`,
    },
    seller: {
      must: "Kurir mengantar paket ke pembeli",
      otherwise: `Bila sampai saat itu kurir belum mengantarnya, ${refundToBuyer}.`,
    },
  },
  ask_arrival: {
    who: "courier",
    until: "paling lambat",
    buyer: {
      must: "Kurir mengantar paket Anda",
      otherwise: `Bila sampai saat itu Anda belum menyatakan paket tiba, kami menanyakannya, dan uang Anda tetap di rekening bersama. Anda punya ${span(assumedArrivalDuration())} untuk menjawab.`,
    },
    seller: {
      must: "Kurir mengantar paket ke pembeli",
      otherwise: `Bila sampai saat itu pembeli belum menyatakan paket tiba, kami menanyakannya, dan pembeli punya ${span(assumedArrivalDuration())} untuk menjawab.`,
    },
  },
  assume_delivered: {
    who: "buyer",
    buyer: {
      must: "Nyatakan apakah paket Anda sudah tiba",
      otherwise: `Bila sampai saat itu Anda belum menjawab, paket dianggap tiba dan waktu periksa ${span(autoCompleteDuration())} dimulai.`,
    },
    seller: {
      must: "Pembeli menyatakan apakah paket sudah tiba",
      otherwise: `Bila sampai saat itu pembeli belum menjawab, paket dianggap tiba dan waktu periksa pembeli, ${span(autoCompleteDuration())}, dimulai.`,
    },
  },
  auto_complete: {
    who: "buyer",
    buyer: {
      must: "Periksa pesanan Anda lalu tekan Pesanan diterima",
      otherwise:
        "Bila sampai saat itu tidak ada tindakan dari Anda, pesanan selesai dengan sendirinya dan uang diteruskan ke penjual.",
    },
    seller: {
      must: "Pembeli memeriksa pesanan",
      otherwise:
        "Bila sampai saat itu tidak ada tindakan dari pembeli, pesanan selesai dengan sendirinya dan dana masuk ke saldo Anda.",
    },
  },
};

/** The buyer collects the order at the shop, so no courier is involved and nothing is sent. */
const pickupTexts: Partial<Record<OrderAction, DeadlineTexts>> = {
  ship_deadline: {
    who: "seller",
    buyer: {
      must: "Penjual perlu menyiapkan pesanan Anda",
      otherwise: `Bila sampai saat itu penjual belum menyiapkannya, ${fullRefund}.`,
    },
    seller: {
      must: "Siapkan pesanan ini untuk diambil",
      otherwise: `Bila sampai saat itu Anda belum menandainya siap diambil, ${refundToBuyer}.`,
    },
  },
  undelivered: {
    who: "buyer",
    buyer: {
      must: "Ambil pesanan Anda di toko",
      otherwise: `Bila sampai saat itu Anda belum mengambilnya, ${fullRefund}. Sudah mengambilnya? Tekan Pesanan diterima.`,
    },
    seller: {
      must: "Pembeli mengambil pesanan di toko",
      otherwise: `Bila sampai saat itu pembeli belum mengambilnya, ${refundToBuyer}.`,
    },
  },
};

/** Said instead of a deadline that has passed while the courier platform is asked about the parcel once more. */
export const askedAgainText = `Batas waktunya sudah lewat. Kami menanyakan paket ini sekali lagi kepada kurir, paling lama ${span(askedAgainDuration.silent)}, sebelum pesanan berakhir.`;

/** Whether the order waits for that answer: it is under way, and its deadline has passed. */
export function isAskedAgain(order: { status: OrderStatus; due_at: string | null }, now: string): boolean {
  return order.status === "shipped" && order.due_at !== null && Date.parse(order.due_at) < Date.parse(now);
}

/** Who must act, what they must do, and what happens otherwise. Null for an order without a deadline. */
export function explainDeadline(state: OrderState, reader: OrderParty): Deadline | null {
  const action = actionAtDeadline(state.status, state);
  if (!action) return null;
  const sentences = (state.pickup && pickupTexts[action]) || deadlineTexts[action];
  if (!sentences) return null;
  const { must, otherwise } = sentences[reader];
  const deadline = { who: sentences.who, until: sentences.until ?? ("sebelum" as const), must, otherwise };
  if (!state.awaitsCash) return deadline;
  // Only the courier's scan says that the cash was paid, so the buyer has nothing to press.
  return { ...deadline, otherwise: otherwise.replace(...nothingPaid[reader]).replace(receivedHint, "") };
}

/** The state of an order as a sentence, without its deadline. */
export function stateText(state: OrderState, reader: OrderParty): string {
  if (state.status === "cancelled") return cancelledTextsOf(state)[reader];
  if (state.status === "completed" && state.partRefunded) return partRefundedTexts[reader];
  if (state.status === "awaiting_confirmation" && state.awaitsCash) return cashTexts[reader];
  if (state.status === "processing" && state.cancelRequested) return cancelRequestedTexts[reader];
  if (state.status === "shipped" && state.pickup) return pickupReadyTexts[reader];
  if (state.status === "shipped" && state.unfollowed && state.partArrived)
    return (state.arrivalAsked ? partMissingTexts : partArrivedTexts)[reader];
  if (state.status === "shipped" && state.unfollowed)
    return (state.arrivalAsked ? arrivalAskedTexts : unfollowedTexts)[reader];
  if (state.status === "shipped" && state.awaitsCash)
    return (state.scanned ? cashUnderWayTexts : unscannedTexts)[reader];
  if (state.status === "shipped" && !state.tracked) return shopCourierTexts[reader];
  if (state.status === "shipped" && !state.scanned) return (state.isFetched ? fetchedTexts : unscannedTexts)[reader];
  if (state.status === "delivered" && state.extended) return extendedTexts(state.pickup)[reader];
  if (state.status === "delivered" && state.last === "confirm_arrival") return confirmedArrivalTexts[reader];
  if (state.status === "delivered" && state.last === "assume_delivered") return assumedArrivalTexts[reader];
  return (state.pickup ? (pickupStatusTexts[state.status] ?? statusTexts[state.status]) : statusTexts[state.status])[
    reader
  ];
}

/**
 * Where the money of an order is that was paid and has not ended; null for all others. While an order is disputed, its
 * own sentence says it. `cod`: the courier collected it.
 */
export function heldText(
  { status, awaitsCash, cod }: Pick<OrderState, "status" | "awaitsCash"> & { cod: boolean },
  reader: OrderParty,
): string | null {
  if (awaitsCash || !heldStatuses.includes(status)) return null;
  return (cod ? collectedTexts : heldTexts)[reader];
}

type PartyTexts = Record<OrderParty, string>;

const heldStatuses: readonly OrderStatus[] = ["awaiting_confirmation", "processing", "shipped", "delivered"];
const heldTexts: PartyTexts = {
  buyer: "Uang Anda ada di rekening bersama.",
  seller: "Uang pembeli ada di rekening bersama.",
};
const collectedTexts: PartyTexts = {
  buyer: "Uang yang Anda bayar kepada kurir belum diteruskan ke penjual.",
  seller: "Uang yang ditagih kurir belum masuk ke saldo Anda.",
};
const partRefundedTexts: PartyTexts = {
  buyer: "Pesanan selesai. Sisa uang sudah diteruskan ke penjual.",
  seller: "Pesanan selesai. Sisa dana sudah masuk ke saldo Anda.",
};

const statusTexts: Record<Exclude<OrderStatus, "cancelled">, PartyTexts> = {
  awaiting_payment: {
    buyer: "Pesanan diteruskan ke penjual setelah Anda membayar.",
    seller: "Pembeli belum membayar. Jangan kirim barang.",
  },
  awaiting_confirmation: {
    buyer: "Uang Anda aman di rekening bersama.",
    seller: "Pembeli sudah membayar.",
  },
  processing: {
    buyer: "Penjual menyiapkan pesanan Anda.",
    seller: "Siapkan paket, lalu tandai sudah dikirim.",
  },
  shipped: { buyer: "Paket dalam perjalanan bersama kurir.", seller: "Paket dalam perjalanan bersama kurir." },
  delivered: { buyer: "Paket Anda sudah tiba.", seller: "Paket sudah tiba di alamat pembeli." },
  completed: {
    buyer: "Pesanan selesai. Uang sudah diteruskan ke penjual.",
    seller: "Pesanan selesai. Dana sudah masuk ke saldo Anda.",
  },
  disputed: {
    buyer: "Komplain Anda sedang berjalan. Sampai selesai, uang Anda tetap di rekening bersama.",
    seller: "Komplain pembeli sedang berjalan. Sampai selesai, dana tetap di rekening bersama.",
  },
  refunded: { buyer: "Uang dikembalikan kepada Anda.", seller: "Uang dikembalikan ke pembeli." },
};

const pickupStatusTexts: Partial<typeof statusTexts> = {
  processing: {
    buyer: "Penjual menyiapkan pesanan Anda untuk diambil di toko.",
    seller: "Siapkan barangnya, lalu tandai siap diambil.",
  },
  delivered: {
    buyer: "Barang sudah Anda terima di toko.",
    seller: "Barang sudah diserahkan kepada pembeli.",
  },
};

const cashTexts: PartyTexts = {
  buyer: "Anda membayar tunai kepada kurir saat paket tiba.",
  seller: "Pembeli membayar tunai kepada kurir saat paket tiba.",
};
const cashUnderWayTexts: PartyTexts = {
  buyer: "Paket dalam perjalanan bersama kurir. Anda membayar tunai kepada kurir saat paket tiba.",
  seller: "Paket dalam perjalanan bersama kurir. Kurir menagih pembeli saat paket tiba.",
};
const cancelRequestedTexts: PartyTexts = {
  buyer: "Anda meminta pembatalan. Penjual tidak bisa mengirim sebelum menjawabnya.",
  seller: "Pembeli meminta pembatalan. Jangan kirim paket sebelum Anda menjawabnya.",
};
const fetchedTexts: PartyTexts = {
  buyer: "Kurir sudah mengambil paket dari penjual, menunggu pemindaian pertama.",
  seller: "Kurir sudah mengambil paket; menunggu pemindaian pertama.",
};
const unscannedTexts: PartyTexts = {
  buyer: "Diserahkan ke kurir menurut penjual, menunggu pemindaian pertama.",
  seller: "Anda menandai paket sudah diserahkan; menunggu pemindaian pertama oleh kurir.",
};
const unfollowedTexts: PartyTexts = {
  buyer:
    "Paket diserahkan ke kurir menurut penjual. Pindaian kurir ini tidak sampai ke kami; periksa nomor resinya di situs kurir.",
  seller:
    "Anda menyerahkan paket ke kurir. Pindaian kurir ini tidak sampai ke kami, jadi pembeli yang menyatakan paket tiba.",
};
const arrivalAskedTexts: PartyTexts = {
  buyer: "Menurut perkiraan, paket Anda seharusnya sudah tiba.",
  seller: "Menurut perkiraan, paket seharusnya sudah tiba di alamat pembeli.",
};
const partArrivedTexts: PartyTexts = {
  buyer: "Sebagian paket sudah tiba, sisanya masih dalam perjalanan.",
  seller: "Sebagian paket sudah tiba di alamat pembeli, sisanya masih dalam perjalanan.",
};
const partMissingTexts: PartyTexts = {
  buyer: "Sebagian paket sudah tiba. Menurut kurir, sisanya belum tiba atau kembali ke penjual.",
  seller: "Sebagian paket sudah tiba di alamat pembeli. Menurut kurir, sisanya belum tiba atau kembali kepada Anda.",
};
const confirmedArrivalTexts: PartyTexts = {
  buyer: "Anda menyatakan paket sudah tiba.",
  seller: "Pembeli menyatakan paket sudah tiba.",
};
const assumedArrivalTexts: PartyTexts = {
  buyer: "Paket dianggap tiba karena Anda tidak menjawab pertanyaan kami.",
  seller: "Paket dianggap tiba karena pembeli tidak menjawab pertanyaan kami.",
};
const shopCourierTexts: PartyTexts = {
  buyer: "Penjual mengirim paket dengan kurir toko. Sebutkan kode penyerahan saat barang Anda terima.",
  seller: "Kurir toko Anda membawa paket ini.",
};
const pickupReadyTexts: PartyTexts = {
  buyer: "Penjual menyatakan pesanan siap diambil. Sebutkan kode penyerahan saat barang Anda terima.",
  seller: "Anda menyatakan pesanan siap diambil.",
};
const extendedTexts = (isPickup: boolean): PartyTexts => ({
  buyer: `${isPickup ? "Barang sudah Anda terima di toko" : "Paket Anda sudah tiba"}. Waktu periksa Anda sudah ditambah ${span(extensionDuration())}.`,
  seller: `${isPickup ? "Barang sudah diserahkan" : "Paket sudah tiba"}. Pembeli menambah waktu periksa ${span(extensionDuration())}.`,
});

function cancelledTextsOf({ last = "", pickup }: OrderState): PartyTexts {
  if (pickup && Object.hasOwn(pickupCancelledTexts, last))
    return pickupCancelledTexts[last as EndingAction] ?? cancelledFallbackTexts;
  return Object.hasOwn(cancelledTexts, last) ? cancelledTexts[last as EndingAction] : cancelledFallbackTexts;
}

const pickupCancelledTexts: Partial<Record<EndingAction, PartyTexts>> = {
  ship_deadline: {
    buyer: "Pesanan batal karena penjual tidak menyiapkannya sampai batas waktunya.",
    seller: "Pesanan batal karena Anda tidak menyiapkannya sampai batas waktunya. Stok sudah kembali.",
  },
  undelivered: {
    buyer: "Pesanan batal karena tidak diambil di toko sampai batas waktunya.",
    seller: "Pesanan batal karena pembeli tidak mengambilnya sampai batas waktunya. Stok sudah kembali.",
  },
};
const cancelledFallbackTexts: PartyTexts = {
  buyer: "Pesanan dibatalkan.",
  seller: "Pesanan dibatalkan. Stok sudah kembali.",
};
const cancelledTexts: Record<EndingAction, PartyTexts> = {
  expire: {
    buyer: "Pesanan batal karena Anda belum membayar sampai batas waktunya.",
    seller: "Pesanan batal karena pembeli belum membayar sampai batas waktunya. Stok sudah kembali.",
  },
  cancel: {
    buyer: "Anda membatalkan pesanan ini.",
    seller: "Pembeli membatalkan pesanan ini. Stok sudah kembali.",
  },
  reject: { buyer: "Penjual menolak pesanan ini.", seller: "Anda menolak pesanan ini. Stok sudah kembali." },
  stop: {
    buyer: "Kami membatalkan pesanan ini. Alasannya ada di riwayat pesanan.",
    seller: "Kami membatalkan pesanan ini. Jangan kirim barangnya. Stok sudah kembali.",
  },
  silence_confirmation: {
    buyer: "Pesanan batal karena penjual tidak mengonfirmasi sampai batas waktunya.",
    seller: "Pesanan batal karena Anda tidak mengonfirmasi sampai batas waktunya. Stok sudah kembali.",
  },
  approve_cancel: {
    buyer: "Penjual menyetujui permintaan pembatalan Anda.",
    seller: "Anda menyetujui permintaan pembatalan. Stok sudah kembali.",
  },
  silence_cancel: {
    buyer: "Pesanan batal karena penjual tidak menjawab permintaan pembatalan Anda sampai batas waktunya.",
    seller: "Pesanan batal karena Anda tidak menjawab permintaan pembatalan sampai batas waktunya. Stok sudah kembali.",
  },
  ship_deadline: {
    buyer: "Pesanan batal karena penjual tidak mengirim sampai batas waktunya.",
    seller: "Pesanan batal karena Anda tidak mengirim sampai batas waktunya. Stok sudah kembali.",
  },
  charge_back: {
    buyer: "Pesanan batal karena bank menarik kembali pembayaran Anda.",
    seller:
      "Pesanan batal karena bank pembeli menarik kembali pembayarannya. Jangan kirim barangnya. Stok sudah kembali.",
  },
  no_first_scan: {
    buyer: "Pesanan batal karena kurir tidak pernah memindai paket.",
    seller: "Pesanan batal karena kurir tidak pernah memindai paket. Stok sudah kembali.",
  },
  refuse_parcel: {
    buyer: "Pesanan batal karena paket COD tidak diterima dan dikembalikan ke penjual. Anda tidak membayar apa pun.",
    seller: "Pesanan batal karena pembeli tidak menerima paket COD. Stok sudah kembali.",
  },
  undelivered: {
    buyer: "Pesanan batal karena paket tidak sampai kepada Anda sampai batas waktunya.",
    seller: "Pesanan batal karena paket tidak sampai ke pembeli sampai batas waktunya. Stok sudah kembali.",
  },
};
