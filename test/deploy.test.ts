/** The files of deploy/ and the commands of docs/operating.md fit the product. Docker and Caddy are not run here. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import serverMemory from "../bin/server-memory.json" with { type: "json" };
import { commands } from "../src/commands/run-command.ts";
import { readConfig } from "../src/lib/config.ts";
import { drainLimits } from "../src/lib/http/request-body.ts";
import { pages } from "../src/pages.ts";
import { commandsOf, sectionOf } from "./read/documents.ts";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const root = fileURLToPath(new URL("..", import.meta.url));
const operating = read("docs/operating.md");

/** The lines of a file of settings. */
function settingsOf(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => /^#?[A-Z_]+=/.test(line));
  const unquoted = lines.map((line) => line.replace(/^#/, "").replace(/='(.*)'$/, "=$1"));
  return Object.fromEntries(unquoted.map((line) => line.split(/=(.*)/s, 2) as [string, string]));
}

const example = settingsOf(read("deploy/kawung.env.example"));
const known = new Set([...operating.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name));
/** Settings that Caddy and compose read, and Kawung does not. */
const ofOthers = ["KAWUNG_DOMAIN", "KAWUNG_BACKENDS", "POSTGRES_PASSWORD"];

type Service = {
  environment?: Record<string, string>;
  build?: { dockerfile: string };
  env_file?: string;
  healthcheck?: { test: string[] };
};
type Compose = { services: Record<string, Service> };

/** The same document with its merge keys (`<<: *anchor`) resolved. */
function merged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(merged);
  if (typeof value !== "object" || value === null) return value;
  const { "<<": base, ...own } = value as Record<string, unknown>;
  const bases = [base ?? []].flat().map((one) => merged(one) as object);
  const entries = Object.entries(own).map(([key, inner]) => [key, merged(inner)] as const);
  return Object.assign({}, ...bases.reverse(), Object.fromEntries(entries)) as object;
}

describe("the example settings", () => {
  test("are accepted in production, and every one of them is documented", () => {
    const filled: Record<string, string> = {
      ...example,
      PAYMENT_PROVIDERS: "manual",
      MANUAL_BANK_ACCOUNTS: "bca:1234567890:PT Maju Jaya",
    };
    expect(readConfig(filled)).toMatchObject({ production: true, demo: false, secureCookies: true });
    expect(Object.keys(example).filter((name) => !known.has(name) && !ofOthers.includes(name))).toEqual([]);
  });

  test("are read by a shell as they are, and have what an installation needs besides", () => {
    const words = ["-c", 'set -a; . "$1"; exec env -0', "sh", join(root, "deploy/kawung.env.example")];
    const { status, stdout, stderr } = spawnSync("sh", words, { encoding: "utf8", env: { PATH: process.env.PATH } });
    expect([status, stderr]).toEqual([0, ""]);
    const found = Object.fromEntries(stdout.split("\0").map((line) => line.split(/=(.*)/s, 2)));
    expect(found).toMatchObject({ MAIL_FROM: "Pasar <jangan-balas@pasar.example>", TRUST_PROXY: "1" });
    for (const name of ["DATA_DIR", "BACKUP_DIR", "BACKUP_KEY_FILE", "SMTP_URL"])
      expect(found[name], name).toMatch(/./);
    expect(read("deploy/kawung.service")).not.toMatch(/^Environment=/m);
  });

  test("are those of the commands that deploy/kawung runs", () => {
    const settings = join(mkdtempSync(join(tmpdir(), "kawung-deploy-")), "kawung.env");
    const folder = dirname(settings);
    writeFileSync(settings, `${read("deploy/kawung.env.example")}\nBACKUP_DIR='${folder}/none yet'\n`);
    const env = { PATH: process.env.PATH, KAWUNG_ENV: settings };
    const called = spawnSync(join(root, "deploy/kawung"), ["backup", "list"], { encoding: "utf8", env, cwd: "/" });
    rmSync(folder, { recursive: true });
    expect([called.stdout, called.stderr]).toEqual(["", `There is no folder ${folder}/none yet.\n`]);
  });

  test("do not decide which folder a command looks at when its caller names one", () => {
    const folder = mkdtempSync(join(tmpdir(), "kawung-deploy-"));
    const env = { PATH: process.env.PATH, KAWUNG_ENV: join(root, "deploy/kawung.env.example"), DATA_DIR: folder };
    const called = spawnSync(join(root, "deploy/kawung"), ["audit"], { encoding: "utf8", env, cwd: "/" });
    rmSync(folder, { recursive: true });
    expect([called.status, called.stderr]).toEqual([4, expect.stringContaining(`There is no database in ${folder}:`)]);
  });

  test("do not decide where a file is that its caller names", () => {
    const folder = mkdtempSync(join(tmpdir(), "kawung-deploy-"));
    const env = { PATH: process.env.PATH, KAWUNG_ENV: join(root, "deploy/kawung.env.example") };
    const words = ["backup", "key", "cadangan.key"];
    const called = spawnSync(join(root, "deploy/kawung"), words, { encoding: "utf8", env, cwd: folder });
    const isMade = existsSync(join(folder, "cadangan.key"));
    rmSync(folder, { recursive: true });
    expect([called.status, called.stderr, isMade]).toEqual([0, "", true]);
  });

  test("and the documents name only folders that the service may write to", () => {
    const unit = read("deploy/kawung.service");
    const written = /^ReadWritePaths=(.+)$/m.exec(unit)?.[1]?.replaceAll(" -", " ").split(" ") ?? [];
    const state = /^StateDirectory=(.+)$/m.exec(unit)?.[1];
    const allowed = [...written, `/var/lib/${state}`];
    // In a container the service may write to its volumes.
    const documents = (operating + read("docs/open-a-marketplace.md")).replaceAll(/^ *docker .*$/gm, "");
    const named = [...documents.matchAll(/--to (\/\S+)/g)].map(([, path = ""]) => path);
    expect(named.length).toBeGreaterThan(1);
    const folders = [...named, example.DATA_DIR ?? "", example.BACKUP_DIR ?? ""];
    expect(folders.filter((path) => !allowed.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual([]);
    const [, made = ""] = /^install -d -o kawung -g kawung (.+)$/m.exec(operating) ?? [];
    for (const folder of allowed) expect(made.split(" ")).toContain(folder);
  });

  test("and keys of an installation get into neither the repository nor the image", () => {
    const secrets = ["deploy/kawung.env", "deploy/.env", "deploy/backup.key"];
    const { stdout } = spawnSync("git", ["check-ignore", "--no-index", ...secrets], { cwd: root, encoding: "utf8" });
    // A release that was unpacked has no repository.
    if (existsSync(join(root, ".git"))) expect(stdout.trim().split("\n")).toEqual(secrets);
    const ignored = read(".dockerignore").split("\n");
    for (const pattern of ["**/.env", "**/*.env", "**/*.key"]) expect(ignored).toContain(pattern);
  });

  test.each(["compose.yml", "compose.all-in-one.yml"])("of %s make processes that start", (file) => {
    const { services } = merged(load(read(`deploy/${file}`))) as Compose;
    const own = Object.values(services).filter(({ build }) => build?.dockerfile === "deploy/Containerfile");
    expect(own.length).toBeGreaterThan(0);
    for (const { environment = {} } of own) {
      expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
      const config = readConfig({ ...example, ...environment, PAYMENT_PROVIDERS: "" });
      expect(config).toMatchObject({ production: true, trustProxy: true });
      expect(config.databaseUrl === undefined).toBe(config.backup !== undefined);
      expect(config.dataDir).toBe("/data");
    }
    // The container that faces the internet needs the name of the site only.
    expect(services.caddy?.env_file).toBeUndefined();
    expect(Object.keys(services.caddy?.environment ?? {})).toEqual(["KAWUNG_DOMAIN", "KAWUNG_BACKENDS"]);
    // Two web processes are restarted one after the other: the second when the first is ready.
    for (const [name, { healthcheck }] of Object.entries(services))
      if (/^(?:web|jobs)/.test(name)) expect(healthcheck?.test.join(" "), name).toContain("/readyz");
  });
});

test("the container and the unit start files that exist, and ask for readiness where it is", () => {
  for (const [file, script] of [
    ["Containerfile", "src/server.ts"],
    ["Containerfile", "bin/build.js"],
    ["kawung.service", "bin/start.js"],
  ]) {
    expect(read(`deploy/${file}`)).toContain(script);
    expect(read(script ?? "")).not.toBe("");
  }
  expect(read("deploy/Caddyfile")).toContain("health_uri /readyz");
  // A larger upload is refused by the program, with its sentence.
  for (const limit of ["Caddyfile", "nginx.conf"].map((file) =>
    /max_(?:body_)?size (\d+)m/i.exec(read(`deploy/${file}`)),
  ))
    expect(Number(limit?.[1]) * 1_000_000).toBeGreaterThan(drainLimits.announced);
  expect(read("deploy/Containerfile")).toContain("/healthz");
  const { flags, env } = serverMemory;
  for (const part of [...flags.map((flag) => `"${flag}"`), ...Object.entries(env).map((pair) => pair.join("="))])
    expect(read("deploy/Containerfile")).toContain(part);
});

test("the unit of several processes is that of one, with a port each and without ending the database that others use", () => {
  const settings = (path: string): string[] => read(path).match(/^[A-Z][A-Za-z]+=.*$/gm) ?? [];
  const [one, several] = [settings("deploy/kawung.service"), settings("deploy/kawung@.service")];
  expect(one.filter((line) => !several.includes(line))).toEqual([
    "Description=Kawung",
    "ExecStart=/usr/bin/node bin/start.js",
    "KillMode=mixed",
  ]);
  // The file of settings replaces what Environment= says, so each process gets its ports in its command.
  expect(several.filter((line) => !one.includes(line))).toEqual([
    "Description=Kawung on port %i",
    "ExecStart=/usr/bin/env PORT=%i METRICS_PORT=1%i DRAIN_SECONDS=5 /usr/bin/node bin/start.js",
    "KillMode=process",
  ]);
  const sandbox = (path: string) =>
    settings(path).filter((line) => /^(?:Protect|Private|Restrict|SystemCall|NoNew|Capab|Lock|UMask)/.test(line));
  expect(sandbox("deploy/kawung-verify.service")).toEqual(sandbox("deploy/kawung.service"));
});

test("a process stays in the folder of its version while the documented commands update the program", async () => {
  const section = sectionOf(operating, "A new version");
  const place = mkdtempSync(join(tmpdir(), "kawung-deploy-"));
  /** Runs the commands of a version's folders and their link, as the document writes them. */
  function run(pattern: RegExp): void {
    const lines = commandsOf(section).filter((line) => pattern.test(line));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const [program = "", ...words] = line.replaceAll("/opt/", `${place}/`).split(" ");
      expect(spawnSync(program, words).status, line).toBe(0);
    }
  }
  function putProgram(folder: string, version: string): void {
    const library = join(place, folder, "node_modules", "pustaka");
    mkdirSync(library, { recursive: true });
    cpSync(join(root, "bin"), join(place, folder, "bin"), { recursive: true });
    writeFileSync(join(place, folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(library, "index.js"), `module.exports = ${JSON.stringify(version)};`);
    writeFileSync(
      join(place, folder, "bin", "start.js"),
      `import { root } from "./bootstrap.js";
      process.stdin.on("end", async () => console.log(root, (await import("pustaka")).default)).resume();`,
    );
  }
  /** Starts what the unit starts. The result ends its input, upon which it says where it is and loads a library. */
  function start(): () => Promise<string> {
    const child = spawn(process.execPath, ["bin/start.js"], { cwd: join(place, "kawung") });
    return async () => {
      child.stdin.end();
      return (await readAll(child.stdout)).trim();
    };
  }
  putProgram("kawung", "1");
  run(/^(?:mv .*|ln -s) /);
  const before = start();
  putProgram("kawung-2", "2");
  run(/^ln -sfn /);
  const after = start();
  const said = [await before(), await after()];
  rmSync(place, { recursive: true });
  expect(said).toEqual([`${place}/kawung-1 1`, `${place}/kawung-2 2`]);
});

test("the container copies what exists, runs what the unit runs as an ordinary user, and keeps its data in the volume", () => {
  const lines = read("deploy/Containerfile").split("\n");
  const copied = lines.filter((line) => /^COPY (?!--from)/.test(line)).flatMap((line) => line.split(" ").slice(1, -1));
  expect(copied.length).toBeGreaterThan(1);
  const ignored = read(".dockerignore").split("\n");
  for (const path of copied) {
    expect(existsSync(join(root, path)), path).toBe(true);
    expect(ignored).not.toContain(path);
  }
  // bin/start.js, which the unit starts, builds what is missing and starts the same program with the same memory.
  const [, command = "[]"] = /^CMD (\[.+\])$/m.exec(read("deploy/Containerfile").split("HEALTHCHECK")[1] ?? "") ?? [];
  expect(JSON.parse(command)).toEqual(["node", ...serverMemory.flags, "src/server.ts"]);
  expect(read("bin/start.js")).toContain('runPinned([...serverMemory.flags, "src/server.ts"]');
  const [, folder = ""] = /^VOLUME (.+)$/m.exec(read("deploy/Containerfile")) ?? [];
  expect(read("deploy/Containerfile")).toContain(`DATA_DIR=${folder}`);
  const [, uid = ""] = /useradd --uid (\d+)/.exec(read("deploy/Containerfile")) ?? [];
  expect(operating).toContain(`chown ${uid} deploy/backup.key`);
  expect(lines.findLastIndex((line) => line === "USER kawung")).toBeGreaterThan(
    lines.findLastIndex((line) => line.startsWith("RUN ")),
  );
});

test("every command in the documentation exists, with its options", () => {
  const opening = read("docs/open-a-marketplace.md");
  for (const [address = ""] of opening.matchAll(/\/operator[a-z/-]*/g))
    expect(
      Object.values(pages).map(({ path }): string => path),
      address,
    ).toContain(address);
  const texts = [operating, opening, read("README.md"), read("docs/runbooks.md"), read("deploy/compose.yml")].join(
    "\n",
  );
  const used = [...texts.matchAll(/(?:npm run kawung --|deploy\/kawung) ([a-z][^\n`)]+|--help)/g)].map(
    ([, words = ""]) => words.trim(),
  );
  expect(used.length).toBeGreaterThan(8);
  for (const words of used) {
    const [, part] = /^(?:(\S+) )?--help/.exec(words) ?? [];
    if (part === "COMMAND" || words.startsWith("--help") || commands.some(({ name }) => name.startsWith(`${part} `)))
      continue;
    const command = commands.find(({ name }) => words === name || words.startsWith(`${name} `));
    expect(command, words).toBeDefined();
    for (const [, option = ""] of words.matchAll(/--([a-z-]+)/g))
      expect(Object.keys(command?.options ?? {}), words).toContain(option);
  }
  const scripts = (JSON.parse(read("package.json")) as { scripts: Record<string, string> }).scripts;
  for (const [, name = ""] of texts.matchAll(/npm run ([a-z:-]+)/g)) expect(Object.keys(scripts)).toContain(name);
});
