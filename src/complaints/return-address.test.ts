import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour } from "#lib/time.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { changeShop } from "#shops/change-shop.ts";
import { findShopToChange } from "#shops/queries.ts";
import { giveAddress, makeReturnTo, readComplaint, refused, type MadeComplaint } from "../../test/make/complaints.ts";
import { makeContext } from "../../test/make/context.ts";
import { newTrackingNumber } from "../../test/make/orders.ts";
import { workJobs } from "../../test/run-jobs.ts";
import { fireCaseDeadline } from "./deadlines.ts";
import { inspectReturn, sendBack } from "./exchange-goods.ts";
import { complaintJobs } from "./jobs.ts";
import { returnWorkingDays } from "./rules.ts";

/** The address of a shop while goods come back to it. */
let context: Awaited<ReturnType<typeof makeContext>>;
// A Monday, so that two working days are two days.
const start = new Date("2026-11-16T03:00:00Z");
const at = (ms: number) => addDuration(start, ms);

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

const makeReturn = (hasAddress = true) => makeReturnTo(context, { now: start, hasAddress });
const moveShop = async (shopId: string, street: string, now: Date, postcode?: string) => {
  const shop = await findShopToChange(context.db, shopId);
  if (!shop) throw new Error("the shop is missing");
  const { regency_code: regencyCode, on_vacation: onVacation, name, tagline, description } = shop;
  const own = { name, tagline, description, couriers: ["jne-reg"], regencyCode, onVacation };
  await changeShop(context, shopId, { ...own, street, postcode }, now);
};

test("an address that a shop removed in the moment in which a return began is as one that it never had", async () => {
  const removeAddress = (shopId: string) =>
    context.db.run(sql`update shops set street = '', postcode = null where id = ${shopId}`);
  const due = at(returnWorkingDays * day);
  const gone = await makeReturn();
  await removeAddress(gone.shopId);
  await fireCaseDeadline(context, gone.complaintId, due);
  expect(await readComplaint(context, gone)).toMatchObject({ outcome: "seller_silent", refunded: 50_000 });
  // Given again at the last moment, it does not cost the buyer the time.
  const back = await makeReturn();
  await removeAddress(back.shopId);
  await giveAddress(context, back.shopId);
  const removed = { shopId: back.shopId, change: "removed", at: start.toISOString() } as const;
  await complaintJobs["shops.address_changed"]?.(removed, context);
  await fireCaseDeadline(context, back.complaintId, due);
  expect(await readComplaint(context, back)).toMatchObject({ state: "awaiting_return" });
});

test("a seller who agreed to a return cannot take the address away until the goods are there", async () => {
  const one = await makeReturn();
  const setStreet = (street: string) => moveShop(one.shopId, street, start);
  expect(await refused(setStreet(""))).toBe("shops.return_awaited");
  const shipment = { complaintId: one.complaintId, actor: one.buyer, courier: "jne-reg" };
  await sendBack(context, { ...shipment, trackingNumber: newTrackingNumber() }, start);
  expect(await refused(setStreet(""))).toBe("shops.return_awaited");
  await setStreet("Jalan Dago 7");
  const { complaintId, seller: actor } = one;
  await inspectReturn(context, { complaintId, actor, result: "arrived", text: "", evidence: [] }, start);
  await setStreet("");
});

test("the buyer reads once that the shop has given or changed its address, and a mediator whether that was too late", async () => {
  const one = await makeReturn(false);
  const told = async () => {
    const thread = await context.db.rows<{ text: string }>(
      sql`select text from complaint_messages where complaint_id = ${one.complaintId} and text like 'Penjual %alamat toko%' order by created_at, id`,
    );
    const buyer = await context.db.rows<{ description: string }>(
      sql`select description from notifications where user_id = ${one.buyer.userId} and description like 'Penjual %alamat toko%' order by created_at, id`,
    );
    return { thread: thread.map(({ text }) => text), buyer: buyer.map(({ description }) => description) };
  };
  const moveTo = async (street: string, moment: Date) => {
    await moveShop(one.shopId, street, moment);
    await workJobs(context, { "shops.address_changed": complaintJobs["shops.address_changed"] });
  };
  const given = "Penjual sudah mengisi alamat toko. Barang dikirim balik ke alamat di halaman komplain ini.";
  await moveTo("Jalan Dago 7", at(hour));
  await moveTo("Jalan Dago 7", at(2 * hour));
  expect(await told()).toEqual({ thread: [given], buyer: [expect.stringContaining(given)] });
  await moveTo("Jalan Dago 9", at(3 * hour));
  // The job runs again.
  const moved = { shopId: one.shopId, change: "moved", at: at(3 * hour).toISOString() } as const;
  await complaintJobs["shops.address_changed"]?.(moved, context);
  const [, ...later] = (await told()).buyer;
  expect(later).toEqual([expect.stringContaining("Alamat pengembalian di halaman komplain ini sudah yang baru.")]);
  const shipment = { complaintId: one.complaintId, actor: one.buyer, courier: "jne-reg" };
  await sendBack(context, { ...shipment, trackingNumber: newTrackingNumber() }, at(4 * hour));
  await moveTo("Jalan Entah 1", at(5 * hour));
  const tooLate = "Penjual mengubah alamat toko setelah barang dikirim balik.";
  const { thread, buyer } = await told();
  expect([thread.length, thread.at(-1)]).toEqual([3, tooLate]);
  expect(buyer.at(-1)).toContain(tooLate);
});

test("a change of the address before the goods were sent is not said to have come after, whenever its job runs", async () => {
  const said = (one: MadeComplaint) =>
    context.db.rows<{ text: string }>(
      sql`select text from complaint_messages where complaint_id = ${one.complaintId} and text like 'Penjual %alamat toko%' order by created_at, id`,
    );
  const send = (one: MadeComplaint) =>
    sendBack(
      context,
      { complaintId: one.complaintId, actor: one.buyer, courier: "jne-reg", trackingNumber: newTrackingNumber() },
      at(2 * hour),
    );
  const job = complaintJobs["shops.address_changed"];
  const late = await makeReturn();
  const ofLate = { shopId: late.shopId, change: "moved", at: at(hour).toISOString() } as const;
  await send(late);
  await job?.(ofLate, context);
  await job?.(ofLate, context);
  expect(await said(late)).toEqual([{ text: "Penjual mengubah alamat toko sebelum barang dikirim balik." }]);
  // The process was killed after its work.
  const twice = await makeReturn();
  const ofTwice = { shopId: twice.shopId, change: "moved", at: at(hour).toISOString() } as const;
  await job?.(ofTwice, context);
  await send(twice);
  await job?.(ofTwice, context);
  expect(await said(twice)).toEqual([
    { text: expect.stringContaining("Alamat pengembalian di halaman komplain ini sudah yang baru.") },
  ]);
});

test("while goods come back, the address changes at most three times a day, so that nobody floods the buyer", async () => {
  const one = await makeReturn();
  for (const street of ["Jalan Dago 1", "Jalan Dago 2", "Jalan Dago 3"]) await moveShop(one.shopId, street, at(hour));
  const later = (street: string, moment: Date) => moveShop(one.shopId, street, moment);
  expect(await refused(later("Jalan Dago 4", at(2 * hour)))).toBe("shops.address_changed_often");
  // All other settings can be saved.
  await later("Jalan Dago 3", at(2 * hour));
  await later("Jalan Dago 4", at(hour + day));
});

test("a postcode that the shop adds to its address is no change: nobody is told of it, but of another one they are", async () => {
  const one = await makeReturn();
  await context.db.run(sql`update shops set postcode = null where id = ${one.shopId}`);
  const said = async () => {
    await workJobs(context, { "shops.address_changed": complaintJobs["shops.address_changed"] });
    const rows = await context.db.rows(
      sql`select from complaint_messages where complaint_id = ${one.complaintId} and text like 'Penjual %alamat toko%'`,
    );
    return rows.length;
  };
  await moveShop(one.shopId, "Jalan Braga 12", at(hour), "40111");
  expect(await said()).toBe(0);
  await moveShop(one.shopId, "Jalan Braga 12", at(2 * hour), "40112");
  expect(await said()).toBe(1);
});
