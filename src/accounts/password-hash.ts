/**
 * Design note. Each hash takes 19 MB and some 20 ms of one core, so a crowd at the login door could take the whole
 * machine. Two at once are worked on, a limited number waits, and the rest is told to come back (503). Parameters are
 * OWASP's for argon2id. An unknown person costs the same time as a wrong password: their password is checked against a
 * hash that nobody has.
 */
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { Refusal } from "#lib/refusal.ts";

const options = { algorithm: 2 /* argon2id */, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 2;
const waitingLimit = 100;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= waitingLimit) throw new Refusal("server.busy");
    await new Promise<void>((go) => waiting.push(go));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/**
 * The bytes of a password: all of it as it was typed, but for letters that keyboards compose in two ways (é as one sign, or
 * as e and an accent), which look alike and are one (NFC).
 */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize("NFC"), "utf8");
}

/** Hashes a password in full. Refuses with server.busy when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(bytesOf(password), options));
}

let nobody: Promise<string> | undefined;

/**
 * True when the password belongs to the stored hash. Without a stored hash it takes as long and is false. Refuses with
 * server.busy when too many wait.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hash(randomBytes(32), options);
  const against = stored ?? (await nobody);
  const fits = await inTurn(() => verify(against, bytesOf(password)));
  return fits && typeof stored === "string";
}
