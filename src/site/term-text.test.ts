import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { day, hour, minute, second, span, spanInFullDays, spanInWords } from "#lib/time.ts";
import { terms } from "./term-text.ts";

test("spans of time have their usual Indonesian wording", () => {
  expect(span(hour)).toBe("1 jam");
  expect(span(day)).toBe("24 jam");
  expect(span(2 * day)).toBe("2×24 jam");
  expect(span(15 * day)).toBe("15 hari");
  expect(span(30 * second)).toBe("30 detik");
  expect(span(5 * minute)).toBe("5 menit");
  expect(span(90 * minute)).toBe("90 menit");
  expect(span(36 * hour)).toBe("36 jam");
  expect(spanInFullDays(3 * day)).toBe("3×24 jam");
  expect([minute, 30 * minute, hour, 5 * minute].map(spanInWords)).toEqual([
    "satu menit",
    "setengah jam",
    "satu jam",
    "5 menit",
  ]);
});

// Other tests take deadlines from their rules. This one alone fails when a default is changed by mistake.
test("the information pages state the deadlines of the rules", () => {
  expect(terms).toMatchObject({
    payment: "24 jam",
    instantPayment: "1 jam",
    confirmation: "24 jam",
    ship: "2 hari kerja",
    cancelAnswer: "24 jam",
    firstScan: "2×24 jam",
    ownCourier: "15 hari",
    accountHold: "24 jam",
    autoComplete: "2×24 jam",
    lostParcel: "30 hari",
    addressVisible: "7 hari",
    deletionGrace: "14 hari",
    archiveKept: "7 hari",
    ordersKept: "10 tahun",
    session: "90 hari",
    sessionIdle: "14 hari",
    requestAnswer: "3×24 jam",
    breachNotice: "3×24 jam",
    loginCookies: "setengah jam",
    registeredEmailCookie: "10 menit",
    visitorCart: "30 hari",
    knownBrowser: "180 hari",
    changeNotice: "30 hari",
    minAge: "18 tahun",
  });
});

test("a value in the text of a page is separated from the words around it", () => {
  const root = new URL("../", import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tsx"));
  expect(files.length).toBeGreaterThan(100);
  // JSX drops a line break between text and an expression, and with it the space.
  const glued = /[\p{L},:;]\n\s+\{(?:terms|span|formatRupiah)\b|\{(?:terms\.\w+|span\(\w+\))\}\n\s+\p{L}/u;
  expect(files.filter((name) => glued.test(readFileSync(new URL(name, root), "utf8")))).toEqual([]);
});
