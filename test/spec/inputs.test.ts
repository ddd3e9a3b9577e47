// The rules of form inputs in docs/requirements.md that unit.test.tsx does not verify.
import { expect, test } from "vitest";
import { defaultLocation, mapHeight, mapValue } from "../../src/ui/map/point.ts";

test("S085 a place on the map is latitude, longitude and address", () => {
  const form = new FormData();
  expect(mapValue(form, "place")).toBe(null);
  form.set("place_lat", "-6.906");
  form.set("place_lng", "107,707");
  form.set("place_address", " Jalan Cikutra 12 ");
  expect(mapValue(form, "place")).toEqual({ lat: -6.906, lng: 107.707, address: "Jalan Cikutra 12" });
  for (const [lat, lng] of [
    ["-6.906", ""],
    ["52.1", "4.3"],
    ["NaN", "107"],
    ["-6.906; drop", "107"],
  ] as const) {
    form.set("place_lat", lat);
    form.set("place_lng", lng);
    expect(mapValue(form, "place"), `${lat} ${lng}`).toBe(null);
  }
});

test("S086 S164 a map starts at about −6.906, 107.707", () => {
  expect(defaultLocation).toEqual({ lat: -6.906, lng: 107.707 });
});

test("S163 the box of the map is 400 high", () => {
  expect(mapHeight).toBe(400);
});
