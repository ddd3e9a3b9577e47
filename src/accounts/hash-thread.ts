/**
 * The thread that hashes passwords, one after the other. It has a lower priority than the thread that answers requests, and
 * leaves the threads that read files and look up names to those. Started by password-hash.ts.
 */
import { randomBytes } from "node:crypto";
import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";

/** With `stored` (null for an unknown person) the password is compared, without it is hashed. */
export type HashTask = { password: Uint8Array; stored?: string | null };
export type HashAnswer = { result: string | boolean } | { error: unknown };

// On Linux this is the priority of the calling thread, elsewhere it would be that of the process. A quarter of a busy core
// remains, so that logins go on whatever else is asked for.
if (process.platform === "linux") setPriority(Math.min(19, getPriority() + 5));

const options = { algorithm: 2 /* argon2id */, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const nobody = hashSync(randomBytes(32), options);

function answer({ password, stored }: HashTask): HashAnswer {
  try {
    if (stored === undefined) return { result: hashSync(password, options) };
    return { result: verifySync(stored ?? nobody, password) && stored !== null };
  } catch (error) {
    return { error };
  }
}

parentPort?.on("message", (task: HashTask) => parentPort?.postMessage(answer(task)));
