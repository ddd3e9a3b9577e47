/** Indonesian time zones by their usual abbreviations. */
export const zones = {
  WIB: "Asia/Jakarta",
  WITA: "Asia/Makassar",
  WIT: "Asia/Jayapura",
} as const;
export type Zone = keyof typeof zones;

const offsetHours: Record<Zone, number> = { WIB: 7, WITA: 8, WIT: 9 };

/**
 * The zone of a province by its official two-digit code (idn-area-data). WITA: Bali, Nusa Tenggara, South, East and
 * North Kalimantan, Sulawesi. WIT: Maluku and Papua. All others, also unknown codes: WIB.
 */
export function zoneOfProvince(provinceCode: string | null | undefined): Zone {
  const code = Number(provinceCode ?? 0);
  if ((code >= 51 && code <= 53) || (code >= 63 && code <= 65) || (code >= 71 && code <= 76)) return "WITA";
  if (code >= 81) return "WIT";
  return "WIB";
}

/** Short names of the months. */
export const monthNames = ["Jan", "Feb", "Mar", "Apr", "Mei", "Jun", "Jul", "Agu", "Sep", "Okt", "Nov", "Des"];
/** Full names of the months. */
export const longMonthNames = [
  "Januari",
  "Februari",
  "Maret",
  "April",
  "Mei",
  "Juni",
  "Juli",
  "Agustus",
  "September",
  "Oktober",
  "November",
  "Desember",
];

function shiftToZone(at: Date, zone: Zone): Date {
  return new Date(at.getTime() + offsetHours[zone] * hour);
}

/** `21 Nov 2026` in the zone. */
export function formatDate(at: Date, zone: Zone = "WIB"): string {
  const local = shiftToZone(at, zone);
  return `${local.getUTCDate()} ${monthNames[local.getUTCMonth()]} ${local.getUTCFullYear()}`;
}

/** `21 November 2026` in the zone. */
export function formatLongDate(at: Date, zone: Zone = "WIB"): string {
  const local = shiftToZone(at, zone);
  return `${local.getUTCDate()} ${longMonthNames[local.getUTCMonth()]} ${local.getUTCFullYear()}`;
}

/** `14.00 WIB`. */
export function formatTime(at: Date, zone: Zone = "WIB"): string {
  const local = shiftToZone(at, zone);
  return `${String(local.getUTCHours()).padStart(2, "0")}.${String(local.getUTCMinutes()).padStart(2, "0")} ${zone}`;
}

/** `21 Nov 2026, 14.00 WIB`. */
export function formatDateTime(at: Date, zone: Zone = "WIB"): string {
  return `${formatDate(at, zone)}, ${formatTime(at, zone)}`;
}

/** The days from one moment to another, without the year: `26–29 Nov`, `29 Nov–2 Des`, or `26 Nov` for one day. */
export function formatDateRange(from: Date, to: Date, zone: Zone = "WIB"): string {
  const [first, last] = [shiftToZone(from, zone), shiftToZone(to, zone)];
  const month = (at: Date) => monthNames[at.getUTCMonth()] ?? "";
  const end = `${last.getUTCDate()} ${month(last)}`;
  if (month(first) !== month(last)) return `${first.getUTCDate()} ${month(first)}–${end}`;
  return first.getUTCDate() === last.getUTCDate() ? end : `${first.getUTCDate()}–${end}`;
}

/** `20261121`: the Jakarta day in the numbers of invoices. */
export function compactDay(at: Date): string {
  return shiftToZone(at, "WIB").toISOString().slice(0, 10).replaceAll("-", "");
}

/** Midnight at the beginning of the day in the zone. */
export function startOfDay(at: Date, zone: Zone): Date {
  const shift = offsetHours[zone] * hour;
  return new Date(Math.floor((at.getTime() + shift) / day) * day - shift);
}

/** The day of the week in the zone: 1 for Monday to 7 for Sunday. */
export function weekdayOf(at: Date, zone: Zone): number {
  return shiftToZone(at, zone).getUTCDay() || 7;
}

/** `2026-11-21`: the Jakarta day. */
export function jakartaDay(at: Date): string {
  return shiftToZone(at, "WIB").toISOString().slice(0, 10);
}

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/**
 * A duration for users: `30 detik`, `5 menit`, `24 jam`, `2×24 jam`, `15 hari`. In the largest unit that gives a whole
 * number, but up to two days in hours.
 */
export function span(ms: number): string {
  if (ms % minute !== 0) return `${ms / second} detik`;
  if (ms % hour !== 0) return `${ms / minute} menit`;
  if (ms <= day || ms % day !== 0) return `${ms / hour} jam`;
  return ms <= 2 * day ? spanInFullDays(ms) : `${ms / day} hari`;
}

/** `3×24 jam`: days that are counted from the hour and not from midnight, as laws and promises write them. */
export function spanInFullDays(ms: number): string {
  return `${ms / day}×24 jam`;
}

/** {@link span} inside a sentence: `satu menit`, `setengah jam`, `satu jam`. Other durations in figures. */
export function spanInWords(ms: number): string {
  if (ms === 30 * minute) return "setengah jam";
  return span(ms).replace(/^1 /, "satu ");
}

/** The moment `ms` later. */
export function addDuration(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

/**
 * The same time of day after the given number of working days (Jakarta). Saturdays, Sundays and the given holidays
 * (`YYYY-MM-DD`) do not count.
 */
export function addWorkingDays(at: Date, days: number, holidays: ReadonlySet<string>): Date {
  let moment = at;
  let left = days;
  while (left > 0) {
    moment = addDuration(moment, day);
    const weekday = shiftToZone(moment, "WIB").getUTCDay();
    if (weekday !== 0 && weekday !== 6 && !holidays.has(jakartaDay(moment))) left -= 1;
  }
  return moment;
}
