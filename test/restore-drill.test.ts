/**
 * The restore drill. A marketplace on a database of its own sells while backups are made. Then its disk is lost, and
 * the backup folder alone gives back the state of any second. Each run prints how much was lost (RPO) and how long it
 * took (RTO).
 */
import { spawn, type ChildProcess } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appendAuditEntry } from "../src/audit-log/append-entry.ts";
import { runCommand } from "../src/commands/run-command.ts";
import { migrate } from "../src/lib/migrate.ts";
import { sql } from "../src/lib/database.ts";
import { makeRingKey, readRing, writeRing } from "../src/lib/key-ring.ts";
import { removeUnfinished } from "../src/lib/backup/backup-folder.ts";
import { copyMedia } from "../src/lib/backup/copy-media.ts";
import { takeOver, writerOf } from "../src/lib/backup/folder-writer.ts";
import { moveTo } from "../src/lib/backup/restore-backup.ts";
import { readBackupKey } from "../src/lib/backup/sealed-file.ts";
import { archiveOf } from "../src/lib/postgres/start-database.ts";
import { clusterFolder, startPostgres, type PostgresServer } from "../src/lib/postgres/server.ts";
import { brokenInvariants } from "../src/orders/invariants.ts";
import { contextOn } from "./make/context.ts";
import { makePaidOrder } from "./make/orders.ts";
import { memoryFolder } from "./memory-folder.ts";
import { loadRegions } from "./reference-data.ts";

type Market = Awaited<ReturnType<typeof contextOn>>;

const root = fileURLToPath(new URL("..", import.meta.url));
const place = mkdtempSync(join(memoryFolder() ?? tmpdir(), "kawung-drill-"));
const [dataDir, folder, keyFile] = [join(place, "data"), join(place, "backups"), join(place, "backup.key")];
// Keys of what is encrypted are outside the data folder, as on several machines.
const keysFile = join(place, "keys", "ring.json");
const env = {
  NODE_ENV: "test",
  LOG_LEVEL: "silent",
  DATA_DIR: dataDir,
  KEYS_FILE: keysFile,
  BACKUP_DIR: folder,
  BACKUP_KEY_FILE: keyFile,
};
/** Quick in a test; the product's own value is a rule. */
const archiveHere = () => {
  const archive = archiveOf({ dataDir, backup: { folder, keyFile, at: undefined, keepDays: 14 } }, "service");
  return archive && { ...archive, timeoutSeconds: 1 };
};
let server: PostgresServer;
let market: Market;

async function command(args: string[], further: Record<string, string> = {}) {
  let [out, err] = ["", ""];
  const code = await runCommand(args, {
    env: { ...env, ...further },
    input: Readable.from([]),
    print: (text) => void (out += text),
    complain: (text) => void (err += text),
  });
  return { code, out, err };
}

/** Runs a command as the person at the server does: in another process, while the marketplace runs. */
function beside(
  args: readonly string[],
  limit = "",
): ChildProcess & { done: Promise<{ code: number | null; err: string }> } {
  const words = ["-c", `${limit} exec "$0" src/commands/main.ts "$@"`, process.execPath, ...args];
  const child = spawn("sh", words, {
    cwd: root,
    env: { ...env, PATH: process.env.PATH, NODE_COMPILE_CACHE: join(root, "tmp", "compile-cache") },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let err = "";
  child.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const done = new Promise<{ code: number | null; err: string }>((end) =>
    child.once("close", (code) => end({ code, err })),
  );
  return Object.assign(child, { done });
}

const backUp = (limit?: string) => beside(["backup", "create"], limit);

const open = (url: string) => contextOn({ url, drop: async () => {} }, { LOG_LEVEL: "silent" });

beforeAll(async () => {
  expect((await command(["backup", "key", keyFile])).code).toBe(0);
  server = await startPostgres({ dataDir: join(dataDir, "postgres"), log: () => {}, archive: archiveHere() });
  await migrate(server.url);
  await loadRegions(server.url, "small");
  market = await open(server.url);
  mkdirSync(join(dataDir, "masters"), { recursive: true });
  writeFileSync(join(dataDir, "masters", "plama.webp"), "gambar lama");
  writeFileSync(join(dataDir, "secret"), "rahasia instalasi");
  mkdirSync(join(place, "keys"));
  await writeRing(keysFile, [makeRingKey(new Date())]);
}, 120_000);
afterAll(async () => {
  await market?.close().catch(() => {});
  await server?.stop();
  rmSync(place, { recursive: true, force: true });
});

/** The paid orders and the balance of each ledger account. */
async function booksOf({ db }: Pick<Market, "db">) {
  const orders = await db.rows<{ id: string }>(sql`select id from orders order by id`);
  const balances = await db.rows<{ id: string; balance: number }>(
    sql`select id::text as id, balance from ledger_accounts where balance <> 0 order by id`,
  );
  return { orders: orders.map(({ id }) => id), balances };
}

/** A rotation goes on after its backup: the key of the file is used from now on. */
async function useKey({ db }: Pick<Market, "db">): Promise<void> {
  const [key] = readRing(keysFile);
  if (!key) throw new Error("there is no key");
  await db.transaction(async (tx) => {
    appendAuditEntry(tx, { actor: null, action: "settings.keys_rotated", subject: { kind: "key", id: key.id } });
  });
  const entry = await db.row<{ at: Date }>(sql`select at from audit_entries where action = 'settings.keys_rotated'`);
  await writeRing(keysFile, [{ ...key, state: "active", changed_at: entry?.at.toISOString() ?? "" }]);
}

async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  await expect.poll(look, { message: what, timeout: 60_000, interval: 50 }).toBe(true);
}

/** What a restored data folder holds. */
async function look<T>(folderOfData: string, work: (restored: Market) => Promise<T>): Promise<T> {
  const other = await startPostgres({ dataDir: join(folderOfData, "postgres"), log: () => {} });
  try {
    const restored = await open(other.url);
    return await work(restored).finally(() => restored.close());
  } finally {
    await other.stop();
  }
}

test("orders survive the loss of the disk: the books are equal to the second, and less than a minute is lost", async () => {
  await makePaidOrder(market);
  const withoutKeys = await backUp(`export KEYS_FILE=${place};`).done;
  expect(withoutKeys).toMatchObject({ code: 3, err: expect.stringContaining(`KEYS_FILE ${place} cannot be read`) });
  expect(await backUp().done).toEqual({ code: 0, err: "" });
  await makePaidOrder(market);
  const key = await readBackupKey(keyFile);
  writeFileSync(join(dataDir, "masters", "pbaru.webp"), "gambar baru");
  expect(await copyMedia(dataDir, folder, key, new Date())).toEqual({ copied: 1, removed: 0 });

  const before = await booksOf(market);
  const moment = (await market.db.row<{ at: Date }>(sql`select clock_timestamp() as at`))?.at ?? new Date();
  await until("the next second", async () => Date.now() > moment.getTime() + 1000);
  await useKey(market);
  await makePaidOrder(market);
  const after = await booksOf(market);
  const { wal } =
    (await market.db.row<{ wal: string }>(sql`select pg_walfile_name(pg_current_wal_lsn()) as wal`)) ?? {};
  await until("the log is stored", async () => existsSync(join(folder, "wal", `${wal}.sealed`)));

  // The machine burns: no clean shutdown, and nothing is left of the data folder.
  process.kill(server.pid, "SIGKILL");
  await server.stop();
  const lostAt = Date.now();
  await market.close().catch(() => {});
  rmSync(dataDir, { recursive: true, force: true });

  const then = join(place, "then");
  const toMoment = await command(["restore", `--at=${moment.toISOString()}`, "--to", then, "--json"]);
  expect([toMoment.code, toMoment.err + toMoment.out]).toEqual([0, expect.not.stringContaining("Error")]);
  expect(readRing(join(then, "keys.json"))[0]?.state).toBe("prepared");
  await look(then, async (restored) => {
    expect(await booksOf(restored)).toEqual(before);
    expect(await brokenInvariants(restored.db)).toEqual([]);
  });

  const begun = performance.now();
  const refused = await command(["restore", "--to", then]);
  expect([refused.code, refused.err]).toEqual([3, expect.stringContaining("exists and is not empty")]);
  const newest = await command(["restore", "--to", then, "--force", "--json"]);
  expect([newest.code, newest.err + newest.out]).toEqual([0, expect.not.stringContaining("Error")]);
  const result = JSON.parse(newest.out) as { last_change_at: string; pictures: number; moved_to: string };
  expect(Object.keys(result).filter((name) => !/^[a-z_]+$/.test(name))).toEqual([]);
  const { last_change_at: last, pictures, moved_to: movedTo } = result;
  expect(existsSync(join(movedTo, "postgres", "postgres.json"))).toBe(true);
  renameSync(then, dataDir);
  const [rpo, rto] = [(lostAt - Date.parse(last)) / 1000, (performance.now() - begun) / 1000];
  process.stdout.write(`Restore drill: RPO ${rpo.toFixed(1)} s, RTO ${rto.toFixed(1)} s\n`);
  expect(rpo).toBeLessThan(60);
  expect(pictures).toBe(2);
  expect(readFileSync(join(dataDir, "masters", "pbaru.webp"), "utf8")).toBe("gambar baru");
  expect(readFileSync(join(dataDir, "secret"), "utf8")).toBe("rahasia instalasi");
  expect(readRing(join(dataDir, "keys.json"))).toEqual(readRing(keysFile));
  await look(dataDir, async (restored) => {
    expect(await booksOf(restored)).toEqual(after);
    expect(await brokenInvariants(restored.db)).toEqual([]);
  });
});

describe("a restored marketplace", () => {
  const stored = () => readdirSync(folder, { recursive: true }).map(String).sort();

  test("stores nothing in the backups of the marketplace that it came from", async () => {
    const before = stored();
    server = await startPostgres({ dataDir: join(dataDir, "postgres"), log: () => {}, archive: archiveHere() });
    market = await open(server.url);
    await makePaidOrder(market);
    const refusal = "belongs to another marketplace";
    const said = () => readFileSync(join(dataDir, "postgres", "postgres.log"), "utf8");
    await until("the log is refused", async () => said().includes(refusal));
    expect(await backUp().done).toMatchObject({ code: 3, err: expect.stringContaining(refusal) });
    expect(stored()).toEqual(before);
  });

  test("that takes the backups over goes on, and a second restore keeps everything since the first", async () => {
    const cluster = clusterFolder(join(dataDir, "postgres"));
    await takeOver(folder, writerOf(join(dataDir, "postgres")), cluster, await readBackupKey(keyFile));
    await makePaidOrder(market);
    const { wal } =
      (await market.db.row<{ wal: string }>(sql`select pg_walfile_name(pg_current_wal_lsn()) as wal`)) ?? {};
    await until("the log is stored", async () => existsSync(join(folder, "wal", `${wal}.sealed`)));
    const expected = await booksOf(market);
    // No backup was made in between: the log of two timelines continues the one of the lost machine.
    const again = join(place, "again");
    const { code, out } = await command(["restore", "--to", again]);
    expect([code, out]).toEqual([
      0,
      expect.stringContaining(`Copy ${join(again, "keys.json")} to KEYS_FILE ${keysFile}`),
    ]);
    expect(await look(again, booksOf)).toEqual(expected);
  });

  test("makes its own backups from then on", async () => {
    expect(await backUp().done).toEqual({ code: 0, err: "" });
    const made = JSON.parse((await command(["backup", "create", "--json"])).out) as object;
    expect(Object.keys(made)).toEqual(expect.arrayContaining(["started_at", "stored_bytes", "pictures"]));
    expect((await command(["backup", "verify"])).out).toContain("all complete");
  });

  test("is not written over while its server runs", async () => {
    const running = await beside(["restore", "--to", dataDir, "--force"]).done;
    expect(running).toEqual({ code: 3, err: expect.stringContaining("A server is running on") });
  });
});

test("a restore deletes nothing that appeared in its place meanwhile", async () => {
  const [made, wanted] = [join(place, "made"), join(place, "wanted")];
  mkdirSync(made);
  mkdirSync(wanted);
  writeFileSync(join(wanted, "secret"), "pasar baru");
  await expect(moveTo(made, wanted)).rejects.toThrow(/got content while the restore was running/);
  expect(readFileSync(join(wanted, "secret"), "utf8")).toBe("pasar baru");
  rmSync(join(wanted, "secret"));
  await moveTo(made, wanted);
  expect(existsSync(made)).toBe(false);
});

describe("a bad backup is recognised and named:", () => {
  /** A copy of the backup folder that a test may spoil. */
  function spoiled(name: string): { from: string; newest: string; files: string } {
    const from = join(place, name);
    cpSync(folder, from, { recursive: true });
    const newest = readdirSync(join(from, "base")).sort().at(-1) ?? "";
    return { from, newest, files: join(from, "base", newest, "files.sealed") };
  }
  const restored = async (from: string, expected = 1, ...more: string[]) => {
    const target = join(place, "nothing");
    const { code, err } = await command(["restore", "--from", from, "--to", target, ...more]);
    expect([code, existsSync(target), existsSync(`${target}.restoring`)]).toEqual([expected, false, false]);
    return err;
  };

  test("cut in half", async () => {
    const { from, files } = spoiled("half");
    truncateSync(files, Math.floor(readFileSync(files).length / 2));
    expect((await command(["backup", "verify", "--from", from])).err).toMatch(/files\.sealed is cut off/);
    expect(await restored(from)).toMatch(/files\.sealed is cut off/);
  });

  test("with the wrong key", async () => {
    const other = join(place, "other.key");
    await command(["backup", "key", other]);
    expect(await restored(folder, 3, "--key", other)).toMatch(/was sealed with another key/);
    expect((await command(["backup", "verify", "--key", join(place, "none.key")])).err).toMatch(
      /cannot be read \(ENOENT\)/,
    );
  });

  test("of another version", async () => {
    const { from, newest } = spoiled("version");
    const path = join(from, "base", newest, "backup.json");
    writeFileSync(path, readFileSync(path, "utf8").replace('"format": 1', '"format": 7'));
    expect((await command(["backup", "verify", newest, "--from", from])).err).toMatch(/has format version 7/);
    writeFileSync(path, readFileSync(path, "utf8").replace('"format": 7', '"format": 1').replace('"18"', '"19"'));
    expect(await restored(from)).toMatch(/was changed/);
  });

  test("with an empty description, which does not get in the way of the others", async () => {
    const { from, newest } = spoiled("empty");
    writeFileSync(join(from, "base", newest, "backup.json"), "");
    const listed = JSON.parse((await command(["backup", "list", "--json", "--from", from])).out) as {
      backups: { id: string }[];
    };
    const before = readdirSync(join(folder, "base")).filter((id) => id !== newest);
    expect(listed).toMatchObject({ backups: before.map((id) => ({ id })), damaged: [newest] });
    expect((await command(["backup", "verify", "--from", from])).out).toContain("all complete");
    const { pruneBackups } = await import("../src/lib/backup/prune-backups.ts");
    expect((await pruneBackups(from, 14, new Date())).backups).toEqual([]);
    await removeUnfinished(from);
    expect(existsSync(join(from, "base", newest, "files.sealed"))).toBe(true);
  });

  test("with a piece of the log missing, damaged, or with nothing before the wanted moment", async () => {
    const { from, newest } = spoiled("gap");
    const { firstWal } = JSON.parse(
      readFileSync(join(from, "base", newest, "backup.json"), "utf8").split("\n}")[0] + "}",
    ) as { firstWal: string };
    const first = join(from, "wal", `${firstWal}.sealed`);
    truncateSync(first, 1000);
    expect((await command(["backup", "verify", "--from", from])).err).toMatch(/is cut off/);
    // The server would take an unreadable piece for the end of the log, and restore an older state without a word.
    expect(await restored(from)).toMatch(/is cut off/);
    rmSync(first);
    expect(await restored(from)).toMatch(/is missing/);
  });

  test("and a moment, a timeline, a key or a folder that it cannot have is refused with another exit code", async () => {
    const [target, taken, file] = [join(place, "refused"), join(place, "taken"), join(place, "a file")];
    mkdirSync(taken);
    writeFileSync(join(taken, "secret"), "pasar lain");
    writeFileSync(file, "");
    const cases: [RegExp, ...string[]][] = [
      [/after the wanted moment/, "--at=2020-01-01T00:00:00Z"],
      [/has no log of timeline 9; the newest is \d/, "--timeline=9"],
      [/cannot be read \(ENOENT\)/, `--key=${join(place, "none.key")}`],
      [/There is no finished backup in/, `--from=${taken}`],
      [/taken exists and is not empty/, `--to=${taken}`],
      [/a file is no folder/, `--to=${file}`],
    ];
    for (const [why, ...more] of cases) {
      const { code, err } = await command(["restore", "--from", folder, "--to", target, ...more]);
      expect([more, code, err, existsSync(target)]).toEqual([more, 3, expect.stringMatching(why), false]);
    }
    expect(readFileSync(join(taken, "secret"), "utf8")).toBe("pasar lain");
    const unknown = await command(["backup", "verify", "20200101T000000Z", "--from", folder]);
    expect(unknown).toMatchObject({ code: 3, err: expect.stringContaining("There is no finished backup") });
  });
});

test("a backup on a full disk, or killed half-way, leaves no backup, and the next one works", async () => {
  const names = () => readdirSync(join(folder, "base")).sort();
  const finished = names();

  // A limit on the size of a file is what a full disk is to this process.
  const full = await backUp("ulimit -f 1024;").done;
  expect(full).toEqual({ code: 1, err: expect.stringContaining("There is no space left for") });
  expect(names()).toEqual(finished);

  const killed = backUp();
  await until("the backup has begun", async () => names().length > finished.length);
  killed.kill("SIGKILL");
  await killed.done;
  const listed = await command(["backup", "list", "--json"]);
  const ids = (JSON.parse(listed.out) as { backups: { id: string }[] }).backups.map(({ id }) => id);
  expect(ids).toEqual(finished);
  expect((await backUp().done).code).toBe(0);
  expect(names()).toHaveLength(finished.length + 1);
});

test("a restore on a full disk says so, leaves nothing behind, and does not touch the folder that it would replace", async () => {
  const target = join(place, "full");
  mkdirSync(target);
  writeFileSync(join(target, "secret"), "pasar lama");
  const full = await beside(["restore", "--to", target, "--force"], "ulimit -f 256;").done;
  expect(full).toEqual({ code: 1, err: expect.stringContaining(`There is no space left for ${target} (EFBIG)`) });
  expect(full.err).not.toMatch(/\bat .*\.ts/);
  expect(readdirSync(place).filter((name) => name.startsWith("full"))).toEqual(["full"]);
  expect(readFileSync(join(target, "secret"), "utf8")).toBe("pasar lama");
});

test("backups older than the limit are deleted with their log, and the newest stays", async () => {
  const { pruneBackups } = await import("../src/lib/backup/prune-backups.ts");
  const count = readdirSync(join(folder, "base")).length;
  expect((await pruneBackups(folder, 14, new Date())).backups).toEqual([]);
  const gone = await pruneBackups(folder, 14, new Date(Date.now() + 30 * 86_400_000));
  expect(gone.backups).toHaveLength(count - 1);
  expect(gone.segments).toBeGreaterThan(0);
  expect((await command(["backup", "verify"])).code).toBe(0);
});
