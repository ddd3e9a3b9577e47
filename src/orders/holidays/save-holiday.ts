import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { jakartaDay } from "#lib/time.ts";
import { holidayRefusals } from "./contract.ts";
import { deleteHoliday, insertHoliday, listProvinces, lockHoliday, updateHoliday, type HolidayRow } from "./queries.ts";
import { isHolidayOpen, lastHolidayDay, maxYearsAhead, type Holiday } from "./rules.ts";

/**
 * Adds a holiday. It counts for clocks that start from now on; running deadlines stay. Refuses with `holidays.past`,
 * `holidays.exists` and `request.invalid`.
 */
export async function addHoliday({ db }: Context, actor: AuditActor, holiday: Holiday, now: Date): Promise<string> {
  await check(db, holiday, now);
  return db.transaction(async (tx) => {
    const id = await insertHoliday(tx, holiday);
    if (id === undefined) throw alreadyThere();
    const subject = { kind: "holiday", id } as const;
    appendAuditEntry(tx, { actor, action: "orders.holiday_added", subject, after: holiday });
    return id;
  });
}

/**
 * Changes a holiday that has not passed, to a day that has not. Refuses like {@link addHoliday}, and with
 * `request.not_found`.
 */
export async function changeHoliday(
  { db }: Context,
  actor: AuditActor,
  holidayId: string,
  holiday: Holiday,
  now: Date,
): Promise<void> {
  await check(db, holiday, now);
  await db.transaction(async (tx) => {
    const before = openHoliday(await lockHoliday(tx, holidayId), now);
    if (!(await updateHoliday(tx, holidayId, holiday))) throw alreadyThere();
    const subject = { kind: "holiday", id: holidayId } as const;
    appendAuditEntry(tx, { actor, action: "orders.holiday_changed", subject, before, after: holiday });
  });
}

/** Removes a holiday that has not passed. Refuses with `request.not_found` and `holidays.past`. */
export async function removeHoliday({ db }: Context, actor: AuditActor, holidayId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const before = openHoliday(await lockHoliday(tx, holidayId), now);
    await deleteHoliday(tx, holidayId);
    const subject = { kind: "holiday", id: holidayId } as const;
    appendAuditEntry(tx, { actor, action: "orders.holiday_removed", subject, before });
  });
}

function openHoliday(row: HolidayRow | undefined, now: Date): Holiday {
  if (!row) throw new Refusal(requestRefusals.notFound);
  if (!isHolidayOpen(row.day, jakartaDay(now))) throw new Refusal(holidayRefusals.past);
  const { day, name, province, is_provisional, source } = row;
  return { day, name, province, is_provisional, source };
}

async function check(db: Queryable, { day, province }: Holiday, now: Date): Promise<void> {
  const today = jakartaDay(now);
  if (!isHolidayOpen(day, today)) throw new Refusal(holidayRefusals.past, { day: [holidayRefusals.past.message] });
  if (day > lastHolidayDay(today))
    throw new Refusal(requestRefusals.invalid, { day: [`Paling jauh ${maxYearsAhead} tahun ke depan.`] });
  if (province !== null && !(await listProvinces(db)).some(({ code }) => code === province))
    throw new Refusal(requestRefusals.invalid, { province: ["Pilih provinsi dari daftar."] });
}

function alreadyThere(): Refusal {
  return new Refusal(holidayRefusals.exists, { day: [holidayRefusals.exists.message] });
}
