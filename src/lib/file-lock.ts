import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

import { isSameProcessAlive, processIdentity } from "./postgres/process-table.ts";

/**
 * Runs `work` while no other process holds the lock file, and returns its result. The lock of a killed process is taken
 * over. Throws when a running process holds it longer than `deadline` milliseconds.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>, deadline = 180_000): Promise<T> {
  const timeoutAt = Date.now() + deadline;
  while (!tryLock(path)) {
    if (Date.now() > timeoutAt) throw new Error(`another process has held ${path} for ${deadline / 1000} s`);
    await wait(25 + Math.random() * 50);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function tryLock(path: string): boolean {
  try {
    writeFileSync(path, processIdentity(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const holder = readHolder(path);
  if (holder !== undefined && !isSameProcessAlive(holder)) removeStaleLock(path, holder);
  return false;
}

/** The identity of the process that holds the lock; undefined when it was just released or is being written. */
function readHolder(path: string): string | undefined {
  try {
    const holder = readFileSync(path, "utf8");
    const isBeingWritten = holder === "" && Date.now() - statSync(path).mtimeMs < 5000;
    return isBeingWritten ? undefined : holder;
  } catch {
    return undefined;
  }
}

/**
 * Moves the lock of a dead process aside. Meanwhile another process may have done the same and locked again. Then the
 * moved file is a valid lock and is moved back.
 */
function removeStaleLock(path: string, holder: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, "utf8") === holder) rmSync(aside);
    else renameSync(aside, path);
  } catch {
    // Another process was faster. The next attempt reads the result.
  }
}
