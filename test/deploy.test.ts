/** The files of deploy/ and the commands of docs/operating.md fit the product. Docker and Caddy are not run here. */
import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { commands } from "../src/commands/run-command.ts";
import { readConfig } from "../src/lib/config.ts";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const operating = read("docs/operating.md");

/** The lines of a file of settings. */
function settingsOf(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => /^#?[A-Z_]+=/.test(line));
  return Object.fromEntries(lines.map((line) => line.replace(/^#/, "").split(/=(.*)/s, 2) as [string, string]));
}

const example = settingsOf(read("deploy/kawung.env.example"));
const known = new Set([...operating.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name));
/** Read by Caddy and by compose, not by us. */
const ofOthers = ["KAWUNG_DOMAIN", "KAWUNG_BACKENDS", "POSTGRES_PASSWORD"];

type Compose = { services: Record<string, { environment?: Record<string, string>; build?: { dockerfile: string } }> };

/** The same document with its merge keys (`<<: *anchor`) resolved. */
function merged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(merged);
  if (typeof value !== "object" || value === null) return value;
  const { "<<": base, ...own } = value as Record<string, unknown>;
  const entries = Object.entries(own).map(([key, inner]) => [key, merged(inner)] as const);
  return { ...(merged(base) as object | undefined), ...Object.fromEntries(entries) };
}

describe("the example settings", () => {
  test("are accepted in production, and every one of them is documented", () => {
    const filled = { ...example, PAYMENT_PROVIDERS: "manual", MANUAL_BANK_ACCOUNTS: "bca:1234567890:PT Maju Jaya" };
    expect(readConfig(filled)).toMatchObject({ production: true, demo: false, secureCookies: true });
    expect(Object.keys(example).filter((name) => !known.has(name) && !ofOthers.includes(name))).toEqual([]);
  });

  test.each(["compose.yml", "compose.all-in-one.yml"])("of %s make processes that start", (file) => {
    const { services } = merged(load(read(`deploy/${file}`))) as Compose;
    const own = Object.values(services).filter(({ build }) => build?.dockerfile === "deploy/Containerfile");
    expect(own.length).toBeGreaterThan(0);
    for (const { environment = {} } of own) {
      expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
      const config = readConfig({ ...example, DATA_DIR: "/data", ...environment, PAYMENT_PROVIDERS: "" });
      expect(config).toMatchObject({ production: true, trustProxy: true });
      expect(config.databaseUrl === undefined).toBe(config.backup !== undefined);
    }
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
  expect(read("deploy/Containerfile")).toContain("/healthz");
});

test("every command in the documentation exists, with its options", () => {
  const texts = [operating, read("README.md"), read("docs/runbooks.md"), read("deploy/compose.yml")].join("\n");
  const used = [...texts.matchAll(/npm run kawung -- ([^\n`)]+)/g)].map(([, words = ""]) => words.trim());
  expect(used.length).toBeGreaterThan(8);
  for (const words of used) {
    if (/^(?:COMMAND )?--help/.test(words)) continue;
    const command = commands.find(({ name }) => words === name || words.startsWith(`${name} `));
    expect(command, words).toBeDefined();
    for (const [, option = ""] of words.matchAll(/--([a-z-]+)/g))
      expect(Object.keys(command?.options ?? {}), words).toContain(option);
  }
  const scripts = (JSON.parse(read("package.json")) as { scripts: Record<string, string> }).scripts;
  for (const [, name = ""] of texts.matchAll(/npm run ([a-z:-]+)/g)) expect(Object.keys(scripts)).toContain(name);
});
