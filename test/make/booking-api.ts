import { sql } from "../../src/lib/database.ts";
import { createHttp } from "../../src/lib/http/create-http.ts";
import { advanceBooking, noteBooking } from "../../src/orders/bookings/advance-booking.ts";
import { cancelBooking, requestBooking } from "../../src/orders/bookings/request-booking.ts";
import { orderJson } from "../../src/orders/order-view/order-json.ts";
import { findOrder } from "../../src/orders/order-view/queries.ts";
import { moneyOfSeller } from "../../src/orders/settlement/refund-part.ts";
import { shippingNotificationRoutes } from "../../src/shipping/notifications/routes.ts";
import { startBiteshipDouble, type BiteshipOrder } from "../doubles/biteship.ts";
import { bySeller, readOrders } from "../read/orders.ts";
import { workJobs } from "../run-jobs.ts";
import { makeContext } from "./context.ts";
import { makeAcceptedOrder, type MadeOrder } from "./orders.ts";
import { makeShop } from "./rows.ts";

/** The moment at which orders of these tests are accepted: Monday, 10.00 WIB. */
export const monday = new Date("2026-11-16T03:00:00Z");

/** A marketplace whose sellers order couriers at Biteship, with readers of what was ordered and stored. */
export async function makeBookingApi() {
  const biteship = await startBiteshipDouble();
  const context = await makeContext({ ...biteship.settings, SHIPPING_TRACKING: "biteship", LOG_LEVEL: "fatal" });
  const app = await createHttp(context);
  shippingNotificationRoutes(app, context);
  await app.ready();

  let sellers = 0;
  async function makeBookable(fields: Parameters<typeof makeAcceptedOrder>[1] = {}): Promise<MadeOrder> {
    const shop = await makeShop(context, { hasCod: fields.method === "cod" });
    await context.db.run(sql`update shops set street = 'Jalan Braga 1', postcode = '40111' where id = ${shop.shopId}`);
    await context.db.run(sql`
      update users set phone = ${`+62812${String(10_000_000 + (sellers += 1))}`} where id = ${shop.ownerId} and phone is null`);
    return makeAcceptedOrder(context, { shops: [shop], now: monday, ...fields });
  }
  const request = (made: MadeOrder, now = monday) => requestBooking(context, bySeller(made), now);
  const cancel = (made: MadeOrder, now = monday) => cancelBooking(context, bySeller(made), now);
  async function bookingOf({ orderId }: MadeOrder) {
    const row = await context.db.row<{
      id: string;
      state: string;
      price: number;
      failure: string | null;
      poll_at: Date | null;
    }>(
      sql`select id, state, price, failure, poll_at from courier_bookings where order_id = ${orderId} order by created_at desc, id desc limit 1`,
    );
    if (!row) throw new Error("no booking");
    return row;
  }
  /** Handles the booking as if its time had come. */
  async function turn(made: MadeOrder, now: Date): Promise<void> {
    const { id } = await bookingOf(made);
    await context.db.run(sql`update courier_bookings set poll_at = ${now} where id = ${id} and poll_at is not null`);
    await advanceBooking(context, id, now);
  }
  const confirmed = () => biteship.orders.filter((one) => one.isConfirmed && one.status !== "cancelled");
  function only(): BiteshipOrder {
    const [order, ...more] = confirmed();
    if (!order || more.length > 0) throw new Error(`${more.length + 1} couriers`);
    return order;
  }
  async function sellerView(made: MadeOrder, now = monday) {
    const row = await findOrder(context.db, made.orderId, { shopId: made.shopId });
    if (!row) throw new Error("no order");
    return orderJson(context, row, "seller", now, "WIB", await moneyOfSeller(context.db, row, now));
  }
  const balanceOf = async (kind: string, owner: string) =>
    (
      await context.db.row<{ balance: number }>(
        sql`select balance from ledger_accounts where kind = ${kind} and owner = ${owner}`,
      )
    )?.balance ?? 0;
  async function notify(body: object, headers: Record<string, string> = biteship.headers): Promise<number> {
    const { statusCode } = await app.inject({
      method: "POST",
      url: "/v1/shipping/notifications/biteship",
      headers,
      payload: body,
    });
    await workJobs(context, { "shipping.order_changed": ({ externalId }) => noteBooking(context, externalId, monday) });
    return statusCode;
  }
  /** Makes the double answer well, without orders of earlier tests. */
  function resetBiteship(): void {
    biteship.mood = "well";
    biteship.next.length = 0;
    biteship.orders.length = 0;
    biteship.orderPrice = 10_000;
    biteship.isWaybillLate = false;
  }
  async function close(): Promise<void> {
    await app.close();
    await context.close();
    await biteship.close();
  }
  return {
    biteship,
    context,
    makeBookable,
    request,
    cancel,
    bookingOf,
    turn,
    confirmed,
    only,
    sellerView,
    balanceOf,
    notify,
    resetBiteship,
    close,
    ...readOrders(context),
  };
}
