/**
 * Design note. Each hash takes 19 MB and about 20 ms of one core, so many logins at once could use the whole machine.
 * One task runs at a time, in a thread of lower priority (docs/decisions/0031), and a limited number of tasks waits.
 * The queue serves the requesters (networks, or logged-in users) in turn. When it is full, a task of the requester with
 * the most waiting tasks is refused with 503, so a network that sends many logins delays only itself. The parameters
 * are OWASP's for argon2id. A login for an unknown account takes as long as a wrong password: its password is compared
 * with a dummy hash.
 */
import { Worker } from "node:worker_threads";
import { Refusal, serverRefusals } from "#lib/refusal.ts";
import type { HashAnswer, HashTask } from "./hash-thread.ts";
import { maxWaitingHashes } from "./rules.ts";

type QueuedHash = { task: HashTask; done: (result: string | boolean) => void; fail: (error: unknown) => void };

/** OWASP's parameters for argon2id; memory in KiB. */
export const hashCost = { memoryCost: 19_456, timeCost: 2 };
export type HashCost = typeof hashCost;

let currentCost: HashCost = hashCost;

/**
 * Sets what a hash costs from now on, for tests, which hash hundreds of passwords. Nothing in the product calls it, and
 * no setting of an operator does. Call it while nothing is hashed.
 */
export function setHashCost(cost: HashCost): void {
  if (cost.memoryCost === currentCost.memoryCost && cost.timeCost === currentCost.timeCost) return;
  currentCost = cost;
  void thread?.terminate();
  thread = undefined;
}

/** Waiting tasks by requester; the first requester is served next. */
const waiting = new Map<string, QueuedHash[]>();
let waitingCount = 0;
let running: QueuedHash | undefined;
let thread: Worker | undefined;

function startThread(): Worker {
  const started = new Worker(new URL("./hash-thread.ts", import.meta.url), { workerData: currentCost });
  started.on("message", (answer: HashAnswer) => {
    const work = running;
    runNext();
    if ("error" in answer) work?.fail(answer.error);
    else work?.done(answer.result);
  });
  // When the thread ends, only the running task fails; the waiting ones run in a new thread.
  started.on("error", (error) => running?.fail(error));
  started.on("exit", (code) => {
    if (thread !== started) return;
    running?.fail(new Error(`the thread that hashes passwords ended with ${code}`));
    thread = undefined;
    runNext();
  });
  return started;
}

function run(work: QueuedHash): void {
  running = work;
  thread ??= startThread();
  thread.ref();
  thread.postMessage(work.task);
}

function runNext(): void {
  running = undefined;
  const [next] = waiting;
  if (!next) {
    // An idle thread must not keep the process alive.
    thread?.unref();
    return;
  }
  const [requester, [work, ...others]] = next;
  waiting.delete(requester);
  if (others.length > 0) waiting.set(requester, others);
  waitingCount -= 1;
  if (work) run(work);
}

/** Makes room for one more task of this requester by refusing one of the requester with the most waiting tasks. */
function dropLongestQueue(requester: string): void {
  if (waitingCount < maxWaitingHashes) return;
  const [longestQueue = []] = [...waiting.values()].sort((a, b) => b.length - a.length);
  if (longestQueue.length <= (waiting.get(requester)?.length ?? 0) + 1) throw new Refusal(serverRefusals.busy);
  longestQueue.pop()?.fail(new Refusal(serverRefusals.busy));
  waitingCount -= 1;
}

function enqueue(requester: string, task: HashTask): Promise<string | boolean> {
  return new Promise((done, fail) => {
    const work = { task, done, fail };
    if (!running) return run(work);
    dropLongestQueue(requester);
    waiting.set(requester, [...(waiting.get(requester) ?? []), work]);
    waitingCount += 1;
    return undefined;
  });
}

/**
 * The bytes of the whole password as typed, in Unicode's form NFC. Keyboards send é as one character or as e and an
 * accent, and both must be the same password.
 */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize("NFC"), "utf8");
}

/**
 * Hashes a whole password. Refuses with `server.busy` when the queue is full and this requester (a network or a user)
 * has the most tasks in it.
 */
export async function hashPassword(password: string, requester = ""): Promise<string> {
  return (await enqueue(requester, { password: bytesOf(password) })) as string;
}

/**
 * True when the password belongs to the stored hash. Without a stored hash it takes the same time and returns false.
 * Refuses like {@link hashPassword}.
 */
export async function verifyPassword(
  stored: string | null | undefined,
  password: string,
  requester = "",
): Promise<boolean> {
  return (await enqueue(requester, { password: bytesOf(password), stored: stored ?? null })) as boolean;
}
