import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Readable } from "node:stream";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unsealKey } from "#accounts/second-factor/check-code.ts";
import { sql } from "#lib/database.ts";
import { makeRingKey, readRing, writeRing, type RingKey } from "#lib/key-ring.ts";
import { keyId, seal, sealingKeyId, unseal } from "#lib/keys.ts";
import { readSealedFile, storeSealedFile } from "#media/sealed-files.ts";
import { unsealNumber } from "#payments/payouts/bank-accounts/seal-number.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeRichShop } from "../../test/make/payouts.ts";
import { sealedColumns } from "#sealed-columns.ts";
import { runCommand } from "./run-command.ts";
import { settleKeys } from "./settle-keys.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let documentKey: string;
const settings = 210;
beforeAll(async () => {
  context = await makeContext();
  documentKey = (await storeSealedFile(context, Buffer.from("%PDF-1.7 KTP"), async (file) => file)).key;
  const { db, secret } = context;
  const { shopId, ownerId } = await makeRichShop(context, { number: "1234567890" });
  await db.run(sql`
    insert into second_factors (user_id, sealed_key, created_at)
    values (${ownerId}, ${seal(secret, "second factor", ownerId, Buffer.alloc(20, 7))}, now())`);
  await db.run(sql`
    insert into tax_identities (shop_id, kind, number_kind, number_sealed, last4, updated_at)
    values (${shopId}, 'person', 'nik', ${seal(secret, "tax number", shopId, Buffer.from("3273014101900001"))}, '0001', now())`);
  await db.run(
    sql`insert into seller_verifications (shop_id, status, kind, created_at) values (${shopId}, 'draft', 'person', now())`,
  );
  for (const { id } of await db.rows<{ id: string }>(sql`select id from seller_verifications`))
    await db.run(sql`
      update seller_verifications set data_sealed = ${seal(secret, "seller verification", `${id} data`, Buffer.from("{}"))}`);
  await db.run(sql`
    update payouts set holder_name = 'Sari', number_sealed = ${seal(secret, "bank account", "", Buffer.from("1"))}`);
  for (const { id, reference } of await db.rows<{ id: string; reference: string }>(
    sql`select id, reference from payouts`,
  ))
    await db.run(sql`
      update payouts set number_sealed = ${seal(secret, "bank account", reference, Buffer.from("1234567890"))} where id = ${id}`);
  // More than one batch.
  const names = Array.from({ length: settings }, (_, n) => `test.key${n}`);
  const values = names.map((name) => seal(secret, "settings", name, Buffer.from('"rahasia"')));
  await db.run(sql`
    insert into settings (key, version, sealed, changed_at)
    select name, 1, sealed, now() from unnest(${names}::text[], ${values}::bytea[]) as t (name, sealed)`);
});
afterAll(() => context.close());

const env = () => ({
  NODE_ENV: "test",
  DATABASE_URL: context.databaseUrl,
  DATA_DIR: context.config.dataDir,
  LOG_LEVEL: "silent",
});

type Printed = {
  key: string;
  resumed: boolean;
  backup: string | null;
  removed: string[];
  error: string;
  keys: { id: string; state: string; seals: object[] }[];
};

async function run(...args: string[]): Promise<{ code: number; out: Printed; err: string }> {
  let [out, err] = ["", ""];
  const code = await runCommand([...args, "--json"], {
    env: env(),
    input: Readable.from([]),
    print: (text) => (out += text),
    complain: (text) => (err += text),
  });
  return { code, out: JSON.parse(out) as Printed, err };
}

/** The ids of the keys that sealed what is stored now. Fails when something cannot be opened. */
async function keysInUse(): Promise<Set<string>> {
  const { db, secret } = context;
  const ids = new Set<string>();
  for (const { column, purpose, list } of sealedColumns) {
    const rows = await list(db, null, 1000);
    expect(rows.length, column).toBeGreaterThan(0);
    for (const { about, sealed } of rows) {
      expect(unseal(secret, purpose, about, sealed), `${column} of ${about}`).toBeDefined();
      ids.add(sealingKeyId(secret, sealed) ?? "none");
    }
  }
  expect((await readSealedFile(context, documentKey)).toString()).toBe("%PDF-1.7 KTP");
  return ids;
}

test("every column with sealed data is known to the rotation of keys", async () => {
  const rows = await context.db.rows<{ column: string }>(sql`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name like '%sealed%'`);
  expect(sealedColumns.map(({ column }) => column).sort()).toEqual(rows.map(({ column }) => column).sort());
});

test("a rotation that was killed goes on, and everything stays readable in a process that runs", async () => {
  const secretId = keyId(context.secret);
  expect(await keysInUse()).toEqual(new Set([secretId]));
  const main = fileURLToPath(new URL("./main.ts", import.meta.url));
  // A locked row keeps the process from its end until it is killed.
  const other = new pg.Client({ connectionString: context.databaseUrl });
  await other.connect();
  await other.query("begin; select from seller_verifications for update");
  const killed = spawn(process.execPath, [main, "keys", "rotate"], {
    env: { ...process.env, ...env() },
    stdio: "pipe",
  });
  let said = "";
  killed.stderr.on("data", (part: Buffer) => {
    said += String(part);
    if (said.includes("settings.sealed")) killed.kill("SIGKILL");
  });
  const [, signal] = (await once(killed, "exit")) as [number | null, string | null];
  await other.end();
  expect([signal, said]).toEqual(["SIGKILL", expect.stringContaining(`settings.sealed: ${settings}`)]);
  const { keysFile } = context.config;
  const [key] = readRing(keysFile);
  expect([key?.state, statSync(keysFile).mode & 0o777]).toEqual(["active", 0o600]);
  expect(await keysInUse()).toContain(key?.id);
  // The lock of the killed process is taken over.
  const { code, out } = await run("keys", "rotate");
  expect([code, out.key, out.backup]).toEqual([0, key?.id, null]);
  expect(await keysInUse()).toEqual(new Set([key?.id]));
  const factor = await context.db.row<{ id: string; sealed: Buffer }>(
    sql`select user_id as id, sealed_key as sealed from second_factors`,
  );
  expect(factor && unsealKey(context.secret, factor.id, factor.sealed)?.hex).toBe("07".repeat(20).toUpperCase());
  const account = await context.db.row<{ owner: string; sealed: Buffer }>(
    sql`select user_id as owner, number_sealed as sealed from bank_accounts`,
  );
  expect(account && unsealNumber(context.secret, account.owner, account.sealed)).toBe("1234567890");
  expect(sealingKeyId(context.secret, seal(context.secret, "settings", "x", Buffer.from("y")))).toBe(key?.id);
});

test("a restored file of keys that is behind its data is set to the key that the last rotation began to use", async () => {
  const before = readRing(context.config.keysFile);
  const [active] = before;
  const path = join(context.config.dataDir, "restored-keys.json");
  const older = makeRingKey(new Date("2026-01-01T00:00:00Z"));
  const next = makeRingKey(new Date());
  // As the backup has it that a rotation makes before it uses its key.
  const prepared = { ...before[0], state: "prepared", changed_at: "2026-01-02T00:00:00.000Z" } as RingKey;
  await writeRing(path, [next, prepared, { ...older, state: "active" }]);
  expect(await settleKeys(context.db, path)).toEqual({ changed: [active?.id, older.id], missing: null });
  const entry = await context.db.row<{ at: Date }>(
    sql`select at from audit_entries where action = 'settings.keys_rotated' order by id desc limit 1`,
  );
  expect(readRing(path)).toEqual([
    next,
    { ...prepared, state: "active", changed_at: entry?.at.toISOString() },
    { ...older, state: "retired", changed_at: entry?.at.toISOString() },
  ]);
  expect(await settleKeys(context.db, path)).toEqual({ changed: [], missing: null });
  await writeRing(path, [older]);
  expect(await settleKeys(context.db, path)).toEqual({ changed: [], missing: active?.id });
  expect(readRing(path)).toEqual([older]);

  // An installation that is like that already: the list says so, and the next rotation makes a new key.
  await writeRing(context.config.keysFile, [prepared]);
  const listed = (await run("keys", "list")).out.keys;
  expect(listed[0]?.state).toMatch(/^prepared since .*, and in use already: run keys rotate$/);
  const { out } = await run("keys", "rotate");
  expect([out.key === active?.id, out.resumed]).toEqual([false, false]);
  expect(readRing(context.config.keysFile).map(({ id, state }) => [id, state])).toEqual([
    [out.key, "active"],
    [active?.id, "retired"],
  ]);
});

test("a replaced key is removed a day later, and only when nothing is sealed with it", async () => {
  const { keysFile } = context.config;
  const first = (await run("keys", "rotate")).out.key;
  const { out } = await run("keys", "rotate");
  expect([out.key === first, out.resumed]).toEqual([false, false]);
  expect((await run("keys", "remove")).out).toEqual({ removed: [] });
  const { keys } = (await run("keys", "list")).out;
  const [active, before] = keys;
  expect([active?.id, before?.id, before?.seals]).toEqual([out.key, first, []]);
  expect(active?.seals).toContainEqual({ place: "settings.sealed", count: settings });
  expect(active?.seals).toContainEqual({ place: "private files", count: 1 });
  expect(keys.at(-1)).toEqual({
    id: keyId(context.secret),
    state: "the secret, no longer used for new data",
    seals: [],
  });

  const aged = JSON.parse(readFileSync(keysFile, "utf8")) as { keys: { state: string; changed_at: string }[] };
  for (const one of aged.keys) if (one.state === "retired") one.changed_at = "2026-01-01T00:00:00.000Z";
  writeFileSync(keysFile, JSON.stringify(aged));
  const late = await context.db.row<{ sealed: Buffer }>(sql`select sealed from settings where key = 'test.key0'`);
  const old = readRing(keysFile).find(({ id }) => id === first);
  const sealed = seal(Buffer.from(old?.key ?? "", "base64"), "settings", "test.key0", Buffer.from('"terlambat"'));
  await context.db.run(sql`update settings set sealed = ${sealed} where key = 'test.key0'`);
  const refused = await run("keys", "remove");
  expect([refused.code, refused.out.error]).toEqual([1, expect.stringContaining(`${first} (settings.sealed: 1)`)]);
  await context.db.run(sql`update settings set sealed = ${late?.sealed ?? null} where key = 'test.key0'`);
  expect((await run("keys", "remove")).out.removed).toContain(first);
  expect(readRing(keysFile).map(({ state }) => state)).toEqual(["active"]);
  expect(await keysInUse()).toEqual(new Set([out.key]));
  const actions = await context.db.rows<{ action: string }>(
    sql`select distinct action from audit_entries where action like 'settings.keys%' order by 1`,
  );
  expect(actions.map(({ action }) => action)).toEqual(["settings.keys_removed", "settings.keys_rotated"]);
});
