/**
 * Processor time of a process and its children. The time of a child that has ended, such as a connection of PostgreSQL,
 * is added to its parent by the system, so the sum never falls. (growth/processor-time.ts measures one call and needs
 * no more than the connections that are open.)
 */
import { readdirSync, readFileSync } from "node:fs";

/** The unit in which Linux gives the time of a whole process. */
const tickMs = 10;

/**
 * Milliseconds of the processor that a process, its living children and those that ended have used; 0 where the system
 * does not tell. Of a living child with several threads only the first counts.
 */
export function cpuOfTree(pid: number): number {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const before = statOf(pid);
    const living = childrenOf(pid).reduce((sum, child) => sum + preciseTime(child), 0);
    const after = statOf(pid);
    if (!before || !after) return 0;
    // A child that ended meanwhile would count twice or not at all.
    if (before.ended === after.ended) return after.own + after.ended + living;
  }
  throw new Error(`the children of process ${pid} never stop ending`);
}

function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => statOf(one)?.parent === pid);
}

function statOf(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [, parent, , , , , , , , , , user, system, endedUser, endedSystem] = text
      .slice(text.lastIndexOf(") ") + 2)
      .split(" ")
      .map(Number);
    const ms = (...ticks: (number | undefined)[]) => tickMs * ticks.reduce<number>((sum, one) => sum + (one ?? 0), 0);
    return { parent: parent ?? 0, own: ms(user, system), ended: ms(endedUser, endedSystem) };
  } catch {
    return undefined;
  }
}

function preciseTime(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return 0;
  }
}
