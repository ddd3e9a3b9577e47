import { readCsvRows, restoreFormula, writeCsv, type CsvSeparator } from "#lib/csv.ts";

/** @rule Operators change holidays only from today on (Jakarta): a day that has passed is not rewritten. */
export function isHolidayOpen(day: string, today: string): boolean {
  return day >= today;
}

/** @rule The name of a holiday has 3 to 100 characters, its source at most 200; a file of holidays at most 500 days. */
export const holidayLimits = { name: { min: 3, max: 100 }, source: 200, days: 500, bytes: 60_000 } as const;

/** @rule Holidays can be entered up to five years ahead. */
export const maxYearsAhead = 5;

/** @rule The console lists holidays from a year ago on. */
const listedYearsBack = 1;

/** The first day of the list. */
export function firstListedDay(today: string): string {
  return `${Number(today.slice(0, 4)) - listedYearsBack}${today.slice(4, 8)}01`;
}

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

/**
 * A day as people and spreadsheets write it, `2027-03-10` or `10/03/2027`, as `2027-03-10`. Null for another form; a
 * day that does not exist stays as it is written.
 */
export function readDay(text: string): string | null {
  const [, date, month = "", year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  if (date !== undefined) return `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;
}

/** The last day that can be entered. */
export function lastHolidayDay(today: string): string {
  return `${Number(today.slice(0, 4)) + maxYearsAhead}-12-31`;
}

/**
 * Reads a CSV file of holidays, with the problem of each line that cannot be used. Null when it is no CSV with these
 * columns. `provinces` are codes and names; an empty cell means all of Indonesia. A day that has passed is a problem,
 * unless it is in `stored` as the line has it.
 */
export function readHolidays(
  text: string,
  provinces: readonly { code: string; name: string }[],
  today: string,
  stored: readonly Holiday[] = [],
): HolidayLine[] | null {
  const limits = { maxRows: holidayLimits.days + 1, maxColumns: 20, maxCellLength: 300 };
  for (const separator of [",", ";", "\t"] satisfies CsvSeparator[]) {
    const [head, ...rows] = readCsvRows(text, separator, limits) ?? [];
    const places = columns.map((title) => head?.cells.findIndex((cell) => cell.toLowerCase() === title) ?? -1);
    const [dayAt, nameAt] = places;
    if (dayAt === -1 || nameAt === -1 || rows.length === 0) continue;
    const seen = new Set<string>();
    return rows.map(({ line, cells }) => {
      const [typed = "", name = "", place = "", provisional = "", source = ""] = places.map((at) =>
        restoreFormula(cells[at] ?? "", separator),
      );
      const province = place === "" ? null : provinces.find(({ code, name: one }) => isProvince(place, code, one));
      const day = readDay(typed) ?? "";
      const key = `${day} ${province?.code ?? ""}`;
      const holiday = { day, name, province: province?.code ?? null, is_provisional: isYes(provisional), source };
      const isRewritten =
        isDay(day) && !isHolidayOpen(day, today) && !stored.some((one) => isSameHoliday(one, holiday));
      const problems = [
        isRewritten && "Tanggal ini sudah lewat, jadi tidak diubah lagi.",
        ...problemsOf({ typed, day, name, source, provisional }, today),
        province === undefined && `Provinsi ${place.slice(0, 40)} tidak dikenal.`,
        day !== "" && seen.has(key) && "Tanggal ini sudah ada di baris lain.",
      ].filter((problem) => problem !== false);
      seen.add(key);
      if (problems.length > 0) return { line, problem: problems.join(" ") };
      return { line, holiday };
    });
  }
  return null;
}

/** Whether two holidays say the same of the same day and place. */
export function isSameHoliday(a: Holiday, b: Holiday): boolean {
  return (["day", "province", "name", "is_provisional", "source"] as const).every((field) => a[field] === b[field]);
}

function isProvince(text: string, code: string, name: string): boolean {
  return text === code || text.toLowerCase() === name.toLowerCase();
}

function isYes(text: string): boolean {
  return text.toLowerCase() === "ya";
}

/** All that is wrong with a line's own cells, as sentences. */
function problemsOf(
  cells: { typed: string; day: string; name: string; source: string; provisional: string },
  today: string,
): string[] {
  const { name, source, provisional } = cells;
  const { min, max } = holidayLimits.name;
  const problems = [
    dayProblem(cells, today),
    (name.length < min || name.length > max) && `Nama ${min} sampai ${max} karakter.`,
    source.length > holidayLimits.source && `Sumber paling banyak ${holidayLimits.source} karakter.`,
    provisional !== "" && !/^(ya|tidak)$/i.test(provisional) && "Perkiraan diisi ya atau tidak.",
  ];
  return problems.filter((problem) => typeof problem === "string");
}

function dayProblem({ typed, day }: { typed: string; day: string }, today: string): string | null {
  if (day === "") return "Hari ditulis seperti 10/03/2027 atau 2027-03-10.";
  if (!isDay(day)) return `Hari ${typed.slice(0, 20)} tidak ada di kalender.`;
  return day > lastHolidayDay(today) ? `Paling jauh ${maxYearsAhead} tahun ke depan.` : null;
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
