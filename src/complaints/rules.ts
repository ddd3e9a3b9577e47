import { addDuration, addWorkingDays, day } from "#lib/time.ts";
import { assumedArrivalDuration, unknownEstimateDuration } from "#orders/deadlines/rules.ts";

/** The sides of a case. A mediator is an operator who decides it. */
export type Party = "buyer" | "seller" | "mediator";
export type MessageAuthor = Party | "system";

/** @rule After a complaint is opened, and after each offer of the buyer, the seller has 2×24 hours to answer. */
export const sellerAnswerDuration = 2 * day;
/** @rule A buyer has 2×24 hours to answer an offer; without an answer a mediator decides. */
export const buyerAnswerDuration = 2 * day;
/**
 * @rule Buyer and seller may negotiate for 7 days after the complaint was opened. Without an agreement by then, for
 * example because both are inactive, a mediator decides.
 */
export const talkDuration = 7 * day;
/** @rule A mediator decides within 3×24 hours; otherwise the system decides what the buyer wanted last. */
export const mediatorDuration = 3 * day;
/** @rule Mediators are called again when 24 hours of their time are left. */
export const mediatorReminderDuration = day;
/**
 * @rule Each side of a dispute has 3 days to appeal against a decision, once in a case; another mediator decides the
 * appeal.
 */
export const appealDuration = 3 * day;
/** @rule A buyer has 3 working days to send goods back; otherwise the seller gets the money. */
export const returnWorkingDays = 3;
/** @rule A seller has 2×24 hours to inspect returned goods; otherwise the buyer gets the money. */
export const inspectionDuration = 2 * day;
/** @rule A seller has 2 working days to send a replacement or missing goods; otherwise the buyer gets the money. */
export const replacementWorkingDays = 2;
/** @rule A buyer has 2×24 hours to check a replacement or missing goods; otherwise the case ends for the seller. */
export const checkDuration = 2 * day;

/** @rule A message in a case has up to 2,000 characters, and a case up to 200 messages of each side. */
export const messageLength = { min: 1, max: 2000 } as const;
export const maxMessagesPerSide = 200;

/**
 * @rule Pictures and videos of a case, and the address to which its goods were sent back, are deleted 1 year after it
 * was closed; texts stay with the order.
 */
export const evidenceRetentionDuration = 365 * day;

/** How a case can end for the goods and the money. */
export const solutions = {
  refund: { label: "Uang kembali, barang tetap pada pembeli" },
  return_refund: { label: "Barang dikirim balik, lalu uang kembali" },
  replacement: { label: "Barang pengganti" },
  send_rest: { label: "Kekurangan dikirim" },
  none: { label: "Tanpa pengembalian" },
} as const;
export type SolutionKind = keyof typeof solutions;
export const solutionKinds = Object.keys(solutions) as SolutionKind[];

/**
 * What is offered, wanted or decided. The amounts are rupiah that the buyer gets back; for a replacement or missing
 * goods: that the buyer gets back when they are not sent.
 */
export type Solution = {
  kind: SolutionKind;
  lines: readonly {
    line_id: string;
    amount: number;
    /** Of a line that the marketplace's vouchers paid wholly: how much of its price the seller does not get. */
    given_up?: number | undefined;
  }[];
  shipping: number;
  /** Whether the whole order is refunded. Solutions that an older process stored do not say it. */
  is_whole?: boolean | undefined;
};

/** What silence does at the end of a state. */
export type ClockEffect =
  /** What the buyer wanted last is carried out. */
  | "apply_demand"
  | "call_mediator"
  /** What the buyer wanted last becomes a written decision; in an appeal the first decision stays. */
  | "decide"
  | "carry_out"
  /** The seller gets the money that was not refunded. */
  | "pay_seller"
  /** The buyer gets the amounts of the solution. */
  | "pay_buyer"
  | "count_as_arrived"
  /** The buyer's time to send goods back begins again. */
  | "restart_return";

type StateRule = {
  label: string;
  turn: Party | null;
  /** How long the state lasts: ms, working days, or until the parcel counts as arrived. */
  lasts: number | { workingDays: number } | "parcel";
  atClock: ClockEffect;
  /** What the person whose turn it is has to do, for that person. */
  task: string;
  /** What happens if nobody acts. `{buyer}` and `{seller}` are replaced by "Anda" for that person. */
  ifNobody: string;
};

type Step = Pick<StateRule, "label" | "turn" | "task">;

/** What decides, besides the state, what silence does. */
export type SilenceFacts = {
  /** The parcel of the case counts as arrived by the clock: no courier scanned it, and its receiver did not say so. */
  arrivalAssumed: boolean;
  /** The order's parcel was delivered after the buyer complained that it had not arrived. */
  arrivedMeanwhile: boolean;
  /** At some time since the buyer has to send goods back, the shop had no address for them. */
  addressMissing: boolean;
  /** It has one now. */
  hasAddress: boolean;
};

/**
 * @rule Without proof that a parcel arrived, silence gives neither side the money: a mediator decides.
 */
const unprovenSilence: Partial<Record<string, { ifNobody: string }>> = {
  inspecting: {
    ifNobody:
      "Tidak ada bukti paketnya tiba. Bila {seller} tidak menjawab dalam batas waktu, komplain diteruskan ke mediator.",
  },
  checking: {
    ifNobody:
      "Tidak ada bukti paketnya tiba. Bila {buyer} tidak menjawab dalam batas waktu, komplain diteruskan ke mediator.",
  },
};

/** @rule When goods arrive after a complaint that they did not, the seller's silence does not pay them back. */
const arrivedSilence: typeof unprovenSilence = {
  awaiting_seller: {
    ifNobody:
      "Ada paket pesanan ini yang sudah tiba. Bila {seller} tidak menjawab dalam batas waktu, komplain diteruskan ke mediator.",
  },
};

/**
 * @rule While a shop has no street address, its seller has to give one within the time that a buyer has for sending
 * goods back; otherwise the buyer gets the money. When it was given in time, the buyer's time begins again.
 */
const missingAddress: Pick<StateRule, "atClock" | "ifNobody"> = {
  atClock: "pay_buyer",
  ifNobody:
    "Toko belum punya alamat untuk pengiriman balik. Bila {seller} tidak mengisinya di pengaturan toko dalam batas waktu, uang kembali kepada {buyer}.",
};
const addressStep: Step = {
  label: "Menunggu alamat pengembalian",
  turn: "seller",
  task: "Isi alamat toko, agar barang bisa dikirim balik",
};
const lateAddress: typeof missingAddress = {
  atClock: "restart_return",
  ifNobody: `Alamat toko baru diisi. Bila sampai batas waktu barangnya belum dikirim balik, {buyer} masih punya ${returnWorkingDays} hari kerja lagi.`,
};

/**
 * What a case says when the address changes to which its goods are sent back. All sides read it, so it asks nobody for
 * anything: the step of the case does. `sent_meanwhile`: the goods were sent after the change, before the case could
 * say it.
 */
export const addressChangeTexts = {
  awaiting_return: {
    given: "Penjual sudah mengisi alamat toko. Barang dikirim balik ke alamat di halaman komplain ini.",
    moved: "Penjual mengubah alamat toko. Alamat pengembalian di halaman komplain ini sudah yang baru.",
  },
  sent_meanwhile: {
    given: "Penjual mengisi alamat toko sebelum barang dikirim balik.",
    moved: "Penjual mengubah alamat toko sebelum barang dikirim balik.",
  },
  return_shipped: {
    given: "Penjual mengisi alamat toko setelah barang dikirim balik.",
    moved: "Penjual mengubah alamat toko setelah barang dikirim balik.",
  },
} as const;

function silenceOf(
  state: OpenState,
  { arrivalAssumed, arrivedMeanwhile, addressMissing, hasAddress }: SilenceFacts,
): Pick<StateRule, "atClock" | "ifNobody"> {
  if (isAddressAwaited(state, { hasAddress })) return missingAddress;
  if (state === "awaiting_return" && addressMissing) return lateAddress;
  const unproven =
    (arrivalAssumed ? unprovenSilence[state] : undefined) ?? (arrivedMeanwhile ? arrivedSilence[state] : undefined);
  return unproven ? { ...unproven, atClock: "call_mediator" } : complaintStates[state];
}

/**
 * @rule Each state of a case says who must act, until when, and what silence does. In negotiations the end of
 * `talkDuration` comes first and calls a mediator.
 */
export const complaintStates = {
  awaiting_seller: {
    label: "Menunggu jawaban penjual",
    turn: "seller",
    lasts: sellerAnswerDuration,
    atClock: "apply_demand",
    task: "Jawab permintaan pembeli",
    ifNobody: "Bila {seller} tidak menjawab dalam batas waktu, permintaan {buyer} dijalankan.",
  },
  awaiting_buyer: {
    label: "Menunggu jawaban pembeli",
    turn: "buyer",
    lasts: buyerAnswerDuration,
    atClock: "call_mediator",
    task: "Jawab tawaran penjual",
    ifNobody: "Bila {buyer} tidak menjawab dalam batas waktu, komplain diteruskan ke mediator.",
  },
  with_mediator: {
    label: "Diperiksa mediator",
    turn: "mediator",
    lasts: mediatorDuration,
    atClock: "decide",
    task: "Putuskan komplain ini",
    ifNobody: "Bila mediator tidak memutuskan dalam batas waktu, permintaan terakhir {buyer} menjadi putusan.",
  },
  decided: {
    label: "Sudah diputuskan",
    turn: null,
    lasts: appealDuration,
    atClock: "carry_out",
    task: "Terima putusan atau ajukan banding",
    ifNobody: "Bila tidak ada yang mengajukan banding dalam batas waktu, putusan dijalankan.",
  },
  appealed: {
    label: "Banding diperiksa",
    turn: "mediator",
    lasts: mediatorDuration,
    atClock: "carry_out",
    task: "Putuskan banding ini",
    ifNobody: "Bila banding tidak diputuskan dalam batas waktu, putusan pertama dijalankan.",
  },
  awaiting_return: {
    label: "Menunggu barang dikirim balik",
    turn: "buyer",
    lasts: { workingDays: returnWorkingDays },
    atClock: "pay_seller",
    task: "Kirim balik barangnya dan tulis nomor resi",
    ifNobody: "Bila {buyer} tidak mengirim balik barang dalam batas waktu, dana diteruskan ke {seller}.",
  },
  return_shipped: {
    label: "Barang dalam perjalanan balik",
    turn: null,
    lasts: "parcel",
    atClock: "count_as_arrived",
    task: "Tunggu paketnya",
    ifNobody: "Bila tidak ada kabar sampai batas waktu, barang dianggap tiba dan {seller} diminta memeriksanya.",
  },
  inspecting: {
    label: "Penjual memeriksa barang",
    turn: "seller",
    lasts: inspectionDuration,
    atClock: "pay_buyer",
    task: "Periksa barang yang kembali",
    ifNobody: "Bila {seller} tidak menjawab dalam batas waktu, uang kembali kepada {buyer}.",
  },
  awaiting_replacement: {
    label: "Menunggu kiriman penjual",
    turn: "seller",
    lasts: { workingDays: replacementWorkingDays },
    atClock: "pay_buyer",
    task: "Kirim barangnya dan tulis nomor resi",
    ifNobody: "Bila {seller} tidak mengirim barang dalam batas waktu, uang kembali kepada {buyer}.",
  },
  replacement_shipped: {
    label: "Kiriman dalam perjalanan",
    turn: null,
    lasts: "parcel",
    atClock: "count_as_arrived",
    task: "Tunggu paketnya",
    ifNobody: "Bila tidak ada kabar sampai batas waktu, paket dianggap tiba dan {buyer} diminta memeriksanya.",
  },
  checking: {
    label: "Pembeli memeriksa kiriman",
    turn: "buyer",
    lasts: checkDuration,
    atClock: "pay_seller",
    task: "Periksa kiriman penjual",
    ifNobody: "Bila {buyer} tidak menjawab dalam batas waktu, dana diteruskan ke {seller}.",
  },
} as const satisfies Record<string, StateRule>;
export type OpenState = keyof typeof complaintStates;
export type ComplaintState = OpenState | "closed";
export const openStates = Object.keys(complaintStates) as OpenState[];
export const complaintStateNames: readonly ComplaintState[] = [...openStates, "closed"];

export function stateLabel(state: ComplaintState): string {
  return state === "closed" ? "Selesai" : complaintStates[state].label;
}

/**
 * What an open case waits for, and whose turn it is. Nobody has to act while a parcel is under way. After a decision
 * both sides may act. While the shop has no address (`awaitsAddress`), the seller has to give one.
 */
export function stepOf(state: OpenState, awaitsAddress: boolean): Step {
  return awaitsAddress ? addressStep : complaintStates[state];
}

/** Whether goods are to be sent back to a shop that has no address. */
export function isAddressAwaited(state: ComplaintState, { hasAddress }: Pick<SilenceFacts, "hasAddress">): boolean {
  return state === "awaiting_return" && !hasAddress;
}

/** What happens if nobody acts, for one reader. */
export function ifNobody(state: OpenState, reader: Party, facts: SilenceFacts): string {
  const name = (party: "buyer" | "seller", other: string) => (reader === party ? "Anda" : other);
  return silenceOf(state, facts)
    .ifNobody.replaceAll("{buyer}", name("buyer", "pembeli"))
    .replaceAll("{seller}", name("seller", "penjual"));
}

/** What decides which actions are allowed, besides state and person. */
export type ComplaintFacts = {
  /** The seller has answered at least once. */
  sellerAnswered: boolean;
  /** This side has accepted the decision already. */
  hasAccepted: boolean;
};

type ActionRule = {
  label: string;
  by: Partial<Record<Party, readonly OpenState[]>>;
};

/**
 * What each side may do in which state of a case.
 *
 * @rule A buyer can call a mediator once the seller has answered; a seller at any time of the negotiation.
 * @rule A buyer can withdraw a complaint until goods are on their way or a mediator has decided.
 */
export const complaintActions = {
  message: { label: "Kirim pesan", by: { buyer: openStates, seller: openStates, mediator: openStates } },
  offer: { label: "Ajukan tawaran lain", by: { buyer: ["awaiting_buyer"], seller: ["awaiting_seller"] } },
  accept: {
    label: "Terima",
    by: { buyer: ["awaiting_buyer", "decided"], seller: ["awaiting_seller", "decided"] },
  },
  call_mediator: {
    label: "Panggil mediator",
    by: { buyer: ["awaiting_seller", "awaiting_buyer", "checking"], seller: ["awaiting_seller", "awaiting_buyer"] },
  },
  withdraw: {
    label: "Tarik komplain",
    by: { buyer: ["awaiting_seller", "awaiting_buyer", "with_mediator", "awaiting_return", "awaiting_replacement"] },
  },
  send_back: { label: "Kirim balik barang", by: { buyer: ["awaiting_return"] } },
  confirm_return: { label: "Barang sudah saya terima", by: { seller: ["return_shipped"] } },
  pass_inspection: { label: "Barang sesuai, kembalikan uang", by: { seller: ["inspecting"] } },
  object: { label: "Barang tidak sesuai", by: { seller: ["inspecting"] } },
  send_replacement: { label: "Kirim barang", by: { seller: ["awaiting_replacement"] } },
  confirm_replacement: { label: "Kiriman sudah sesuai", by: { buyer: ["replacement_shipped", "checking"] } },
  decide: { label: "Putuskan", by: { mediator: ["with_mediator", "appealed"] } },
  appeal: { label: "Ajukan banding", by: { buyer: ["decided"], seller: ["decided"] } },
} as const satisfies Record<string, ActionRule>;
export type ComplaintAction = keyof typeof complaintActions;
export const complaintActionNames = Object.keys(complaintActions) as ComplaintAction[];

/** Whether this side may do this now. */
export function canAct(action: ComplaintAction, state: ComplaintState, by: Party, facts: ComplaintFacts): boolean {
  const rule: ActionRule = complaintActions[action];
  if (state === "closed" || !rule.by[by]?.includes(state)) return false;
  if (action === "call_mediator" && by === "buyer" && state === "awaiting_seller") return facts.sellerAnswered;
  if (action === "accept" || action === "appeal") return !facts.hasAccepted;
  return true;
}

/** All that this side may do now. */
export function actionsOf(state: ComplaintState, by: Party, facts: ComplaintFacts): ComplaintAction[] {
  return complaintActionNames.filter((action) => canAct(action, state, by, facts));
}

/** The moment at which silence decides a state that begins now. `parcelDueAt` is when a parcel counts as arrived. */
export function dueAfter(
  state: OpenState,
  now: Date,
  { talkUntil, parcelDueAt, holidays }: { talkUntil: Date; parcelDueAt: Date | null; holidays: ReadonlySet<string> },
): Date {
  const { lasts }: StateRule = complaintStates[state];
  if (lasts === "parcel") return parcelDueAt ?? addDuration(now, unknownEstimateDuration + assumedArrivalDuration());
  if (typeof lasts === "object") return addWorkingDays(now, lasts.workingDays, holidays);
  const due = addDuration(now, lasts);
  const isTalk = state === "awaiting_seller" || state === "awaiting_buyer";
  return isTalk && talkUntil < due ? talkUntil : due;
}

/** What silence does at the deadline of a state. */
export function effectAtClock(
  state: OpenState,
  { dueAt, talkUntil, ...facts }: { dueAt: Date; talkUntil: Date } & SilenceFacts,
): ClockEffect {
  if (state === "awaiting_seller" && dueAt >= talkUntil) return "call_mediator";
  return silenceOf(state, facts).atClock;
}

/** How a case ended. */
export const outcomes = {
  agreed: "Kesepakatan",
  decided: "Putusan mediator",
  seller_silent: "Penjual tidak menjawab",
  buyer_silent: "Pembeli tidak menjawab",
  withdrawn: "Ditarik pembeli",
} as const;
export type Outcome = keyof typeof outcomes;
