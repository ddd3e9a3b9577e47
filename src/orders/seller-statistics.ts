import type { Queryable } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration, day, jakartaDay, startOfDay } from "#lib/time.ts";
import { sellerBalance } from "#payments/ledger/ledger.ts";
import { findOwnShop, findShopSummary, listDailyRevenue } from "./order-view/queries.ts";
import { orderStatusNames, summaryDuration, urgentDuration, type OrderStatus } from "./rules.ts";

const shownDays = summaryDuration / day;

/** What a seller has to do, and the shop's numbers of the current period beside the one before. */
export async function sellerSummary(db: Queryable, shopId: string, now: Date) {
  const today = startOfDay(now, "WIB");
  const starts = Array.from({ length: 2 * shownDays }, (_, index) =>
    addDuration(today, (index - 2 * shownDays + 1) * day),
  );
  const [shop, summary, balance, sold] = await Promise.all([
    findOwnShop(db, shopId),
    findShopSummary(db, shopId, addDuration(now, urgentDuration)),
    sellerBalance(db, shopId),
    listDailyRevenue(db, shopId, starts),
  ]);
  if (!shop || !summary) throw new Refusal(requestRefusals.notFound);
  const counts = Object.fromEntries(orderStatusNames.map((status) => [status, summary[status]])) as Record<
    OrderStatus,
    number
  >;
  const days = starts.map((start, at) => ({ day: jakartaDay(start), ...(sold[at] ?? { orders: 0, revenue: 0 }) }));
  const sum = (part: typeof days) => ({
    orders: part.reduce((all, one) => all + one.orders, 0),
    revenue: part.reduce((all, one) => all + one.revenue, 0),
  });
  return {
    shop,
    counts,
    to_confirm: counts.awaiting_confirmation,
    to_ship: counts.processing - summary.cancel_requests,
    cancel_requests: summary.cancel_requests,
    urgent: summary.urgent,
    disputed: counts.disputed,
    low_stock: summary.low_stock,
    balance,
    pending: summary.pending,
    month: sum(days.slice(shownDays)),
    month_before: sum(days.slice(0, shownDays)),
    days: days.slice(shownDays).map(({ day: name, revenue }) => ({ day: name, revenue })),
  };
}
