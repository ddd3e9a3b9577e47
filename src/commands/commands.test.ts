import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkCredentials } from "#accounts/login/check-credentials.ts";
import { sql } from "#lib/database.ts";
import { s3Settings, startS3 } from "../../test/doubles/s3.ts";
import { makeSession } from "../../test/make/checkout.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeShop, makeUser } from "../../test/make/rows.ts";
import { commands, runCommand } from "./run-command.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
beforeAll(async () => void (context = await makeContext()));
afterAll(() => context.close());

const password = "kopi-tubruk-pagi-71";

type Run = { code: number; out: string; err: string };
type Input = Readable & { isTTY?: boolean };

/** Runs a command on the test's database. `input` is what a script writes, or a terminal. */
async function run(
  args: string[],
  input: string | Input = "",
  onText?: (text: string) => void,
  more: Record<string, string> = {},
): Promise<Run> {
  const { databaseUrl, config } = context;
  const env = { ...more, NODE_ENV: "test", DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir, LOG_LEVEL: "silent" };
  const result = { code: 0, out: "", err: "" };
  result.code = await runCommand(args, {
    env,
    input: typeof input === "string" ? Readable.from([input]) : input,
    print: (text) => (result.out += text),
    complain: (text) => {
      result.err += text;
      onText?.(text);
    },
  });
  return result;
}

function account(email: string) {
  return context.db.row<{ id: string; type: string; operator_role: string | null; email_verified_at: Date | null }>(
    sql`select id, type, operator_role, email_verified_at from users where email = ${email}`,
  );
}

async function emailOf(userId: string): Promise<string> {
  return (await context.db.row<{ email: string }>(sql`select email from users where id = ${userId}`))?.email ?? "";
}

describe("every command", () => {
  test("explains itself, and the list names it", async () => {
    const { out, code } = await run(["--help"]);
    expect(code).toBe(0);
    for (const { name, summary } of commands) {
      expect(out).toContain(summary);
      const help = await run([...name.split(" "), "--help"]);
      expect([help.code, help.out]).toEqual([0, expect.stringContaining(`npm run kawung -- ${name}`)]);
      expect(help.out).toContain("Exit codes: 0 done");
    }
  });

  test.each([
    [["peluncuran"], /There is no command peluncuran\.\nnpm run kawung -- --help lists all\./],
    [["operator"], /There is:\n.*operator create\n.*operator reset-factor/],
    [["operator", "create", "--password=x"], /no option --password/],
    [["operator", "create", "--email"], /--email needs a value/],
    [["operator", "create", "lebih"], /Use: npm run kawung -- operator create/],
    [["operator", "create", "--role=raja"], /--role is one of /],
  ])("%j is wrong use: exit code 2, and nothing happens", async (args, message) => {
    const { code, err, out } = await run(args, "");
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(message);
  });

  test("with --json a failure is a document too", async () => {
    const { code, out } = await run(["operator", "reset-factor", "--email=tidak@ada.test", "--json"]);
    expect([code, JSON.parse(out)]).toEqual([3, expect.objectContaining({ code: "accounts.not_an_operator" })]);
  });

  test("says that there is no database before the first start", async () => {
    const { dataDir } = context.config;
    const said: string[] = [];
    const code = await runCommand(["audit"], {
      env: { NODE_ENV: "test", DATA_DIR: `${dataDir}/empty` },
      input: Readable.from([]),
      print: () => {},
      complain: (text) => said.push(text),
    });
    expect([code, said.join("")]).toEqual([4, expect.stringContaining("There is no database in")]);
    const backups = { BACKUP_DIR: `${dataDir}-backup`, BACKUP_KEY_FILE: "/nowhere" };
    const backUp = await runCommand(["backup", "create"], {
      env: { NODE_ENV: "test", DATA_DIR: `${dataDir}/empty`, ...backups },
      input: Readable.from([]),
      print: () => {},
      complain: () => {},
    });
    expect([backUp, existsSync(`${dataDir}/empty`)]).toEqual([4, false]);
  });
});

describe("operator create", () => {
  test("takes any name for staff, also one that says so, but none of several scripts or without a letter", async () => {
    for (const [at, name] of ["Op Ratna", "Admin Kawung", "CS 2"].entries()) {
      const email = `staf-${at}@pasar.test`;
      const { code } = await run(["operator", "create", `--email=${email}`, `--name=${name}`], `${password}\n`);
      const made = await context.db.row<{ name: string }>(sql`select name from users where email = ${email}`);
      expect([code, made?.name]).toEqual([0, name]);
    }
    for (const [at, name] of ["Rаtna", "  ", "x".repeat(81)].entries()) {
      const args = ["operator", "create", `--email=bukan-${at}@pasar.test`, `--name=${name}`];
      const { code } = await run(args, `${password}\n`);
      expect([name, code === 0]).toEqual([name, false]);
    }
  });

  test("makes the first operator from three lines of a script, without SQL", async () => {
    const { code, out } = await run(["operator", "create", "--json"], `Ratna@Pasar.Test\nRatna Dewi\n${password}\n`);
    expect([code, JSON.parse(out)]).toEqual([
      0,
      expect.objectContaining({ email: "ratna@pasar.test", role: "owner", second_factor: "at the first login" }),
    ]);
    expect(await account("ratna@pasar.test")).toMatchObject({
      type: "operator",
      operator_role: "owner",
      email_verified_at: expect.any(Date),
    });
    expect(await checkCredentials(context, { email: "ratna@pasar.test", password }, "127.0.0.1")).toMatchObject({});
  });

  test("sets up the authenticator app in a terminal, which shows no password", async () => {
    const terminal: Input = Object.assign(new PassThrough(), { isTTY: true });
    const answers: [RegExp, (text: string) => string][] = [
      [/^E-mail: $/, () => "bima@pasar.test"],
      [/^Name: $/, () => "Bima Sakti"],
      [/^Password: $/, () => password],
      [/^Password again: $/, () => password],
      [/^Code of the app/, () => new TOTP({ secret: Secret.fromBase32(key) }).generate()],
    ];
    let key = "";
    const { code, out, err } = await run(["operator", "create", "--role", "finance"], terminal, (text) => {
      key = /type the key: (.+)\n/.exec(text)?.[1]?.replaceAll(" ", "").toUpperCase() ?? key;
      const answer = answers.find(([question]) => question.test(text));
      if (answer) setImmediate(() => (terminal as PassThrough).write(`${answer[1](text)}\n`));
    });
    expect(err).not.toContain(password);
    expect([code, out]).toEqual([0, expect.stringContaining("(finance) created. Second factor: set up.")]);
    expect(out.match(/^[A-Z0-9]{5}-[A-Z0-9]{5}$/gm)).toHaveLength(10);
    const { id } = (await account("bima@pasar.test")) ?? {};
    expect(
      await context.db.row(sql`select from second_factors where user_id = ${id} and confirmed_at is not null`),
    ).toBeDefined();
  });

  test("refuses a weak password and a taken e-mail, and says which field", async () => {
    const weak = await run(["operator", "create"], "wulan@pasar.test\nWulan\n12345678\n");
    expect([weak.code, weak.err]).toEqual([3, expect.stringMatching(/^ {2}password: /m)]);
    expect(await account("wulan@pasar.test")).toBeUndefined();
    const email = await emailOf(await makeUser(context));
    const taken = await run(["operator", "create"], `${email}\nAda Saja\n${password}\n`);
    expect([taken.code, taken.err]).toEqual([3, expect.stringContaining("Another account has this e-mail.")]);
    expect(await account(email)).toMatchObject({ type: "pembeli" });
  });

  test("--promote makes a buyer an operator and ends the sessions; a seller stays a seller", async () => {
    const buyer = await makeUser(context);
    const email = await emailOf(buyer);
    await makeSession(context, buyer);
    expect((await run(["operator", "create", "--promote", `--email=${email}`, "--role=support"])).code).toBe(0);
    expect(await account(email)).toMatchObject({ type: "operator", operator_role: "support" });
    expect(await context.db.row(sql`select from sessions where user_id = ${buyer}`)).toBeUndefined();
    const { ownerId } = await makeShop(context);
    const seller = await emailOf(ownerId);
    const refused = await run(["operator", "create", "--promote", `--email=${seller}`]);
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining("Only the account of a buyer")]);
  });
});

test("operator reset-factor removes app and passkeys of an operator who lost them, ends the sessions and sends a mail", async () => {
  const operator = await makeUser(context, { type: "operator" });
  await makeSession(context, operator);
  const { code, out } = await run(["operator", "reset-factor", `--email=${await emailOf(operator)}`]);
  expect([code, out]).toEqual([0, expect.stringContaining("was removed and all sessions ended")]);
  const left = await context.db.row(sql`
    select from second_factors where user_id = ${operator} union all select from passkeys where user_id = ${operator}
    union all select from sessions where user_id = ${operator}`);
  expect(left).toBeUndefined();
  const proven = await run(["audit-log", "prove", "--json"]);
  expect([proven.code, JSON.parse(proven.out)]).toEqual([0, expect.objectContaining({ broken: null })]);
  const entry = await context.db.row(sql`
    select actor_id, actor_role, action from audit_entries where subject_id = ${operator}`);
  expect(entry).toEqual({ actor_id: null, actor_role: "system", action: "accounts.factor_reset" });
  const mail = await context.db.row(sql`
    select from graphile_worker.jobs where task_identifier like 'messages.%'`);
  expect(mail).toBeDefined();
});

describe("import tariffs", () => {
  const head = "kurir,asal,tujuan,per_kg,kg_berikutnya,min_kg,pembagi,hari_min,hari_max";
  function file(...lines: string[]): string {
    const path = join(context.config.dataDir, "tariffs.csv");
    writeFileSync(path, [head, ...lines].join("\n"));
    return path;
  }
  const stored = () => context.db.rows(sql`select rate_count, note, created_by from tariff_lists`);

  test("changes prices from a day on; a dry run and a wrong line store nothing, and a second run finds nothing new", async () => {
    const path = file("jne-reg,*,sekota,12.500,,,,1,2", "jnt-ez,32.73,34.71,15000,9000,2,5000,2,3");
    const dry = await run(["import", "tariffs", path, "--dry-run", "--json"]);
    expect([dry.code, JSON.parse(dry.out)]).toEqual([
      0,
      expect.objectContaining({ counts: { add: 1, change: 1, stop: 0, same: 0 }, stored: false }),
    ]);
    const wrong = await run(["import", "tariffs", file("jne-reg,*,sekota,12500,,,,1,2", "jne-xyz,*,sekota,1,,,,1,1")]);
    expect([wrong.code, wrong.out]).toEqual([3, expect.stringContaining("line 3: There is no courier jne-xyz.")]);
    expect(await stored()).toEqual([]);
    const good = file("jne-reg,*,sekota,12.500,,,,1,2");
    expect((await run(["import", "tariffs", good, "--note", "Uji"])).out).toContain("0 new, 1 changed");
    expect((await run(["import", "tariffs", good])).out).toContain("1 unchanged");
    expect(await stored()).toEqual([{ rate_count: 1, note: "Uji", created_by: null }]);
    expect((await run(["import", "tariffs", good, "--from", "besok"])).code).toBe(2);
  });
});

describe("import regions", () => {
  const nameOf = async (code: string) =>
    (await context.db.row<{ name: string }>(sql`select name from regions where code = ${code}`))?.name;
  function file(...lines: string[]): string {
    const path = join(context.config.dataDir, "regions.csv");
    writeFileSync(path, ["code,name", ...lines].join("\r\n"));
    return path;
  }
  const newDistrict = ["32.73.99.1001,Sukamaju Baru", '32.73.99,"Bandung, Timur Jauh"', "32.73,Kota Bandung Raya"];

  test("adds and renames all of a file, in any order of its lines; a dry run says so and stores nothing", async () => {
    const path = file(...newDistrict);
    const dry = await run(["import", "regions", path, "--dry-run"]);
    expect([dry.code, dry.out]).toEqual([0, "2 added, 1 renamed, 0 unchanged. A dry run: nothing was stored.\n"]);
    expect(await nameOf("32.73.99")).toBeUndefined();
    expect((await run(["import", "regions", path])).out).toBe("2 added, 1 renamed, 0 unchanged.\n");
    expect([await nameOf("32.73.99"), await nameOf("32.73")]).toEqual(["Bandung, Timur Jauh", "Kota Bandung Raya"]);
    expect((await run(["import", "regions", path])).out).toBe("0 added, 0 renamed, 3 unchanged.\n");
  });

  test("stores nothing when a line is wrong, and names each such line", async () => {
    const path = file("32.73.98,Benar", "327398,Salah", "32.73.97,", "88.11,Antah", "32.73.98,Lagi", "32.73.96,A,B");
    const { code, out } = await run(["import", "regions", path]);
    expect([code, out.match(/^line \d+/gm)]).toEqual([3, ["line 3", "line 4", "line 5", "line 6", "line 7"]]);
    expect(out).toContain("line 5: 88.11 lies in 88, which is neither stored nor in the file");
    expect(await nameOf("32.73.98")).toBeUndefined();
  });

  test("refuses a file in another encoding than UTF-8 instead of storing names without their letters", async () => {
    const path = join(context.config.dataDir, "windows.csv");
    writeFileSync(path, Buffer.from("code,name\n32.73.95,Andir Caf\xe9\n", "latin1"));
    const { code, err } = await run(["import", "regions", path]);
    expect([code, err]).toEqual([3, `${path} is not UTF-8: save it as "CSV UTF-8".\n`]);
    expect(await nameOf("32.73.95")).toBeUndefined();
  });

  test("refuses a file that is none, or has other columns", async () => {
    expect((await run(["import", "regions", "/nowhere.csv"])).err).toMatch(/cannot be read \(ENOENT\)/);
    writeFileSync(join(context.config.dataDir, "other.csv"), 'nama;kode\n"Bandung');
    expect((await run(["import", "regions", join(context.config.dataDir, "other.csv")])).code).toBe(3);
  });
});

describe("commands speak English where the rules speak Indonesian:", () => {
  /** Words of Indonesian sentences that no English text has. */
  const indonesian =
    /\b(?:tidak|ada|atau|dan|yang|dari|sampai|paling|wajib|isi|pilih|tulis|sudah|bersama|setelah|hari)\b/i;
  /** What a command prints, without the values that its caller wrote. */
  async function said(args: string[], input = "", ...values: string[]): Promise<string> {
    const { code, out, err } = await run(args, input);
    expect([args, code]).toEqual([args, expect.toBeOneOf([0, 3])]);
    return values.reduce((text, value) => text.replaceAll(value, ""), out + err);
  }
  function fileOf(name: string, text: string): string {
    const path = join(context.config.dataDir, name);
    writeFileSync(path, text);
    return path;
  }

  test("refusals of the accounts of operators", async () => {
    const { ownerId } = await makeShop(context);
    const seller = await emailOf(ownerId);
    const inputs = [
      "bukan-email\nWulan\n12345678\n",
      "wulan@pasar.test\nWulan\n12345678\n",
      `wulan@pasar.test\nWulan\n${"k".repeat(300)}\n`,
      "wulan@pasar.test\nWulan\npendek\n",
      `wulan@pasar.test\n${"w".repeat(300)}\n${password}\n`,
      `wulan@pasar.test\nW\u0430lan\n${password}\n`,
      `${seller}\nAda Saja\n${password}\n`,
    ];
    for (const input of inputs) {
      const text = await said(["operator", "create"], input);
      expect(text).toMatch(/^[A-Z].*\./);
      expect(text).not.toMatch(indonesian);
    }
    expect(await said(["operator", "create", "--promote", `--email=${seller}`])).not.toMatch(indonesian);
    expect(await said(["operator", "reset-factor", "--email=tanpa@pasar.test"])).not.toMatch(indonesian);
  });

  test("lines of price lists", async () => {
    const columns = "kurir,asal,tujuan,per_kg,kg_berikutnya,min_kg,pembagi,hari_min,hari_max";
    const lines = [
      "xyz,*,sekota,12500,,,,1,2",
      "jne-reg,1,sekota,12500,,,,1,2",
      "jne-reg,*,bulan,12500,,,,1,2",
      "jne-reg,99,sekota,12500,,,,1,2",
      "jne-reg,*,sekota,=1+1,,,,1,2",
      "jne-reg,*,sekota,12500,x,,,1,2",
      "jne-reg,*,sekota,12500,,0,,1,2",
      "jne-reg,*,sekota,12500,,,1,1,2",
      "jne-reg,*,sekota,12500,,,,0,2",
      "jne-reg,*,sekota,12500,,,,2,1",
      "jne-reg,*,sekota,12500,,,,1,2",
      "jne-reg,*,sekota,12500,,,,1,2",
    ];
    const path = fileOf("refused-tariffs.csv", [columns, ...lines].join("\n"));
    const text = await said(["import", "tariffs", path]);
    expect(text.match(/^line \d+/gm)).toHaveLength(lines.length - 1);
    expect(text.replaceAll(/\b(?:hari_m(?:in|ax)|dalam kota|antarpulau)\b/g, "")).not.toMatch(indonesian);
    const other = fileOf("other-tariffs.csv", "kode,nama\n1,2\n");
    expect(await said(["import", "tariffs", other], "", columns.replaceAll(",", ", "))).not.toMatch(indonesian);
    for (const broken of [
      columns,
      "kurir,asal\n1,2",
      `${columns}\njne-reg,"*`,
      `${columns}\n${"a".repeat(200)}`,
      `${columns}\n${",".repeat(30)}x`,
    ])
      expect(await said(["import", "tariffs", fileOf("broken-tariffs.csv", broken)])).not.toMatch(indonesian);
    const open = fileOf("open-tariffs.csv", `${columns.replace("tujuan", '"tujuan')}\njne-reg,*,sekota,12900,,,,1,2\n`);
    expect(await said(["import", "tariffs", open])).toContain("line 1: The quote in this line is not closed.");
    const good = fileOf("good-tariffs.csv", `${columns}\njne-reg,*,sekota,12900,,,,1,2\n`);
    expect(await said(["import", "tariffs", good, "--from", "2020-01-01"])).not.toMatch(indonesian);
  });

  test("products that break a rule of the seller's form", async () => {
    const { shopId } = await makeShop(context);
    const { slug } = (await context.db.row<{ slug: string }>(sql`select slug from shops where id = ${shopId}`)) ?? {};
    const records = [
      {},
      { external_id: "a", name: "x", description: "", condition: "rusak", weight_g: 0, lainnya: 1 },
      {
        external_id: "b",
        name: "x".repeat(900),
        description: "\u0000".repeat(40),
        weight_g: 9e9,
        length_cm: 3,
        width_cm: null,
      },
      { external_id: "c", axes: [{ name: "Warna", values: ["A", "A"] }], variants: [], pictures: [], min_order: "dua" },
      { external_id: "d", category: "", attributes: [{ name: "", value: "" }], price: -1, stock: 1e9, status: "baru" },
    ];
    const path = fileOf("refused-products.jsonl", records.map((one) => JSON.stringify(one)).join("\n"));
    const text = await said(["import", "products", path, "--shop", slug ?? ""], "", "lainnya");
    expect(text.match(/^line \d+/gm)).toHaveLength(records.length);
    expect(text).not.toMatch(indonesian);
  });

  test("how long each table is stored", async () => {
    const text = await said(["retention"]);
    expect(text).toContain("Deleted with the account.");
    expect(text.replaceAll(/UU 27\/2022, Pasal 24/g, "")).not.toMatch(indonesian);
  });
});

test("files are moved into an S3-compatible store and counted; without its settings that is wrong use", async () => {
  expect(await run(["files", "move"])).toMatchObject({ code: 2, err: expect.stringContaining("Set S3_URL") });
  const store = await startS3();
  try {
    const moving = (...args: string[]) => run(["files", ...args, "--json"], "", undefined, s3Settings(store.url));
    mkdirSync(join(context.config.dataDir, "masters"), { recursive: true });
    writeFileSync(join(context.config.dataDir, "masters", "u1.webp"), "foto");
    expect(JSON.parse((await moving("move", "--dry-run")).out)).toMatchObject({ moved: 1, bytes: 4, dry_run: true });
    store.next.push("busy", "busy", "busy");
    expect(await moving("move")).toMatchObject({ code: 1, out: expect.stringContaining("Run the command again") });
    expect(JSON.parse((await moving("move")).out)).toMatchObject({ moved: 1, bytes: 4, present: 0 });
    const { places } = JSON.parse((await moving("count")).out) as { places: { folder: string; files: number }[] };
    expect(places.map(({ folder, files }) => [folder, files])).toEqual([
      ["masters", 1],
      ["private", 0],
      ["masters", 0],
      ["private", 0],
    ]);
    store.objects.set("installation.txt", { bytes: Buffer.from("lain"), type: "text/plain", changedAt: new Date() });
    expect((await moving("take-over")).code).toBe(0);
    expect(String(store.objects.get("installation.txt")?.bytes)).toMatch(/^\d+ \d+ [0-9A-F]{8}\n$/);
  } finally {
    await store.close();
  }
});
