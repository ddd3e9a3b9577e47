import { day } from "#lib/time.ts";
import { couriers } from "#shipping/rules.ts";

/** @rule A courier hands over the cash of a COD order within 7 days of its delivery; after that it is overdue. */
export const remittanceDuration = 7 * day;

/** @rule A courier's list of handed-over cash has at most 1 MB and 5,000 lines, and a selection 500 orders. */
export const remittanceLimits = {
  bytes: 1024 * 1024,
  lines: 5000,
  orders: 500,
  differences: 500,
  reference: 60,
} as const;

/**
 * What an operator decides about cash that a courier did not hand over in full. `still_owed`: nothing is booked, and
 * the courier owes it as before. `part_paid`: a part came in. `written_off`: the marketplace bears it. `recovered`:
 * what was written off came in after all.
 */
export const codDecisions = {
  still_owed: { label: "Kurir tetap berutang", done: "Tetap ditagih ke kurir" },
  part_paid: { label: "Sebagian sudah disetor", done: "Disetor sebagian" },
  written_off: { label: "Diikhlaskan, ditanggung pasar", done: "Ditanggung pasar" },
  recovered: { label: "Yang diikhlaskan ternyata disetor", done: "Ternyata disetor" },
} as const;
export type CodDecisionKind = keyof typeof codDecisions;
export const codDecisionKinds = Object.keys(codDecisions) as CodDecisionKind[];

export const codDecisionStates = {
  proposed: "Menunggu operator lain",
  booked: "Dibukukan",
  refused: "Ditolak operator lain",
} as const;
export type CodDecisionState = keyof typeof codDecisionStates;

/**
 * @rule A second operator confirms a write-off when one operator writes off more than Rp500.000 of COD cash in 24
 * hours, and any of an order that the operator bought or sold.
 */
export const ownWriteOffs = { max: 500_000, window: day } as const;

/** @rule A decision about COD cash has a reason of 5 to 300 characters. */
export const codReasonLength = { min: 5, max: 300 } as const;

/** How many decisions operators see, newest first. */
export const shownCodDecisions = 30;

/** How many owed orders, oldest first, and earlier remittances operators see. */
export const codPages = { owed: 200, remittances: 20 } as const;

/** The titles of a list's columns. */
export const remittanceColumns = { trackingNumber: "resi", amount: "jumlah", fee: "biaya" } as const;
export type RemittanceColumn = keyof typeof remittanceColumns;

/** Titles that couriers use for these columns, as lower-case letters alone. */
export const remittanceTitles: Readonly<Record<RemittanceColumn, readonly string[]>> = {
  trackingNumber: [
    "resi",
    "noresi",
    "nomorresi",
    "awb",
    "noawb",
    "nomorawb",
    "waybill",
    "waybillid",
    "connote",
    "cnote",
    "trackingnumber",
  ],
  amount: ["jumlah", "jumlahcod", "nilaicod", "nominalcod", "nominal", "cod", "codamount", "amount", "totalcod"],
  fee: ["biaya", "biayacod", "fee", "codfee", "feecod", "potongan"],
};

/** Why a line of a courier's list is not booked. */
export const remittanceProblems = {
  unknown: "Tidak ada paket kurir ini dengan resi itu",
  not_collected: "Pesanannya belum tiba, dibatalkan, atau bukan COD, jadi tidak ada uang yang terutang",
  already_remitted: "Uang pesanan ini sudah pernah disetor",
  repeated: "Resi ini ada dua kali di berkas",
  amount: "Jumlahnya berbeda dari yang terutang",
} as const;
export type RemittanceProblem = keyof typeof remittanceProblems;

/** A courier's company: its services share tracking numbers and hand their cash over together. */
export function companyOf(courier: string): string {
  return courier.split("-")[0] ?? courier;
}

/** The platform that hands over the cash of the couriers that were ordered there. */
const codPlatforms: Readonly<Record<string, string>> = { biteship: "Biteship" };

/** A company's name as people read it: the first word of its services' names. */
export function companyName(company: string): string {
  if (codPlatforms[company] !== undefined) return codPlatforms[company];
  return couriers.find(({ id }) => companyOf(id) === company)?.name.split(" ")[0] ?? company;
}

/** The companies and platforms that hand over cash, for the choice of a form. */
export const codCompanies: readonly string[] = [
  ...new Set(couriers.flatMap(({ id, cod }) => (cod ? [companyOf(id)] : []))),
  ...Object.keys(codPlatforms),
];
