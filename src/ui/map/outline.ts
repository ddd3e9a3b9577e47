import type { Point } from "./point.ts";

/** The content of `outline.json`: land as rings of steps on a grid, made by scripts/map/make-base-map.ts. */
export type Outline = { grid: number; home: number[][]; abroad: number[][] };

/** The ring's points in degrees. */
export function unpackRing(steps: readonly number[], grid: number): [lat: number, lng: number][] {
  let [x, y] = [0, 0];
  const points: [number, number][] = [];
  for (let at = 0; at + 1 < steps.length; at += 2) {
    x += steps[at] ?? 0;
    y += steps[at + 1] ?? 0;
    points.push([y / grid, x / grid]);
  }
  return points;
}

/** A label on the map. A lower level is more important. */
export type Label = Point & { name: string; level: number };
