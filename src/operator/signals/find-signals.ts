import type { Context } from "#lib/context.ts";
import { runEach } from "#lib/run-each.ts";
import { addDuration } from "#lib/time.ts";
import { digestBankAccounts } from "#payments/payouts/bank-accounts/match-accounts.ts";
import { deleteSignalsBefore, findReadUntil, listNewIds, saveReadUntil, saveSignal } from "./queries.ts";
import { findSignals } from "./rule-queries.ts";
import {
  firstIdAt,
  scanLimits,
  scanOverlap,
  signalRetentionDuration,
  signalRuleNames,
  signalRules,
  signalSources,
  type SignalSource,
} from "./rules.ts";

type Deps = Pick<Context, "db" | "secret" | "log">;

/**
 * Applies the rules to what is new since the last run and stores what they find. Nothing else follows. `pageSize` is
 * how many new rows one query looks at. A source that fails does not hold up the others; throws the first failure at
 * the end.
 */
export async function scanForSignals(context: Deps, now: Date, pageSize = scanLimits.rows): Promise<void> {
  const steps: (() => Promise<unknown>)[] = [
    () => digestBankAccounts(context),
    ...signalSources.map((source) => () => scanSource(context, source, now, pageSize)),
    () => deleteSignalsBefore(context.db, addDuration(now, -signalRetentionDuration)),
  ];
  await runEach(steps, (step) => step());
}

// Ids contain the time of the computer, not that of the business clock, so `read_until` does too.
async function scanSource({ db }: Deps, source: SignalSource, now: Date, pageSize: number): Promise<void> {
  const startedAt = new Date();
  const readUntil = (await findReadUntil(db, source)) ?? addDuration(startedAt, -scanLimits.first);
  let after = firstIdAt(addDuration(readUntil, -scanOverlap));
  // An id that has no time in it, such as one of the demo's past, would be new in every run. The clock of the database
  // may be ahead by the overlap.
  const before = firstIdAt(addDuration(startedAt, scanOverlap));
  for (;;) {
    const ids = await listNewIds(db, source, { after, before }, pageSize);
    for (const rule of ids.length > 0 ? signalRuleNames.filter((name) => signalRules[name].source === source) : []) {
      const found = await findSignals(db, rule, { ids, now });
      if (found.length > 0)
        await db.transaction(async (tx) => {
          for (const one of found) await saveSignal(tx, rule, one, now);
        });
    }
    after = ids.at(-1) ?? after;
    if (ids.length < pageSize) break;
  }
  await saveReadUntil(db, source, startedAt);
}
