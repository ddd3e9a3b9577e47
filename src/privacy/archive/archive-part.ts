import type { Sql } from "#lib/database.ts";

/** A part of the copy of a user's data. */
export type ArchivePart = {
  /** The key in data.json. */
  name: string;
  title: string;
  /** The columns, as `table.column`, that lead to the user. */
  covers: readonly string[];
  rows: (userId: string) => Sql;
};
