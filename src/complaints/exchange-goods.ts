import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { arrivalEstimate, assumedArrivalDuration } from "#orders/deadlines/rules.ts";
import { createParcel } from "#orders/parcels/create-parcel.ts";
import { courierOf, isPickup } from "#shipping/rules.ts";
import { complaintRefusals } from "./contract.ts";
import { attachEvidence } from "./evidence/add-evidence.ts";
import { lockCase, lockForParty, type Actor, type LockedCase } from "./lock-case.ts";
import { closeCase, enterState, handToMediators, say, theClock, type Doer } from "./move-case.ts";
import { findCaseOfParcel, storeSentTo, type Case } from "./queries.ts";

type Ports = Pick<Context, "db" | "clock" | "config">;
type Shipment = { complaintId: string; actor: Actor; courier: string; trackingNumber: string | undefined };

/** When a parcel counts as arrived; undefined when its courier is another than the order's, so nothing is estimated. */
function parcelDueAt({ courier, eta }: Case, sentWith: string, now: Date): Date | undefined {
  const estimate = courier === sentWith ? arrivalEstimate(eta, now) : null;
  return estimate ? addDuration(estimate.to, assumedArrivalDuration()) : undefined;
}

async function sendParcel(
  tx: Tx,
  context: Ports,
  locked: LockedCase,
  { shipment, direction, now }: { shipment: Shipment; direction: "return" | "replacement"; now: Date },
): Promise<void> {
  const { case: one } = locked;
  const courier = isPickup(shipment.courier) ? undefined : courierOf(shipment.courier);
  if (!courier) throw new Refusal(complaintRefusals.courierUnknown, { courier: ["Pilih kurir dari daftar."] });
  const parcelId = await createParcel(
    tx,
    context,
    {
      orderId: one.order_id,
      direction,
      courier: courier.id,
      courierName: courier.name,
      trackingNumber: shipment.trackingNumber,
    },
    now,
  );
  const isReturn = direction === "return";
  const text = `${isReturn ? "Pembeli mengirim balik barang" : "Penjual mengirim barang"} dengan ${courier.name}.`;
  const due = parcelDueAt(one, courier.id, now);
  await enterState(tx, context, locked, isReturn ? "return_shipped" : "replacement_shipped", {
    by: theClock,
    actor: isReturn ? "buyer" : "seller",
    said: { kind: "system", text, notice: text },
    change: { parcelId },
    ...(due ? { parcelDueAt: due } : {}),
    now,
  });
}

/**
 * The buyer has sent the goods back. The case stores the address that the shop has at that moment. Refuses with
 * `request.not_found`, `complaints.not_allowed`, `complaints.courier_unknown`, `orders.resi_invalid`,
 * `orders.resi_used`.
 */
export async function sendBack(context: Ports, shipment: Shipment, now: Date): Promise<void> {
  await context.db.transaction(async (tx) => {
    const locked = await lockForParty(tx, shipment.complaintId, shipment.actor, "send_back");
    await sendParcel(tx, context, locked, { shipment, direction: "return", now });
    await storeSentTo(tx, shipment.complaintId);
  });
}

/** The seller has sent a replacement or the missing goods. Refuses like {@link sendBack}. */
export async function sendReplacement(context: Ports, shipment: Shipment, now: Date): Promise<void> {
  await context.db.transaction(async (tx) => {
    const locked = await lockForParty(tx, shipment.complaintId, shipment.actor, "send_replacement");
    await sendParcel(tx, context, locked, { shipment, direction: "replacement", now });
  });
}

/**
 * The parcel of a locked case has arrived: the other side checks what is in it. `isAssumed`: neither a courier's scan
 * nor the receiver says so, but the clock; then a later silence moves no money.
 */
export async function receiveParcel(
  tx: Tx,
  context: Pick<Context, "clock">,
  locked: LockedCase,
  { text, isAssumed, now }: { text: string; isAssumed: boolean; now: Date },
) {
  const isReturn = locked.case.state === "return_shipped";
  await enterState(tx, context, locked, isReturn ? "inspecting" : "checking", {
    by: theClock,
    said: { kind: "system", text, notice: text },
    change: { arrivalAssumed: isAssumed },
    now,
  });
}

/** A courier delivered a return or replacement. Does nothing when no case waits for the parcel. Safe to repeat. */
export async function parcelArrived(
  context: Pick<Context, "db" | "clock">,
  parcelId: string,
  now: Date,
): Promise<void> {
  const complaintId = await findCaseOfParcel(context.db, parcelId);
  if (!complaintId) return;
  await context.db.transaction(async (tx) => {
    const locked = await lockCase(tx, complaintId);
    const { state, parcel_id } = locked.case;
    if (parcel_id !== parcelId || (state !== "return_shipped" && state !== "replacement_shipped")) return;
    await receiveParcel(tx, context, locked, { text: "Kurir melaporkan paketnya sudah tiba.", isAssumed: false, now });
  });
}

/**
 * The seller's word about goods that came back: they arrived, they are as agreed (the buyer gets the money), or they
 * are not (a mediator decides). Refuses with `request.not_found`, `complaints.not_allowed`,
 * `complaints.evidence_unknown`.
 */
export async function inspectReturn(
  context: Ports,
  inspection: {
    complaintId: string;
    actor: Actor;
    result: "arrived" | "accepted" | "objected";
    text: string;
    evidence: readonly string[];
  },
  now: Date,
): Promise<void> {
  const { complaintId, actor, result, text, evidence } = inspection;
  const actions = { arrived: "confirm_return", accepted: "pass_inspection", objected: "object" } as const;
  await context.db.transaction(async (tx) => {
    const locked = await lockForParty(tx, complaintId, actor, actions[result]);
    const { case: one } = locked;
    const by: Doer = { side: locked.side, userId: actor.userId };
    const owner = { orderId: one.order_id, userId: actor.userId };
    if (result === "objected") {
      const messageId = await handToMediators(tx, context, locked, { by, text, now });
      return attachEvidence(tx, { ...owner, messageId, ids: evidence });
    }
    if (text || evidence.length > 0) {
      const messageId = await say(tx, one, by, { kind: "message", text }, now);
      await attachEvidence(tx, { ...owner, messageId, ids: evidence });
    }
    if (result === "arrived") {
      const said = "Penjual menyatakan barangnya sudah tiba.";
      return receiveParcel(tx, context, locked, { text: said, isAssumed: false, now });
    }
    const outcomeText = "Barang sudah kembali dan sesuai, jadi uang dikembalikan kepada pembeli.";
    await closeCase(tx, context, locked, {
      by,
      outcome: one.outcome ?? "agreed",
      text: outcomeText,
      amounts: one.solution,
      now,
    });
  });
}

/**
 * The buyer has the replacement or the missing goods: the seller gets the money. Refuses with `request.not_found`,
 * `complaints.not_allowed`.
 */
export async function confirmReplacement(
  context: Ports,
  { complaintId, actor }: { complaintId: string; actor: Actor },
  now: Date,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const locked = await lockForParty(tx, complaintId, actor, "confirm_replacement");
    const by: Doer = { side: locked.side, userId: actor.userId };
    const text = "Pembeli menerima kiriman penjual, jadi dana diteruskan ke penjual.";
    await closeCase(tx, context, locked, { by, outcome: locked.case.outcome ?? "agreed", text, amounts: null, now });
  });
}
