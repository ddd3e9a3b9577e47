import type { JobName } from "#lib/jobs.ts";

/** A job's name begins with its slice. */
type JobSlice = JobName extends `${infer Slice}.${string}` ? Slice : never;

/** What the jobs of each slice are about. A slice whose jobs have no subject here does not pass the type check. */
const jobSubjects: Readonly<Record<JobSlice, string>> & Readonly<Partial<Record<string, string>>> = {
  accounts: "Akun",
  cart: "Keranjang",
  catalog: "Katalog",
  complaints: "Komplain",
  lib: "Server",
  media: "Gambar dan dokumen",
  messages: "Email",
  notifications: "Notifikasi",
  operator: "Konsol",
  orders: "Pesanan",
  payments: "Pembayaran",
  privacy: "Data pribadi",
  promotions: "Voucher",
  reviews: "Ulasan",
  search: "Pencarian",
  settings: "Pengaturan",
  shipping: "Pengiriman",
  shops: "Toko",
  site: "Pemberitahuan halaman dan syarat",
  web: "Peta situs",
};

/** What a job is about, in words. */
export function jobSubject(name: string): string {
  return jobSubjects[name.split(".", 1)[0] ?? ""] ?? "Lainnya";
}
