import { sql, violates, type Queryable, type Tx } from "#lib/database.ts";
import type { Holiday } from "./rules.ts";

export type HolidayRow = Holiday & { id: string; province_name: string | null };

const columns = sql`h.id, h.day, h.name, h.province_code as province, h.is_provisional, h.source,
  (select r.name from regions r where r.code = h.province_code) as province_name`;

/** The holidays from this day on, by day. */
export function listHolidays(db: Queryable, from: string): Promise<HolidayRow[]> {
  return db.rows(
    sql`select ${columns} from holidays h where h.day >= ${from} order by h.day, h.province_code nulls first`,
  );
}

/** The days that do not count as working days in all of Indonesia, or also in this province. */
export function listDays(db: Queryable, province: string | null): Promise<{ day: string }[]> {
  return db.rows(
    sql`select distinct day from holidays where province_code is null or province_code = ${province}::text`,
  );
}

/** One holiday, locked until the transaction ends. */
export function lockHoliday(tx: Tx, holidayId: string): Promise<HolidayRow | undefined> {
  return tx.row(sql`select ${columns} from holidays h where h.id = ${holidayId} for update of h`);
}

/** Stores a holiday and returns its id; undefined when this day of this province is stored already. */
export async function insertHoliday(tx: Tx, holiday: Holiday): Promise<string | undefined> {
  const { day, name, province, is_provisional: isProvisional, source } = holiday;
  const row = await tx.row<{ id: string }>(sql`
    insert into holidays (day, name, province_code, is_provisional, source) values (${day}, ${name}, ${province}, ${isProvisional}, ${source})
    on conflict (day, coalesce(province_code, '')) do nothing returning id`);
  return row?.id;
}

/** Changes a holiday. False when another one has its day and province. */
export async function updateHoliday(tx: Tx, holidayId: string, holiday: Holiday): Promise<boolean> {
  const { day, name, province, is_provisional: isProvisional, source } = holiday;
  try {
    await tx.run(sql`
      update holidays set day = ${day}, name = ${name}, province_code = ${province}, is_provisional = ${isProvisional}, source = ${source}
      where id = ${holidayId}`);
    return true;
  } catch (error) {
    if (violates(error, "holidays_once")) return false;
    throw error;
  }
}

export async function deleteHoliday(tx: Tx, holidayId: string): Promise<void> {
  await tx.run(sql`delete from holidays where id = ${holidayId}`);
}

/** The provinces, by name. */
export function listProvinces(db: Queryable): Promise<{ code: string; name: string }[]> {
  return db.rows(sql`select code, name from regions where level = 1 order by name`);
}
