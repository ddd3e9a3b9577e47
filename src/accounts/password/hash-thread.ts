/**
 * The worker thread that hashes passwords, one after the other. It has a lower priority than the thread that answers
 * requests. It also keeps hashing out of the thread pool that reads files and resolves host names. hash-password.ts
 * starts it.
 */
import { randomBytes } from "node:crypto";
import { getPriority, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";
import type { HashCost } from "./hash-password.ts";

/** With `stored` (null for an unknown user) the password is compared with it; without, the password is hashed. */
export type HashTask = { password: Uint8Array; stored?: string | null };
export type HashAnswer = { result: string | boolean } | { error: unknown };

// On Linux this sets the priority of the calling thread; elsewhere it would set that of the process. On a busy machine
// the thread still gets a quarter of a core, so logins continue.
if (process.platform === "linux") setPriority(Math.min(19, getPriority() + 5));

const options = { algorithm: 2 /* argon2id */, parallelism: 1, ...(workerData as HashCost) };
const dummyHash = hashSync(randomBytes(32), options);

function runTask({ password, stored }: HashTask): HashAnswer {
  try {
    if (stored === undefined) return { result: hashSync(password, options) };
    return { result: verifySync(stored ?? dummyHash, password) && stored !== null };
  } catch (error) {
    return { error };
  }
}

parentPort?.on("message", (task: HashTask) => parentPort?.postMessage(runTask(task)));
