import { writeCsv, type CsvCell } from "#lib/csv.ts";
import { Refusal } from "#lib/refusal.ts";
import { formatDate } from "#lib/time.ts";
import { formatPerMille } from "../../fees/rules.ts";
import { incomeTaxExemptions } from "../rules.ts";
import { spacedTaxNumber, taxNumberKinds } from "../sellers/rules.ts";
import { unsealTaxNumber } from "../sellers/seal-tax-number.ts";
import { taxFileRefusals } from "./contract.ts";
import type { SellerMonthRow, Taxpayer, VatOrderRow, WithheldRow } from "./queries.ts";
import { maxTaxRows, otherBaseOf, vatEntries } from "./rules.ts";

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);

/** The columns about the taxpayer; none in a seller's own file. `secret` opens the numbers. */
function taxpayerCells(row: Taxpayer, secret: Buffer | null): CsvCell[] {
  if (secret === null) return [];
  const { shop, shopId, taxpayer, numberKind, numberSealed } = row;
  if (numberKind === null || numberSealed === null) return [shop, "", "", ""];
  const number = spacedTaxNumber(unsealTaxNumber(secret, shopId, numberSealed));
  return [shop, taxpayer ?? "", taxNumberKinds[numberKind], number];
}
const taxpayerTitles = (secret: Buffer | null) =>
  secret === null ? [] : ["Toko", "Wajib pajak", "Jenis nomor", "Nomor"];

/**
 * PPh 22 by booking as CSV, with the sum in the last row. With `secret`, it names the taxpayers. Refuses with
 * `tax.file_too_large`.
 */
export function withheldCsv(rows: readonly WithheldRow[], secret: Buffer | null): string {
  if (rows.length > maxTaxRows) throw new Refusal(taxFileRefusals.tooLarge);
  const titles = ["Tanggal", "Nomor pesanan", "Keterangan", ...taxpayerTitles(secret)];
  return writeCsv([
    [...titles, "Peredaran bruto tanpa PPN", "Tarif", "PPh 22"],
    ...rows.map((row): CsvCell[] => [
      formatDate(row.at),
      row.invoice,
      withheldText(row),
      ...taxpayerCells(row, secret),
      row.base,
      formatPerMille(row.perMille),
      row.amount,
    ]),
    [
      "Jumlah",
      ...titles.slice(1).map(() => ""),
      // Only what tax was withheld from.
      sum(rows.filter(({ exemption }) => exemption === null).map(({ base }) => base)),
      "",
      sum(rows.map(({ amount }) => amount)),
    ],
  ]);
}

/** What a row of PPh 22 is about; for goods from which nothing is withheld also why. */
function withheldText({ isCorrection, exemption, base }: WithheldRow): string {
  const correction = correctionText(base);
  if (exemption === null) return isCorrection ? correction : "Pemungutan";
  return `Tidak dipungut (${incomeTaxExemptions[exemption]})${isCorrection ? `, ${correction.toLowerCase()}` : ""}`;
}

/** A correction lowers what was sold, or raises it again because refunded money came again. */
function correctionText(change: number): string {
  return change > 0 ? "Pengembalian dibatalkan" : "Koreksi pengembalian";
}

/** PPN by order of a period as CSV, with the sum in the last row. Refuses with `tax.file_too_large`. */
export function vatCsv(
  orders: readonly VatOrderRow[],
  { from, to }: { from: Date; to: Date },
  secret: Buffer | null,
): string {
  const entries = orders
    .flatMap((order) => vatEntries(order).map((entry) => ({ ...entry, order })))
    .filter(({ at }) => at >= from && at < to)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  if (orders.length > maxTaxRows || entries.length > maxTaxRows) throw new Refusal(taxFileRefusals.tooLarge);
  const titles = ["Tanggal", "Nomor pesanan", "Keterangan", ...taxpayerTitles(secret)];
  return writeCsv([
    [...titles, "Harga termasuk PPN", "Harga jual tanpa PPN", "DPP nilai lain", "PPN"],
    ...entries.map(({ at, isSale, price, base, vat, order, ...entry }): CsvCell[] => [
      formatDate(at),
      order.invoice,
      isSale ? "Penjualan" : correctionText(price),
      ...taxpayerCells(order, secret),
      price,
      base,
      otherBaseOf({ base, ...entry }),
      vat,
    ]),
    [
      "Jumlah",
      ...titles.slice(1).map(() => ""),
      sum(entries.map(({ price }) => price)),
      sum(entries.map(({ base }) => base)),
      sum(entries.map(otherBaseOf)),
      sum(entries.map(({ vat }) => vat)),
    ],
  ]);
}

/**
 * What each seller sold in a month as CSV, with the sums in the last row: what the operator of a marketplace (PMSE)
 * keeps ready for the tax office. Refuses with `tax.file_too_large`.
 */
export function sellersCsv(rows: readonly SellerMonthRow[], month: string, secret: Buffer): string {
  if (rows.length > maxTaxRows) throw new Refusal(taxFileRefusals.tooLarge);
  const titles = ["Bulan", "Pemilik", "Kota", ...taxpayerTitles(secret)];
  const amounts = ({ orders, received, turnover, refunded, withheld }: SellerMonthRow) => [
    orders,
    received,
    turnover,
    refunded,
    turnover - refunded,
    withheld,
  ];
  const heads = [
    "Jumlah pesanan",
    "Uang masuk",
    "Peredaran bruto",
    "Pengembalian barang",
    "Setelah pengembalian",
    "PPh 22 dipungut",
  ];
  return writeCsv([
    [...titles, ...heads],
    ...rows.map((row): CsvCell[] => [month, row.owner, row.city, ...taxpayerCells(row, secret), ...amounts(row)]),
    [
      "Jumlah",
      ...titles.slice(1).map(() => ""),
      ...heads.map((_, at) => sum(rows.map((row) => amounts(row)[at] ?? 0))),
    ],
  ]);
}
