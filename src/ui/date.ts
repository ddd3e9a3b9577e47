import { longMonthNames, monthNames } from "#lib/time.ts";

/** A day as forms send it: `YYYY-MM-DD`. */
export type Day = string;

/** The days of a week in the order of Indonesian calendars, short and full. */
export const weekdays = [
  { short: "Sen", name: "Senin" },
  { short: "Sel", name: "Selasa" },
  { short: "Rab", name: "Rabu" },
  { short: "Kam", name: "Kamis" },
  { short: "Jum", name: "Jumat" },
  { short: "Sab", name: "Sabtu" },
  { short: "Min", name: "Minggu" },
] as const;

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** The day, or null when the month has no such day. Months count from 1. */
export function createDay(year: number, month: number, date: number): Day | null {
  const at = new Date(Date.UTC(year, month - 1, date));
  at.setUTCFullYear(year);
  if (at.getUTCFullYear() !== year || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== date) return null;
  return `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(date)}`;
}

/**
 * The typed day: `21/11/2026`, `21-11-26`, `21.11.2026`, `21 Nov 2026`, `21 november 2026`, or as forms send it,
 * `2026-11-21`. Years of two digits are 1930 to 2029. Null for any other text and for days that do not exist.
 */
export function parseDay(text: string): Day | null {
  const plain = text.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(plain);
  if (iso) return createDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [date = "", month = "", year = "", ...more] = plain.split(/[/.\-\s]+/);
  if (!/^\d{1,2}$/.test(date) || !/^(\d{1,2}|[a-z]{3,9})$/.test(month) || !/^(\d{4}|\d{2})$/.test(year)) return null;
  if (more.length > 0) return null;
  const number = /^\d/.test(month) ? Number(month) : monthOf(month);
  if (number === 0) return null;
  const short = Number(year);
  return createDay(year.length === 2 ? short + (short < 30 ? 2000 : 1900) : short, number, Number(date));
}

function monthOf(name: string): number {
  const start = (names: readonly string[]) => names.findIndex((one) => one.toLowerCase() === name) + 1;
  return (
    start(longMonthNames) ||
    start(monthNames) ||
    longMonthNames.findIndex((one) => one.toLowerCase().startsWith(name)) + 1
  );
}

/** `21/11/2026`, as people type it. */
export function formatTypedDay(day: Day): string {
  const [year, month, date] = day.split("-");
  return `${date}/${month}/${year}`;
}

/** `Sabtu, 21 November 2026`. */
export function formatSpokenDay(day: Day): string {
  const [year, month, date] = day.split("-").map(Number);
  return `${weekdays[weekdayOf(day)]?.name}, ${date} ${longMonthNames[(month ?? 1) - 1]} ${year}`;
}

/** 0 is Monday. */
export function weekdayOf(day: Day): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** The day that is `days` later, or earlier when negative. */
export function shiftDay(day: Day, days: number): Day {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The same day `months` later, or the last day of that month when it is shorter. */
export function shiftMonth(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

/** The weeks of the day's month, from Monday. Days of the neighbouring months are null. */
export function weeksOf(day: Day): (Day | null)[][] {
  const [year = 0, month = 1] = day.split("-").map(Number);
  const first = createDay(year, month, 1) ?? day;
  const days: (Day | null)[] = Array.from({ length: weekdayOf(first) }, () => null);
  for (let at = first; at.slice(0, 7) === first.slice(0, 7); at = shiftDay(at, 1)) days.push(at);
  while (days.length % 7 !== 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}
