import { expect, test } from "vitest";
import { orderSteps } from "./order-steps.ts";

const none = { paid_at: null, accepted_at: null, shipped_at: null, delivered_at: null, completed_at: null };
const at = "2026-11-22T03:00:00.000Z";
const parcel = { tracked: true, scanned: false, pickup: false, cod: false };
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
  expect(done({ ...parcel, ...shipped, completed_at: at, status: "completed" })).toHaveLength(5);
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
