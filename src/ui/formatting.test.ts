import { expect, test } from "vitest";
import { checkboxValue } from "./checkbox-value.ts";
import { formatRemaining, isoRemaining } from "./countdown.ts";
import { pageNumbers } from "./pagination.ts";
import { formatRating, ratingSteps } from "./rating.ts";

test("a rating goes from 0 to 5 in whole steps", () => expect([...ratingSteps]).toEqual([0, 1, 2, 3, 4, 5]));

test("an average is shown with one decimal and a comma", () => {
  expect(formatRating(4.86)).toBe("4,9");
  expect(formatRating(5)).toBe("5,0");
});

test("a checkbox is stored as 1 or 0", () => {
  const form = new FormData();
  expect(checkboxValue(form, "terms")).toBe(0);
  form.append("terms", "0");
  expect(checkboxValue(form, "terms")).toBe(0);
  form.append("terms", "1");
  expect(checkboxValue(form, "terms")).toBe(1);
});

test("the remaining time is shown in days and hours, then to the second", () => {
  expect(formatRemaining(2 * 86_400_000 + 5 * 3_600_000 + 59_000)).toBe("2 hari 5 jam");
  expect(formatRemaining(5 * 3_600_000 + 12 * 60_000 + 9_999)).toBe("05.12.09");
  expect(formatRemaining(-1)).toBe("00.00.00");
  expect(isoRemaining(61_500)).toBe("PT61S");
});

test("page numbers leave out distant pages", () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(1, 4)).toEqual([1, 2, 3, 4]);
  expect(pageNumbers(6, 20)).toEqual([1, 2, null, 5, 6, 7, null, 20]);
  expect(pageNumbers(4, 6)).toEqual([1, 2, 3, 4, 5, 6]);
});
