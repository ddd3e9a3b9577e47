/**
 * Design note. Tries at what a stranger may guess (passwords, codes, links by mail) are counted in the database, so that a
 * limit means the same with one process and with ten (docs/decisions/0025). A try is counted by the statement that asks,
 * before the work, so tries at the same moment count too; a success is taken back. Keys are kept as digests: the table
 * says nothing of addresses and e-mails.
 */
import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { Context } from "#lib/context.ts";
import { Refusal, type RefusalKind } from "#lib/refusal.ts";
import { later } from "#lib/time.ts";
import { accountRefusals } from "../contract.ts";
import { findTries, giveTryBack, takeTry } from "./queries.ts";

/** A key as it is kept. */
export function hashKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** Counts tries of a kind by key, for all processes. */
export type Tries = {
  /** Counts one try. Answers 0 when it may go on, else the seconds until the next one may. */
  take(key: string, now: Date): Promise<number>;
  /** As `take`, but counts nothing. */
  wait(key: string, now: Date): Promise<number>;
  /** Takes one try back: it was a success and does not count. */
  giveBack(key: string): Promise<void>;
};

/** At most `max` tries of one key in `window` ms. `kind` keeps what is counted for different things apart. */
export function countTries(
  { db, config }: Pick<Context, "db" | "config">,
  kind: string,
  { max, window }: { max: number; window: number },
): Tries {
  const most = max * config.limitFactor;
  const secondsLeft = (since: Date, now: Date) =>
    Math.max(1, Math.ceil((since.getTime() + window - now.getTime()) / 1000));
  return {
    async take(key, now) {
      const began = later(now, -window);
      const { count, since } = await takeTry(db, { kind, keyHash: hashKey(key), began, most, now });
      return count <= most ? 0 : secondsLeft(since, now);
    },
    async wait(key, now) {
      const found = await findTries(db, { kind, keyHash: hashKey(key), began: later(now, -window) });
      return found && found.count >= most ? secondsLeft(found.since, now) : 0;
    },
    giveBack: (key) => giveTryBack(db, kind, hashKey(key)),
  };
}

/** Counts one try, or refuses with accounts.too_many_tries and tells how many seconds to wait. */
export async function takeOrRefuse(reply: FastifyReply, tries: Tries, key: string, now: Date): Promise<void> {
  const wait = await tries.take(key, now);
  if (wait > 0) throw tooMany(reply, wait);
}

/** The refusal of one try too many, which tells how many seconds to wait. */
export function tooMany(
  reply: FastifyReply,
  seconds: number,
  kind: RefusalKind = accountRefusals.tooManyTries,
): Refusal {
  void reply.header("retry-after", String(seconds));
  return new Refusal(kind);
}
