import { runEach } from "#lib/run-each.ts";
import type { Context } from "#lib/context.ts";
import { jakartaDay } from "#lib/time.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { exemptionTemplates } from "../../notification-texts.ts";
import { formatWithholdingDay } from "../withholding/rules.ts";
import { endExemption, findTurnover, listRunningStatements, lockExemption } from "./queries.ts";
import { endedTexts, statementEnd } from "./rules.ts";
import { yearBounds } from "./tax-of-seller.ts";

const batch = 500;

/** Ends the statements of shops whose turnover in our books exceeds the limit; their sellers are notified. */
export async function endStatements({ db }: Pick<Context, "db">, now: Date): Promise<void> {
  const today = jakartaDay(now);
  let after: string | null = null;
  for (let read = batch; read === batch;) {
    const statements: Awaited<ReturnType<typeof listRunningStatements>> = await listRunningStatements(
      db,
      today,
      after,
      batch,
    );
    await runEach(statements, async ({ id, shopId, year }) => {
      const { from, to } = yearBounds(year);
      const monthBegan = new Date(`${today.slice(0, 7)}-01T00:00:00+07:00`);
      const until = statementEnd(
        {
          beforeMonth: await findTurnover(db, shopId, from, monthBegan < to ? monthBegan : to),
          untilNow: await findTurnover(db, shopId, from, to),
        },
        today,
      );
      if (until !== null) await endOne({ db }, id, until, now);
    });
    read = statements.length;
    after = statements.at(-1)?.id ?? null;
  }
}

async function endOne({ db }: Pick<Context, "db">, exemptionId: string, until: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await lockExemption(tx, exemptionId);
    if (!found || !(await endExemption(tx, exemptionId, { until, reason: "turnover" }))) return;
    const { title, text } = requireNotification(exemptionTemplates.ended, "seller", {
      sebab: endedTexts.turnover,
      tahun: String(found.year ?? ""),
      akhir: formatWithholdingDay(until),
    });
    await notify(tx, {
      userId: found.ownerId,
      type: "user",
      userType: "seller",
      title,
      description: text,
      dedupeKey: `statement-ended:${exemptionId}`,
      now,
    });
  });
}
