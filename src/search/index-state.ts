import type { Queryable, Tx } from "#lib/database.ts";
import * as queries from "./queries.ts";

/** Counts again in how many products each token is. */
export async function countTerms(tx: Tx): Promise<void> {
  await queries.replaceTerms(tx);
}

/** The form in which all products are indexed; undefined in a new installation. */
export function findIndexVersion(db: Queryable): Promise<number | undefined> {
  return queries.findIndexVersion(db);
}

/** Stores that all products are indexed in this form. */
export function saveIndexVersion(db: Queryable, version: number): Promise<void> {
  return queries.saveIndexVersion(db, version);
}
