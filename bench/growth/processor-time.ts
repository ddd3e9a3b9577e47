/**
 * Processor time that this process, the connections of a PostgreSQL server and `others` have used, in milliseconds. On
 * an idle machine it is the time that a call takes; on a busy one it is still nearly the same, while a clock would also
 * count the waiting for other programs.
 */
import { readdirSync, readFileSync } from "node:fs";

/** A stopwatch for calls that come one after the other. Null where the system does not tell (it is Linux that does). */
export function createStopwatch(
  postmaster: number,
  others: readonly number[],
): { connections(): void; read(): number } | null {
  let backends: string[] = [];
  const connections = () => {
    const connected = readdirSync("/proc").filter(
      (pid) => /^\d+$/.test(pid) && parentOf(pid) === postmaster && isConnection(pid),
    );
    backends = [...others.map(String), ...connected];
  };
  try {
    connections();
    readFileSync(`/proc/${process.pid}/schedstat`);
  } catch {
    return null;
  }
  const used = (pid: string) => {
    try {
      return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
    } catch {
      return 0;
    }
  };
  return {
    connections,
    read() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000 + backends.reduce((sum, pid) => sum + used(pid), 0);
    },
  };
}

function parentOf(pid: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(text.slice(text.lastIndexOf(") ") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}

function isConnection(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("postgres: kawung kawung");
  } catch {
    return false;
  }
}
