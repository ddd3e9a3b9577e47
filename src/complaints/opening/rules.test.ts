import { expect, test } from "vitest";
import { addDuration, hour } from "#lib/time.ts";
import {
  changedMindUntil,
  conflictOf,
  maxWithdrawnBeforeArrival,
  openingPromise,
  problemNames,
  solutionLabel,
  solutionsFor,
  whyNotOpen,
} from "./rules.ts";

const now = new Date("2026-11-20T07:10:00Z");

test("a complaint from a parcel under way waits for the end of its estimate, and one about a COD order for its cash", () => {
  const facts = {
    status: "shipped",
    awaitsCash: false,
    eta: "2–3 hari",
    shippedAt: now,
    arrivalAsked: false,
    isReturned: false,
    withdrawn: 0,
  } as const;
  const latest = addDuration(now, 72 * hour);
  expect(whyNotOpen(facts, addDuration(latest, -1))).toBe("too_early");
  expect(whyNotOpen(facts, latest)).toBeNull();
  const often = { ...facts, withdrawn: maxWithdrawnBeforeArrival };
  expect(whyNotOpen({ ...often, withdrawn: maxWithdrawnBeforeArrival - 1 }, latest)).toBeNull();
  expect(whyNotOpen(often, latest)).toBe("withdrawn_often");
  expect(whyNotOpen({ ...often, status: "delivered" }, latest)).toBeNull();
  expect(whyNotOpen({ ...facts, arrivalAsked: true }, now)).toBeNull();
  expect(whyNotOpen({ ...facts, isReturned: true }, now)).toBeNull();
  expect(whyNotOpen({ ...facts, awaitsCash: true }, latest)).toBe("cash_awaited");
  expect(whyNotOpen({ ...facts, status: "delivered" }, now)).toBeNull();
  expect(whyNotOpen({ ...facts, status: "disputed" }, now)).toBe("already_open");
  expect(whyNotOpen({ ...facts, status: "completed" }, now)).toBe("not_open");
});

test("a change of mind is possible for two working days after arrival, not for food or what was made to order", () => {
  const goods = { changedMindDays: 2, madeToOrder: false, arrivedAt: now };
  expect(changedMindUntil(goods, new Set())).toEqual(new Date("2026-11-24T07:10:00Z"));
  expect(changedMindUntil({ ...goods, changedMindDays: 0 }, new Set())).toBeNull();
  expect(changedMindUntil({ ...goods, madeToOrder: true }, new Set())).toBeNull();
  expect(changedMindUntil({ ...goods, arrivedAt: null }, new Set())).toBeNull();
});

test("every problem can end with a refund, kept goods or nothing, and only a fitting solution is offered", () => {
  for (const problem of problemNames) expect(solutionsFor([problem])).toContain("none");
  expect(solutionsFor(["incomplete"])).toEqual(["refund", "send_rest", "none"]);
  expect(solutionsFor(["damaged", "incomplete"])).toEqual(["refund", "none"]);
  expect(solutionsFor(["changed_mind"])).toEqual(["return_refund", "none"]);
});

test("a buyer reads until when the seller answers, and that the money stays held", () => {
  expect(openingPromise).toBe("Penjual menjawab dalam 2×24 jam. Sampai komplain selesai, uang Anda tetap ditahan.");
});

test("goods that never arrived do not stay with the buyer", () => {
  expect(solutionLabel("refund", ["not_arrived"])).toBe("Uang kembali");
  expect(solutionLabel("refund", ["damaged"])).toBe("Uang kembali, barang tetap pada pembeli");
});

test("problems without a common solution are named, and others are not", () => {
  expect(conflictOf(["damaged", "incomplete"])).toBeNull();
  expect(conflictOf([])).toBeNull();
  expect(conflictOf(["damaged", "not_arrived", "changed_mind"])).toMatch(/"Barang tidak tiba" dan "Berubah pikiran"/);
});
