import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "#lib/context.ts";
import { missingMigrations } from "#lib/migrate.ts";
import { readinessTimeout, readinessTtl } from "./rules.ts";

/** Why a process is not ready, or that it is. Each part says `ok` or what is wrong with it. */
export type Readiness = { ready: boolean; process: string; database: string; migrations: string; jobs: string };

type Deps = Pick<Context, "db" | "state">;

/** Makes the check of readiness of a process. Several calls at once, and within a second, share one check. */
export function createReadiness(context: Deps): () => Promise<Readiness> {
  let last: { at: number; result: Promise<Readiness> } | undefined;
  return () => {
    // A process that is asked to stop says so at once.
    if (last && !context.state.isDraining && performance.now() - last.at < readinessTtl) return last.result;
    last = { at: performance.now(), result: check(context) };
    return last.result;
  };
}

async function check({ db, state }: Deps): Promise<Readiness> {
  const stopping = new AbortController();
  const silence = wait(readinessTimeout, "silent" as const, { signal: stopping.signal }).catch(() => "silent" as const);
  const missing = await Promise.race([missingMigrations(db).catch(() => "unreachable" as const), silence]);
  stopping.abort();
  const parts = {
    process: state.isDraining ? "stopping" : "ok",
    database: typeof missing === "string" ? missing : "ok",
    migrations: typeof missing === "string" ? "unknown" : missing.length > 0 ? `${missing.length} missing` : "ok",
    jobs: state.jobs === "stopped" ? "stopped" : "ok",
  };
  return { ready: Object.values(parts).every((part) => part === "ok"), ...parts };
}
