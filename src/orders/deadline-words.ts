import { actionAtDeadline, type OrderAction, type OrderFacts, type OrderStatus } from "./rules.ts";

type Sentences = {
  who: "buyer" | "seller" | "courier";
  buyer: { must: string; otherwise: string };
  seller: { must: string; otherwise: string };
};
const moneyBack = "Bila tidak, pesanan dibatalkan dan uang Anda kembali utuh.";
const deadlineSentences: Partial<Record<OrderAction, Sentences>> = {
  expire: {
    who: "buyer",
    buyer: { must: "Anda perlu membayar", otherwise: "Bila tidak, pesanan dibatalkan tanpa biaya." },
    seller: { must: "Pembeli perlu membayar", otherwise: "Bila tidak, pesanan dibatalkan dan stok kembali." },
  },
  silence_confirmation: {
    who: "seller",
    buyer: { must: "Penjual perlu mengonfirmasi", otherwise: moneyBack },
    seller: {
      must: "Anda perlu menerima atau menolak",
      otherwise: "Bila tidak, pesanan dibatalkan dan uang kembali ke pembeli.",
    },
  },
  silence_cancel: {
    who: "seller",
    buyer: {
      must: "Penjual perlu menjawab permintaan pembatalan",
      otherwise: "Bila tidak, permintaan Anda dianggap disetujui dan uang kembali utuh.",
    },
    seller: {
      must: "Anda perlu menjawab permintaan pembatalan",
      otherwise: "Bila tidak, permintaan dianggap disetujui dan uang kembali ke pembeli.",
    },
  },
  ship_deadline: {
    who: "seller",
    buyer: { must: "Penjual perlu mengirim", otherwise: moneyBack },
    seller: { must: "Anda perlu mengirim", otherwise: "Bila tidak, pesanan dibatalkan dan uang kembali ke pembeli." },
  },
  no_first_scan: {
    who: "courier",
    buyer: { must: "Kurir perlu memindai paket", otherwise: moneyBack },
    seller: {
      must: "Serahkan paket kepada kurir agar dipindai",
      otherwise: "Bila tidak, pesanan dibatalkan dan uang kembali ke pembeli.",
    },
  },
  undelivered: {
    who: "courier",
    buyer: {
      must: "Paket perlu tiba",
      otherwise: "Bila tidak, pesanan dibatalkan dan uang Anda kembali utuh. Sudah menerima? Tekan Pesanan diterima.",
    },
    seller: {
      must: "Paket perlu tiba di pembeli",
      otherwise: "Bila tidak, pesanan dibatalkan dan uang kembali ke pembeli.",
    },
  },
  auto_complete: {
    who: "buyer",
    buyer: {
      must: "Periksa pesanan Anda lalu tekan Pesanan diterima",
      otherwise: "Bila Anda diam, pesanan selesai dengan sendirinya dan dana diteruskan ke penjual.",
    },
    seller: {
      must: "Pembeli memeriksa pesanan",
      otherwise: "Bila pembeli diam, pesanan selesai dan dana masuk ke saldo Anda.",
    },
  },
};

/** Who must act, what they must do, and what happens if nobody does; null when no clock runs. */
export function explainDeadline(
  status: OrderStatus,
  facts: Pick<OrderFacts, "cancelRequested" | "tracked" | "scanned">,
  reader: "buyer" | "seller",
): { who: "buyer" | "seller" | "courier"; must: string; otherwise: string } | null {
  const action = actionAtDeadline(status, facts);
  const sentences = action ? deadlineSentences[action] : undefined;
  return sentences ? { who: sentences.who, ...sentences[reader] } : null;
}

/** What people read about an order's present state when no clock explains it. */
export const statusSentences: Record<OrderStatus, { buyer: string; seller: string }> = {
  awaiting_payment: {
    buyer: "Selesaikan pembayaran agar penjual dapat memproses.",
    seller: "Belum dibayar. Jangan kirim barang.",
  },
  awaiting_confirmation: {
    buyer: "Pembayaran aman di rekening bersama.",
    seller: "Sudah dibayar. Terima bila stok siap.",
  },
  processing: { buyer: "Penjual menyiapkan pesanan Anda.", seller: "Siapkan paket, lalu isi nomor resi." },
  shipped: { buyer: "Paket dalam perjalanan.", seller: "Paket dalam perjalanan." },
  delivered: { buyer: "Paket sudah tiba.", seller: "Paket sudah tiba." },
  completed: {
    buyer: "Pesanan selesai. Terima kasih telah berbelanja.",
    seller: "Pesanan selesai. Dana sudah masuk ke saldo Anda.",
  },
  cancelled: { buyer: "Pesanan dibatalkan.", seller: "Pesanan dibatalkan. Stok sudah kembali." },
  disputed: { buyer: "Komplain sedang ditangani. Dana ditahan.", seller: "Komplain sedang ditangani. Dana ditahan." },
  refunded: { buyer: "Dana dikembalikan kepada Anda.", seller: "Dana dikembalikan kepada pembeli." },
};
