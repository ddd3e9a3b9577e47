import { randomUUID } from "node:crypto";
import { complaintRoutes } from "../../src/complaints/routes.ts";
import { cartRoutes } from "../../src/cart/routes.ts";
import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import { createHttp } from "../../src/lib/http/create-http.ts";
import { orderRoutes } from "../../src/orders/routes.ts";
import { paymentRoutes } from "../../src/payments/routes.ts";
import { reviewRoutes } from "../../src/reviews/routes.ts";
import { shippingNotificationRoutes } from "../../src/shipping/notifications/routes.ts";
import { jobHandlers } from "../../src/worker.ts";
import { startBiteshipDouble } from "../doubles/biteship.ts";
import { startMidtransDouble } from "../doubles/midtrans.ts";
import { runQueued } from "../run-all-jobs.ts";
import { makeSession } from "./checkout.ts";
import { makeMediator } from "./complaints.ts";
import { makeContext } from "./context.ts";
import { makeAddress, makeProduct, makeShop, makeUser, verifyPhone } from "./rows.ts";

/** An answer of the API. `data` and `result` hold what the call promises. */
export type Answer = {
  status: number;
  code?: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read what the responses contain
  data?: any;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read what the responses contain
  result?: any;
};
/** Calls the API as one person. */
export type Caller = (
  method: "GET" | "POST" | "PUT",
  url: string,
  body?: object,
  idempotent?: boolean,
) => Promise<Answer>;
export type Shop = { shopId: string; ownerId: string; as: Caller };
export type Operator = { userId: string; as: Caller };

/** The work that each minute does, by job. */
const everyMinute = [
  "payments.poll",
  "orders.poll_bookings",
  "shipping.poll_parcels",
  "orders.sweep_deadlines",
  "complaints.sweep_deadlines",
] as const;

/** Each connection plans each statement itself, and with the usual number of them planning costs more than all work. */
const maxConnections = 4;
const bandung = { lat: -6.9175, lng: 107.6191 };
const cimahi = { lat: -6.8722, lng: 107.5425 };

/**
 * A marketplace in production with Midtrans and Biteship, whose clock the test holds. Buyers, shops and operators act
 * through the API. A seller's call with `untracked` reaches a process without a contract with a courier platform.
 */
export async function openSaleWorld() {
  const midtrans = await startMidtransDouble();
  const biteship = await startBiteshipDouble();
  const made = await makeContext({
    NODE_ENV: "production",
    DEMO: "0",
    PUBLIC_URL: "https://pasar.example",
    LOG_LEVEL: "fatal",
    LIMIT_FACTOR: "1000000",
    SHIPPING_TRACKING: "biteship",
    ...midtrans.settings,
    ...biteship.settings,
    PAYMENT_PROVIDERS: "midtrans,cod",
  });
  let at = new Date();
  const clock = { now: () => at, offset: () => at.getTime() - Date.now(), refresh: async () => undefined };
  midtrans.now = clock.now;
  const context: Context = { ...made, clock };
  const { config, db } = context;
  db.pool.options.max = maxConnections;
  biteship.prices.set("gojek instant", 18_000);
  const withoutPlatform = { ...context, config: { ...config, shipping: { ...config.shipping, tracking: [] } } };
  const [app, untrackedApp] = await Promise.all(
    [context, withoutPlatform].map(async (one) => {
      const http = await createHttp(one);
      for (const register of [
        cartRoutes,
        orderRoutes,
        paymentRoutes,
        complaintRoutes,
        reviewRoutes,
        shippingNotificationRoutes,
      ])
        await http.register(async (scope) => register(scope, one));
      await http.ready();
      return http;
    }),
  );
  if (!app || !untrackedApp) throw new Error("no application");

  const send = async (
    to: typeof app,
    method: "GET" | "POST" | "PUT",
    url: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<Answer> => {
    const form = body instanceof FormData ? new Response(body) : undefined;
    const type = form?.headers.get("content-type");
    const payload = form ? Buffer.from(await form.arrayBuffer()) : body;
    const sent = { ...headers, ...(type ? { "content-type": type } : {}) };
    const response = await to.inject({ method, url, headers: sent, ...(payload ? { payload } : {}) });
    return { status: response.statusCode, ...response.json<object>() };
  };
  const caller = async (userId: string, to = app): Promise<Caller> => {
    const authorization = `Bearer ${await makeSession(context, userId)}`;
    return (method, url, body, idempotent) =>
      send(to, method, url, { authorization, ...(idempotent ? { "idempotency-key": randomUUID() } : {}) }, body);
  };
  const makeOperator = async (role: "mediator" | "finance"): Promise<Operator> => {
    const userId =
      role === "mediator" ? (await makeMediator(context)).userId : await makeUser(context, { type: "operator" });
    await db.run(sql`update users set operator_role = ${role} where id = ${userId}`);
    return { userId, as: await caller(userId) };
  };
  const handlerOf = (name: string) =>
    jobHandlers.map((group) => (group as Record<string, unknown>)[name]).find(Boolean) as (
      payload: object,
      place: Context,
    ) => Promise<void>;

  return {
    context,
    biteship,
    midtrans,
    /** Two shops with drivers from 9 to 17. One sells for cash and has an address, the other has neither. */
    async makeShops(): Promise<Shop[]> {
      const shops = await Promise.all(
        [true, false].map(async (hasCod): Promise<Shop> => {
          const shop = await makeShop(context, { hasCod });
          await verifyPhone(context, shop.ownerId);
          return { ...shop, as: await caller(shop.ownerId) };
        }),
      );
      await db.run(sql`
        update shops set couriers = '{jne-reg,self,pickup,gojek-instant}', street = case when has_cod then 'Jalan Braga 7' else '' end,
          postcode = '40111', lat = ${bandung.lat}, lng = ${bandung.lng}, pickup_days = '{1,2,3,4,5,6,7}', pickup_opens = 540, pickup_closes = 1020
        where id = any(${shops.map(({ shopId }) => shopId)}::uuid[])`);
      return shops;
    },
    /** Two mediators and two of finance. Those of the history before leave, so that they get no notifications. */
    async makeOperators() {
      await db.run(sql`update users set operator_role = 'catalogue' where type = 'operator'`);
      return {
        mediators: [await makeOperator("mediator"), await makeOperator("mediator")] as const,
        finance: [await makeOperator("finance"), await makeOperator("finance")] as const,
      };
    },
    setClock: (moment: Date) => void (at = moment),
    /** Does the queued work that is due. */
    work: () => runQueued(context),
    /** Does what each minute does, and the work that follows. */
    async tick(): Promise<void> {
      for (const name of everyMinute) await handlerOf(name)({}, context);
      await runQueued(context);
    },
    /** A new buyer with an address. */
    async makeBuyer() {
      const userId = await makeUser(context);
      // Cash on delivery requires it.
      await verifyPhone(context, userId);
      const addressId = await makeAddress(context, userId);
      await db.run(sql`update addresses set lat = ${cimahi.lat}, lng = ${cimahi.lng} where id = ${addressId}`);
      return { userId, addressId, as: await caller(userId) };
    },
    /** A product with one variant and 10 pieces; returns the variant's id. */
    async makeGoods(shop: Shop, price: number): Promise<string> {
      return (await makeProduct(context, shop.shopId, { price, stock: 10 })).variantIds[0] ?? "";
    },
    /** The seller's calls at a process that has no courier platform. */
    untracked: (shop: Shop) => caller(shop.ownerId, untrackedApp),
    notifyPaid: (reference: string) =>
      send(app, "POST", "/v1/payments/notifications/midtrans", {}, midtrans.notification(reference)),
    notifyScan: (trackingNumber: string, headers: Record<string, string>) =>
      send(app, "POST", "/v1/shipping/notifications/biteship", headers, biteship.notification(trackingNumber)),
    /** Biteship says that something about a courier that was ordered there changed. */
    notifyOrder: (externalId: string) => {
      const body = biteship.orderNotification("order.status", externalId);
      return send(app, "POST", "/v1/shipping/notifications/biteship", biteship.headers, body);
    },
    async close() {
      await Promise.all([app.close(), untrackedApp.close()]);
      await made.close();
      await Promise.all([midtrans.close(), biteship.close()]);
    },
  };
}
export type SaleWorld = Awaited<ReturnType<typeof openSaleWorld>>;
