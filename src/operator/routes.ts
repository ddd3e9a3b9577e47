import type { FastifyInstance } from "fastify";
import { extendSessions } from "#accounts/session/extend-sessions.ts";
import { publishClockChange } from "#lib/clock.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { hour } from "#lib/time.ts";
import { paymentMethod } from "#payments/rules.ts";
import { courierOf, isPickup, trackingLabels } from "#shipping/rules.ts";
import { consoleRoutes } from "./console/routes.ts";
import { orderStoryRoutes } from "./orders/routes.ts";
import { exportRoutes } from "./exports/routes.ts";
import { incidentRoutes } from "./incidents/routes.ts";
import { workQueueRoutes } from "./work-queue/routes.ts";
import { moderationRoutes } from "./moderation/routes.ts";
import { signalRoutes } from "./signals/routes.ts";
import { worklistRoutes } from "./worklist/routes.ts";
import { simulatorEndpoints } from "./contract.ts";
import { findOutlook } from "#complaints/case-view/find-outlook.ts";
import { sweepCaseDeadlines } from "#complaints/deadlines.ts";
import { parcelArrived } from "#complaints/exchange-goods.ts";
import { isAddressAwaited } from "#complaints/rules.ts";
import { sweepDeadlines } from "#orders/deadlines/fire-deadline.ts";
import { listRecentOrders, moveClock, type SimulatorOrderRow } from "./queries.ts";
import { caseStepOf } from "./rules.ts";
import { simulateBuyer } from "./simulate-buyer.ts";
import { simulateSeller } from "./simulate-seller.ts";
import { simulateNextScan } from "#orders/parcels/record-scan.ts";
import { expectedScans } from "#orders/parcels/rules.ts";
import { canOrder, isUnfollowed } from "#orders/rules.ts";

/** `/v1/simulator` endpoints (courier and clock of a demo marketplace), with those of the operator console. */
export function operatorRoutes(app: FastifyInstance, context: Context): void {
  consoleRoutes(app, context);
  orderStoryRoutes(app, context);
  workQueueRoutes(app, context);
  exportRoutes(app, context);
  incidentRoutes(app, context);
  worklistRoutes(app, context);
  moderationRoutes(app, context);
  signalRoutes(app, context);
  serve(app, context, simulatorEndpoints, {
    "GET /v1/simulator": async ({ query, now }) => {
      const rows = await listRecentOrders(context.db, query.order ?? null, maxSimulatorOrders);
      const [followed] = rows;
      const outlook = followed?.case_id ? await findOutlook(context.db, followed.case_id) : null;
      const orders = rows.map((row) => simulatorOrderJson(row, row === followed ? outlook : null, now));
      return { success: true, result: { now: now.toISOString(), offset_ms: context.clock.offset(), orders } };
    },
    "POST /v1/simulator/orders/:orderId/scan": async ({ params, now }) => {
      const { parcelId, status: scan } = await simulateNextScan(context, params.orderId, now);
      // The job does the same a moment later; the page shows the next step at once.
      if (scan === "delivered") await parcelArrived(context, parcelId, now);
      return { success: true, message: `${trackingLabels[scan]}.`, data: { scan } };
    },
    "POST /v1/simulator/orders/:orderId/seller": async ({ params, now }) => {
      const done = await simulateSeller(context, params.orderId, now);
      return { success: true, message: doneTexts[done], data: { done } };
    },
    "POST /v1/simulator/orders/:orderId/buyer": async ({ params, now }) => {
      const done = await simulateBuyer(context, params.orderId, now);
      return { success: true, message: doneTexts[done], data: { done } };
    },
    "POST /v1/simulator/clock": async ({ body, now: before }) => {
      await context.db.transaction(async (tx) => {
        await moveClock(tx, body.hours * hour);
        await extendSessions(tx, body.hours * hour, before);
      });
      await context.clock.refresh();
      publishClockChange(context.realtime);
      const now = context.clock.now();
      const fired = (await sweepDeadlines(context, now)) + (await sweepCaseDeadlines(context, now));
      return {
        success: true,
        message: `Jam dimajukan ${body.hours} jam, ${fired} tenggat dijalankan.`,
        data: { now: now.toISOString(), fired },
      };
    },
  });
}

const maxSimulatorOrders = 13;

/** What a simulated side did. */
const doneTexts = {
  accept: "Pesanan diterima.",
  ship: "Pesanan dikirim.",
  receive: "Pesanan diterima pembeli.",
  agree: "Tawaran disetujui.",
  send_back: "Pembeli mengirim balik barang.",
  inspect: "Penjual menyatakan barangnya sesuai.",
  send_again: "Penjual mengirim barang.",
  confirm: "Pembeli menerima kiriman.",
} as const;

type Outlook = Awaited<ReturnType<typeof findOutlook>>;

function complaintOf(row: SimulatorOrderRow, outlook: Outlook, now: Date) {
  const { case_id: id, case_state: state, case_due_at: dueAt } = row;
  if (id === null || state === null || dueAt === null) return null;
  const hours = Math.max(1, Math.ceil((dueAt.getTime() - now.getTime()) / hour));
  const awaitsAddress = isAddressAwaited(state, { hasAddress: row.has_address });
  return {
    id,
    state,
    due_at: dueAt.toISOString(),
    hours_left: hours,
    awaits_address: awaitsAddress,
    if_nobody: outlook,
  };
}

function simulatorOrderJson(row: SimulatorOrderRow, outlook: Outlook, now: Date) {
  const { scans, due_at, cancel_requested_at, extended, courier, awaits_cash: awaitsCash } = row;
  const { reference, method, amount, payment_status, order_count } = row;
  const isScanned = row.under_way && (row.status === "shipped" || row.status === "disputed");
  const next = isScanned ? expectedScans.find((status) => !scans.includes(status)) : undefined;
  const complaint = complaintOf(row, outlook, now);
  const hasNumber = courierOf(courier)?.tracked ?? true;
  const hasSource = row.status !== "shipped" || row.scan_source !== null;
  const facts = {
    cancelRequested: cancel_requested_at !== null,
    tracked: hasNumber && hasSource,
    unfollowed: isUnfollowed({ hasNumber, hasSource, awaitsCash, partArrived: row.part_arrived }),
    arrivalAsked: row.arrival_asked_at !== null,
    scanned: scans.length > 0,
    extended,
    pickup: isPickup(courier),
    awaitsCash,
  };
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    due_at: due_at?.toISOString() ?? null,
    bill: {
      reference,
      amount,
      method_name: paymentMethod(method)?.name ?? method,
      status: payment_status,
      order_count,
    },
    money: {
      escrow: row.escrow,
      seller: row.seller,
      marketplace: row.marketplace,
      tax: row.tax,
      refunded: row.refunded,
    },
    next_scan: next ? trackingLabels[next] : null,
    complaint,
    next_of_seller: complaint
      ? caseStepOf(complaint.state, "seller")
      : canOrder("accept", row.status, "seller")
        ? ("accept" as const)
        : row.status === "processing" && !facts.cancelRequested
          ? ("ship" as const)
          : null,
    next_of_buyer: complaint
      ? caseStepOf(complaint.state, "buyer")
      : row.status === "delivered"
        ? ("receive" as const)
        : null,
    facts,
  };
}
