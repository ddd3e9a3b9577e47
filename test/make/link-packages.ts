import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Entries with a dot that an installation has. All others are caches of tools, which change while tests run. */
const ofInstallation = new Set([".bin", ".package-lock.json", ".kawung-installed"]);

/**
 * Puts the installed packages of `root` into the folder `target`. Hard links make a real folder at its own path without
 * the time and space of a copy.
 */
export function linkPackages(root: string, target: string): void {
  const from = join(root, "node_modules");
  const to = join(target, "node_modules");
  const names = readdirSync(from).filter((name) => !name.startsWith(".") || ofInstallation.has(name));
  mkdirSync(to, { recursive: true });
  const { status } = spawnSync("cp", ["-al", ...names.map((name) => join(from, name)), to]);
  if (status === 0) return;
  rmSync(to, { recursive: true });
  for (const name of names) cpSync(join(from, name), join(to, name), { recursive: true });
}
