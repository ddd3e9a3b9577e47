import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findReservedWord, isOneScript, skeletonOf, removeInvisible } from "./display-name.ts";

/** One of each kind of invisible character. */
const unseen =
  "\u200b \u200c \u200d \u200e \u200f \u00ad \u2060 \ufeff \u061c \u3164 \u115f \u1160 \uffa0 \u034f \u180e \u2800 \ufe0f \u{e0061} \u{e0100}".split(
    " ",
  );

describe("invisible characters", () => {
  test.each(unseen.map((sign) => [(sign.codePointAt(0) ?? 0).toString(16), sign]))(
    "U+%s is removed from a name",
    (_, sign) => {
      expect(removeInvisible(`Ka${sign}wung${sign}`)).toBe("Kawung");
    },
  );
  test("any sequence of blanks becomes one space", () => {
    expect(removeInvisible("\u00a0 Kopi\u2003\u2003 Gayo\u3000")).toBe("Kopi Gayo");
  });
});

describe("scripts", () => {
  test.each([
    "Kopi Gayo",
    "Zoë & Søn",
    "ꦏꦮꦸꦁ",
    "北京烤鸭",
    "カラオケ漢字ひらがな",
    "김치 漢字",
    "α-tokoferol",
    "Batik 日本",
    "5 µm",
    "عربي",
    "",
  ])("each word of “%s” is in one script", (name) => {
    expect(isOneScript(name)).toBe(true);
  });
  test.each(["Каwung", "Kаwung", "Κopi", "Batik日本", "ꦏka", "ᎪBC", "𐌀bata"])("a word of “%s” is not", (name) => {
    expect(isOneScript(name)).toBe(false);
  });
});

describe("skeletons", () => {
  test.each([
    ["Griya Laksono", "griya  laksono"],
    ["Griya Laksono", "GRIYA-LAKSONO."],
    ["Griya Laksono", "Gríya Läksonø"],
    ["Griya Laksono", "Griya Lakson0"],
    ["Griya Laksono", "Gr1ya Laksono"],
    ["Griya Laksono", "Griya Iaksono"],
    ["Griya Laksono", "Grlya |aksono"],
    ["Griya Laksono", "Ｇｒｉｙａ 𝓛𝓪𝓴𝓼𝓸𝓷𝓸"],
    ["Griya Laksono", "Grіya Lаksоno"],
    ["Griya Laksono", "G\u200briya\u3164Laksono"],
    ["Dewi Wangi", "Dewi VVangi"],
    ["Modern", "Modem"],
    ["Кот", "КОТ"],
  ])("“%s” and “%s” look alike", (one, other) => {
    expect(skeletonOf(one)).toBe(skeletonOf(other));
  });
  test.each([
    ["Batik Sari", "Batik Suri"],
    ["Toko 5", "Toko 6"],
    ["ꦏꦮꦸꦁ", "ꦏꦮꦶꦁ"],
    ["がっこう", "かっこう"],
    ["Sari 日本", "Sari 中国"],
  ])("“%s” and “%s” do not", (one, other) => {
    expect(skeletonOf(one)).not.toBe(skeletonOf(other));
  });
  test("the skeleton of a skeleton is itself, and has neither capitals nor blanks", () => {
    const text = fc.string({ unit: "binary", maxLength: 60 });
    fc.assert(
      fc.property(text, (name) => {
        const skeleton = skeletonOf(name);
        expect(skeletonOf(skeleton)).toBe(skeleton);
        expect(skeleton).not.toMatch(/[\s\p{P}]/u);
      }),
      { numRuns: 300 },
    );
  });
});

test("the skeleton of every Unicode character's skeleton is itself", () => {
  for (let first = 0; first < 0x110000; first += 4096) {
    const signs = String.fromCodePoint(...Array.from({ length: 4096 }, (_, at) => first + at));
    const skeleton = skeletonOf(signs.replace(/\p{Cs}/gu, ""));
    expect(skeletonOf(skeleton), first.toString(16)).toBe(skeleton);
  }
});

describe("reserved words", () => {
  const reserved = { anywhere: ["Kawung"], words: ["official", "admin", "cs", "customer service"] };
  test.each([
    ["Kawung Official", "Kawung"],
    ["TokoKawungJaya", "Kawung"],
    ["K a w u n g", "Kawung"],
    ["K\u200bawung", "Kawung"],
    ["Каwung", "Kawung"],
    ["Kavvung", "Kawung"],
    ["K@wung", "Kawung"],
    ["k.4.w.u.n.g", "Kawung"],
    ["Toko Official", "official"],
    ["0FF1C1AL Store", "official"],
    ["TokoOfficial", "official"],
    ["4dmin", "admin"],
    ["Ad.min toko", "admin"],
    ["A d m i n", "admin"],
    ["Admin2", "admin"],
    ["ADMIN", "admin"],
    ["aDmin", "admin"],
    ["Adrnin", "admin"],
    ["CS 24 jam", "cs"],
    ["Customer-Service", "customer service"],
    ["ᴋᴀᴡᴜɴɢ", "Kawung"],
    ["🅺🅰🆆🆄🅽🅶 Store", "Kawung"],
    ["🇰🇦🇼🇺🇳🇬 Store", "Kawung"],
    ["ĸawung", "Kawung"],
    ["ᏦᎪᎳᏌᏁᏀ Store", "Kawung"],
    ["ᴀᴅᴍɪɴ toko", "admin"],
    ["🅰🅳🅼🅸🅽 toko", "admin"],
    ["Sari Batik ✓", "✓"],
    ["✅ Sari Batik", "✅"],
    ["Sari Batik ✔️", "✔"],
  ])("“%s” holds “%s”", (name, word) => {
    expect(findReservedWord(name, reserved)).toBe(word);
  });
  test.each([
    "Adminah",
    "Resmiati Batik",
    "Batik CSR",
    "Officialdom",
    "Custom Servis",
    "Batik Kawi",
    "Wung Ka",
    "Sadmin",
  ])("“%s” holds none", (name) => {
    expect(findReservedWord(name, reserved)).toBeUndefined();
  });
});
