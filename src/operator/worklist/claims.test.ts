import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptOffer, withdrawComplaint } from "#complaints/answer-complaint.ts";
import { decideClaim } from "#complaints/insurance/decide-claim.ts";
import { claimAskDuration, claimAnswerSetting } from "#complaints/insurance/rules.ts";
import { sql } from "#lib/database.ts";
import { addDuration, minute } from "#lib/time.ts";
import { makeComplaint, makeMediator, type MadeComplaint } from "../../../test/make/complaints.ts";
import { makeContext } from "../../../test/make/context.ts";
import { listWaiting } from "./queries.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let mediator: Awaited<ReturnType<typeof makeMediator>>;
const now = () => context.clock.now();

beforeAll(async () => {
  context = await makeContext();
  mediator = await makeMediator(context);
});
afterAll(() => context.close());

/** A damaged parcel that was insured; `booked` when its courier was ordered through the marketplace. */
async function makeInsured({ booked = true } = {}): Promise<MadeComplaint> {
  const made = await makeComplaint(context, { insured: true, price: 60_000, amount: 20_000 });
  if (booked)
    await context.db.run(sql`
      update parcels set booked_with = 'biteship', external_id = ${made.orderId} where order_id = ${made.orderId} and direction = 'out'`);
  return made;
}
const ask = ({ complaintId }: MadeComplaint) =>
  decideClaim(
    context,
    mediator,
    { complaintId, state: "asked", amount: 0, reference: "", note: "Klaim nomor 77" },
    now(),
  );
/** The work about this case, as an operator reads it. */
async function workOf({ complaintId }: MadeComplaint, { at = now(), operatorId = mediator.userId } = {}) {
  const rows = await listWaiting(context.db, ["claim"], { operatorId, now: at });
  return rows
    .filter(({ subject }) => subject === complaintId)
    .map(({ note, since, due_at: due }) => ({ note, since, due }));
}

test("an insured parcel whose courier nobody asked waits in the work queue, with 3 days from the complaint on", async () => {
  const made = await makeInsured();
  const [work] = await workOf(made);
  expect(work?.note).toBe("belum diajukan");
  expect((work?.due?.getTime() ?? 0) - (work?.since.getTime() ?? 0)).toBe(claimAskDuration);
  // Not for a side of the order, for a courier of the shop's own, or without insurance.
  for (const operatorId of [made.buyerId, made.sellerId]) expect(await workOf(made, { operatorId })).toEqual([]);
  expect(await workOf(await makeInsured({ booked: false }))).toEqual([]);
  expect(await workOf(await makeComplaint(context, { price: 60_000 }))).toEqual([]);
  // A complaint that was withdrawn cost nobody anything.
  await withdrawComplaint(context, { complaintId: made.complaintId, actor: made.buyer, text: "" }, now());
  expect(await workOf(made)).toEqual([]);
});

test("a claim waits in the work queue with its courier's clock until the answer is entered, also after the case", async () => {
  const made = await makeInsured();
  await acceptOffer(context, { complaintId: made.complaintId, actor: made.seller, offerId: made.openingId }, now());
  expect((await workOf(made))[0]?.note).toBe("belum diajukan");
  // Also when the buyer got nothing, because vouchers had paid the goods.
  await context.db.run(sql`update complaints set refunded = 0 where id = ${made.complaintId}`);
  expect((await workOf(made))[0]?.note).toBe("belum diajukan");
  await ask(made);
  const [work] = await workOf(made);
  expect(work?.note).toBe("menunggu kurir");
  const due = work?.due ?? now();
  expect(due.getTime() - (work?.since.getTime() ?? 0)).toBe(claimAnswerSetting.defaultValue);
  expect((await workOf(made, { at: addDuration(due, -minute) }))[0]?.note).toBe("menunggu kurir");
  expect((await workOf(made, { at: due }))[0]?.note).toBe("kurir belum menjawab");
  expect(await workOf(made, { operatorId: made.sellerId })).toEqual([]);
  const refused = { state: "refused" as const, amount: 0, reference: "", note: "Kemasan tidak memadai" };
  await decideClaim(context, mediator, { complaintId: made.complaintId, ...refused }, now());
  expect(await workOf(made)).toEqual([]);
});
