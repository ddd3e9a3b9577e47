import type { Readable } from "node:stream";
import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import { drawDocument } from "#complaints/case-file/draw-document.ts";
import type { CaseFile, CaseFileEntry } from "#complaints/case-file/rules.ts";
import { brandName } from "#lib/brand.ts";
import { companyDetails } from "#lib/company.ts";
import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime } from "#lib/time.ts";
import { adjustmentLabel } from "#orders/adjustment-rules.ts";
import { orderStatuses } from "#orders/rules.ts";
import { refundRows } from "#orders/ui/cost-rows.ts";
import { accountLabels } from "../rules.ts";
import { describeStory, type StoryEntry } from "./describe-story.ts";
import { findStoryOrder, listCaseTexts, listStory, type CaseTextRow } from "./queries.ts";
import { storyAuthors } from "./rules.ts";

/**
 * Draws all that is stored about an order for the consumer authority: goods, money, messages and pictures of its
 * complaints, decisions, scans and the ledger. It names buyer and seller, so each drawing leaves an entry in the audit
 * log. Refuses with `request.not_found` and `server.busy`.
 */
export async function drawOrderFile(
  { db, config }: Pick<Context, "db" | "config">,
  by: NonNullable<AuditActor>,
  orderId: string,
  now: Date,
): Promise<{ invoice: string; pdf: Readable }> {
  const order = await findStoryOrder(db, orderId);
  if (!order) throw new Refusal(requestRefusals.notFound);
  const story = describeStory(await listStory(db, { orderId, checkoutId: order.checkout_id }), order);
  const texts = await listCaseTexts(db, orderId);
  const company = companyDetails();
  const entry = (head: string, ...lines: string[]): CaseFileEntry => ({ head, lines, evidence: [] });
  const file: CaseFile = {
    kind: "Berkas pesanan",
    number: order.invoice,
    title: `Pesanan ${order.buyer_name} di ${order.shop_name}`,
    facts: [
      { label: "Pasar", value: [brandName(), company.name, company.address, company.email].join(", ") },
      { label: "Pembeli", value: order.buyer_name },
      { label: "Penjual", value: order.shop_name },
      { label: "Dipesan", value: formatDateTime(order.created_at) },
      { label: "Status", value: orderStatuses[order.status].label },
      { label: "Total", value: formatRupiah(order.total) },
      { label: "Dibuat", value: formatDateTime(now) },
    ],
    sections: [
      {
        title: "Barang dan biaya",
        entries: [
          ...order.lines.map((line) =>
            entry(
              [line.name, line.variant].filter(Boolean).join(", "),
              `${line.quantity} buah, ${formatRupiah(line.amount)}`,
            ),
          ),
          entry(
            "Biaya",
            `Ongkos kirim: ${formatRupiah(order.shipping_cost)}`,
            ...order.adjustments.map((one) => `${adjustmentLabel(one, order.shop_name)}: ${formatRupiah(one.amount)}`),
            `Total: ${formatRupiah(order.total)}`,
            ...refundRows(order.total, order.refunded).map(({ label, amount }) => `${label}: ${formatRupiah(amount)}`),
          ),
        ],
      },
      { title: "Pesan dan bukti komplain", entries: texts.filter(({ rule }) => rule === null).map(textEntry) },
      { title: "Putusan", entries: texts.filter(({ rule }) => rule !== null).map(textEntry) },
      {
        title: "Perjalanan pesanan dan kiriman",
        entries: story.filter(({ kind }) => kind !== "money").map(storyEntry),
      },
      { title: "Buku besar", entries: story.filter(({ kind }) => kind === "money").map(storyEntry) },
    ],
  };
  await db.transaction(async (tx) => {
    const subject = { kind: "order", id: orderId } as const;
    appendAuditEntry(tx, { actor: by, action: "operator.order_file_drawn", subject });
  });
  return { invoice: order.invoice, pdf: await drawDocument(config, file, by.userId) };
}

function textEntry({ number, author, text, evidence, at }: CaseTextRow): CaseFileEntry {
  return {
    head: `${formatDateTime(at)} · ${number} · ${storyAuthors[author] ?? author}`,
    lines: text.split("\n"),
    evidence,
  };
}

function storyEntry({ at, text, detail, amount, movements }: StoryEntry): CaseFileEntry {
  const moved = movements.map(
    (one) => `${accountLabels[one.account].name} ${one.amount > 0 ? "+" : ""}${formatRupiah(one.amount)}`,
  );
  return {
    head: formatDateTime(new Date(at)),
    lines: [amount === null ? text : `${text}: ${formatRupiah(amount)}`, detail, moved.join(" · ")].filter(Boolean),
    evidence: [],
  };
}
