/** The variables that operators may use in their pages, with their values as they are now. */
import { formatRupiah } from "#lib/rupiah.ts";
import { span } from "#lib/time.ts";
import { codLimits } from "#orders/checkout/cod-rules.ts";
import { reviewDuration } from "#orders/rules.ts";
import { site } from "../settings.ts";
import { terms } from "../term-text.ts";

const variables: Readonly<Record<string, { about: string; value: () => string }>> = {
  merek: { about: "nama pasar", value: () => site.name },
  perusahaan: { about: "nama perusahaan", value: () => site.company.name },
  alamat: { about: "alamat perusahaan", value: () => site.company.address },
  telepon: { about: "telepon perusahaan", value: () => site.company.phone.shown },
  email: { about: "email perusahaan", value: () => site.company.email },
  jam_layanan: {
    about: "hari dan jam layanan",
    value: () => `${site.hours.days.toLowerCase()} ${site.hours.opens} – ${site.hours.closes}`,
  },
  batas_bayar: { about: "waktu untuk membayar", value: () => terms.payment },
  batas_konfirmasi: { about: "waktu penjual mengonfirmasi", value: () => terms.confirmation },
  batas_kirim: { about: "waktu penjual mengirim", value: () => terms.ship },
  waktu_periksa: { about: "waktu pembeli memeriksa barang", value: () => terms.autoComplete },
  jawaban_penjual: { about: "waktu penjual menjawab komplain", value: () => terms.sellerAnswer },
  putusan_mediator: { about: "waktu mediator memutuskan", value: () => terms.mediator },
  masa_ulasan: { about: "waktu untuk mengulas", value: () => span(reviewDuration) },
  penarikan_terkecil: { about: "penarikan saldo paling sedikit", value: () => terms.minWithdrawal },
  biaya_penarikan: { about: "biaya penarikan saldo", value: () => terms.withdrawalFee },
  batas_cod: { about: "pembelian COD paling banyak", value: () => formatRupiah(codLimits().maxTotal) },
};

/** The names of the variables. */
export const variableNames: readonly string[] = Object.keys(variables);

/** The variables of a title, which the footer of every page shows. */
export const titleVariables: readonly string[] = ["merek"];

/** Each variable with what it says now. */
export function listVariables(): { name: string; about: string; value: string }[] {
  return Object.entries(variables).map(([name, { about, value }]) => ({ name, about, value: value() }));
}

/** The values as they are now, by name. */
export function variableValues(): Record<string, string> {
  return Object.fromEntries(listVariables().map(({ name, value }) => [name, value]));
}
