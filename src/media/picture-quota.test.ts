import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { contextOn } from "../../test/make/context.ts";
import { makeUser } from "../../test/make/rows.ts";
import { sql } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { pictureQuota } from "./rules.ts";
import { storePicture } from "./store-picture.ts";

let processes: Awaited<ReturnType<typeof contextOn>>[];

beforeAll(async () => {
  const database = await createTestDatabase();
  processes = [await contextOn({ ...database, drop: async () => {} }), await contextOn(database)];
});
afterAll(async () => {
  for (const one of processes) await one.close();
});

test("a user who sends many pictures at once to two processes cannot exceed the daily limit", async () => {
  const [first] = processes;
  if (!first) throw new Error("no process");
  const ownerId = await makeUser(first);
  const now = first.clock.now();
  const left = 4;
  await first.db.run(sql`
    insert into pictures (owner_id, storage_key, width, height, color, created_at)
    select ${ownerId}, 'ukuota-' || n, 1, 1, '#aabbcc', ${now}::timestamptz - interval '1 hour'
    from generate_series(1, ${pictureQuota.max - left}) n`);
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#3a7" } })
    .png()
    .toBuffer();
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, at) =>
      storePicture(processes[at % 2] ?? first, bytes, { ownerId, alt: "" }, now).then(
        () => "stored",
        (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
      ),
    ),
  );
  expect(answers.toSorted()).toEqual([
    ...Array<string>(20).fill("media.too_many"),
    ...Array<string>(left).fill("stored"),
  ]);
  const row = await first.db.row<{ n: number }>(
    sql`select count(*)::int as n from pictures where owner_id = ${ownerId}`,
  );
  expect(row?.n).toBe(pictureQuota.max);
  const files = await Promise.all(
    processes.map(({ config }) => readdir(join(config.dataDir, "masters")).catch(() => [] as string[])),
  );
  expect(files.flat().length).toBe(left);
});
