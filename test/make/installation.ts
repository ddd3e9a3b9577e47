/**
 * An installation made from the documents in an empty folder: the settings, the commands and the service of
 * docs/operating.md and deploy/, with paths below that folder and this process's user in place of `kawung`.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { memoryFolder } from "../memory-folder.ts";
import { linkPackages } from "./link-packages.ts";
import { readDocument, settingsOf } from "../read/documents.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What a release holds, and the installed dependencies. */
const program = [
  "bin",
  "db",
  "deploy",
  "dist",
  "public",
  "scripts",
  "src",
  "package.json",
  "package-lock.json",
  "vite.config.ts",
  ".npmrc",
];

export type Installation = ReturnType<typeof makeInstallation>;

/** Makes the empty folder. `close` ends the service and removes everything. */
export function makeInstallation(name: string) {
  const place = join(root, "tmp", `${name}-${process.pid}`);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const fast = mkdtempSync(join(memoryFolder() ?? tmpdir(), `kawung-${name}-`));
  const folders = {
    "/opt/kawung": place,
    "/etc/kawung": place,
    "/var/lib/kawung": fast,
    "/mnt/backup": fast,
  };
  /** The same text with the paths of this installation. */
  const here = (text: string) =>
    Object.entries(folders).reduce(
      (changed, [folder, above]) => changed.replaceAll(new RegExp(`(?<![\\w-])${folder}`, "g"), `${above}${folder}`),
      text,
    );
  const user = userInfo();
  const settingsFile = here("/etc/kawung/kawung.env");
  const running = new Set<ChildProcess>();

  function run(words: readonly string[], input: string, more: Record<string, string> = {}) {
    const [command = "", ...rest] = words;
    const env = { PATH: process.env.PATH, KAWUNG_ENV: settingsFile, ...more };
    const child = spawn(command, rest, { cwd: place, env, stdio: ["pipe", "pipe", "pipe"] });
    const result = { out: "", err: "" };
    child.stdout.on("data", (chunk: Buffer) => (result.out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (result.err += chunk.toString()));
    // A command that reads nothing may have ended already.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    return new Promise<{ code: number | null; out: string; err: string }>((done) =>
      child.once("close", (code) => done({ code, ...result })),
    );
  }

  const installation = {
    place,
    here,
    settingsFile,
    /** Puts the program where the documents say, as an unpacked release with its dependencies. */
    putProgram(): void {
      for (const one of program)
        if (existsSync(join(root, one))) cpSync(join(root, one), here(`/opt/kawung/${one}`), { recursive: true });
      linkPackages(root, here("/opt/kawung"));
    },
    /** Sets these in the file of settings, in place of its examples. */
    set(settings: Record<string, string>): void {
      const names = Object.keys(settings);
      const lines = readFileSync(settingsFile, "utf8").split("\n");
      const others = lines.filter((line) => !names.some((one) => line.replace(/^#/, "").startsWith(`${one}=`)));
      const added = Object.entries(settings).map(([key, value]) => `${key}='${value}'`);
      writeFileSync(settingsFile, here([...others, ...added, ""].join("\n")), { mode: 0o640 });
    },
    /**
     * Runs a command as a document writes it; what root does to users is left out. `input` is what its person types.
     */
    async command(line: string, input = "") {
      const given = [...line.matchAll(/(?<=^(?:[A-Z_]+=\S+ )*)([A-Z_]+)=(\S+) /g)];
      const settings = Object.fromEntries(given.map(([, name = "", value = ""]) => [name, here(value)]));
      const words = line
        .replace(/^(?:[A-Z_]+=\S+ )+/, "")
        .replace(/^npm run kawung -- /, "/opt/kawung/deploy/kawung ")
        .replace(/^runuser -u kawung -- /, "")
        .split(" ")
        .map(here);
      if (words[0] === "useradd") return { code: 0, out: "", err: "" };
      if (!["install", "chown", here("/opt/kawung/deploy/kawung")].includes(words[0] ?? ""))
        throw new Error(`a document has a command that no test runs: ${line}`);
      const isSystem = words[0] === "install" || words[0] === "chown";
      const own = (word: string, at: number) =>
        /^(?:root|kawung)$/.test(word) && /^-[og]$/.test(words[at - 1] ?? "")
          ? String(words[at - 1] === "-o" ? user.uid : user.gid)
          : word.replace(/^kawung:kawung$/, `${user.uid}:${user.gid}`);
      return run(isSystem ? words.map(own) : words, input, settings);
    },
    /** Starts what the unit starts, with the settings that it reads. Resolves when it answers that it is ready. */
    async start(
      more: Record<string, string> = {},
    ): Promise<{ port: number; said: () => string; stop(): Promise<void> }> {
      const unit = settingsOfUnit(readDocument("deploy/kawung.service"));
      const env = { ...settingsOf(readFileSync(here(unit.EnvironmentFile ?? ""), "utf8")), ...more };
      const [, ...words] = (unit.ExecStart ?? "").split(" ");
      const child = spawn("node", words, {
        cwd: here(unit.WorkingDirectory ?? ""),
        env: { PATH: process.env.PATH, HOME: place, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      running.add(child);
      let said = "";
      const hear = (chunk: Buffer) => (said += chunk.toString());
      child.stdout.on("data", hear);
      const ended = new Promise<void>((done) => child.once("close", () => (running.delete(child), done())));
      await new Promise<void>((done, fail) => {
        child.stdout.on("data", () => said.includes("is ready at") && done());
        child.once("close", (code) => fail(new Error(`the service ended with ${code}:\n${said}`)));
        child.stderr.on("data", hear);
      });
      const stop = async () => {
        child.kill("SIGTERM");
        await ended;
      };
      return { port: Number(env.PORT), said: () => said, stop };
    },
    async close(): Promise<void> {
      await Promise.all(
        [...running].map((child) => new Promise((done) => (child.once("close", done), child.kill("SIGTERM")))),
      );
      for (const one of [place, fast]) rmSync(one, { recursive: true, force: true });
    },
  };
  return installation;
}

function settingsOfUnit(text: string): Record<string, string> {
  return Object.fromEntries(text.split("\n").map((line) => line.split(/=(.*)/s, 2) as [string, string]));
}
