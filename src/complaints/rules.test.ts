import { expect, test } from "vitest";
import { addDuration, hour } from "#lib/time.ts";
import {
  actionsOf,
  canAct,
  complaintStates,
  dueAfter,
  effectAtClock,
  evidenceRetentionDuration,
  ifNobody,
  mediatorDuration,
  mediatorReminderDuration,
  openStates,
  stateLabel,
  stepOf,
  talkDuration,
} from "./rules.ts";
import { ruleTitle } from "./mediation/rules.ts";

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
    const { turn } = stepOf(state, false);
    if (turn) expect(actionsOf(state, turn, answered).length, state).toBeGreaterThan(1);
    expect(stateLabel(state)).not.toBe("");
  }
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
  expect(ifNobody("awaiting_seller", "seller", arrived)).toMatch(
    /^Ada paket pesanan ini yang sudah tiba\. Bila Anda tidak menjawab/,
  );
});

test("a replacement is sent within working days: a weekend and a holiday do not count", () => {
  const friday = new Date("2026-11-20T07:10:00Z");
  const holidays = new Set(["2026-11-23"]);
  expect(dueAfter("awaiting_replacement", friday, { ...context, holidays })).toEqual(new Date("2026-11-25T07:10:00Z"));
});

test("a decision that the clock made says so", () => {
  expect(ruleTitle("silence")).toBe("Tidak diputuskan pada waktunya");
  expect(ruleTitle("incomplete")).toBe("Isi paket kurang");
  expect(complaintStates.with_mediator.atClock).toBe("decide");
});

test("mediators are reminded before their time ends, and evidence outlives every clock of a case", () => {
  expect(mediatorReminderDuration).toBeLessThan(mediatorDuration);
  expect(evidenceRetentionDuration).toBeGreaterThan(talkDuration);
});
