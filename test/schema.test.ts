import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { dumpSchema } from "../scripts/dump-schema.ts";
import { createTestDatabase } from "./database.ts";

test("db/schema.sql is the schema that the migrations create (npm run db:schema writes it)", async () => {
  const { url, drop } = await createTestDatabase();
  expect(await dumpSchema(url)).toBe(await readFile(new URL("../db/schema.sql", import.meta.url), "utf8"));
  await drop();
});
