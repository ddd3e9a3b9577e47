/**
 * Design note. Attempts that a stranger could use to guess a password, code or mailed link are counted in the database,
 * so a limit is the same with one process and with ten (docs/decisions/0025). One statement reads the count and
 * increases it before the work starts, so attempts at the same moment count too. A successful attempt is taken off the
 * count again. Keys are stored as digests: the table contains neither network addresses nor e-mails.
 */
import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { Context } from "#lib/context.ts";
import { Refusal, type RefusalKind } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { accountRefusals } from "../contract.ts";
import { findAttempts, releaseAttempt, consumeAttempt } from "./queries.ts";

/** The digest of a key, as it is stored. */
export function hashAttemptKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** A limit on attempts by key, for all processes together. */
export type AttemptLimit = {
  /** Counts one attempt. Returns 0 when it is allowed, else the seconds until the next one is. */
  consume(key: string, now: Date): Promise<number>;
  /** As `consume`, but counts nothing. */
  wait(key: string, now: Date): Promise<number>;
  /** How many attempts are left now. */
  left(key: string, now: Date): Promise<number>;
  /** Takes one attempt off the count, because it succeeded. */
  release(key: string): Promise<void>;
};

/** At most `max` attempts of one key in `window` ms. Each `kind` is counted separately. */
export function limitAttempts(
  { db, config }: Pick<Context, "db" | "config">,
  kind: string,
  { max, window }: { max: number; window: number },
): AttemptLimit {
  const allowed = max * config.limitFactor;
  const secondsLeft = (since: Date, now: Date) =>
    Math.max(1, Math.ceil((since.getTime() + window - now.getTime()) / 1000));
  return {
    async consume(key, now) {
      const windowStart = addDuration(now, -window);
      const { isCounted, since } = await consumeAttempt(db, {
        kind,
        keyHash: hashAttemptKey(key),
        windowStart,
        max: allowed,
        now,
      });
      return isCounted ? 0 : secondsLeft(since, now);
    },
    async wait(key, now) {
      const found = await findAttempts(db, {
        kind,
        keyHash: hashAttemptKey(key),
        windowStart: addDuration(now, -window),
      });
      return found && found.count >= allowed ? secondsLeft(found.since, now) : 0;
    },
    async left(key, now) {
      const windowStart = addDuration(now, -window);
      const found = await findAttempts(db, { kind, keyHash: hashAttemptKey(key), windowStart });
      return Math.max(0, allowed - (found?.count ?? 0));
    },
    release: (key) => releaseAttempt(db, kind, hashAttemptKey(key)),
  };
}

/** Counts one attempt. Refuses with `accounts.too_many_attempts` and a Retry-After header in seconds. */
export async function consumeOrRefuse(reply: FastifyReply, limit: AttemptLimit, key: string, now: Date): Promise<void> {
  const wait = await limit.consume(key, now);
  if (wait > 0) throw tooManyAttempts(reply, wait);
}

/** The refusal of an attempt beyond a limit; sets the Retry-After header. */
export function tooManyAttempts(
  reply: FastifyReply,
  seconds: number,
  kind: RefusalKind = accountRefusals.tooManyAttempts,
): Refusal {
  void reply.header("retry-after", String(seconds));
  return new Refusal(kind);
}
