import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import { Refusal } from "../../src/lib/refusal.ts";
import { acceptOffer } from "../../src/complaints/answer-complaint.ts";
import { openComplaint, type Opening } from "../../src/complaints/open-complaint.ts";
import type { ComplaintState } from "../../src/complaints/rules.ts";
import { makeDeliveredOrder, type MadeOrder } from "./orders.ts";
import { makeUser } from "./rows.ts";

export type MadeComplaint = MadeOrder & {
  complaintId: string;
  /** The message that the seller can accept. */
  openingId: string;
  lineId: string;
  buyer: { userId: string; shopId: null };
  seller: { userId: string; shopId: string };
};

/** A delivered order whose buyer complains about one damaged line and wants `amount` back. */
export async function makeComplaint(
  context: Context,
  fields: NonNullable<Parameters<typeof makeDeliveredOrder>[1]> & {
    amount?: number;
    order?: MadeOrder;
    opening?: Partial<Opening>;
  } = {},
): Promise<MadeComplaint> {
  const { amount = 20_000, order, opening, ...rest } = fields;
  const now = fields.now ?? context.clock.now();
  const made = order ?? (await makeDeliveredOrder(context, rest));
  const lineId = await lineOf(context, made.orderId);
  const { id: complaintId, messageId: openingId } = await openComplaint(
    context,
    {
      orderId: made.orderId,
      buyerId: made.buyerId,
      lines: [{ line_id: lineId, quantity: 1, problem: "damaged" }],
      wanted: { kind: "refund", lines: [{ line_id: lineId, amount }], shipping: 0 },
      text: "Satu mangkuk retak sampai ke dasar.",
      evidence: [],
      ...opening,
    },
    now,
  );
  return {
    ...made,
    complaintId,
    openingId,
    lineId,
    buyer: { userId: made.buyerId, shopId: null },
    seller: { userId: made.sellerId, shopId: made.shopId },
  };
}

/** The id of an order's first line. */
export async function lineOf(context: Context, orderId: string): Promise<string> {
  const line = await context.db.row<{ id: string }>(
    sql`select id from order_lines where order_id = ${orderId} order by id limit 1`,
  );
  return line?.id ?? "";
}

/** An operator who decides cases. */
export async function makeMediator(context: Context): Promise<{ userId: string; operatorRole: string }> {
  const userId = await makeUser(context, { type: "operator" });
  await context.db.run(sql`update users set operator_role = 'mediator' where id = ${userId}`);
  return { userId, operatorRole: "mediator" };
}

/** Where a case is, with the status of its order. */
export async function readComplaint(context: Context, { complaintId }: { complaintId: string }) {
  const row = await context.db.row<{
    state: ComplaintState;
    due_at: Date | null;
    offer_id: string | null;
    outcome: string | null;
    outcome_text: string | null;
    refunded: number;
    order_status: string;
  }>(sql`
    select c.state, c.due_at, c.offer_id, c.outcome, c.outcome_text, c.refunded, o.status as order_status
    from complaints c join orders o on o.id = c.order_id where c.id = ${complaintId}`);
  if (!row) throw new Error("no complaint");
  return row;
}

/** The code with which an operation is refused, or `done`. */
export async function refused(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
}

/** Gives a shop an address to which goods can be sent back. */
export async function giveAddress({ db }: Pick<Context, "db">, shopId: string): Promise<void> {
  await db.run(sql`update shops set street = 'Jalan Braga 12', postcode = '40111' where id = ${shopId}`);
}

/** A case whose goods are to be sent back: the seller has accepted the return. */
export async function makeReturnTo(
  context: Parameters<typeof makeComplaint>[0],
  { now, hasAddress = true }: { now: Date; hasAddress?: boolean },
): Promise<MadeComplaint> {
  const order = await makeDeliveredOrder(context, { now });
  if (hasAddress) await giveAddress(context, order.shopId);
  const wanted = { kind: "return_refund" as const, lines: [], shipping: 0 };
  const one = await makeComplaint(context, { order, now, opening: { wanted } });
  const { offer_id: offerId } = await readComplaint(context, one);
  await acceptOffer(context, { complaintId: one.complaintId, actor: one.seller, offerId: offerId ?? "" }, now);
  return one;
}
