// Writes src/ui/map/outline.json: land and borders of Indonesia and its neighbours for maps without a tile server.
// Run it when Natural Earth changes: node scripts/map/make-base-map.ts <unpacked npm package world-atlas>
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

type Point = [number, number];
type Shape = { type: string; id?: string; arcs: number[][][] | number[][] };
type Atlas = {
  arcs: Point[][];
  transform: { scale: Point; translate: Point };
  objects: { countries: { geometries: Shape[] } };
};

const indonesia = "360";
/** The part of the world on the map, in degrees: west, south, east, north. */
const frame = { west: 90, south: -16, east: 146, north: 11 };
/** Points closer than this to the line between their neighbours are removed (degrees): in Indonesia, and abroad. */
const tolerance = { home: 0.0012, abroad: 0.02 };
/** Islands smaller than this are removed (degrees, longer side). */
const smallest = { home: 0.008, abroad: 0.1 };
/** A thousandth of a degree is a hundred metres, finer than the source. */
const grid = 1000;

const folder = process.argv[2];
if (!folder) throw new Error("usage: make-base-map.ts <unpacked npm package world-atlas>");
const atlas = JSON.parse(readFileSync(join(folder, "countries-10m.json"), "utf8")) as Atlas;

const arcs = atlas.arcs.map((arc) => {
  let [x, y] = [0, 0];
  const { scale, translate } = atlas.transform;
  return arc.map(([dx, dy]): Point => {
    x += dx;
    y += dy;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
});
const ringsOf = ({ type, arcs: own }: Shape) => (type === "Polygon" ? [own as number[][]] : (own as number[][][]));
const arcOf = (index: number) => (index < 0 ? ~index : index);

const countries = atlas.objects.countries.geometries;
const atHome = new Set(
  countries.filter(({ id }) => id === indonesia).flatMap((one) => ringsOf(one).flat(2).map(arcOf)),
);

/** Douglas–Peucker: keeps the ends and every point farther than the tolerance from the chord. */
function simplify(line: Point[], least: number): Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return line;
  let [at, far] = [0, least];
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
  const length = Math.hypot(dx, dy);
  for (let i = 1; i < line.length - 1; i += 1) {
    const [x, y] = line[i] as Point;
    const away =
      length === 0
        ? Math.hypot(x - first[0], y - first[1])
        : Math.abs(dy * x - dx * y + last[0] * first[1] - last[1] * first[0]) / length;
    if (away > far) [at, far] = [i, away];
  }
  if (at === 0) return [first, last];
  return [...simplify(line.slice(0, at + 1), least).slice(0, -1), ...simplify(line.slice(at), least)];
}

// Each arc is simplified once, so that neighbours keep a common border.
const simple = arcs.map((arc, index) => simplify(arc, atHome.has(index) ? tolerance.home : tolerance.abroad));

function ring(indexes: number[]): Point[] {
  return indexes.flatMap((index, at) => {
    const arc = simple[arcOf(index)] as Point[];
    const line = index < 0 ? arc.toReversed() : arc;
    return at === 0 ? line : line.slice(1);
  });
}

/** Sutherland–Hodgman: clips at one side of the frame after the other. */
function clip(shape: Point[]): Point[] {
  const sides: [axis: 0 | 1, limit: number, sign: 1 | -1][] = [
    [0, frame.west, 1],
    [0, frame.east, -1],
    [1, frame.south, 1],
    [1, frame.north, -1],
  ];
  return sides.reduce((left, [axis, limit, sign]) => {
    const inside = (one: Point) => sign * (one[axis] - limit) >= 0;
    return left.flatMap((to, at) => {
      const from = left.at(at - 1) as Point;
      const share = (limit - from[axis]) / (to[axis] - from[axis]);
      const cut: Point = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
      if (inside(to)) return inside(from) ? [to] : [cut, to];
      return inside(from) ? [cut] : [];
    });
  }, shape);
}

/** The first point, then steps, in thousandths of a degree. */
function packed(shape: Point[]): number[] {
  let before: Point = [0, 0];
  const out: number[] = [];
  for (const [x, y] of shape) {
    const now: Point = [Math.round(x * grid), Math.round(y * grid)];
    if (out.length > 0 && now[0] === before[0] && now[1] === before[1]) continue;
    out.push(now[0] - before[0], now[1] - before[1]);
    before = now;
  }
  return out;
}

function land(home: boolean): number[][] {
  return countries
    .filter(({ id }) => (id === indonesia) === home)
    .flatMap((one) => (one.arcs ? ringsOf(one) : []))
    .map(([outer]) => clip(ring(outer ?? [])))
    .filter((shape) => {
      const [xs, ys] = [shape.map(([x]) => x), shape.map(([, y]) => y)];
      const side = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
      return shape.length > 3 && side >= (home ? smallest.home : smallest.abroad);
    })
    .map(packed);
}

const outline = { grid, home: land(true), abroad: land(false) };
const text = `${JSON.stringify(outline)}\n`;
writeFileSync(new URL("../../src/ui/map/outline.json", import.meta.url), text);
const size = brotliCompressSync(text).length;
process.stdout.write(
  `${outline.home.length} + ${outline.abroad.length} islands, ${text.length} bytes, ${size} compressed\n`,
);
