import type { FastifyInstance } from "fastify";
import { formatPhone } from "#accounts/phone/rules.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { formatDateTime } from "#lib/time.ts";
import { drawLabelSheet } from "#papers/labels/draw-label-sheet.ts";
import { addressLines, labelPhone, type LabelOrder } from "#papers/labels/rules.ts";
import { courierOf } from "#shipping/rules.ts";
import { sideOf } from "../lock-case.ts";
import type { SentTo } from "../queries.ts";
import { parcelLabelEndpoints, parcelLabelRefusals } from "./contract.ts";
import { findLabel, type LabelRow } from "./queries.ts";
import { labelHeading, senderOf, labelObstacle } from "./rules.ts";

/** `/v1` calls about labels of parcels that a case needs. */
export function parcelLabelRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, parcelLabelEndpoints, {
    "GET /v1/complaints/:complaintId/label.pdf": async ({ params, actor, now, reply }) => {
      const row = await findLabel(context.db, params.complaintId, actor);
      const side = row && sideOf(row, actor);
      const sender = row && senderOf(row.state);
      // The label of a parcel that the other side sends answers 404, as for somebody else's case.
      if (!row || (sender !== null && sender !== side)) throw new Refusal(requestRefusals.notFound);
      const hasAddress = row.sent_to !== null || row.shop_street !== "";
      const facts = { state: row.state, isScanned: row.parcel_scanned, hasAddress };
      const obstacle = labelObstacle(facts);
      if (obstacle === "nothing_to_send") throw new Refusal(parcelLabelRefusals.nothingToSend);
      if (obstacle === "address_missing") throw new Refusal(parcelLabelRefusals.addressMissing);
      const isReturn = sender === "buyer";
      const label = isReturn ? returnLabel(row) : replacementLabel(row);
      const sheet = { kind: "label" as const, shop: row.shop_name, printedAt: formatDateTime(now), orders: [label] };
      const drawn = await drawLabelSheet(sheet, actor.userId, context.config);
      const name = `label-${isReturn ? "retur" : "pengganti"}-${row.number}.pdf`;
      return reply
        .headers({ "content-disposition": `attachment; filename="${name}"`, "cache-control": "private, no-store" })
        .type("application/pdf")
        .send(drawn);
    },
  });
}

/** What both labels have: the complaint, its goods, and the courier once the parcel has one. */
function parcelOf(row: LabelRow): Omit<LabelOrder, "complaint" | "from" | "to"> {
  return {
    invoice: row.invoice,
    courierName: row.courier_name ?? "",
    trackingNumber: row.tracking_number,
    hasNumber: row.courier === null || (courierOf(row.courier)?.tracked ?? true),
    weightG: row.lines.reduce((sum, { quantity, weight_g }) => sum + quantity * weight_g, 0),
    parcel: { position: 1, count: 1, isKnown: true },
    isInsured: false,
    cashOnDelivery: 0,
    items: row.lines.map(({ name, variant, quantity }) => ({ name, variant, quantity, note: "" })),
  };
}

function returnLabel(row: LabelRow): LabelOrder {
  const { recipient, phone } = row.address;
  const to = row.sent_to ?? shopOf(row);
  return {
    ...parcelOf(row),
    complaint: { number: row.number, heading: labelHeading("return", row.solution?.kind) },
    from: { name: recipient, lines: [labelPhone(phone), ...addressLines({ ...row.address, note: "" })] },
    to: { name: to.name, phone: "", lines: shopLines(to) },
  };
}

function shopOf(row: LabelRow): SentTo {
  return { name: row.shop_name, street: row.shop_street, city: row.shop_city, postcode: row.shop_postcode ?? "" };
}

/** The shop's address on both labels: a parcel that cannot be delivered comes back to it. */
function shopLines({ street, city, postcode }: SentTo): string[] {
  return [street, `${city} ${postcode}`.trim()].filter(Boolean);
}

function replacementLabel(row: LabelRow): LabelOrder {
  const { recipient, phone } = row.address;
  const senderPhone = row.sender_phone === null ? [] : [formatPhone(row.sender_phone)];
  return {
    ...parcelOf(row),
    complaint: { number: row.number, heading: labelHeading("replacement", row.solution?.kind) },
    from:
      row.sender_name === null
        ? { name: row.shop_name, lines: shopLines(shopOf(row)) }
        : { name: row.sender_name, lines: senderPhone },
    to: { name: recipient, phone: labelPhone(phone), lines: addressLines(row.address) },
  };
}
