/**
 * Design note. Each hash takes 19 MB and about 20 ms of one core, so many logins at once could use the whole machine.
 * One task runs at a time, in a thread of lower priority (docs/decisions/0031), and a limited number of tasks waits.
 * The queue serves the askers (networks, or logged-in users) in turn. When it is full, a task of the asker with the
 * most waiting tasks is refused with 503, so a network that sends many logins delays only itself. The parameters are
 * OWASP's for argon2id. A login for an unknown account takes as long as a wrong password: its password is compared with
 * a dummy hash.
 */
import { Worker } from "node:worker_threads";
import { Refusal, serverRefusals } from "#lib/refusal.ts";
import type { HashAnswer, HashTask } from "./hash-thread.ts";
import { maxWaitingHashes } from "./rules.ts";

type QueuedHash = { task: HashTask; done: (result: string | boolean) => void; fail: (error: unknown) => void };

/** Waiting tasks by asker; the first asker is served next. */
const waiting = new Map<string, QueuedHash[]>();
let waitingCount = 0;
let running: QueuedHash | undefined;
let thread: Worker | undefined;

function startThread(): Worker {
  const started = new Worker(new URL("./hash-thread.ts", import.meta.url));
  started.on("message", (answer: HashAnswer) => {
    const work = running;
    runNext();
    if ("error" in answer) work?.fail(answer.error);
    else work?.done(answer.result);
  });
  // When the thread ends, only the running task fails; the waiting ones run in a new thread.
  started.on("error", (error) => running?.fail(error));
  started.on("exit", (code) => {
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
  const [asker, [work, ...others]] = next;
  waiting.delete(asker);
  if (others.length > 0) waiting.set(asker, others);
  waitingCount -= 1;
  if (work) run(work);
}

/** Makes room for one more task of this asker by refusing one of the asker with the most waiting tasks. */
function dropLongestQueue(asker: string): void {
  if (waitingCount < maxWaitingHashes) return;
  const [longestQueue = []] = [...waiting.values()].sort((a, b) => b.length - a.length);
  if (longestQueue.length <= (waiting.get(asker)?.length ?? 0) + 1) throw new Refusal(serverRefusals.busy);
  longestQueue.pop()?.fail(new Refusal(serverRefusals.busy));
  waitingCount -= 1;
}

function enqueue(asker: string, task: HashTask): Promise<string | boolean> {
  return new Promise((done, fail) => {
    const work = { task, done, fail };
    if (!running) return run(work);
    dropLongestQueue(asker);
    waiting.set(asker, [...(waiting.get(asker) ?? []), work]);
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
 * Hashes a whole password. Refuses with server.busy when the queue is full and this asker (a network or a user) has the
 * most tasks in it.
 */
export async function hashPassword(password: string, asker = ""): Promise<string> {
  return (await enqueue(asker, { password: bytesOf(password) })) as string;
}

/**
 * True when the password belongs to the stored hash. Without a stored hash it takes the same time and returns false.
 * Refuses like {@link hashPassword}.
 */
export async function verifyPassword(
  stored: string | null | undefined,
  password: string,
  asker = "",
): Promise<boolean> {
  return (await enqueue(asker, { password: bytesOf(password), stored: stored ?? null })) as boolean;
}
