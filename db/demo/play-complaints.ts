/** Complaints of the demo, played through the product's own operations at moments in the past. */
import { acceptOffer, callMediator, makeOffer, writeMessage } from "../../src/complaints/answer-complaint.ts";
import { decideComplaint } from "../../src/complaints/decide-complaint.ts";
import { parcelArrived, sendBack } from "../../src/complaints/exchange-goods.ts";
import { openComplaint } from "../../src/complaints/open-complaint.ts";
import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import { recordScan } from "../../src/orders/parcels/record-scan.ts";

export const complaintSteps = [
  "complain",
  "complain_return",
  "complain_whole",
  "reply",
  "offer",
  "accept_offer",
  "agree",
  "call_mediator",
  "decide",
  "send_back",
  "return_arrives",
] as const;
export type ComplaintStep = (typeof complaintSteps)[number];

type Sides = { orderId: string; buyerId: string; shopId: string; sellerId: string; trackingNumber: string };

async function findOpen(context: Context, orderId: string): Promise<{ id: string; offer_id: string }> {
  const row = await context.db.row<{ id: string; offer_id: string }>(
    sql`select id, offer_id from complaints where order_id = ${orderId} and state <> 'closed'`,
  );
  if (!row) throw new Error("the demo has no complaint about this order");
  return row;
}

/** What was paid for the first line and for shipping. */
async function findPaid(context: Context, orderId: string) {
  const row = await context.db.row<{ line_id: string; quantity: number; paid: number; shipping: number }>(sql`
    select l.id as line_id, l.quantity,
      (l.price * l.quantity + (select coalesce(sum(a.amount), 0) from order_adjustments a where a.line_id = l.id))::bigint as paid,
      (o.shipping_cost + (select coalesce(sum(a.amount), 0) from order_adjustments a
        where a.order_id = o.id and a.line_id is null and a.amount < 0))::bigint as shipping
    from order_lines l join orders o on o.id = l.order_id where o.id = ${orderId} order by l.id limit 1`);
  if (!row) throw new Error("the demo's order has no line");
  return row;
}

async function open(context: Context, step: ComplaintStep, { orderId, buyerId }: Sides, now: Date): Promise<void> {
  const { line_id: lineId, quantity, paid, shipping } = await findPaid(context, orderId);
  const isReturn = step === "complain_return";
  const half = Math.floor(paid / 2);
  const amount = step === "complain_whole" ? paid : half;
  await openComplaint(
    context,
    {
      orderId,
      buyerId,
      lines: [{ line_id: lineId, quantity, problem: isReturn ? "not_as_described" : "damaged" }],
      wanted: isReturn
        ? { kind: "return_refund", lines: [], shipping: 0 }
        : {
            kind: "refund",
            lines: [{ line_id: lineId, amount }],
            shipping: step === "complain_whole" ? shipping : 0,
          },
      text: isReturn
        ? "Barang yang datang berbeda dari foto di halaman produk. Saya ingin mengirimnya kembali."
        : "Kardusnya penyok di sisi kiri, dan barang di dalamnya rusak. Masih bisa dipakai sebagian.",
      evidence: [],
    },
    now,
  );
}

/** Plays one step of a complaint about an order. */
export async function playComplaint(context: Context, step: ComplaintStep, sides: Sides, now: Date): Promise<void> {
  const { orderId, buyerId, shopId, sellerId } = sides;
  if (step === "complain" || step === "complain_return" || step === "complain_whole")
    return open(context, step, sides, now);
  const { id: complaintId, offer_id: offerId } = await findOpen(context, orderId);
  const buyer = { userId: buyerId, shopId: null };
  const seller = { userId: sellerId, shopId };
  const { line_id: lineId, paid } = await findPaid(context, orderId);
  const refund = (part: number) => ({
    kind: "refund" as const,
    lines: [{ line_id: lineId, amount: Math.floor(paid * part) }],
    shipping: 0,
  });
  switch (step) {
    case "reply": {
      const text = "Mohon maaf atas ketidaknyamanannya. Kami periksa dulu foto kemasan sebelum dikirim.";
      await writeMessage(context, { complaintId, actor: seller, text, evidence: [] }, now);
      return;
    }
    case "offer": {
      const text = "Kami tawarkan pengembalian sebagian, dan barangnya boleh Anda simpan.";
      await makeOffer(context, { complaintId, actor: seller, text, evidence: [], solution: refund(0.3) }, now);
      return;
    }
    case "accept_offer":
      return acceptOffer(context, { complaintId, actor: buyer, offerId }, now);
    case "agree":
      return acceptOffer(context, { complaintId, actor: seller, offerId }, now);
    case "call_mediator": {
      const text = "Kami mengemas dengan busa ganda, jadi kami minta pendapat mediator.";
      await callMediator(context, { complaintId, actor: seller, text, evidence: [] }, now);
      return;
    }
    case "decide": {
      const operator = await context.db.row<{ id: string; operator_role: string }>(
        sql`select id, operator_role from users where type = 'operator' order by email limit 1`,
      );
      if (!operator) throw new Error("the demo has no operator");
      await decideComplaint(
        context,
        {
          complaintId,
          mediator: { userId: operator.id, operatorRole: operator.operator_role },
          solution: refund(0.4),
          rule: "damaged_on_the_way",
          reason: "Kerusakan terjadi sebelum barang diterima. Barang masih bisa dipakai, jadi sebagian uang kembali.",
          precedent: true,
        },
        now,
      );
      return;
    }
    case "send_back":
      return sendBack(
        context,
        { complaintId, actor: buyer, courier: "jne-reg", trackingNumber: sides.trackingNumber },
        now,
      );
    default: {
      const parcel = await context.db.row<{ id: string }>(
        sql`select id from parcels where order_id = ${orderId} and direction = 'return'`,
      );
      if (!parcel) throw new Error("the demo has no return");
      await recordScan(context, parcel.id, { status: "delivered", place: "", source: "simulator" }, now);
      await parcelArrived(context, parcel.id, now);
    }
  }
}
