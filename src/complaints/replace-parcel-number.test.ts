import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, hour } from "#lib/time.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { recordScans } from "#orders/parcels/record-scans.ts";
import { numberReplacements } from "#orders/parcels/rules.ts";
import { makeComplaint, readComplaint, refused, type MadeComplaint } from "../../test/make/complaints.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeAcceptedOrder, makeDeliveredOrder, newTrackingNumber, scanParcel } from "../../test/make/orders.ts";
import { makeShop, makeUser } from "../../test/make/rows.ts";
import { bySeller } from "../../test/read/orders.ts";
import { shipOrder } from "#orders/ship-order.ts";
import { acceptOffer } from "./answer-complaint.ts";
import { findCase } from "./case-view/queries.ts";
import { viewCase } from "./case-view/view-case.ts";
import { sendBack, sendReplacement } from "./exchange-goods.ts";
import { replaceParcelNumber } from "./replace-parcel-number.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

type Sent = MadeComplaint & { number: string; sentAt: Date; sender: "buyer" | "seller" };

/** A case whose parcel was sent today: goods that the buyer sends back, or what the seller sends again. */
async function send(sender: "buyer" | "seller"): Promise<Sent> {
  const shop = await makeShop(context);
  await context.db.run(sql`update shops set street = 'Jalan Braga 7', postcode = '40111' where id = ${shop.shopId}`);
  const order = await makeDeliveredOrder(context, { shops: [shop] });
  const kind = sender === "buyer" ? "return_refund" : "replacement";
  const one = await makeComplaint(context, { order, opening: { wanted: { kind, lines: [], shipping: 0 } } });
  const [sentAt, number] = [context.clock.now(), newTrackingNumber()];
  await acceptOffer(context, { complaintId: one.complaintId, actor: one.seller, offerId: one.openingId }, sentAt);
  const shipment = { complaintId: one.complaintId, actor: one[sender], courier: "jne-reg", trackingNumber: number };
  await (sender === "buyer" ? sendBack : sendReplacement)(context, shipment, sentAt);
  return { ...one, number, sentAt, sender };
}

const replace = (one: Sent, { actor = one[one.sender], from = one.number, to = newTrackingNumber() } = {}) =>
  refused(
    replaceParcelNumber(
      context,
      { complaintId: one.complaintId, actor: actor as Sent["seller"], replaces: from, trackingNumber: to },
      addDuration(one.sentAt, hour),
    ),
  );

async function viewOf(one: Sent, side: "buyer" | "seller") {
  const row = await findCase(context.db, one.complaintId, one[side]);
  if (!row) throw new Error("no case");
  return viewCase(context.db, row, { side, userId: one[side].userId, zone: "WIB" }, one.sentAt);
}
async function parcelOf(one: Sent, side: "buyer" | "seller" = one.sender) {
  const { parcels } = await viewOf(one, side);
  return parcels.find(({ direction }) => direction !== "out");
}
const findingsOf = ({ orderId }: Sent) =>
  context.db.rows<{ kind: string; detail: string }>(
    sql`select kind, detail from parcel_findings where order_id = ${orderId} order by kind`,
  );
const notesOf = (userId: string) =>
  context.db.rows<{ text: string }>(
    sql`select description as text from notifications where user_id = ${userId} and description like '%membetulkan%'`,
  );

test.each(["buyer", "seller"] as const)(
  "the %s corrects the number of the parcel that a case waits for: the case says it, the other side is notified, no deadline moves",
  async (sender) => {
    const one = await send(sender);
    const other = sender === "buyer" ? "seller" : "buyer";
    const before = await readComplaint(context, one);
    expect((await parcelOf(one))?.number_replacements_left).toBe(numberReplacements.max);
    expect((await parcelOf(one, other))?.number_replacements_left).toBe(0);
    const right = newTrackingNumber();
    expect(await replace(one, { to: ` ${right.toLowerCase()} ` })).toBe("done");
    expect(await readComplaint(context, one)).toEqual(before);
    const said = `${sender === "buyer" ? "Pembeli" : "Penjual"} membetulkan nomor resi JNE REG: ${right}, sebelumnya ${one.number}.`;
    for (const side of ["buyer", "seller"] as const) {
      expect((await viewOf(one, side)).messages.at(-1)).toMatchObject({ kind: "system", text: said });
      expect((await parcelOf(one, side))?.resi).toBe(right);
    }
    expect(await notesOf(one[other].userId)).toMatchObject([{ text: expect.stringContaining(said) }]);
    expect(await notesOf(one[sender].userId)).toEqual([]);
    expect(await findingsOf(one)).toMatchObject([
      { kind: "number_replaced", detail: expect.stringMatching(new RegExp(`^${one.number} .+ → ${right}$`)) },
    ]);
  },
);

test("a case's number is replaced at most twice, from the newest page, with a number in the format that no parcel has", async () => {
  const [one, other] = [await send("buyer"), await send("seller")];
  expect(await replace(one, { to: "12" })).toBe("orders.resi_invalid");
  expect(await replace(one, { to: "JX1234567890" })).toBe("orders.resi_invalid");
  expect(await replace(one, { to: one.number })).toBe("orders.resi_same");
  expect(await replace(one, { to: other.number })).toBe("orders.resi_used");
  expect((await findingsOf(one)).map(({ kind }) => kind)).toEqual(["number_used"]);
  const [second, third] = [newTrackingNumber(), newTrackingNumber()];
  expect(await replace(one, { to: second })).toBe("done");
  expect(await replace(one)).toBe("orders.resi_outdated");
  expect(await replace(one, { from: second, to: one.number })).toBe("orders.resi_used");
  expect(await replace(one, { from: second, to: third })).toBe("done");
  expect((await parcelOf(one))?.number_replacements_left).toBe(0);
  expect(await replace(one, { from: third })).toBe("orders.resi_changed_too_often");
  // The number before stays used for orders too.
  const order = await makeAcceptedOrder(context, { courier: "jne-reg" });
  const again = shipOrder(context, { ...bySeller(order), trackingNumber: one.number }, context.clock.now());
  expect(await refused(again)).toBe("orders.resi_used");
});

test("only its sender replaces a case's number, and only until the courier's first scan or the arrival", async () => {
  const one = await send("seller");
  expect(await replace(one, { actor: one.buyer as unknown as Sent["seller"] })).toBe("complaints.not_allowed");
  const stranger = { userId: await makeUser(context), shopId: null as unknown as string };
  expect(await replace(one, { actor: stranger })).toBe("request.not_found");
  const at = addDuration(one.sentAt, hour);
  await scanParcel(context, one.orderId, { status: "picked", place: "Bandung" }, at);
  expect((await parcelOf(one))?.number_replacements_left).toBe(0);
  expect(await replace(one)).toBe("orders.resi_scanned");
  expect((await parcelOf(one))?.resi).toBe(one.number);

  const own = await send("buyer");
  await context.db.run(sql`update complaints set state = 'inspecting' where id = ${own.complaintId}`);
  expect(await replace(own)).toBe("complaints.not_allowed");
});

test("of a first scan and a correction of a case's number at the same moment, one counts", async () => {
  for (let n = 0; n < 4; n += 1) {
    const one = await send(n % 2 === 0 ? "buyer" : "seller");
    const parcel = await context.db.row<{ id: string }>(
      sql`select parcel_id as id from complaints where id = ${one.complaintId}`,
    );
    const scan = { status: "picked", place: "", note: "", scannedAt: one.sentAt.toISOString() } as const;
    const found = {
      parcelId: parcel?.id ?? "",
      courier: "jne-reg",
      trackingNumber: one.number,
      source: "biteship",
    } as const;
    const recording = () => recordScans(context, { ...found, scans: [scan], digest: "x" }, one.sentAt);
    const pair = n < 2 ? [recording(), replace(one)] : [replace(one), recording()];
    const replaced = (await Promise.all(pair)).find((result) => result !== undefined);
    const scans = await context.db.rows(sql`select 1 from tracking_scans where parcel_id = ${parcel?.id}`);
    expect([replaced, scans.length]).toEqual(scans.length > 0 ? ["orders.resi_scanned", 1] : ["done", 0]);
  }
});
