import { readdirSync } from "node:fs";

const newest = readdirSync(new URL("../../db/migrations/", import.meta.url))
  .filter((file) => file.endsWith(".sql"))
  .toSorted()
  .at(-1)
  ?.slice(0, 4);

/** What connections of this process to the database are called: their purpose and its newest migration (process-versions.ts). */
export const connectionName = (purpose = "kawung"): string => `${purpose}/${newest}`;
