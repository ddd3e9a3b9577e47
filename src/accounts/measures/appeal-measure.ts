import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { measureRefusals } from "./contract.ts";
import { lockMeasure, updateAppeal, type MeasureRow } from "./queries.ts";
import { canAppeal } from "./rules.ts";

/**
 * Stores a person's appeal against a measure. `isTheirs` says whether the measure is about the caller. Refuses with
 * `request.not_found` for any other measure, and `measures.not_appealable`.
 */
export async function appealMeasure(
  { db }: Pick<Context, "db">,
  measureId: string,
  text: string,
  isTheirs: (measure: MeasureRow) => boolean,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const measure = await lockMeasure(tx, measureId);
    if (!measure || !isTheirs(measure)) throw new Refusal(requestRefusals.notFound);
    if (!canAppeal(measure, now)) throw new Refusal(measureRefusals.notAppealable);
    await updateAppeal(tx, measureId, text, now);
  });
}
