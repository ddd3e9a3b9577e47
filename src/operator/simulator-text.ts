import { stateLabel, stepOf } from "#complaints/rules.ts";
import type { ApiResponse } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { day, formatDateTime, hour, span } from "#lib/time.ts";
import { explainDeadline, stateText } from "#orders/deadlines/deadline-text.ts";
import { autoCompleteDuration } from "#orders/deadlines/rules.ts";
import type { OrderStatus } from "#orders/rules.ts";
import { cancelAnswerDuration, confirmationDuration } from "#shipping/handling-rules.ts";
import type { SimulatorApi } from "./contract.ts";

export type SimulatorData = ApiResponse<SimulatorApi["GET /v1/simulator"]>["result"];
export type SimulatorOrder = SimulatorData["orders"][number];

/** The steps of a successful order. */
export const steps = ["Dibayar", "Diterima penjual", "Dikirim", "Tiba", "Selesai"] as const;

const done: Record<OrderStatus, number> = {
  awaiting_payment: 0,
  awaiting_confirmation: 1,
  processing: 2,
  shipped: 3,
  delivered: 4,
  completed: 5,
  cancelled: 0,
  disputed: 0,
  refunded: 0,
};

/** How many of the {@link steps} an order has completed. */
export function stepsDone(order: Pick<SimulatorOrder, "status">): number {
  return done[order.status];
}

export type NextStep = {
  /** Who acts in this step. */
  role: string;
  about: string;
  buttons: { intent: "pay" | "expire" | "seller" | "scan" | "buyer" | "clock"; label: string; hours?: number }[];
};

/** The button that moves the clock past a deadline. */
function waitButton(ms: number): NextStep["buttons"][number] {
  const label = ms % day === 0 ? `Lewati ${ms / day} hari` : `Lewati ${span(ms)}`;
  return { intent: "clock", label, hours: ms / hour };
}

/** The next step of an order: who acts, what it shows, and its buttons. */
export function nextStep(order: SimulatorOrder): NextStep {
  const { bill, money } = order;
  switch (order.status) {
    case "awaiting_payment":
      return bill.status === "pending"
        ? {
            role: "Bank",
            about: `Pembeli membayar ${bill.method_name} sebesar ${formatRupiah(bill.amount)}${bill.order_count > 1 ? `, satu tagihan untuk ${bill.order_count} pesanan` : ""}. Bank lalu mengabari pasar dengan pemberitahuan bertanda tangan.`,
            buttons: [
              { intent: "pay", label: `Bayar ${formatRupiah(bill.amount)}` },
              { intent: "expire", label: "Biarkan lewat" },
            ],
          }
        : { role: "Bank", about: "Uangnya sudah dikabarkan. Pesanan bergerak sebentar lagi.", buttons: [] };
    case "awaiting_confirmation":
      return {
        role: "Penjual",
        about: `Penjual punya ${span(confirmationDuration())} untuk menerima. Bila penjual tidak menjawab, pesanan batal${order.facts.awaitsCash ? "" : " dan uang kembali utuh"}.`,
        buttons: [{ intent: "seller", label: "Terima pesanan" }, waitButton(confirmationDuration())],
      };
    case "processing":
      return order.facts.cancelRequested
        ? {
            role: "Penjual",
            about: `Pembeli meminta pembatalan. Penjual yang tidak menjawab dalam ${span(cancelAnswerDuration())} dianggap setuju.`,
            buttons: [waitButton(cancelAnswerDuration())],
          }
        : {
            role: "Penjual",
            about: `Penjual mengemas, lalu menyerahkan paket ke ${order.courier_name}${order.facts.tracked ? " dengan nomor resi baru" : ""}.`,
            buttons: [{ intent: "seller", label: "Kirim paket" }],
          };
    case "shipped":
      return {
        role: "Kurir",
        about: `Setiap tekan adalah satu pindaian paket. Pembeli melihatnya di lini masa, dan dikabari saat tiba.${order.facts.awaitsCash ? ` Saat tiba, kurir menagih ${formatRupiah(order.total)} tunai.` : ""}`,
        buttons: order.next_scan ? [{ intent: "scan", label: order.next_scan }] : [],
      };
    case "delivered":
      return {
        role: "Pembeli",
        about: `Pembeli memeriksa barang. Bila tidak ada tindakan dari pembeli dalam ${span(autoCompleteDuration())}, pesanan selesai dengan sendirinya.`,
        buttons: [{ intent: "buyer", label: "Pesanan diterima" }, waitButton(autoCompleteDuration())],
      };
    case "completed":
      return {
        role: "Selesai",
        about: `${formatRupiah(money.seller)} sudah di saldo penjual: barang dan ongkos kirim, dikurangi komisi.`,
        buttons: [],
      };
    case "disputed":
      return order.complaint
        ? caseStep(order, order.complaint)
        : { role: "Komplain", about: "Dana tetap di rekening bersama sampai komplain diputus.", buttons: [] };
    case "refunded":
      return { role: "Berakhir", about: `${formatRupiah(money.refunded)} kembali ke pembeli.`, buttons: [] };
    default:
      return {
        role: "Berakhir",
        about:
          money.refunded > 0
            ? `${formatRupiah(money.refunded)} kembali ke pembeli, stok kembali ke toko.`
            : "Belum ada uang yang masuk; stok kembali ke toko.",
        buttons: [],
      };
  }
}

type Complaint = NonNullable<SimulatorOrder["complaint"]>;

/** What each step of a case is for its side. */
const caseButtons: Partial<Record<string, string>> = {
  agree: "Setujui tawarannya",
  send_back: "Kirim balik barang",
  inspect: "Barang sesuai, kembalikan uang",
  send_again: "Kirim barang",
  confirm: "Kiriman sudah sesuai",
};

const sides = { buyer: "Pembeli", seller: "Penjual", mediator: "Mediator" } as const;

/** The next step of a complaint: its side acts, the courier scans, or the deadline passes. */
function caseStep(order: SimulatorOrder, complaint: Complaint): NextStep {
  const { hours_left: hours, if_nobody: outlook } = complaint;
  const wait: NextStep["buttons"][number] = { intent: "clock", label: "Lewati batas waktunya", hours };
  const otherwise = outlook?.mediator ?? "";
  const { next_of_seller: ofSeller, next_of_buyer: ofBuyer, next_scan: scan } = order;
  if (scan && ofSeller === null && ofBuyer === null)
    return {
      role: "Kurir",
      about: `Setiap tekan adalah satu pindaian paket. ${otherwise}`,
      buttons: [{ intent: "scan", label: scan }, wait],
    };
  const turn = awaitedStep(complaint)?.turn;
  const step = ofSeller ?? ofBuyer;
  const label = step === null ? undefined : caseButtons[step];
  const act = label ? [{ intent: ofSeller ? ("seller" as const) : ("buyer" as const), label }] : [];
  // The buyer may know the address all the same, but is not expected to act.
  const buttons = complaint.awaits_address ? [wait, ...act] : [...act, wait];
  return { role: turn ? sides[turn] : "Komplain", about: otherwise, buttons };
}

function awaitedStep({ state, awaits_address: awaitsAddress }: Complaint): ReturnType<typeof stepOf> | null {
  return state === "closed" ? null : stepOf(state, awaitsAddress);
}

/** What buyer and seller currently read about the order. */
export function partyTexts(order: SimulatorOrder, reader: "buyer" | "seller"): string {
  if (order.complaint) return caseText(order.complaint, reader);
  const state = { ...order.facts, status: order.status };
  const explained = order.due_at ? explainDeadline(state, reader) : null;
  const sentence = stateText(state, reader);
  if (!explained || !order.due_at) return sentence;
  return `${explained.must} ${explained.until} ${formatDateTime(new Date(order.due_at))}. ${sentence} ${explained.otherwise}`;
}

function caseText(complaint: Complaint, reader: "buyer" | "seller"): string {
  const { state, due_at: dueAt, if_nobody: outlook } = complaint;
  const step = awaitedStep(complaint);
  const what = step === null ? stateLabel(state) : step.turn === reader ? step.task : step.label;
  return `${what}, sampai ${formatDateTime(new Date(dueAt))}. ${outlook?.[reader] ?? ""}`;
}

/** Where the order's money is, according to the ledger. Empty places are left out. */
export function moneyTexts({ money }: Pick<SimulatorOrder, "money">): { place: string; amount: string }[] {
  return [
    { place: "Rekening bersama", amount: money.escrow },
    { place: "Saldo penjual", amount: money.seller },
    { place: "Komisi dan biaya layanan", amount: money.marketplace },
    { place: "PPh 22 dipungut", amount: money.tax },
    { place: "Kembali ke pembeli", amount: money.refunded },
  ]
    .filter(({ amount }) => amount > 0)
    .map(({ place, amount }) => ({ place, amount: formatRupiah(amount) }));
}
