import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { baseFolder, filesName, filesPath, writeManifest, type Manifest } from "#lib/backup/backup-folder.ts";
import { writeEntries } from "#lib/backup/file-stream.ts";
import { readBackupKey, writeSealed } from "#lib/backup/sealed-file.ts";
import { s3Settings, startS3 } from "../../test/doubles/s3.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeShop, makeUser } from "../../test/make/rows.ts";
import { sql } from "#lib/database.ts";
import { commands, runCommand } from "./run-command.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let place: string;
let backups: string;
let [keyFile, otherKey, regions, tariffs, products]: string[] = [];
let shop = "";
let [buyer, operator]: string[] = [];

type Run = { code: number; out: string; err: string };
type Settings = Record<string, string | undefined>;

/** Runs a command on the test's database, unless `settings` name another. */
async function run(args: readonly string[], settings: Settings = {}, input = ""): Promise<Run> {
  const { databaseUrl, config } = context;
  const result = { code: 0, out: "", err: "" };
  result.code = await runCommand(args, {
    env: { NODE_ENV: "test", DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir, LOG_LEVEL: "silent", ...settings },
    input: Readable.from([input]),
    print: (text) => (result.out += text),
    complain: (text) => (result.err += text),
  });
  return result;
}

function fileOf(name: string, text: string | Buffer): string {
  const path = join(place, name);
  writeFileSync(path, text);
  return path;
}

const backupId = "20261122T193000Z";
const manifest: Manifest = {
  format: 1,
  id: backupId,
  postgres: "18",
  system: "7",
  startedAt: "2026-11-22T19:30:00.000Z",
  finishedAt: "2026-11-22T19:31:00.000Z",
  firstWal: "000000010000000000000001",
  lastWal: "000000010000000000000001",
  entries: 0,
  bytes: 0,
  storedBytes: 0,
};

/** A backup folder with one backup of no files and the log that it needs. */
async function makeBackups(name: string, change: Partial<Manifest> = {}): Promise<string> {
  const folder = join(place, name);
  const key = await readBackupKey(keyFile ?? "");
  await writeSealed(
    filesPath(folder, backupId),
    filesName(backupId),
    key,
    writeEntries(Readable.from([]) as AsyncIterable<never>),
  );
  writeFileSync(join(baseFolder(folder, backupId), "backup.json"), writeManifest({ ...manifest, ...change }, key));
  const wal = join(folder, "wal", `${manifest.lastWal}.sealed`);
  await writeSealed(wal, `wal ${manifest.lastWal}`, key, [Buffer.alloc(16 * 1024 * 1024)]);
  return folder;
}

beforeAll(async () => {
  context = await makeContext();
  place = mkdtempSync(join(tmpdir(), "kawung-commands-"));
  keyFile = fileOf("backup.key", `${randomBytes(32).toString("hex")}\n`);
  otherKey = fileOf("other.key", `${randomBytes(32).toString("hex")}\n`);
  regions = fileOf("regions.csv", "code,name\n32.73.99,Bandung Paling Timur\n");
  const head = "kurir,asal,tujuan,per_kg,kg_berikutnya,min_kg,pembagi,hari_min,hari_max";
  tariffs = fileOf("tariffs.csv", `${head}\njne-reg,*,sekota,12900,,,,1,2\n`);
  products = fileOf("products.csv", "external_id,name\nA,b\n");
  backups = await makeBackups("backups");
  const { shopId } = await makeShop(context);
  shop = (await context.db.row<{ slug: string }>(sql`select slug from shops where id = ${shopId}`))?.slug ?? "";
  const emailOf = async (id: string) =>
    (await context.db.row<{ email: string }>(sql`select email from users where id = ${id}`))?.email ?? "";
  buyer = await emailOf(await makeUser(context));
  operator = await emailOf(await makeUser(context, { type: "operator" }));
});
afterAll(async () => {
  rmSync(place, { recursive: true, force: true });
  await context.close();
});

const names = commands.map(({ name }) => name);
/** A call of a command that has everything it asks for. */
const callOf = (name: string): string[] => {
  const words = { "backup key": join(place, "new.key"), "import regions": regions, "import tariffs": tariffs }[name];
  const own: Record<string, string[]> = {
    "import products": [products ?? "", "--shop", shop],
    "operator create": ["--promote", "--email", buyer ?? ""],
    "operator reset-factor": ["--email", operator ?? ""],
    "backup list": ["--from", backups],
    "backup verify": ["--from", backups, "--key", keyFile ?? ""],
    restore: ["--from", backups, "--key", keyFile ?? "", "--to", join(place, "restored")],
  };
  return [...name.split(" "), ...(words === undefined ? [] : [words]), ...(own[name] ?? [])];
};

/** The names of all fields of a document, at any depth. What is under `sealed` is named after places. */
function fieldsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...(name === "sealed" ? [] : fieldsOf(one))]);
}

describe("every command", () => {
  // A backup and a restore of a real database are in test/restore-drill.test.ts.
  test.each(names.filter((name) => !["backup create", "backup prune", "restore"].includes(name)))(
    "%s --json prints one document whose names are in snake_case, as in the API",
    async (name) => {
      const store = name.startsWith("files") ? await startS3() : undefined;
      try {
        const { code, out, err } = await run([...callOf(name), "--json"], store ? s3Settings(store.url) : {});
        expect([code, err]).toEqual([name === "import products" ? 3 : 0, expect.not.stringContaining("Error")]);
        const fields = fieldsOf(JSON.parse(out));
        expect(fields.length).toBeGreaterThan(0);
        expect(fields.filter((field) => !/^[a-z][a-z0-9_]*$/.test(field))).toEqual([]);
      } finally {
        await store?.close();
      }
    },
  );

  test.each(names)("%s refuses what it does not know with exit code 2, and --help needs nothing", async (name) => {
    for (const [more, message] of [
      [["--tidak-ada"], "There is no option --tidak-ada."],
      [["--constructor"], "There is no option --constructor."],
      [["--json=1"], "--json has no value."],
      [["--help=ya"], "--help has no value."],
      [["a", "b", "c"], `Use: npm run kawung -- ${name}`],
    ] as const) {
      const { code, out, err } = await run([...name.split(" "), ...more], { DATABASE_URL: "postgres://127.0.0.1:9/x" });
      expect([more, code, out, err]).toEqual([more, 2, "", expect.stringContaining(message)]);
    }
    const help = await run([...name.split(" "), "--help"], { PORT: "abc" });
    expect([help.code, help.err]).toEqual([0, ""]);
  });

  test.each(names)("%s refuses a wrong setting with exit code 3", async (name) => {
    const { code, err } = await run(
      callOf(name).map((word) => word.replace("new.key", "newer.key")),
      { PORT: "abc" },
    );
    expect([code, err]).toEqual([3, expect.stringMatching(/^Setting: PORT must be/)]);
  });

  test.each(["keys list", "keys rotate", "keys remove"])("%s refuses keys that cannot be read with 3", async (name) => {
    for (const [file, why] of [
      [place, /^Setting: KEYS_FILE .* cannot be read \(EISDIR\)\.\n$/],
      [fileOf("damaged.json", '{"format": 1, "keys": ['), /^Setting: KEYS_FILE .* is damaged/],
      [fileOf("other.json", '{"format": 2}'), /^Setting: KEYS_FILE .* is damaged/],
    ] as const)
      expect(await run(name.split(" "), { KEYS_FILE: file })).toEqual({
        code: 3,
        out: "",
        err: expect.stringMatching(why),
      });
  });

  const withDatabase = names.filter(
    (name) => !/^(backup (key|list|verify|prune)|restore|files (move|count))$/.test(name),
  );
  test.each(withDatabase)(
    "%s says with exit code 4 that there is no database, before it asks anything",
    async (name) => {
      const settings = { DATABASE_URL: undefined, DATA_DIR: join(place, "empty") };
      const own = name.startsWith("files")
        ? s3Settings("http://127.0.0.1:9")
        : name === "backup create"
          ? { BACKUP_DIR: backups, BACKUP_KEY_FILE: keyFile ?? "" }
          : {};
      const args = name.startsWith("operator") ? name.split(" ") : callOf(name);
      const { code, err } = await run(args, { ...settings, ...own });
      expect([code, err]).toEqual([4, expect.stringContaining("There is no database in")]);
      expect(existsSync(join(place, "empty"))).toBe(false);
    },
  );

  test.each(withDatabase.filter((name) => name !== "backup create"))(
    "%s says with exit code 3 that DATABASE_URL leads nowhere",
    async (name) => {
      const own = name.startsWith("files") ? s3Settings("http://127.0.0.1:9") : {};
      const { code, err } = await run(callOf(name), { DATABASE_URL: "postgres://x@127.0.0.1:9/x", ...own });
      expect([code, err]).toEqual([3, expect.stringContaining("Setting: DATABASE_URL leads to no database")]);
    },
  );

  test.each([...new Set(names.filter((name) => name.includes(" ")).map((name) => name.split(" ")[0] ?? ""))])(
    "%s --help lists the commands that begin so, and without --help that is wrong use",
    async (word) => {
      const own = names.filter((name) => name.startsWith(`${word} `));
      const help = await run([word, "--help"]);
      expect([help.code, help.err]).toEqual([0, ""]);
      for (const name of own) expect(help.out).toContain(commands.find((one) => one.name === name)?.summary);
      const json = JSON.parse((await run([word, "--help", "--json"])).out) as { commands: { name: string }[] };
      expect(json.commands.map(({ name }) => name)).toEqual(own);
      // `audit` is a command of its own, and so is none of those that only begin with its letters.
      if (names.includes(word)) return;
      const alone = await run([word]);
      expect([alone.code, alone.out, alone.err]).toEqual([2, "", expect.stringContaining("There is:")]);
    },
  );
});

test("an option that is empty, as a variable of a script may be, is wrong use instead of a default", async () => {
  for (const args of [
    ["restore", "--from=", "--to=x"],
    ["backup", "list", "--from", ""],
    ["operator", "create", "--email="],
  ])
    expect(await run(args)).toMatchObject({ code: 2, err: expect.stringContaining("needs a value") });
});

describe("one cause has one exit code:", () => {
  const backup = (...more: string[]) => ({
    list: ["backup", "list", "--from"],
    verify: ["backup", "verify", ...more, "--from"],
    restore: ["restore", "--to", join(place, "nothing"), ...more, "--from"],
  });
  const key = () => ["--key", keyFile ?? ""];

  test("a folder without a finished backup is refused with 3", async () => {
    const empty = join(place, "no backups");
    mkdirSync(empty, { recursive: true });
    for (const args of Object.values(backup(...key())))
      for (const folder of [empty, join(place, "no folder")]) {
        const { code, out, err } = await run([...args, folder]);
        expect([args, code, out + err]).toEqual([
          args,
          3,
          expect.stringMatching(/There is no (finished backup|folder)/),
        ]);
      }
    const settings = { DATABASE_URL: undefined, BACKUP_DIR: join(place, "no folder"), BACKUP_KEY_FILE: keyFile };
    expect(await run(["backup", "prune"], settings)).toMatchObject({ code: 3 });
    expect(existsSync(join(place, "no folder"))).toBe(false);
  });

  test("a key that is missing, or another one, is refused with 3", async () => {
    for (const [file, why] of [
      [join(place, "none.key"), /cannot be read \(ENOENT\)/],
      [regions ?? "", /must be 64 hexadecimal digits/],
      [place, /cannot be read \(EISDIR\)/],
      [otherKey ?? "", /sealed with another key/],
    ] as const)
      for (const args of [backup("--key", file).verify, backup("--key", file).restore]) {
        const { code, err } = await run([...args, backups]);
        expect([args, code, err]).toEqual([args, 3, expect.stringMatching(why)]);
      }
  });

  test("a backup that is damaged is found with 1", async () => {
    const changed = await makeBackups("changed");
    const path = join(baseFolder(changed, backupId), "backup.json");
    writeFileSync(path, readFileSync(path, "utf8").replace('"entries": 0', '"entries": 2'));
    const gap = await makeBackups("gap");
    rmSync(join(gap, "wal", `${manifest.lastWal}.sealed`));
    for (const [folder, why] of [
      [changed, /backup\.json was changed/],
      [gap, /is missing/],
    ] as const)
      for (const args of [backup(...key()).verify, backup(...key()).restore]) {
        const { code, err } = await run([...args, folder]);
        expect([args, code, err]).toEqual([args, 1, expect.stringMatching(why)]);
      }
  });

  test("a file that cannot be imported is refused with 3 by each import, in a sentence without a stack", async () => {
    const large = fileOf("large.csv", "");
    truncateSync(large, 101 * 1024 * 1024);
    const files = [
      [join(place, "none.csv"), /cannot be read \(ENOENT\)/],
      [place, /is a folder, not a file/],
      [fileOf("empty.csv", ""), /empty|must be CSV/],
      [fileOf("windows.csv", Buffer.from("code,name\n32.73.95,Caf\xe9\n", "latin1")), /is not UTF-8/],
      [large, /is larger than \d+ MB/],
      [fileOf("zero.csv", "\0\0\0\0"), /./],
      [fileOf("picture.csv", "\x89PNG\r\n\x1a\n"), /./],
      ["/dev/zero", /is larger than|is not UTF-8/],
    ] as const;
    for (const [file, why] of files)
      for (const kind of ["regions", "tariffs", "products"]) {
        const { code, out, err } = await run(["import", kind, file, ...(kind === "products" ? ["--shop", shop] : [])]);
        expect([kind, file, code, out + err]).toEqual([kind, file, 3, expect.stringMatching(why)]);
        expect(out + err).not.toMatch(/\n\s+at /);
      }
    const bom = fileOf("bom.csv", "\uFEFFcode,name\r\n32.73.97,Bandung BOM\r\n");
    expect(await run(["import", "regions", bom])).toMatchObject({ code: 0, out: "1 added, 0 renamed, 0 unchanged.\n" });
    const noPictures = ["import", "products", products ?? "", "--shop", shop, "--pictures", join(place, "none")];
    expect(await run(noPictures)).toMatchObject({
      code: 3,
      err: expect.stringContaining("There is no folder of pictures"),
    });
  });
});

describe("a restore refuses at once, with a sentence,", () => {
  const restore = async (to: string, ...more: string[]) =>
    run(["restore", "--from", backups, "--key", keyFile ?? "", "--to", to, ...more]);

  test("a folder that cannot be made", async () => {
    const file = fileOf("a file", "");
    symlinkSync(join(place, "gone"), join(place, "link"));
    const targets = ["/proc/a/b", "/sys/a/b", join(file, "below"), "/dev/null/x", join(place, "x".repeat(300), "y")];
    for (const to of [...targets, join(place, "link"), file]) {
      const { code, out, err } = await restore(to);
      expect([to, code, out, err]).toEqual([
        to,
        3,
        "",
        expect.stringMatching(/^\S.*(cannot be made|nowhere|no folder).*\n$/),
      ]);
    }
    expect(existsSync(join(place, "x".repeat(300)))).toBe(false);
  });

  test("a folder that could not be replaced at the end", async () => {
    for (const to of ["/", ...(existsSync("/dev/shm") ? ["/dev"] : [])]) {
      const { code, err } = await restore(to, "--force");
      expect([to, code, err]).toEqual([to, 3, expect.stringContaining("where a disk begins")]);
    }
  });

  test("a disk without room for the database, and leaves nothing behind", async () => {
    const from = await makeBackups("huge", { bytes: 2 ** 60 });
    const to = join(place, "deep", "deeper", "huge");
    const { code, err } = await run(["restore", "--from", from, "--key", keyFile ?? "", "--to", to]);
    expect([code, err]).toEqual([3, expect.stringMatching(/^There is no room for .* needs 1099511627776 MB/)]);
    expect(existsSync(join(place, "deep"))).toBe(false);
  });

  test("and a backup folder that cannot be made is refused too", async () => {
    for (const folder of ["/proc/a/b", join(fileOf("another file", ""), "below")]) {
      const settings = { DATABASE_URL: undefined, BACKUP_DIR: folder, BACKUP_KEY_FILE: keyFile };
      expect(await run(["backup", "prune"], settings)).toMatchObject({ code: 3 });
    }
  });
});
