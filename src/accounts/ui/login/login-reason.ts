import { hrefs } from "#hrefs.ts";

/** The reason for a login, derived from the address to return to; null when there is nothing to say. */
export function loginReason(from: string): string | null {
  const { pathname, searchParams } = new URL(from, "http://site.invalid");
  if (pathname === hrefs.cart()) return "Keranjang Anda terbuka setelah Anda masuk.";
  if (pathname === hrefs.checkout() && searchParams.has("variant_id"))
    return "Barang pilihan Anda kami simpan. Setelah masuk, Anda langsung ke pembelian.";
  if (pathname === hrefs.checkout() || pathname.startsWith(hrefs.payment("")))
    return "Setelah masuk, Anda lanjut ke pembayaran.";
  if (pathname === hrefs.manageMerchant()) return "Setelah masuk, Anda lanjut ke toko Anda.";
  if (pathname === hrefs.profile()) return "Setelah masuk, Anda lanjut ke halaman yang tadi dibuka.";
  return null;
}
