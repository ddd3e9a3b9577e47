import { readCsvParts, writeCsv, type CsvPart, type CsvProblem, type CsvSeparator } from "#lib/csv.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { day, minute } from "#lib/time.ts";
import { zones, type ShippingZone } from "../courier-rules.ts";
import { chargeableKg, couriersOfTable, shippingPrice, volumeDivisor, zoneBetween, type ParcelItem } from "../rules.ts";

/**
 * What a courier asks for a parcel. `origin` is `*`, a province (32) or a regency (32.73). `destination` is a zone, a
 * province, a regency or a district (32.73.01).
 */
export type Rate = {
  courier: string;
  origin: string;
  destination: string;
  /** Rupiah for the first kilogram; null where the courier does not serve the route. */
  perKg: Rupiah | null;
  /** Rupiah for each further kilogram, where it differs. */
  nextKg: Rupiah | null;
  /** Kilograms that are charged at least. */
  minKg: number;
  /** Cubic centimetres that count as one kilogram. */
  divisor: number;
  daysMin: number;
  daysMax: number;
};

/** @rule A file of tariffs has at most 20,000 lines; one that is uploaded in the console at most 400 KB. */
export const tariffLimits = { lines: 20_000, pageBytes: 400_000, note: 200, shown: 200 } as const;

/** What a row of a file of tariffs may have. */
const rowLimits = { maxColumns: 20, maxCellLength: 100 };

/** @rule Tariffs begin today or at most 365 days ahead, at 00.00 WIB; those of today begin at once. */
export const tariffAhead = 365 * day;

/**
 * @rule A tariff that begins or is withdrawn changes no price of a checkout that its buyer saw up to 30 minutes before.
 */
export const quotedTariffDuration = 30 * minute;

/** The zones as a file names them. */
export const zoneNames: Readonly<Record<ShippingZone, string>> = {
  same_regency: "sekota",
  same_province: "seprovinsi",
  same_island: "sepulau",
  neighbour: "tetangga",
  far: "jauh",
  far_east: "timur_jauh",
};

/** Couriers whose tariffs operators keep: all of the table but the shop's own and pick-up. */
export const tariffCouriers = couriersOfTable.filter(({ tracked }) => tracked);

export type Route = { originRegency: string; destinationRegency: string; destinationDistrict?: string | null };

/** The places and the zone of a route for which rates can exist. */
export function placesOf({ originRegency, destinationRegency, destinationDistrict }: Route) {
  return {
    origins: ["*", originRegency.slice(0, 2), originRegency],
    destinations: [
      zoneNames[zoneBetween(originRegency, destinationRegency)],
      destinationRegency.slice(0, 2),
      destinationRegency,
      ...(destinationDistrict ? [destinationDistrict] : []),
    ],
  };
}

/**
 * @rule Of several rates for a route the most exact one counts: for a district before its regency, its province and a
 * zone. With the same destination, a rate from the regency counts before one from its province or from anywhere.
 */
export function rateFor(rates: readonly Rate[], courier: string, route: Route): Rate | undefined {
  const { origins, destinations } = placesOf(route);
  const exactness = (rate: Rate) => destinations.indexOf(rate.destination) * 10 + origins.indexOf(rate.origin);
  return rates
    .filter((rate) => rate.courier === courier)
    .filter(({ origin, destination }) => origins.includes(origin) && destinations.includes(destination))
    .reduce<Rate | undefined>((best, rate) => (best && exactness(best) >= exactness(rate) ? best : rate), undefined);
}

/** Price in whole rupiah and delivery time of a parcel by a rate; undefined where the courier does not deliver. */
export function priceByRate(
  { perKg, nextKg, minKg, divisor, daysMin, daysMax }: Rate,
  items: readonly ParcelItem[],
): { price: Rupiah; eta: string } | undefined {
  if (perKg === null) return undefined;
  const kg = Math.max(minKg, chargeableKg(items, divisor));
  return { price: perKg + (kg - 1) * (nextKg ?? perKg), eta: daysText(daysMin, daysMax) };
}

function daysText(min: number, max: number): string {
  return min === max ? `${min} hari` : `${min}–${max} hari`;
}

/** All destinations of rates that can price a parcel to a place, from anywhere. */
export function destinationsAround({
  destinationRegency,
  destinationDistrict,
}: Omit<Route, "originRegency">): readonly string[] {
  const district = destinationDistrict ? [destinationDistrict] : [];
  return [...Object.values(zoneNames), destinationRegency.slice(0, 2), destinationRegency, ...district];
}

/** No parcel is heavier, in kilograms. */
const maxParcelKg = 1_000_000;

/** The most kilograms that a rate carries for at most `max` rupiah; undefined if not even a light parcel. */
export function maxKgFor({ perKg, nextKg, minKg }: Rate, max: Rupiah): number | undefined {
  if (perKg === null) return undefined;
  const next = nextKg ?? perKg;
  const rest = max - (perKg + (minKg - 1) * next);
  if (rest < 0) return undefined;
  return next === 0 ? maxParcelKg : Math.min(maxParcelKg, minKg + Math.floor(rest / next));
}

/** The built-in table of these couriers as rates of any origin. */
export function builtInRates(couriers: typeof tariffCouriers = tariffCouriers): Rate[] {
  return couriers.flatMap(({ id: courier, nextKg = null, minKg = 1 }) =>
    zones.flatMap((zone): Rate[] => {
      const entry = shippingPrice(courier, zone, 1);
      const perKg = couriers.find(({ id }) => id === courier)?.zones[zone]?.perKg;
      const [daysMin = 1, daysMax = daysMin] = (entry?.eta.match(/\d+/g) ?? []).map(Number);
      if (perKg === undefined) return [];
      const terms = { perKg, nextKg, minKg, divisor: volumeDivisor, daysMin, daysMax };
      return [{ courier, origin: "*", destination: zoneNames[zone], ...terms }];
    }),
  );
}

/** Names the route of a rate: two rates with the same key replace each other. */
export function rateKey({ courier, origin, destination }: Rate): string {
  return `${courier} ${origin} ${destination}`;
}

/** Whether two rates of the same route ask the same. */
export function isSameRate(a: Rate, b: Rate): boolean {
  if (a.perKg === null || b.perKg === null) return a.perKg === b.perKg;
  return (
    a.perKg === b.perKg &&
    (a.nextKg ?? a.perKg) === (b.nextKg ?? b.perKg) &&
    (["minKg", "divisor", "daysMin", "daysMax"] as const).every((field) => a[field] === b[field])
  );
}

/** What a line of a file would do. */
export const tariffEffects = { add: "Baru", change: "Diubah", stop: "Tidak dilayani lagi", same: "Tetap" } as const;
export type TariffEffect = keyof typeof tariffEffects;

export function effectOf(rate: Rate, before: Rate | undefined): TariffEffect {
  if (before && isSameRate(rate, before)) return "same";
  if (rate.perKg === null) return "stop";
  return before && before.perKg !== null ? "change" : "add";
}

const columns = [
  "kurir",
  "asal",
  "tujuan",
  "per_kg",
  "kg_berikutnya",
  "min_kg",
  "pembagi",
  "hari_min",
  "hari_max",
] as const;
/** The titles of a file's columns, for hints. */
export const tariffColumns: readonly string[] = columns;

export type TariffLine = { line: number } & ({ rate: Rate } | { problem: string });

/**
 * Reads a CSV file of tariffs, with the problem of each line that cannot be used; one that stops the reading is the
 * only line. Null when it is no CSV with any of these columns. Whether places exist is not checked here.
 */
export function readTariffs(text: string): TariffLine[] | null {
  const separator = separatorOf(text);
  if (!separator) return null;
  const { rows: all, problem } = readCsvParts(text, separator, { maxRows: tariffLimits.lines + 1, ...rowLimits });
  const [head, ...rows] = all;
  const titles = titlesOf(head);
  const stopped = problemOfHead(head, titles) ?? (problem ? problemOfFile(problem, rows) : problemOfRows(rows));
  if (stopped) return [{ line: head?.line ?? 1, ...stopped }];
  return readRows(
    columns.map((title) => titles.indexOf(title)),
    rows,
  );
}

function titlesOf(head: CsvPart | undefined): string[] {
  return head?.cells.map((cell) => cell.toLowerCase()) ?? [];
}

/**
 * The separator with which the first row has most of the titles, or one with which it has a quote that is not closed;
 * undefined when it has neither with any.
 */
function separatorOf(text: string): CsvSeparator | undefined {
  const signs: CsvSeparator[] = [",", ";", "\t"];
  // Empty lines before the first row are passed over once, not with each separator.
  const begun = text.trimStart();
  const counted = signs.map((sign) => {
    const { rows, problem } = readCsvParts(begun, sign, { maxRows: 0, ...rowLimits });
    const titles = titlesOf(rows[0]);
    const count = columns.filter((title) => titles.includes(title)).length;
    return { sign, count, isOpen: problem?.kind === "quote" || hasTitleAcrossLines(titles) };
  });
  const best = counted.reduce((most, one) => (one.count > most.count ? one : most));
  return best.count > 0 ? best.sign : counted.find(({ isOpen }) => isOpen)?.sign;
}

/** Whether a cell goes on after a title into the next line: a quote in that line closed the one before the title. */
function hasTitleAcrossLines(titles: readonly string[]): boolean {
  const isTitle = (text: string) => columns.some((title) => title === text.trim());
  return titles.some((cell) => /[\r\n]/.test(cell) && cell.split(/[,;\t\r\n]/).some(isTitle));
}

/** Why the first row has no tariffs below it; null without a first row, because a quote takes all of the file. */
function problemOfHead(head: CsvPart | undefined, titles: readonly string[]): { problem: string } | null {
  if (!head) return null;
  if (hasTitleAcrossLines(titles)) return { problem: openQuote };
  const missing = columns.slice(0, 4).filter((title) => !titles.includes(title));
  return missing.length > 0 ? { problem: `Kolom ${missing.join(", ")} belum ada.` } : null;
}

const openQuote = "Tanda kutip di baris ini tidak ditutup.";

function problemOfRows(rows: readonly CsvPart[]): { problem: string } | null {
  return rows.length === 0 ? { problem: "Di bawah nama kolom belum ada tarif." } : null;
}

function problemOfFile(problem: CsvProblem, rows: readonly CsvPart[]): { line?: number; problem: string } {
  if (problem.kind === "quote") return { line: problem.line, problem: openQuote };
  const line = rows.at(-1)?.line;
  return { ...(line && { line }), problem: `Berkas paling banyak ${tariffLimits.lines} baris. Bagi menjadi beberapa.` };
}

function readRows(places: readonly number[], rows: readonly CsvPart[]): TariffLine[] {
  const seen = new Set<string>();
  return rows.map(({ line, cells, beyond }) => {
    if (beyond === "cell")
      return { line, problem: `Isi satu kolom paling banyak ${rowLimits.maxCellLength} karakter.` };
    if (beyond === "columns") return { line, problem: `Satu baris paling banyak ${rowLimits.maxColumns} kolom.` };
    const read = readRate(places.map((at) => cells[at] ?? ""));
    if (typeof read === "string") return { line, problem: read };
    const key = rateKey(read);
    if (seen.has(key)) return { line, problem: "Rute kurir ini sudah ada di baris lain." };
    seen.add(key);
    return { line, rate: read };
  });
}

function readRate(cells: readonly string[]): Rate | string {
  const [courier = "", origin = "", destination = "", ...numbers] = cells;
  if (!tariffCouriers.some(({ id }) => id === courier)) return `Kurir ${courier.slice(0, 40)} tidak dikenal.`;
  if (origin !== "*" && !/^\d{2}(\.\d{2})?$/.test(origin)) return "Asal diisi *, kode provinsi, atau kode kota.";
  if (!Object.values(zoneNames).includes(destination) && !/^\d{2}(\.\d{2}){0,2}$/.test(destination))
    return `Tujuan diisi kode provinsi, kota, atau kecamatan, atau ${Object.values(zoneNames).join(", ")}.`;
  const read = numbers.map(readWhole);
  const wrong = problemOfNumbers(read);
  if (wrong !== null) return wrong;
  const [perKg, nextKg, minKg, divisor, daysMin, daysMax] = read;
  const route = { courier, origin, destination };
  if (perKg === null)
    return { ...route, perKg, nextKg: null, minKg: 1, divisor: volumeDivisor, daysMin: 1, daysMax: 1 };
  return {
    ...route,
    perKg: perKg as Rupiah,
    nextKg: nextKg ?? null,
    minKg: minKg ?? 1,
    divisor: divisor ?? volumeDivisor,
    daysMin: daysMin ?? 1,
    daysMax: daysMax ?? daysMin ?? 1,
  };
}

/** Why these numbers make no rate. An empty cell is no fault, but a price needs a hari_min. */
function problemOfNumbers(numbers: readonly (number | null | undefined)[]): string | null {
  const [perKg, nextKg, minKg, divisor, daysMin, daysMax] = numbers;
  const allowed = [
    { title: "per_kg", value: perKg, kind: "rupiah", min: 100, max: 10_000_000 },
    { title: "kg_berikutnya", value: nextKg, kind: "rupiah", min: 0, max: 10_000_000 },
    { title: "min_kg", value: minKg, kind: "bulat", min: 1, max: 1000 },
    { title: "pembagi", value: divisor, kind: "bulat", min: 1000, max: 20_000 },
    { title: "hari_min", value: daysMin, kind: "bulat", min: 1, max: 60, isNeeded: perKg !== null },
    { title: "hari_max", value: daysMax, kind: "bulat", min: daysMin ?? 1, max: 60 },
  ];
  const wrong = allowed.find(({ value, min, max, isNeeded = false }) =>
    value === null ? isNeeded : !isWithin(value, min, max),
  );
  if (!wrong) return null;
  return `${wrong.title} ditulis dengan angka ${wrong.kind} dari ${wrong.min} sampai ${wrong.max}.`;
}

/** Digits, with or without a dot before each three; null for an empty cell, and undefined for anything else. */
function readWhole(cell: string): number | null | undefined {
  if (cell === "") return null;
  return /^\d{1,9}$/.test(cell) || /^\d{1,3}(\.\d{3}){1,2}$/.test(cell) ? Number(cell.replaceAll(".", "")) : undefined;
}

function isWithin(value: number | null | undefined, min: number, max: number): boolean {
  return typeof value === "number" && value >= min && value <= max;
}

/** Rates as the file that {@link readTariffs} reads. */
export function writeTariffs(rates: readonly Rate[]): string {
  const rows = rates.map(({ courier, origin, destination, perKg, nextKg, minKg, divisor, daysMin, daysMax }) => {
    const route = [courier, origin, destination];
    return perKg === null
      ? [...route, "", "", "", "", "", ""]
      : [...route, perKg, nextKg ?? "", minKg, divisor, daysMin, daysMax];
  });
  return writeCsv([[...columns], ...rows]);
}
