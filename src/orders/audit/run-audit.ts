/**
 * Design note. The auditor runs every invariant over the live database. All of them see one snapshot, because between
 * two queries money moves and sums of different moments differ. The transaction reads only, so it blocks no writes; it
 * uses one process of the database and rests after each query. While it finds something, payouts are on hold: what is
 * wrong can be put right as long as the money is here.
 * Not chosen: checks inside each change (the constraints of the tables do that where they can), and a copy of the
 * database (most installations have none).
 */
import { setTimeout as rest } from "node:timers/promises";
import type { Context } from "#lib/context.ts";
import { holdPayouts, releasePayouts } from "#payments/payouts/hold-payouts.ts";
import { findBreaches, invariants } from "../invariants.ts";
import { insertAudit, openSnapshot, sumBalances, type Finding } from "./queries.ts";
import { auditHold, auditTag, checkTimeout, maxAuditRest } from "./rules.ts";
import type { Balances } from "./sum-held-funds.ts";

export type Audit = { checked: number; findings: Finding[]; balances: Balances };

/**
 * Runs all invariants, stores the result, and holds payouts when something was found. A clean audit ends the hold of an
 * earlier one, never of one that began later. Throws when a check cannot be finished; then nothing is stored, and a
 * hold stays.
 */
export async function runAudit(context: Pick<Context, "db" | "clock" | "log" | "pages">): Promise<Audit> {
  const { db, clock, log, pages } = context;
  const startedAt = clock.now();
  const audit = await readBooks(db);
  const { findings } = audit;
  const finishedAt = clock.now();
  await db.transaction(async (tx) => {
    const isNewest = await insertAudit(tx, { startedAt, finishedAt, ...audit });
    if (!isNewest) return;
    if (findings.length === 0) await releasePayouts(tx, auditHold);
    else await holdPayouts(tx, { reason: auditHold, note: noteOf(findings), now: finishedAt });
  });
  pages.purge([auditTag]);
  if (findings.length > 0) log.error({ findings }, "the audit found breaches of invariants: payouts are on hold");
  return audit;
}

function readBooks(db: Context["db"]): Promise<Audit> {
  return db.transaction(async (tx) => {
    await openSnapshot(tx, checkTimeout);
    const findings: Finding[] = [];
    for (const [invariant, query] of Object.entries(invariants)) {
      const begun = performance.now();
      for (const what of await findBreaches(tx, query)) findings.push({ invariant, what });
      await rest(Math.min(performance.now() - begun, maxAuditRest));
    }
    return { checked: Object.keys(invariants).length, findings, balances: await sumBalances(tx) };
  });
}

function noteOf(findings: readonly Finding[]): string {
  const names = [...new Set(findings.map(({ invariant }) => invariant))];
  return `Pemeriksaan menemukan ${findings.length} hal yang tidak cocok: ${names.join("; ")}`;
}
