import type { FastifyInstance } from "fastify";
import { formatPhone } from "#accounts/phone/rules.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { formatDateTime } from "#lib/time.ts";
import { contentsOf } from "#orders/parcels/rules.ts";
import { courierOf } from "#shipping/rules.ts";
import { labelEndpoints } from "./contract.ts";
import { drawLabelSheet } from "./draw-label-sheet.ts";
import { listLabelOrders, type LabelRow } from "./queries.ts";
import { addressLines, labelPhone, labelTitles, maxLabels, type LabelOrder } from "./rules.ts";

/** `/v1` calls of what a seller prints for parcels. */
export function labelRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, labelEndpoints, {
    "GET /v1/seller/labels/pdf": async ({ query, actor, now, reply }) => {
      const rows = await listLabelOrders(context.db, actor.shopId, query.order_id, maxLabels);
      const [first] = rows;
      if (!first) throw new Refusal(requestRefusals.notFound);
      const { kind } = query;
      const sheet = { kind, shop: first.shop_name, printedAt: formatDateTime(now), orders: rows.map(labelOrder) };
      const drawn = await drawLabelSheet(sheet, actor.userId, context.config);
      const name = `${labelTitles[kind].toLowerCase().replaceAll(" ", "-")}.pdf`;
      return reply
        .headers({ "content-disposition": `attachment; filename="${name}"`, "cache-control": "private, no-store" })
        .type("application/pdf")
        .send(drawn);
    },
  });
}

function labelOrder(row: LabelRow): LabelOrder {
  const { recipient, phone } = row.address;
  const contents = contentsOf(row.lines, row.parcels)[row.position - 1];
  const items = contents
    ? contents.flatMap(({ line_id, quantity }) =>
        row.lines.filter(({ id }) => id === line_id).map((line) => ({ ...line, quantity })),
      )
    : row.lines;
  return {
    invoice: row.invoice,
    complaint: null,
    courierName: row.courier_name,
    trackingNumber: row.tracking_number,
    // A courier that was removed since gave its parcels a number.
    hasNumber: courierOf(row.courier)?.tracked ?? true,
    weightG: items.reduce((sum, { quantity, weight_g }) => sum + quantity * weight_g, 0),
    parcel: { position: row.position, count: Math.max(1, row.parcels.length), isKnown: contents !== null },
    isInsured: row.premium > 0,
    cashOnDelivery: row.cash_on_delivery,
    from:
      row.sender_name === null
        ? { name: row.shop_name, lines: [row.shop_street, row.shop_city].filter(Boolean) }
        : { name: row.sender_name, lines: row.sender_phone === null ? [] : [formatPhone(row.sender_phone)] },
    to: {
      name: recipient,
      phone: labelPhone(phone),
      lines: addressLines(row.address),
    },
    items,
  };
}
