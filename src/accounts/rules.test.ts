import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deviceName, sessionDurations } from "./session/rules.ts";
import { formatPhone, normalizePhone } from "./phone/rules.ts";
import { isMonotonous, passwordProblems, repeatedPiece } from "./password/rules.ts";
import { isSeller, typeLabel } from "./rules.ts";
import { safeReturnPath } from "./login/rules.ts";

test("only the type penjual is a seller, and every other text is not", () => {
  expect(isSeller("penjual")).toBe(true);
  for (const type of ["pembeli", "", "Penjual", "seller", "operator", null, undefined])
    expect(isSeller(type)).toBe(false);
  expect([typeLabel("penjual"), typeLabel("pembeli"), typeLabel("apa saja")]).toEqual([
    "Penjual",
    "Pembeli",
    "Pembeli",
  ]);
});

test("a session ends after 90 days, or 14 days without use; an operator's after 12 hours, or 30 minutes without use", () => {
  const hour = 3600 * 1000;
  for (const type of ["pembeli", "penjual", ""])
    expect(sessionDurations(type)).toMatchObject({ lifetime: 90 * 24 * hour, idle: 14 * 24 * hour });
  expect(sessionDurations("operator")).toMatchObject({ lifetime: 12 * hour, idle: hour / 2 });
});

describe("after login a user returns only to this site", () => {
  test.each([
    "//evil.test",
    "///evil.test",
    "/\\evil.test",
    "/\\/evil.test",
    "\\\\evil.test",
    "https://evil.test",
    "http:evil.test",
    "javascript:alert(1)",
    "data:text/html,x",
    "%2f%2fevil.test",
    "/%2f%2fevil.test",
    "/%5cevil.test",
    "/\t/evil.test",
    "/%09/evil.test",
    "\n//evil.test",
    " //evil.test",
    "/..//evil.test",
    "/./\\evil.test",
    "/a\u0000b",
    "",
    "cart",
    "/login?from=/cart",
    "/register",
    "/logout",
    `/${"a".repeat(3000)}`,
  ])("%j leads home", (from) => {
    expect(safeReturnPath(from)).toBe("/");
  });

  test.each([
    "/cart",
    "/product?category=batik&page=2",
    "/profile?page=showTransaction&transactionId=x#atas",
    "/product/kain-batik-%C3%A9",
  ])("%j is kept", (from) => {
    expect(safeReturnPath(from)).toBe(from);
  });

  test("with any text, the browser stays on this site", () => {
    const hostile = fc.array(
      fc.constantFrom(
        "/",
        "\\",
        "//",
        "%2f",
        "%5c",
        "%09",
        "\t",
        "\n",
        "\r",
        ".",
        "..",
        "@",
        ":",
        "?",
        "#",
        "evil.test",
        "javascript:",
        "http",
        "\u0000",
        "／",
        "。",
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          hostile.map((parts) => parts.join("")),
          fc.string({ unit: "binary" }),
          fc.webUrl(),
        ),
        (from) => {
          for (const target of [safeReturnPath(from), safeReturnPath(`/${from}`)]) {
            expect(target.startsWith("/")).toBe(true);
            expect(new URL(target, "https://pasar.example/login").origin).toBe("https://pasar.example");
            expect(safeReturnPath(target)).toBe(target);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("phone numbers", () => {
  test("08…, 62… and +62… are one number", () => {
    for (const typed of [
      "081234567890",
      "6281234567890",
      "+6281234567890",
      "0812-3456-7890",
      " +62 812 3456 7890 ",
      "(0812) 3456.7890",
    ]) {
      expect(normalizePhone(typed)).toBe("+6281234567890");
    }
  });

  test("a text that is no Indonesian mobile number is refused", () => {
    for (const typed of [
      "",
      "0812",
      "021-5551234",
      "+1 415 555 1234",
      "0812345678901234",
      "08123456789a",
      "６２８１２３４５６７８９０",
    ]) {
      expect(normalizePhone(typed)).toBeNull();
    }
  });

  test("a stored number is shown as users write it, and typing that gives the same number", () => {
    expect(formatPhone("+6281234567890")).toBe("0812-3456-7890");
    fc.assert(
      fc.property(fc.stringMatching(/^8[0-9]{8,11}$/), (digits) => {
        expect(normalizePhone(formatPhone(`+62${digits}`))).toBe(`+62${digits}`);
      }),
    );
  });
});

describe("passwords", () => {
  test.each([
    "12345678",
    "password1",
    "Password123!",
    "kawung2024",
    "KAWUNG!!",
    "qwertyuiop",
    "aaaaaaaa",
    "abcabcabc",
    "23456789",
    "hgfedcba",
    "Indonesia45",
    "bismillah",
  ])("%s is too easy", (password) => {
    expect(passwordProblems(password)).toHaveLength(1);
  });

  test("the user's own name and e-mail are refused as passwords", () => {
    const person = { name: "Rina Wulandari", email: "rina.wulandari@contoh.test" };
    for (const password of [
      "rinawulandari",
      "Rina Wulandari",
      "rina.wulandari@contoh.test",
      "rina.wulandari99",
      "RinaWulandari1990",
    ]) {
      expect(passwordProblems(password, person)).not.toEqual([]);
    }
    expect(passwordProblems("rina suka teh poci", person)).toEqual([]);
  });

  test("AUTH-13 a word that is too easy is also refused when it is written twice", () => {
    const person = { name: "Rina", email: "rina@contoh.test" };
    for (const password of ["kawungkawung", "Kawung-Kawung", "rahasiarahasia1", "sayang sayang sayang", "rinarina"])
      expect(passwordProblems(password, person), password).not.toEqual([]);
    expect(passwordProblems("kupu-kupu di jendela", person)).toEqual([]);
  });

  test("repeated pieces and monotonous texts are found as defined, for any text", () => {
    // The definitions as patterns, which take forever on long texts.
    const repeats = /^(.{4,}?)(?:[^\p{L}\p{N}]?\1)+$/u;
    const monotonous = /^(.{1,3})\1+.?.?$/u;
    const run = (text: string) => [...text].length < 2 || "abcdefgh".includes(text) || "hgfedcba".includes(text);
    const signs = fc.constantFrom("a", "b", "-", "é", "✿", "😀");
    const piece = fc.array(signs, { minLength: 1, maxLength: 5 });
    const texts = fc.oneof(
      fc.array(signs, { maxLength: 14 }).map((all) => all.join("")),
      fc
        .tuple(
          piece,
          fc.array(fc.constantFrom("", "-", "a"), { minLength: 1, maxLength: 4 }),
          fc.constantFrom("", "-", "b"),
        )
        .map(([one, between, end]) => one.join("") + between.map((sign) => sign + one.join("")).join("") + end),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(repeatedPiece(text)).toBe(repeats.exec(text)?.[1] ?? text);
        expect(isMonotonous(text)).toBe(monotonous.test(text) || run(text));
      }),
      { numRuns: 5000 },
    );
  });

  test("length counts characters, and long ones are refused instead of cut", () => {
    expect(passwordProblems("p4njang")).toEqual(["Minimal 8 karakter."]);
    expect(passwordProblems("rumput ✿")).toEqual([]);
    expect(passwordProblems("kopi susu gula aren ".repeat(10))).toEqual([]);
    expect(passwordProblems(`${"kopi susu gula aren ".repeat(10)}x`)).toEqual(["Maksimal 200 karakter."]);
  });
});

test("devices have names that users recognise", () => {
  expect(
    deviceName("Mozilla/5.0 (Linux; Android 14; Pixel) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36"),
  ).toBe("Chrome di Android");
  expect(
    deviceName(
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605 Version/17.5 Mobile Safari/604.1",
    ),
  ).toBe("Safari di iPhone");
  expect(deviceName("curl/8")).toBe("Perangkat tidak dikenal");
});
