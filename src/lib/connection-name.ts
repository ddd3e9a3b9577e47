import { readdirSync } from "node:fs";

const newest = readdirSync(new URL("../../db/migrations/", import.meta.url))
  .filter((file) => file.endsWith(".sql"))
  .toSorted()
  .at(-1)
  ?.slice(0, 4);

/** Names connections to the database after their purpose and the newest migration (process-versions.ts). */
export const connectionName = (purpose = "kawung"): string => `${purpose}/${newest}`;
