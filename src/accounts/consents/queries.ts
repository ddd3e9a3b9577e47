import { sql, type Queryable } from "#lib/database.ts";
import type { ConsentPurpose } from "./rules.ts";

export type ConsentSource = "registration" | "provider" | "profile" | "shop";
export type ConsentRow = {
  purpose: ConsentPurpose;
  text_version: string;
  given: boolean;
  source: ConsentSource;
  at: Date;
};

/** Adds decisions to the record. */
export async function insertConsents(db: Queryable, userId: string, rows: readonly ConsentRow[]): Promise<void> {
  await db.run(sql`
    insert into consents (user_id, purpose, text_version, given, source, at)
    select ${userId}, * from unnest(
      ${rows.map((row) => row.purpose)}::text[], ${rows.map((row) => row.text_version)}::text[],
      ${rows.map((row) => row.given)}::boolean[], ${rows.map((row) => row.source)}::text[], ${rows.map((row) => row.at)}::timestamptz[])`);
}

/** Every decision of the user, the latest first. */
export async function listConsents(db: Queryable, userId: string): Promise<ConsentRow[]> {
  return db.rows<ConsentRow>(sql`
    select purpose, text_version, given, source, at from consents where user_id = ${userId} order by at desc, id desc limit 500`);
}

/** The user's latest decision about a purpose. */
export async function findConsent(
  db: Queryable,
  userId: string,
  purpose: ConsentPurpose,
): Promise<ConsentRow | undefined> {
  return db.row<ConsentRow>(sql`
    select purpose, text_version, given, source, at from consents
    where user_id = ${userId} and purpose = ${purpose} order by at desc, id desc limit 1`);
}
