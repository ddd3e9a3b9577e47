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
