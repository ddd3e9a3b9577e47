import { sql, type Queryable, type Sql } from "#lib/database.ts";
import type { Address, AddressInput } from "./contract.ts";

type Codes = Pick<AddressInput, "province_code" | "regency_code" | "district_code" | "village_code">;

/** The first region code that is not inside the one before it; undefined when all fit. */
export async function findWrongRegion(db: Queryable, codes: Codes): Promise<keyof Codes | undefined> {
  const row = await db.row<{ wrong: keyof Codes | null }>(sql`
    select case
      when not exists (select from regions where code = ${codes.province_code} and level = 1) then 'province_code'
      when not exists (select from regions where code = ${codes.regency_code} and parent_code = ${codes.province_code}) then 'regency_code'
      when not exists (select from regions where code = ${codes.district_code} and parent_code = ${codes.regency_code}) then 'district_code'
      when not exists (select from regions where code = ${codes.village_code} and parent_code = ${codes.district_code}) then 'village_code'
    end as wrong`);
  return row?.wrong ?? undefined;
}

const addressColumns: Sql = sql`
  a.id, a.label, a.recipient, a.phone, a.postcode, a.street, a.note, a.lat, a.lng, a.is_main,
  json_build_object('code', p.code, 'name', p.name) as province, json_build_object('code', r.code, 'name', r.name) as regency,
  json_build_object('code', d.code, 'name', d.name) as district, json_build_object('code', v.code, 'name', v.name) as village`;
const addressTables: Sql = sql`
  addresses a join regions p on p.code = a.province_code join regions r on r.code = a.regency_code
  join regions d on d.code = a.district_code join regions v on v.code = a.village_code`;

/** A stored address: the contract's shape, but with the phone as stored (+62…). */
export type AddressRow = Address;

/** The user's addresses, the main one first. */
export async function listAddresses(db: Queryable, userId: string): Promise<AddressRow[]> {
  return db.rows<AddressRow>(sql`
    select ${addressColumns} from ${addressTables}
    where a.user_id = ${userId} and a.deleted_at is null order by a.is_main desc, a.created_at desc, a.id desc`);
}

/** One of the user's own addresses. */
export async function findOwnAddress(
  db: Queryable,
  userId: string,
  addressId: string,
): Promise<AddressRow | undefined> {
  return db.row<AddressRow>(sql`
    select ${addressColumns} from ${addressTables}
    where a.id = ${addressId} and a.user_id = ${userId} and a.deleted_at is null`);
}

/**
 * Locks the user's address book until the transaction ends, so that its rules hold when two tabs write. Returns the
 * number of addresses.
 */
export async function lockAddressBook(tx: Queryable, userId: string): Promise<number> {
  await tx.row(sql`select from users where id = ${userId} for no key update`);
  const row = await tx.row<{ n: number }>(sql`
    select count(*)::int as n from addresses where user_id = ${userId} and deleted_at is null`);
  return row?.n ?? 0;
}

/** Stores an address that is not the main one yet and returns its id. */
export async function insertAddress(tx: Queryable, userId: string, it: AddressInput, now: Date): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into addresses (user_id, label, recipient, phone, province_code, regency_code, district_code, village_code, postcode, street, note, lat, lng, created_at)
    values (${userId}, ${it.label}, ${it.recipient}, ${it.phone}, ${it.province_code}, ${it.regency_code}, ${it.district_code}, ${it.village_code},
      ${it.postcode}, ${it.street}, ${it.note}, ${it.lat ?? null}, ${it.lng ?? null}, ${now}) returning id`);
  if (!row) throw new Error("an inserted address has no id");
  return row.id;
}

/**
 * Changes one of the user's own addresses. A missing position stays unless the village changes. False when the address
 * is missing or another person's.
 */
export async function updateAddress(
  tx: Queryable,
  userId: string,
  addressId: string,
  it: AddressInput,
): Promise<boolean> {
  const keeps = it.lat === undefined && it.lng === undefined;
  const rows = await tx.run(sql`
    update addresses set label = ${it.label}, recipient = ${it.recipient}, phone = ${it.phone}, province_code = ${it.province_code},
      regency_code = ${it.regency_code}, district_code = ${it.district_code}, village_code = ${it.village_code},
      postcode = ${it.postcode}, street = ${it.street}, note = ${it.note},
      lat = case when ${keeps} then case when village_code = ${it.village_code} then lat end else ${it.lat ?? null} end,
      lng = case when ${keeps} then case when village_code = ${it.village_code} then lng end else ${it.lng ?? null} end
    where id = ${addressId} and user_id = ${userId} and deleted_at is null`);
  return rows > 0;
}

/** Removes one of the user's own addresses. False when it is missing or another person's. */
export async function removeAddress(tx: Queryable, userId: string, addressId: string, now: Date): Promise<boolean> {
  const rows = await tx.run(sql`
    update addresses set deleted_at = ${now}, is_main = false
    where id = ${addressId} and user_id = ${userId} and deleted_at is null`);
  return rows > 0;
}

/** Makes one of the user's own addresses the main one. False when it is missing or another person's. */
export async function markMain(tx: Queryable, userId: string, addressId: string): Promise<boolean> {
  if (!(await findOwnAddress(tx, userId, addressId))) return false;
  await tx.run(sql`
    update addresses set is_main = false where user_id = ${userId} and is_main and id <> ${addressId} and deleted_at is null`);
  await tx.run(sql`update addresses set is_main = true where id = ${addressId} and user_id = ${userId}`);
  return true;
}
