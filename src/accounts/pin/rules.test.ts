import { describe, expect, test } from "vitest";
import { pinProblem } from "./rules.ts";

describe("a PIN", () => {
  test.each(["482913", "190745", "000391"])("of six digits without a pattern is accepted: %s", (pin) => {
    expect(pinProblem(pin, "1990-08-17")).toBeNull();
  });

  test.each(["111111", "123456", "654321", "890123", "121212", "123123"])(
    "that many people choose is refused: %s",
    (pin) => {
      expect(pinProblem(pin, null)).toBe("PIN ini terlalu mudah ditebak. Pilih yang lain.");
    },
  );

  test.each(["170890", "081790", "900817"])("that is the date of birth is refused: %s", (pin) => {
    expect(pinProblem(pin, "1990-08-17")).toBe("Jangan memakai tanggal lahir Anda sebagai PIN.");
    expect(pinProblem(pin, "1991-08-17")).toBeNull();
  });

  test.each(["", "12345", "1234567", "48291a", "４８２９１３"])("of anything but six digits is refused: %s", (pin) => {
    expect(pinProblem(pin, null)).toBe("PIN terdiri dari 6 angka.");
  });
});
