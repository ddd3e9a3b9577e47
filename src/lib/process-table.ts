import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Whether a process still runs. A zombie (dead, but not collected by its parent) counts as dead: where
 * process 1 does not collect orphans, a killed server stays one forever.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists, and belongs to someone else.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  if (process.platform === "linux") return linuxStat(pid)?.[0] === "Z";
  if (process.platform === "win32") return false;
  try {
    return execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" })
      .trim()
      .startsWith("Z");
  } catch {
    return true;
  }
}

/**
 * A text that stays the same for the life of a process and differs when its number is given to another one
 * later: the number and, where the system tells it, the moment it started.
 */
export function processIdentity(pid: number): string {
  // Fields of /proc/PID/stat after the name: 0 is the state, 19 the start in clock ticks since boot.
  return `${pid} ${linuxStat(pid)?.[19] ?? ""}`.trim();
}

/** Whether the process that `processIdentity` described still runs. */
export function isSameProcessAlive(identity: string): boolean {
  const pid = Number.parseInt(identity, 10);
  return pid > 0 && isAlive(pid) && processIdentity(pid) === identity;
}

/** The command line of a process, or undefined where the system does not tell. */
export function commandLine(pid: number): string[] | undefined {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    if (process.platform === "win32") return undefined;
    return execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" })
      .trim()
      .split(" ");
  } catch {
    return undefined;
  }
}

function linuxStat(pid: number): string[] | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name stands in brackets and may hold spaces and brackets itself.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}
