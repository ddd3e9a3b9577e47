import { expect, test } from "vitest";
import { day, hour, span } from "#lib/time.ts";
import { terms } from "./terms-in-words.ts";

test("spans of time are said as people say them", () => {
  expect(span(hour)).toBe("1 jam");
  expect(span(day)).toBe("24 jam");
  expect(span(2 * day)).toBe("2×24 jam");
  expect(span(15 * day)).toBe("15 hari");
});

test("the information pages say the fees and deadlines of the rules", () => {
  expect(terms).toMatchObject({
    payment: "24 jam",
    instantPayment: "1 jam",
    serviceFee: "Rp1.000",
    commission: "2,5%",
    commissionCap: "Rp50.000",
    autoComplete: "2×24 jam",
    lostParcel: "30 hari",
    addressVisible: "7 hari",
    deletionGrace: "14 hari",
    archiveKept: "7 hari",
    ordersKept: "10 tahun",
    session: "90 hari",
    sessionIdle: "14 hari",
  });
});
