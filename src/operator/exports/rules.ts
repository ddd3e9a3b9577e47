import { day, hour } from "#lib/time.ts";

/** What operators can take out of the console as a CSV file. */
export const exportKinds = {
  orders: { label: "Pesanan", about: "Nomor, toko, status, jumlah, biaya, dan waktu. Tanpa nama dan alamat." },
  ledger: { label: "Buku besar", about: "Setiap gerakan uang dengan akun dan acuannya." },
  people: { label: "Pengguna", about: "Nama, email, dan telepon tersamar, serta kapan mendaftar." },
  products: { label: "Produk", about: "Nama, toko, kategori, harga, stok, dan yang terjual." },
} as const;
export type ExportKind = keyof typeof exportKinds;
export const exportKindNames = Object.keys(exportKinds) as [ExportKind, ...ExportKind[]];

/** What becomes of a file. */
export const exportStates = {
  making: "Sedang dibuat",
  ready: "Siap",
  failed: "Gagal",
  deleted: "Sudah dihapus",
} as const;
export type ExportState = keyof typeof exportStates;
export const exportStateNames = Object.keys(exportStates) as [ExportState, ...ExportState[]];

/** @rule A CSV export covers at most 366 days. */
export const maxExportDays = 366;

/** @rule A CSV export has at most 2,000,000 rows; a longer one is asked for in parts. */
export const maxExportRows = 2_000_000;

/** @rule A CSV export can be downloaded for 7 days, by every operator with the permission. Then it is deleted. */
export const exportTtl = 7 * day;

/** @rule A CSV export that is not finished after 2 hours has failed; then its operator can ask again. */
export const exportTimeout = 2 * hour;

/** @rule An operator asks for at most 20 CSV exports in a day, one at a time. */
export const exportLimit = { max: 20, window: day, by: "user" } as const;

/** So many of the newest files are listed. */
export const listedExports = 50;

/** Why these days cannot be asked for, as an Indonesian sentence; null when they can. Days are `2026-11-23`. */
export function exportDaysProblem(first: string, last: string): string | null {
  const days = (Date.parse(last) - Date.parse(first)) / day + 1;
  if (days < 1) return "Hari terakhir tidak boleh sebelum hari pertama.";
  return days > maxExportDays ? `Paling banyak ${maxExportDays} hari dalam satu berkas.` : null;
}
