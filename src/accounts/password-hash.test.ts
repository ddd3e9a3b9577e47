import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password-hash.ts";

test("AUTH-12 a password counts whole: no part of it, no other letter case and no space more opens the door", async () => {
  const password = "Sawah hijau di kaki gunung, padi menguning, burung pipit datang pagi-pagi 80";
  const stored = await hashPassword(password);
  expect(await verifyPassword(stored, password)).toBe(true);
  for (const other of [password.slice(0, 72), password.toLowerCase(), `${password} `, ` ${password}`, ""])
    expect(await verifyPassword(stored, other), other).toBe(false);
});

test("a letter with an accent is the same password from every keyboard", async () => {
  const stored = await hashPassword("kopi di caf\u00e9 Tjikini");
  expect(await verifyPassword(stored, "kopi di cafe\u0301 Tjikini")).toBe(true);
  expect(await verifyPassword(stored, "kopi di cafe Tjikini")).toBe(false);
});
