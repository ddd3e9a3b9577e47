import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createDay, parseDay, shiftDay, shiftMonth, formatSpokenDay, formatTypedDay, weeksOf } from "./date.ts";
import { cropSquare } from "./image-field/image-crop.tsx";
import { unpackRing } from "./map/outline.ts";
import { clampToBounds, mapBounds, parsePoint } from "./map/point.ts";
import { strengthOf } from "./password-strength.ts";
import { formatBytes, moveItem, pictureProblem } from "./image-field/picture-validation.ts";

describe("dates", () => {
  test.each([
    ["21/11/2026", "2026-11-21"],
    ["1/2/26", "2026-02-01"],
    ["17-08-45", "1945-08-17"],
    ["21.11.2026", "2026-11-21"],
    [" 21 Nov 2026 ", "2026-11-21"],
    ["5 agustus 1999", "1999-08-05"],
    ["5 Agu 1999", "1999-08-05"],
    ["2026-11-21", "2026-11-21"],
    ["29/02/2024", "2024-02-29"],
  ])("%j is understood", (typed, day) => expect(parseDay(typed)).toBe(day));

  test.each(["29/02/2026", "31/04/2026", "11/21/2026", "0/1/2026", "21/11", "besok", "", "21 Foo 2026", "2026-13-01"])(
    "%j is no day",
    (typed) => expect(parseDay(typed)).toBe(null),
  );

  test("a formatted day is read back", () => {
    const days = fc
      .tuple(fc.integer({ min: 1900, max: 2100 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
      .map(([year, month, date]) => createDay(year, month, date) ?? "");
    fc.assert(fc.property(days, (day) => parseDay(formatTypedDay(day)) === day));
  });

  test("names are Indonesian, and weeks begin on Monday", () => {
    expect(formatSpokenDay("2026-08-17")).toBe("Senin, 17 Agustus 2026");
    const weeks = weeksOf("2026-11-21");
    expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
    expect(weeks.flat().filter(Boolean)).toHaveLength(30);
  });

  test("a step by a month leads to a day that exists", () => {
    expect(shiftDay("2026-12-31", 1)).toBe("2027-01-01");
    expect(shiftMonth("2026-01-31", 1)).toBe("2026-02-28");
    expect(shiftMonth("2026-01-15", -1)).toBe("2025-12-15");
    expect(shiftMonth("2024-02-29", 12)).toBe("2025-02-28");
  });
});

describe("passwords", () => {
  test("a common password is weak, several words are strong", () => {
    for (const weak of ["a", "password", "Password123", "12345678", "aaaaaaaaaaaaaaaa", "bandung2024", "abcdefghijkl"])
      expect(strengthOf(weak), weak).toBe(1);
    expect(strengthOf("")).toBe(0);
    expect(strengthOf("kebun-teh-di-lereng-7")).toBeGreaterThanOrEqual(3);
    expect(strengthOf("kuda payung senja gerabah")).toBe(4);
  });
});

describe("pictures", () => {
  const limits = { bytes: 8 * 1024 * 1024, pixels: 40_000_000 };
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
  const about = (fields: object, size: { width: number; height: number } | null = { width: 10, height: 10 }) =>
    pictureProblem({ name: "batik.jpg", size: 100, head: jpeg, ...fields }, size, limits);

  test("a picture that the server would refuse is refused before it is sent", () => {
    expect(about({})).toBe(null);
    expect(about({ size: 0 })).toMatch(/kosong/);
    expect(about({ head: new TextEncoder().encode("<svg xmlns") })).toMatch(/bukan foto/);
    expect(about({ size: limits.bytes + 1 })).toMatch(/terlalu besar/);
    expect(about({}, null)).toMatch(/tidak bisa dibaca/);
    expect(about({}, { width: 8000, height: 6000 })).toMatch(/40 megapiksel/);
  });

  test("moving one picture keeps the others in order", () => {
    expect(moveItem(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    expect(moveItem(["a", "b"], 0, 5)).toEqual(["a", "b"]);
    expect([formatBytes(8 * 1024 * 1024), formatBytes(4_404_019), formatBytes(1)]).toEqual(["8 MB", "4,2 MB", "1 KB"]);
  });

  test("the cropped square is always inside the picture", () => {
    expect(cropSquare({ x: 0.5, y: 0.5, zoom: 1 }, 400, 300)).toEqual({ left: 50, top: 0, side: 300 });
    const share = fc.double({ min: -1, max: 2, noNaN: true });
    fc.assert(
      fc.property(share, share, fc.double({ min: 0, max: 6, noNaN: true }), (x, y, zoom) => {
        const { left, top, side } = cropSquare({ x, y, zoom }, 400, 300);
        return left >= 0 && top >= 0 && left + side <= 400.001 && top + side <= 300.001;
      }),
    );
  });
});

describe("maps", () => {
  test("a pin stays in Indonesia", () => {
    expect(clampToBounds({ lat: 52, lng: 4 })).toEqual({ lat: mapBounds.north, lng: mapBounds.west });
    expect(parsePoint("−6,906", "107.707")).toEqual({ lat: -6.906, lng: 107.707 });
    expect(parsePoint("-6.906", "1e2")).toBe(null);
  });

  test("the outline is read from its steps", () => {
    expect(unpackRing([107_000, -6000, 500, 0, 0, 250], 1000)).toEqual([
      [-6, 107],
      [-6, 107.5],
      [-5.75, 107.5],
    ]);
  });
});
