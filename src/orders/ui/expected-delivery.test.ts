import { expect, test } from "vitest";
import { addDuration, day } from "#lib/time.ts";
import { expectedDelivery, expectedText, lateText } from "./expected-delivery.ts";

const shippedAt = new Date("2026-11-23T20:06:00Z");
const after = (days: number) => addDuration(shippedAt, days * day).toISOString();
const order = {
  status: "shipped",
  shipped_at: shippedAt.toISOString(),
  tracked: true,
  scanned: true,
  eta: "2–3 hari",
  arrival_asked: false,
  awaits_cash: false,
} as const;

test("a parcel is expected on the courier's days, and late once they have passed", () => {
  const read = (days: number, of: Parameters<typeof expectedDelivery>[0] = order) => {
    const expected = expectedDelivery(of, after(days), "WIB");
    return expected && expectedText(expected);
  };
  expect(read(1)).toBe("perkiraan tiba 26–27 Nov");
  expect(read(3)).toBe("perkiraan tiba 26–27 Nov");
  expect(read(3.1)).toBe("seharusnya tiba 26–27 Nov");
  expect(read(3.1, { ...order, scanned: false })).toBeNull();
  expect(read(3.1, { ...order, eta: "Setelah toko siap" })).toBeNull();
  expect(read(3.1, { ...order, status: "delivered" })).toBeNull();
});

test("buyer and seller of a late parcel read so, with what they can do and where the money is", () => {
  const late = (reader: "buyer" | "seller", of: Parameters<typeof lateText>[0] = order) =>
    lateText(of, reader, after(4), "WIB");
  expect(lateText(order, "buyer", after(3), "WIB")).toBeNull();
  expect(late("buyer")).toBe(
    "Paket terlambat: menurut perkiraan kurir, paket tiba 26–27 Nov. Uang Anda tetap kami tahan. Belum Anda terima? Anda bisa membuka komplain.",
  );
  expect(late("seller")).toMatch(/Tanyakan keberadaannya kepada kurir\.$/);
  expect(late("buyer", { ...order, awaits_cash: true })).toMatch(/Anda belum membayar apa pun\.$/);
  expect(late("buyer", { ...order, tracked: false, arrival_asked: true })).toBeNull();
});
