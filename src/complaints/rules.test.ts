import { expect, test } from "vitest";
import { addDuration, hour } from "#lib/time.ts";
import {
  actionsOf,
  canAct,
  changedMindUntil,
  complaintStates,
  conflictOf,
  dueAfter,
  evidenceRetentionDuration,
  effectAtClock,
  ifNobody,
  mediatorDuration,
  mediatorReminderDuration,
  openingPromise,
  openStates,
  problemNames,
  ruleTitle,
  solutionLabel,
  solutionsFor,
  stateLabel,
  talkDuration,
  turnOf,
  maxWithdrawnBeforeArrival,
  whyNotOpen,
} from "./rules.ts";

const now = new Date("2026-11-20T07:10:00Z");
const fresh = { sellerAnswered: false, hasAccepted: false };
const answered = { sellerAnswered: true, hasAccepted: false };
const proven = { arrivalAssumed: false, arrivedMeanwhile: false, addressMissing: false, hasAddress: true };
const unproven = { ...proven, arrivalAssumed: true };
const arrived = { ...proven, arrivedMeanwhile: true };
const context = { talkUntil: addDuration(now, talkDuration), parcelDueAt: null, holidays: new Set<string>() };

test("in every state somebody can act or a deadline passes, and silence has a written result", () => {
  for (const state of openStates) {
    expect(dueAfter(state, now, context) > now, state).toBe(true);
    for (const reader of ["buyer", "seller", "mediator"] as const)
      for (const facts of [proven, unproven, arrived]) expect(ifNobody(state, reader, facts)).not.toMatch(/[{}]/);
    const turn = turnOf(state);
    if (turn) expect(actionsOf(state, turn, answered).length, state).toBeGreaterThan(1);
    expect(stateLabel(state)).not.toBe("");
  }
  expect(turnOf("closed")).toBeNull();
  expect(actionsOf("closed", "buyer", answered)).toEqual([]);
  expect(stateLabel("closed")).toBe("Selesai");
});

test("the person whose turn it is reads Anda", () => {
  expect(ifNobody("awaiting_buyer", "buyer", proven)).toMatch(/^Bila Anda tidak menjawab/);
  expect(ifNobody("awaiting_buyer", "seller", proven)).toMatch(/^Bila pembeli tidak menjawab/);
});

test("nobody acts out of turn", () => {
  expect(canAct("offer", "awaiting_seller", "buyer", answered)).toBe(false);
  expect(canAct("offer", "awaiting_buyer", "seller", answered)).toBe(false);
  expect(canAct("accept", "with_mediator", "buyer", answered)).toBe(false);
  expect(canAct("decide", "awaiting_seller", "mediator", answered)).toBe(false);
  expect(canAct("decide", "decided", "mediator", answered)).toBe(false);
  expect(canAct("withdraw", "awaiting_seller", "seller", answered)).toBe(false);
  expect(canAct("confirm_replacement", "inspecting", "buyer", answered)).toBe(false);
});

test("the buyer calls a mediator after the seller's first answer, the seller at once", () => {
  expect(canAct("call_mediator", "awaiting_seller", "buyer", fresh)).toBe(false);
  expect(canAct("call_mediator", "awaiting_seller", "buyer", answered)).toBe(true);
  expect(canAct("call_mediator", "awaiting_seller", "seller", fresh)).toBe(true);
});

test("a side that accepted the decision can neither accept again nor appeal", () => {
  const done = { sellerAnswered: true, hasAccepted: true };
  expect(actionsOf("decided", "buyer", done)).toEqual(["message"]);
  expect(actionsOf("decided", "seller", answered)).toEqual(["message", "accept", "appeal"]);
});

test("negotiations end 7 days after the complaint was opened, and a mediator decides", () => {
  const talkUntil = addDuration(now, 10 * hour);
  expect(dueAfter("awaiting_seller", now, { ...context, talkUntil })).toEqual(talkUntil);
  expect(effectAtClock("awaiting_seller", { dueAt: talkUntil, talkUntil, ...proven })).toBe("call_mediator");
  expect(effectAtClock("awaiting_seller", { dueAt: now, talkUntil, ...proven })).toBe("apply_demand");
  // The mediator's time does not depend on it.
  expect(dueAfter("with_mediator", now, { ...context, talkUntil })).toEqual(addDuration(now, mediatorDuration));
});

test("after an arrival that only the clock counts, silence calls a mediator", () => {
  for (const state of ["inspecting", "checking"] as const) {
    const clock = { dueAt: now, talkUntil: addDuration(now, hour) };
    expect(effectAtClock(state, { ...clock, ...unproven })).toBe("call_mediator");
    expect(ifNobody(state, "buyer", unproven)).toMatch(/^Tidak ada bukti paketnya tiba\..* diteruskan ke mediator\.$/);
    expect(effectAtClock(state, { ...clock, ...proven })).not.toBe("call_mediator");
  }
});

test("goods that arrive after the complaint are not paid back by silence", () => {
  const clock = { dueAt: now, talkUntil: addDuration(now, hour) };
  expect(effectAtClock("awaiting_seller", { ...clock, ...arrived })).toBe("call_mediator");
  expect(ifNobody("awaiting_seller", "seller", arrived)).toMatch(/^Paketnya tiba .* Bila Anda tidak menjawab/);
});

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

test("a replacement is sent within working days: a weekend and a holiday do not count", () => {
  const friday = new Date("2026-11-20T07:10:00Z");
  const holidays = new Set(["2026-11-23"]);
  expect(dueAfter("awaiting_replacement", friday, { ...context, holidays })).toEqual(new Date("2026-11-25T07:10:00Z"));
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

test("a decision that the clock made says so", () => {
  expect(ruleTitle("silence")).toBe("Tidak diputuskan pada waktunya");
  expect(ruleTitle("incomplete")).toBe("Isi paket kurang");
  expect(complaintStates.with_mediator.atClock).toBe("decide");
});

test("a buyer reads until when the seller answers, and that the money stays held", () => {
  expect(openingPromise).toBe("Penjual menjawab dalam 2×24 jam. Sampai komplain selesai, uang Anda tetap ditahan.");
});

test("mediators are reminded before their time ends, and evidence outlives every clock of a case", () => {
  expect(mediatorReminderDuration).toBeLessThan(mediatorDuration);
  expect(evidenceRetentionDuration).toBeGreaterThan(talkDuration);
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
