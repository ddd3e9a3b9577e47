import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { jakartaDay } from "#lib/time.ts";
import { holidayRefusals } from "./contract.ts";
import { insertHoliday, listHolidays, listProvinces, updateHoliday, type HolidayRow } from "./queries.ts";
import { firstListedDay, isSameHoliday, readHolidays, type Holiday, type HolidayEffect } from "./rules.ts";

export type HolidayPreview = {
  lines: { line: number; holiday: Holiday; effect: HolidayEffect }[];
  refused: { line: number; problem: string }[];
};

/** What a file of holidays would change. Refuses with `holidays.not_csv`. */
export async function previewHolidays({ db }: Context, csv: string, now: Date): Promise<HolidayPreview> {
  const today = jakartaDay(now);
  const [provinces, known] = [await listProvinces(db), await listHolidays(db, firstListedDay(today))];
  const read = readHolidays(csv, provinces, today, known);
  if (!read) throw new Refusal(holidayRefusals.notCsv, { file: [holidayRefusals.notCsv.message] });
  const preview: HolidayPreview = { lines: [], refused: [] };
  for (const one of read) {
    if ("problem" in one) preview.refused.push({ line: one.line, problem: one.problem });
    else preview.lines.push({ ...one, effect: effectOf(one.holiday, findSame(known, one.holiday)) });
  }
  return preview;
}

/**
 * Stores a file of holidays: new days are added and known ones changed; days that the file does not name stay. Nothing
 * is stored while a line is refused. Refuses with `holidays.not_csv` and `holidays.lines_refused`.
 */
export async function importHolidays(
  context: Context,
  actor: AuditActor,
  csv: string,
  now: Date,
): Promise<{ added: number; changed: number }> {
  const { lines, refused } = await previewHolidays(context, csv, now);
  if (refused.length > 0) throw new Refusal(holidayRefusals.linesRefused);
  return context.db.transaction(async (tx) => {
    const known = await listHolidays(tx, firstListedDay(jakartaDay(now)));
    const days: string[] = [];
    let added = 0;
    for (const { holiday } of lines) {
      const same = findSame(known, holiday);
      if (same && effectOf(holiday, same) === "same") continue;
      if (same) await updateHoliday(tx, same.id, holiday);
      else if ((await insertHoliday(tx, holiday)) === undefined) throw new Refusal(holidayRefusals.exists);
      else added += 1;
      days.push(`${holiday.day} ${holiday.province ?? ""}`.trim());
    }
    const changed = days.length - added;
    const subject = { kind: "holiday", id: jakartaDay(now) } as const;
    appendAuditEntry(tx, { actor, action: "orders.holidays_imported", subject, after: { added, changed, days } });
    return { added, changed };
  });
}

function findSame(known: readonly HolidayRow[], { day, province }: Holiday): HolidayRow | undefined {
  return known.find((one) => one.day === day && one.province === province);
}

function effectOf(holiday: Holiday, before: HolidayRow | undefined): HolidayEffect {
  if (!before) return "add";
  return isSameHoliday(holiday, before) ? "same" : "change";
}
