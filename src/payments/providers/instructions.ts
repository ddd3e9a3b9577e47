import { brandName } from "#lib/brand.ts";
import type { Instructions } from "../contract.ts";
import { paymentMethod } from "../rules.ts";

/** What a provider gives to pay with. */
export type Means = Omit<Instructions, "steps"> & {
  /** Whose name the cashier of a minimarket knows; the marketplace's if not set. */
  payee?: string;
};

/** Where each bank's app has the payment. */
const bankMenus: Record<string, string> = {
  va_bca: "Buka BCA mobile, pilih m-BCA › m-Transfer › BCA Virtual Account.",
  va_bni: "Buka BNI Mobile Banking, pilih Transfer › Virtual Account Billing.",
  va_bri: "Buka BRImo, pilih BRIVA.",
  va_permata: "Buka PermataMobile X, pilih Bayar Tagihan › Virtual Account.",
  va_cimb: "Buka OCTO Mobile, pilih Transfer › Virtual Account.",
};

/** What the buyer does to pay by this method, with what the provider gave. The steps are the same for all providers. */
export function instructionsFor(method: string, { payee = brandName(), ...means }: Means): Instructions {
  const known = paymentMethod(method);
  if (!known) throw new Error(`the method ${method} has no instructions`);
  const [name = known.name] = known.group === "va" ? known.name.split(" ") : [known.name];
  switch (known.group) {
    case "va": {
      const number = means.biller ? "kode" : "nomor";
      const menu = means.biller
        ? `Buka Livin’ by Mandiri, pilih Bayar, lalu cari kode perusahaan ${means.biller}.`
        : (bankMenus[method] ?? `Buka aplikasi ${name}, pilih Transfer › Virtual Account.`);
      return {
        ...means,
        steps: [
          menu,
          `Masukkan ${means.biller ? "kode bayar" : "nomor"} di atas. Nama dan jumlah tagihan muncul sendiri.`,
          "Periksa bahwa jumlahnya sama persis, lalu selesaikan dengan PIN Anda.",
          `Tanpa aplikasi? Bayar di ATM ${name} terdekat dengan ${number} yang sama.`,
        ],
      };
    }
    case "qris":
      return {
        ...means,
        steps: [
          "Buka aplikasi bank atau dompet digital yang mendukung QRIS.",
          means.qr
            ? "Pindai kode di atas, atau simpan gambarnya lalu unggah dari galeri."
            : "Buka kode QRIS lewat tombol di atas, lalu pindai, atau simpan gambarnya dan unggah dari galeri.",
          "Periksa nama penerima dan jumlahnya, lalu masukkan PIN Anda.",
        ],
      };
    case "ewallet":
      return {
        ...means,
        steps: [
          means.qr
            ? `Lanjutkan ke ${name} lewat tombol di atas, atau pindai kodenya dengan aplikasi ${name}.`
            : `Lanjutkan ke ${name} lewat tombol di atas.`,
          "Periksa jumlahnya dan setujui pembayaran di aplikasi.",
          "Kembali ke halaman ini untuk melihat statusnya.",
        ],
      };
    case "minimarket":
      return {
        ...means,
        steps: [
          `Datang ke kasir ${name} dan sebutkan pembayaran ${payee}.`,
          "Tunjukkan kode di atas kepada kasir.",
          "Bayar tunai sesuai jumlah tagihan dan simpan struknya.",
        ],
      };
    case "transfer":
      return {
        ...means,
        steps: [
          "Transfer jumlah di atas, tepat sampai angka terakhir, ke rekening di atas dari bank mana pun.",
          "Tiga angka terakhir membedakan transfer Anda dari transfer orang lain. Potongannya kami yang menanggung.",
          `Periksa bahwa penerimanya ${means.holder ?? brandName()} sebelum menyetujui.`,
          "Kami mencocokkan transfer dengan mutasi rekening. Setelah cocok, pesanan Anda diteruskan ke penjual.",
        ],
      };
    case "cod":
      return {
        ...means,
        steps: [
          "Siapkan uang tunai sejumlah di atas, kalau bisa uang pas.",
          "Bayar kepada kurir saat paket diserahkan. Jangan membayar sebelum itu, dan jangan membayar lebih.",
          "Periksa isinya setelah menerima paket, lalu tekan Pesanan diterima di halaman pesanan.",
        ],
      };
    case "card":
      return {
        ...means,
        steps: [
          "Lanjutkan ke halaman pembayaran kartu lewat tombol di atas.",
          `Isi data kartu di halaman itu. ${brandName()} tidak pernah melihatnya.`,
          "Masukkan kode OTP dari bank untuk menyetujui.",
        ],
      };
  }
}

/** A number that people enter: digits, for some minimarkets also letters. */
export function plainNumber(value: unknown): string | undefined {
  return typeof value === "string" && /^[0-9A-Z]{4,30}$/.test(value) ? value : undefined;
}

/** The text of a QR code in the standard for payments. */
export function plainQr(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= 600 && /^[\x20-\x7e]{40,}$/.test(value) ? value : undefined;
}

/** Schemes of wallet apps on phones. */
const appSchemes = ["gojek:", "gopay:", "shopeeid:", "shopeepay:"];

/**
 * An address where the buyer may be sent: https, a wallet's app, or the provider's own host. Anything else, such as
 * `javascript:`, is not shown even if a provider sends it.
 */
export function plainLink(value: unknown, provider: URL): string | undefined {
  const url = typeof value === "string" && value.length <= 2000 ? URL.parse(value) : null;
  if (!url || url.username || url.password) return undefined;
  const isAllowed = url.protocol === "https:" || url.origin === provider.origin || appSchemes.includes(url.protocol);
  return isAllowed ? url.href : undefined;
}
