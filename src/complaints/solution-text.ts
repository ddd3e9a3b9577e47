import { formatRupiah } from "#lib/rupiah.ts";
import type { SolutionView } from "./case-view/contract.ts";
import type { Solution } from "./rules.ts";

/** What the buyer gets back under a solution, in rupiah. */
export function amountOf({ lines, shipping }: Solution): number {
  return lines.reduce((sum, { amount }) => sum + amount, shipping);
}

/** What the seller gives up of lines that vouchers paid wholly, in rupiah. */
export function givenUpOf({ lines }: Pick<Solution, "lines">): number {
  return lines.reduce((sum, { given_up: givenUp = 0 }) => sum + givenUp, 0);
}

/** A solution as people read it: `Uang kembali Rp70.000, tanpa kirim balik barang`. */
export function solutionText(solution: Solution): string {
  const givenUp = givenUpOf(solution);
  const vouchers = givenUp > 0 ? ` dan harga ${formatRupiah(givenUp)} yang dibayar voucher lepas dari penjual` : "";
  const money = `${formatRupiah(amountOf(solution))}${vouchers}`;
  switch (solution.kind) {
    case "refund":
      return `Uang kembali ${money}, tanpa kirim balik barang`;
    case "return_refund":
      return `Barang dikirim balik, lalu uang kembali ${money}`;
    case "replacement":
      return `Barang pengganti; bila tidak dikirim, uang kembali ${money}`;
    case "send_rest":
      return `Kekurangan dikirim; bila tidak dikirim, uang kembali ${money}`;
    default:
      return "Tanpa pengembalian, dana untuk penjual";
  }
}

/** A solution as the API gives it. */
export function solutionJson({ kind, lines, shipping }: Solution): SolutionView {
  const solution = { kind, lines, shipping };
  return { ...solution, lines: [...lines], text: solutionText(solution), amount: amountOf(solution) };
}
