import { expect, test } from "vitest";
import { badgesOf, trustedRule, type BadgeNumbers } from "./rules.ts";

const enough: BadgeNumbers = {
  is_verified: true,
  completed: trustedRule.orders,
  paid: 100,
  complained: trustedRule.complaintPercent,
  answer_ms: trustedRule.answerDuration,
  rating_sum: trustedRule.ratings * trustedRule.stars,
  rating_count: trustedRule.ratings,
};

test("a shop that just reaches every number of the formula is trusted", () => {
  expect(badgesOf(enough)).toEqual(["trusted"]);
});

test.each<[string, Partial<BadgeNumbers>]>([
  ["without verification", { is_verified: false }],
  ["with one order less", { completed: trustedRule.orders - 1 }],
  ["with one complaint more", { complained: trustedRule.complaintPercent + 1 }],
  ["that answers a moment later", { answer_ms: trustedRule.answerDuration + 1 }],
  ["that answered nothing", { answer_ms: null }],
  ["with one rating less", { rating_count: trustedRule.ratings - 1, rating_sum: 45 }],
  ["with a lower average", { rating_sum: enough.rating_sum - 1 }],
])("a shop %s is not", (_what, change) => {
  expect(badgesOf({ ...enough, ...change })).toEqual([]);
});

test("a shop without orders and ratings is not trusted", () => {
  const none = { is_verified: true, completed: 0, paid: 0, complained: 0, answer_ms: null };
  expect(badgesOf({ ...none, rating_sum: 0, rating_count: 0 })).toEqual([]);
});
