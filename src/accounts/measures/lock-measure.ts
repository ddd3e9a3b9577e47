import type { Tx } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { findOpenBlock, lockMeasure, type MeasureRow } from "./queries.ts";

export type { MeasureRow };

/** Locks a measure that an operator wants to decide about. Refuses with `request.not_found`. */
export async function lockMeasureToDecide(tx: Tx, id: string): Promise<MeasureRow> {
  const measure = await lockMeasure(tx, id);
  if (!measure) throw new Refusal(requestRefusals.notFound);
  return measure;
}

/** Whether the account is blocked. */
export async function isBlocked(tx: Tx, userId: string): Promise<boolean> {
  return (await findOpenBlock(tx, userId)) !== undefined;
}
