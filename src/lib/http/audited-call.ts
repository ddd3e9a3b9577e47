/**
 * Design note. Every change that an operator makes leaves an entry in the audit log. Nobody should have to remember
 * that, so `serve` checks it: while an operator's call runs, appending an entry is noted here. A call that succeeds
 * without one is a bug, like a route without a policy: it fails, except in production, where the change is already made
 * and the bug is logged.
 */
import { AsyncLocalStorage } from "node:async_hooks";

const calls = new AsyncLocalStorage<{ hasEntry: boolean }>();

/** Notes that the running call of an operator appended an entry to the audit log. Outside such a call: nothing. */
export function noteAuditEntry(): void {
  const call = calls.getStore();
  if (call) call.hasEntry = true;
}

/** Notes that the running call of an operator has nothing to change, so it leaves no entry. */
export function noteNothingChanged(): void {
  noteAuditEntry();
}

/** Runs the call of an operator. Returns its result, and whether it appended an entry to the audit log. */
export async function runAudited<T>(call: () => Promise<T>): Promise<{ result: T; hasEntry: boolean }> {
  const noted = { hasEntry: false };
  const result = await calls.run(noted, call);
  return { result, hasEntry: noted.hasEntry };
}
