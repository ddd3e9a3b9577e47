import { expect, test } from "vitest";
import { orderSteps } from "./order-steps.ts";

const none = { paid_at: null, accepted_at: null, shipped_at: null, delivered_at: null, completed_at: null };
const at = "2026-11-22T03:00:00.000Z";
const parcel = { tracked: true, scanned: false, pickup: false, cod: false, events: [], parcels: [] };
const received = [{ action: "ship" }, { action: "receive" }];
const done = (facts: Parameters<typeof orderSteps>[0]) =>
  orderSteps(facts).flatMap((step) => (step.done ? [step.name] : []));

test("the timeline marks only steps that have happened", () => {
  const paid = { ...none, paid_at: at };
  const accepted = { ...paid, accepted_at: at };
  const shipped = { ...accepted, shipped_at: at };
  const arrived = { ...shipped, delivered_at: at };
  expect(done({ ...parcel, ...none, status: "awaiting_payment" })).toEqual([]);
  expect(done({ ...parcel, ...paid, status: "awaiting_confirmation" })).toEqual(["Dibayar"]);
  expect(done({ ...parcel, ...accepted, status: "processing" })).toEqual(["Dibayar", "Dikonfirmasi"]);
  expect(done({ ...parcel, ...shipped, status: "shipped" })).toEqual(["Dibayar", "Dikonfirmasi", "Dikirim"]);
  expect(done({ ...parcel, ...arrived, status: "delivered" })).toEqual(["Dibayar", "Dikonfirmasi", "Dikirim", "Tiba"]);
  expect(done({ ...parcel, ...shipped, completed_at: at, status: "completed", events: received })).toHaveLength(5);
});

test("an order that its buyer received before any scan has arrived then, and one that a complaint ended may never have", () => {
  const [shippedAt, arrivedAt, completedAt] = [at, "2026-11-23T03:00:00.000Z", "2026-11-24T03:00:00.000Z"];
  const completed = { ...none, paid_at: at, accepted_at: at, shipped_at: shippedAt, completed_at: completedAt };
  const order = { ...parcel, ...completed, status: "completed" as const };
  const arrivalOf = (facts: Partial<Parameters<typeof orderSteps>[0]>) =>
    orderSteps({ ...order, ...facts }).find(({ name }) => name === "Tiba");
  expect(arrivalOf({ events: received })).toEqual({ name: "Tiba", done: true, at: completedAt });
  const settled = [{ action: "dispute" }, { action: "settle_dispute" }];
  const [there, missing] = [{ arrived_at: arrivedAt }, { arrived_at: null }];
  expect(arrivalOf({ events: settled, parcels: [there, there] })).toEqual({ name: "Tiba", done: true, at: arrivedAt });
  expect(arrivalOf({ events: settled, parcels: [there, missing] })).toBeUndefined();
  expect(orderSteps({ ...order, events: settled, parcels: [missing] }).at(-1)).toEqual({
    name: "Selesai",
    done: true,
    at: completedAt,
    note: "Tidak semua paket tercatat tiba.",
  });
  for (const step of orderSteps({ ...order, events: settled, parcels: [missing] })) expect(step.at).not.toBeNull();
});

test("a COD order is paid when it arrives", () => {
  const shipped = { ...none, accepted_at: at, shipped_at: at };
  const arrived = { ...shipped, delivered_at: at, paid_at: at };
  expect(done({ ...parcel, cod: true, ...shipped, status: "shipped" })).toEqual(["Dikonfirmasi", "Dikirim"]);
  expect(done({ ...parcel, cod: true, ...arrived, status: "delivered" })).toEqual([
    "Dikonfirmasi",
    "Dikirim",
    "Tiba dan dibayar",
  ]);
});

test("a shipped parcel without a scan says that it waits for its first scan", () => {
  const shipped = { ...none, paid_at: at, accepted_at: at, shipped_at: at, status: "shipped" as const };
  const noted = (facts: typeof parcel) => orderSteps({ ...shipped, ...facts }).filter(({ note }) => note);
  expect(noted(parcel)).toMatchObject([
    { name: "Dikirim", note: expect.stringMatching(/menunggu pemindaian pertama/) },
  ]);
  expect(noted({ ...parcel, scanned: true })).toEqual([]);
  expect(noted({ ...parcel, tracked: false })).toEqual([]);
});
