/**
 * Design note. Each hash takes 19 MB and some 20 ms of one core, so a crowd at the login door could take the whole
 * machine. One at a time is worked on, in a thread of lower priority (docs/decisions/0031), and a limited number waits. Askers
 * (networks, or people who are logged in) take turns, and when no more can wait, the one with the most waiting is told to
 * come back (503): a crowd delays itself. Parameters are OWASP's for argon2id. An unknown person costs the same time as a
 * wrong password: their password is compared with a hash that nobody has.
 */
import { Worker } from "node:worker_threads";
import { Refusal } from "#lib/refusal.ts";
import type { HashAnswer, HashTask } from "./hash-thread.ts";

const waitingLimit = 100;

type Work = { task: HashTask; done: (result: string | boolean) => void; fail: (error: unknown) => void };

/** By asker; the first one's turn is next. */
const waiting = new Map<string, Work[]>();
let waitingCount = 0;
let running: Work | undefined;
let thread: Worker | undefined;

function startThread(): Worker {
  const started = new Worker(new URL("./hash-thread.ts", import.meta.url));
  started.on("message", (answer: HashAnswer) => {
    const work = running;
    goOn();
    if ("error" in answer) work?.fail(answer.error);
    else work?.done(answer.result);
  });
  // A thread that ends takes one hash with it, not those that wait.
  started.on("error", (error) => running?.fail(error));
  started.on("exit", (code) => {
    running?.fail(new Error(`the thread that hashes passwords ended with ${code}`));
    thread = undefined;
    goOn();
  });
  return started;
}

function begin(work: Work): void {
  running = work;
  thread ??= startThread();
  thread.ref();
  thread.postMessage(work.task);
}

function goOn(): void {
  running = undefined;
  const [next] = waiting;
  if (!next) {
    // An idle thread keeps no process alive.
    thread?.unref();
    return;
  }
  const [asker, [work, ...others]] = next;
  waiting.delete(asker);
  if (others.length > 0) waiting.set(asker, others);
  waitingCount -= 1;
  if (work) begin(work);
}

/** Makes room for one more of this asker, at the cost of the asker with the most waiting. */
function makeRoom(asker: string): void {
  if (waitingCount < waitingLimit) return;
  const [most = []] = [...waiting.values()].sort((a, b) => b.length - a.length);
  if (most.length <= (waiting.get(asker)?.length ?? 0) + 1) throw new Refusal("server.busy");
  most.pop()?.fail(new Refusal("server.busy"));
  waitingCount -= 1;
}

function inTurn(asker: string, task: HashTask): Promise<string | boolean> {
  return new Promise((done, fail) => {
    const work = { task, done, fail };
    if (!running) return begin(work);
    makeRoom(asker);
    waiting.set(asker, [...(waiting.get(asker) ?? []), work]);
    waitingCount += 1;
    return undefined;
  });
}

/**
 * The bytes of a password: all of it as it was typed, but for letters that keyboards compose in two ways (é as one sign, or
 * as e and an accent), which look alike and are one (NFC).
 */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize("NFC"), "utf8");
}

/** Hashes a password in full. Refuses with server.busy when too many wait, and this asker (a network or a person) has the most. */
export async function hashPassword(password: string, asker = ""): Promise<string> {
  return (await inTurn(asker, { password: bytesOf(password) })) as string;
}

/**
 * True when the password belongs to the stored hash. Without a stored hash it takes as long and is false. Refuses as
 * {@link hashPassword}.
 */
export async function verifyPassword(
  stored: string | null | undefined,
  password: string,
  asker = "",
): Promise<boolean> {
  return (await inTurn(asker, { password: bytesOf(password), stored: stored ?? null })) as boolean;
}
