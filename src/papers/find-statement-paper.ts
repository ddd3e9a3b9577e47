import { brandName } from "#lib/brand.ts";
import { companyDetails } from "#lib/company.ts";
import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { formatCount, formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import { formatDate, formatTime } from "#lib/time.ts";
import { readStatement, type StatementEntry } from "#payments/payouts/statement/read-statement.ts";
import { monthBounds } from "#payments/payouts/statement/rules.ts";
import { incomeTaxName } from "#payments/tax/rules.ts";
import { numberPapers } from "./number-papers.ts";
import { findShopPlace } from "./queries.ts";
import { maxStatementRows, type Paper, type PaperSum } from "./rules.ts";

const sumOf = (entries: readonly StatementEntry[], amount: (entry: StatementEntry) => Rupiah): Rupiah =>
  entries.reduce((sum, entry) => sum + amount(entry), 0);

/**
 * The paper of a shop's statement. A month that has not ended has none, because it could still change; neither has a
 * month before the first entry. Both are refused as missing.
 */
export async function findStatementPaper(
  { db }: Pick<Context, "db">,
  shopId: string,
  month: string,
  now: Date,
): Promise<Paper> {
  const { from, to } = monthBounds(month);
  if (to > now) throw new Refusal(requestRefusals.notFound);
  const [statement, place] = await Promise.all([readStatement(db, shopId, month), findShopPlace(db, shopId)]);
  const { opening, closing, entries, label, shopName } = statement;
  if (entries.length === 0 && opening === 0) throw new Refusal(requestRefusals.notFound);
  const last = new Date(to.getTime() - 1);
  const subject = `${shopId} ${month}`;
  const numberOf = await numberPapers(db, "statement", [{ subject, at: last }], now);
  const labels = [...new Set(entries.map((entry) => entry.label))];
  const notes: [string, Rupiah][] = [
    ["Komisi yang sudah dipotong", sumOf(entries, ({ commission }) => commission)],
    [`${incomeTaxName} yang sudah dipungut`, sumOf(entries, ({ tax }) => tax)],
    ["Biaya penarikan", sumOf(entries, ({ withdrawalFee }) => withdrawalFee)],
  ];
  return {
    kind: "statement",
    title: "Laporan saldo",
    number: numberOf(subject),
    about: `Saldo toko untuk ${label}.`,
    parties: [
      { role: "Toko", name: shopName, lines: [place] },
      { role: "Dari", name: brandName(), lines: [companyDetails().name, companyDetails().address] },
    ],
    facts: [
      { label: "Masa", value: `${formatDate(from)} – ${formatDate(last)}` },
      { label: "Jumlah catatan", value: formatCount(entries.length) },
    ],
    head: { text: "Catatan", quantity: "", price: "", amount: "Jumlah" },
    rows: entries.slice(0, maxStatementRows).map((entry) => ({
      text: entry.label,
      details: [
        [`${formatDate(entry.at)}, ${formatTime(entry.at)}`, entry.number].filter(Boolean).join(" · "),
        deductions(entry),
      ].filter(Boolean),
      quantity: null,
      price: null,
      amount: entry.amount,
    })),
    sums: [
      { label: "Saldo awal", amount: opening, look: "plain" },
      ...labels.map((one): PaperSum => ({
        label: one,
        amount: sumOf(entries, (entry) => (entry.label === one ? entry.amount : 0)),
        look: "plain",
      })),
      { label: "Saldo akhir", amount: closing, look: "total" },
      ...notes
        .filter(([, amount]) => amount !== 0)
        .map(([name, amount]): PaperSum => ({ label: name, amount, look: "note" })),
    ],
    notes: [
      "Saldo adalah utang kami kepada penjual, bukan uang elektronik.",
      ...(entries.length > maxStatementRows
        ? [`Hanya ${formatCount(maxStatementRows)} catatan pertama yang ditulis; semuanya ada di berkas CSV.`]
        : []),
    ],
  };
}

function deductions({ gross, commission, tax, withdrawalFee }: StatementEntry): string {
  const parts: [string, Rupiah][] = [
    ["komisi", commission],
    [incomeTaxName, tax],
    ["biaya penarikan", withdrawalFee],
  ];
  const taken = parts.filter(([, amount]) => amount !== 0);
  if (taken.length === 0) return "";
  return `${formatRupiah(gross)} sebelum ${taken.map(([name, amount]) => `${name} ${formatRupiah(amount)}`).join(", ")}`;
}
