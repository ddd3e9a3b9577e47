/** The texts of decisions and appeals, and the rules that a decision cites. */
import { spanInFullDays } from "#lib/time.ts";
import { mediatorDuration } from "../rules.ts";

/** @rule The reason of a decision has 30 to 3,000 characters. */
export const decisionReasonLength = { min: 30, max: 3000 } as const;
/** @rule An appeal says in 20 to 2,000 characters what the decision did not consider. */
export const appealLength = { min: 20, max: 2000 } as const;

/** Rules that a decision cites, with the text that both sides read. */
export const citedRules = {
  not_delivered: {
    title: "Barang tidak terbukti diterima",
    text: "Penjual menanggung barang sampai diterima pembeli. Tanpa bukti serah terima, uang kembali.",
  },
  damaged_on_the_way: {
    title: "Rusak sebelum diterima",
    text: "Kerusakan sebelum barang diterima ditanggung penjual, termasuk kerusakan karena kemasan.",
  },
  differs_from_page: {
    title: "Berbeda dari halaman produk",
    text: "Barang harus sama dengan foto, nama, varian, dan keterangan di halaman produk saat dibeli.",
  },
  incomplete: {
    title: "Isi paket kurang",
    text: "Yang tidak dikirim tidak dibayar: kekurangan dikirim atau uangnya kembali.",
  },
  change_of_mind: {
    title: "Berubah pikiran",
    text: "Barang yang utuh boleh dikirim balik dalam masa berubah pikiran menurut kategorinya.",
  },
  buyer_caused: {
    title: "Timbul setelah diterima",
    text: "Kerusakan setelah barang diterima dan keberatan di luar keterangan produk ditanggung pembeli.",
  },
  no_evidence: {
    title: "Tidak terbukti",
    text: "Keberatan yang tidak didukung bukti apa pun tidak mengubah hak penjual atas pembayarannya.",
  },
  shared: {
    title: "Ditanggung bersama",
    text: "Kerugian yang disebabkan kedua pihak, atau yang sebabnya tidak jelas, dibagi.",
  },
} as const;
export type CitedRule = keyof typeof citedRules;
export const citedRuleNames = Object.keys(citedRules) as CitedRule[];
/** The rule of a decision that the clock makes. */
export const clockRule = {
  name: "silence",
  title: "Tidak diputuskan pada waktunya",
  text: `Mediator tidak memutuskan dalam ${spanInFullDays(mediatorDuration)}, jadi permintaan terakhir pembeli berlaku.`,
} as const;

/** The title of a cited rule. */
export function ruleTitle(rule: string): string {
  return rule in citedRules ? citedRules[rule as CitedRule].title : clockRule.title;
}
