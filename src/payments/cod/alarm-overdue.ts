import { rolesWith } from "#accounts/operators/rules.ts";
import type { Context } from "#lib/context.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { addDuration, jakartaDay, span } from "#lib/time.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { operatorTemplates } from "../notification-texts.ts";
import { listFinanceOperators } from "../reconciliation/queries.ts";
import { sumOwed } from "./queries.ts";
import { companyName, remittanceDuration } from "./rules.ts";

/** Notifies operators of finance, once a day for each courier, of cash that it has held for too long. */
export async function alarmOverdueCash({ db, log }: Pick<Context, "db" | "log">, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const overdue = (await sumOwed(tx, addDuration(now, -remittanceDuration))).filter((one) => one.overdueOrders > 0);
    if (overdue.length === 0) return;
    log.error({ overdue }, "couriers have held cash of COD orders for too long");
    for (const userId of await listFinanceOperators(tx, rolesWith("cod.decide")))
      for (const { courier, overdueOrders, overdueAmount } of overdue) {
        const { title, text } = requireNotification(operatorTemplates.codOverdue, "buyer", {
          kurir: companyName(courier),
          jumlah: formatRupiah(overdueAmount),
          banyak: formatCount(overdueOrders),
          waktu: span(remittanceDuration),
        });
        await notify(tx, {
          userId,
          type: "user",
          userType: "buyer",
          title,
          description: text,
          dedupeKey: `cod-overdue:${courier}:${jakartaDay(now)}:${userId}`,
          now,
        });
      }
  });
}
