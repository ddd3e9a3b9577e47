import { expect, test } from "vitest";
import { hasFiles, carriedFields } from "./login-interstitial-fields.ts";

test("a form that is interrupted by a login keeps what was typed, in its order", () => {
  const form = new FormData();
  for (const [name, value] of [
    ["street", "Jalan Dipati Ukur 35"],
    ["province_code", "32"],
    ["postcode", "40132"],
    ["value", "Merah"],
    ["value", "Biru"],
  ] as const)
    form.append(name, value);
  expect(carriedFields(form)).toEqual([...form]);
});

test("the page of an interrupted form contains no secret and no file of it", () => {
  const form = new FormData();
  for (const name of ["password", "current_password", "confirm_password", "code", "token", "login_email", "login_code"])
    form.append(name, "rahasia");
  form.append("file", new File(["isi"], "foto.png"));
  expect(carriedFields(form)).toEqual([]);
  expect(hasFiles(form)).toBe(true);
  const untouched = new FormData();
  untouched.append("file", new File([], ""));
  expect(hasFiles(untouched)).toBe(false);
});
