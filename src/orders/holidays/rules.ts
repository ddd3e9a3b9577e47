import { readCsvRows, writeCsv, type CsvSeparator } from "#lib/csv.ts";

/** @rule Operators change holidays only from today on (Jakarta): a day that has passed is not rewritten. */
export function isHolidayOpen(day: string, today: string): boolean {
  return day >= today;
}

/** @rule The name of a holiday has 3 to 100 characters, its source at most 200; a file of holidays at most 500 days. */
export const holidayLimits = { name: { min: 3, max: 100 }, source: 200, days: 500, bytes: 60_000 } as const;

/** @rule Holidays can be entered up to five years ahead. */
export const maxYearsAhead = 5;

/** @rule The console lists holidays from a year ago on. */
export const listedYearsBack = 1;

/** A day on which no working day counts, in all of Indonesia or in one province. */
export type Holiday = {
  /** `2027-03-10`. */
  day: string;
  name: string;
  /** Code of the province; null for all of Indonesia. */
  province: string | null;
  is_provisional: boolean;
  source: string;
};

/** What a line of a file would do. */
export const holidayEffects = {
  add: "Ditambah",
  change: "Diubah",
  same: "Tidak berubah",
} as const;
export type HolidayEffect = keyof typeof holidayEffects;

const columns = ["hari", "nama", "provinsi", "perkiraan", "sumber"] as const;
/** The titles of a file's columns, for hints. */
export const holidayColumns: readonly string[] = columns;

export type HolidayLine = { line: number } & ({ holiday: Holiday } | { problem: string });

/** Whether the text is a day that exists, such as `2027-03-10`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** The last day that can be entered. */
export function lastHolidayDay(today: string): string {
  return `${Number(today.slice(0, 4)) + maxYearsAhead}-12-31`;
}

/**
 * Reads a CSV file of holidays, with the problem of each line that cannot be used. Null when it is no CSV with these
 * columns. `provinces` are codes and names; an empty cell means all of Indonesia.
 */
export function readHolidays(
  text: string,
  provinces: readonly { code: string; name: string }[],
  today: string,
): HolidayLine[] | null {
  const limits = { maxRows: holidayLimits.days + 1, maxColumns: 20, maxCellLength: 300 };
  for (const separator of [",", ";", "\t"] satisfies CsvSeparator[]) {
    const [head, ...rows] = readCsvRows(text, separator, limits) ?? [];
    const places = columns.map((title) => head?.cells.findIndex((cell) => cell.toLowerCase() === title) ?? -1);
    const [dayAt, nameAt] = places;
    if (dayAt === -1 || nameAt === -1 || rows.length === 0) continue;
    const seen = new Set<string>();
    return rows.map(({ line, cells }) => {
      const [day = "", name = "", place = "", provisional = "", source = ""] = places.map((at) =>
        (cells[at] ?? "").replace(/^'(?=[=+\-@])/, ""),
      );
      const province = place === "" ? null : provinces.find(({ code, name: one }) => isProvince(place, code, one));
      const key = `${day} ${province?.code ?? ""}`;
      const problem =
        problemOf({ day, name, source, provisional }, today) ??
        (province === undefined ? `Provinsi ${place.slice(0, 40)} tidak dikenal.` : null) ??
        (seen.has(key) ? "Tanggal ini sudah ada di baris lain." : null);
      seen.add(key);
      if (problem !== null) return { line, problem };
      const isProvisional = isYes(provisional);
      return { line, holiday: { day, name, province: province?.code ?? null, is_provisional: isProvisional, source } };
    });
  }
  return null;
}

function isProvince(text: string, code: string, name: string): boolean {
  return text === code || text.toLowerCase() === name.toLowerCase();
}

function isYes(text: string): boolean {
  return text.toLowerCase() === "ya";
}

function problemOf(
  { day, name, source, provisional }: { day: string; name: string; source: string; provisional: string },
  today: string,
): string | null {
  const { min, max } = holidayLimits.name;
  if (!isDay(day)) return "Hari ditulis seperti 2027-03-10.";
  if (!isHolidayOpen(day, today)) return "Tanggal ini sudah lewat, jadi tidak diubah lagi.";
  if (day > lastHolidayDay(today)) return `Paling jauh ${maxYearsAhead} tahun ke depan.`;
  if (name.length < min || name.length > max) return `Nama ${min} sampai ${max} karakter.`;
  if (source.length > holidayLimits.source) return `Sumber paling banyak ${holidayLimits.source} karakter.`;
  return provisional === "" || /^(ya|tidak)$/i.test(provisional) ? null : "Perkiraan diisi ya atau tidak.";
}

/** Holidays as the file that {@link readHolidays} reads. */
export function writeHolidays(holidays: readonly Holiday[]): string {
  const rows = holidays.map(({ day, name, province, is_provisional, source }) => [
    day,
    name,
    province ?? "",
    is_provisional ? "ya" : "tidak",
    source,
  ]);
  return writeCsv([[...columns], ...rows]);
}
