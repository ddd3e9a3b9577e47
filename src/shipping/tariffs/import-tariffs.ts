import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration, jakartaDay } from "#lib/time.ts";
import { tariffRefusals } from "./contract.ts";
import { findRegionCodes, insertList, listRates, lockTariffs, updateWithdrawn } from "./queries.ts";
import { builtInRates, effectOf, rateKey, readTariffs, tariffAhead, type Rate, type TariffEffect } from "./rules.ts";

type TariffFile = { csv: string; /** The first Jakarta day. */ from: string };

export type TariffPreview = {
  lines: { line: number; rate: Rate; before: Rate | null; effect: TariffEffect }[];
  refused: { line: number; problem: string }[];
};

/** When tariffs of a file begin. Refuses with `tariffs.day_wrong`. */
function beginning(from: string, now: Date): Date {
  const today = jakartaDay(now);
  if (from < today || from > jakartaDay(addDuration(now, tariffAhead)))
    throw new Refusal(tariffRefusals.dayWrong, { from: [tariffRefusals.dayWrong.message] });
  return from === today ? now : new Date(`${from}T00:00:00+07:00`);
}

/** What a file of tariffs would change from its day on. Refuses with `tariffs.not_csv` and `tariffs.day_wrong`. */
export async function previewTariffs(db: Queryable, { csv, from }: TariffFile, now: Date): Promise<TariffPreview> {
  return compareTariffs(db, csv, beginning(from, now));
}

/** What a file of tariffs would change from a moment on. Refuses with `tariffs.not_csv`. */
async function compareTariffs(db: Queryable, csv: string, beginsAt: Date): Promise<TariffPreview> {
  const read = readTariffs(csv);
  if (!read) throw new Refusal(tariffRefusals.notCsv, { file: [tariffRefusals.notCsv.message] });
  const rates = read.flatMap((one) => ("rate" in one ? [one.rate] : []));
  const codes = new Set(
    rates.flatMap(({ origin, destination }) => [origin, destination]).filter((one) => /^\d/.test(one)),
  );
  const regions = await findRegionCodes(db, [...codes]);
  const known = new Map([...builtInRates(), ...(await listRates(db, beginsAt))].map((rate) => [rateKey(rate), rate]));
  const preview: TariffPreview = { lines: [], refused: [] };
  for (const one of read) {
    if ("problem" in one) {
      preview.refused.push(one);
      continue;
    }
    const { line, rate } = one;
    const unknown = [rate.origin, rate.destination].find((place) => codes.has(place) && !regions.has(place));
    if (unknown !== undefined) {
      preview.refused.push({ line, problem: `Kode wilayah ${unknown} tidak dikenal.` });
      continue;
    }
    const before = known.get(rateKey(rate));
    preview.lines.push({ line, rate, before: before ?? null, effect: effectOf(rate, before) });
  }
  return preview;
}

/**
 * Stores what a file changes as a new list. Nothing is stored while a line is refused. Refuses with `tariffs.not_csv`,
 * `tariffs.day_wrong`, `tariffs.lines_refused` and `tariffs.nothing_changes`.
 */
export async function importTariffs(
  { db }: Pick<Context, "db">,
  actor: AuditActor,
  { note, ...file }: TariffFile & { note: string },
  now: Date,
): Promise<{ id: string; changes: number }> {
  const wanted = beginning(file.from, now);
  return db.transaction(async (tx) => {
    const at = await lockTariffs(tx, now);
    const beginsAt = wanted < at ? at : wanted;
    const { lines, refused } = await compareTariffs(tx, file.csv, beginsAt);
    if (refused.length > 0) throw new Refusal(tariffRefusals.linesRefused);
    const rates = lines.filter(({ effect }) => effect !== "same").map(({ rate }) => rate);
    if (rates.length === 0) throw new Refusal(tariffRefusals.nothingChanges);
    const id = await insertList(tx, { note, beginsAt, userId: actor?.userId ?? null, rates, now: at });
    const couriers = [...new Set(rates.map(({ courier }) => courier))];
    const subject = { kind: "tariff_list", id } as const;
    const after = { from: file.from, changes: rates.length, couriers };
    appendAuditEntry(tx, { actor, action: "shipping.tariffs_imported", subject, after, reason: note });
    return { id, changes: rates.length };
  });
}

/** Withdraws a list: what it changed is again as before. Refuses with `request.not_found`. */
export async function withdrawTariffs(
  { db }: Pick<Context, "db">,
  actor: NonNullable<AuditActor>,
  listId: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const at = await lockTariffs(tx, now);
    if (!(await updateWithdrawn(tx, listId, actor.userId, at))) throw new Refusal(requestRefusals.notFound);
    appendAuditEntry(tx, { actor, action: "shipping.tariffs_withdrawn", subject: { kind: "tariff_list", id: listId } });
  });
}
