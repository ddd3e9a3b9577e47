import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Whether a process is running. A zombie (ended, but not collected by its parent) counts as ended: where process 1 does
 * not collect orphans, a killed server stays a zombie forever.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
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

/** Identifies a process, also when its id is reused later: the id and, where the system provides it, the start time. */
export function processIdentity(pid: number): string {
  // Fields of /proc/PID/stat after the name: 0 is the state, 19 the start in clock ticks since boot.
  return `${pid} ${linuxStat(pid)?.[19] ?? ""}`.trim();
}

/** Whether the process that `processIdentity` described is still running. */
export function isSameProcessAlive(identity: string): boolean {
  const pid = Number.parseInt(identity, 10);
  return pid > 0 && isAlive(pid) && processIdentity(pid) === identity;
}

/** The command line of a process; undefined where the system does not provide it. */
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
    // The name is in brackets and may contain spaces and brackets.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}
