/**
 * What the tests of races and kills share: doubles of a payment provider, a payout provider and a courier platform,
 * which keep their state when a server is killed, and sellers, buyers and operators who use the API of real server
 * processes.
 */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { brokenInvariants } from "../src/orders/invariants.ts";
import { findBalance } from "../src/payments/ledger/queries.ts";
import { startBiteshipDouble, type BiteshipDouble } from "../test/doubles/biteship.ts";
import { makeCartLine, makeSession } from "../test/make/checkout.ts";
import { startMidtransDouble, type MidtransDouble } from "../test/doubles/midtrans.ts";
import { startXenditPayoutsDouble, type XenditPayoutsDouble } from "../test/doubles/xendit-payouts.ts";
import { makeContext } from "../test/make/context.ts";
import {
  attemptOf,
  makeAcceptedOrder,
  makeCompletedOrder,
  makeShippedOrder,
  type MadeOrder,
} from "../test/make/orders.ts";
import { makeRichShop, type RichShop } from "../test/make/payouts.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "../test/make/rows.ts";
import { madeLayout } from "../test/make/statements.ts";
import { raceRounds } from "../test/race-rounds.ts";
import { startServer, type Server } from "./start-server.ts";

export const bankAccount = "bca:1234567890";
/** How often each race and kill is played. */
export const rounds = raceRounds(1);

export type Answer = {
  status: number;
  code?: string;
  verdict?: string;
  data?: Record<string, unknown>;
  result?: Record<string, unknown>;
};
/** Calls the API of a server as one user. A server that is killed meanwhile rejects the call. */
export type Call = (
  server: Server,
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Answer>;
export type Person = { userId: string; call: Call };
export type Seller = RichShop & Person;

async function send(server: Server, method: string, path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(server.origin + path, { method, ...init });
  return { status: response.status, ...((await response.json()) as object) };
}

/** Everything around the servers: database, providers, and an operator of finance. */
export async function makeMoneyWorld() {
  const midtrans: MidtransDouble = await startMidtransDouble();
  const xendit: XenditPayoutsDouble = await startXenditPayoutsDouble();
  const biteship: BiteshipDouble = await startBiteshipDouble();
  const settings = {
    ...midtrans.settings,
    ...xendit.settings,
    ...biteship.settings,
    SHIPPING_TRACKING: "biteship",
    PAYMENT_PROVIDERS: "midtrans,manual,cod",
    MANUAL_BANK_ACCOUNTS: `${bankAccount}:PT Maju Jaya`,
    LIMIT_FACTOR: "1000",
  };
  const context = await makeContext(settings);
  const now = () => context.clock.now();

  const person = async (userId: string): Promise<Person> => {
    const authorization = `Bearer ${await makeSession(context, userId)}`;
    return {
      userId,
      call: (server, method, path, body, headers = {}) => {
        const sent: Record<string, string> = { authorization, ...headers };
        if (body !== undefined && !(body instanceof FormData)) sent["content-type"] = "application/json";
        const payload = body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) };
        return send(server, method, path, { headers: sent, ...payload });
      },
    };
  };
  const makeOperator = async (): Promise<Person> => {
    const operatorId = await makeUser(context, { type: "operator" });
    await context.db.run(sql`update users set operator_role = 'owner' where id = ${operatorId}`);
    return person(operatorId);
  };
  const operator = await makeOperator();

  const openServer = () =>
    startServer(context.databaseUrl, {
      ...settings,
      DATA_DIR: context.config.dataDir,
      // Only tests may raise limits.
      NODE_ENV: "test",
      DEMO: "0",
      LOG_LEVEL: "fatal",
    });
  const payAt = (reference: string) => midtrans.pay(reference);
  const makeSeller = async (): Promise<Seller> => {
    const shop = await makeRichShop(context, { isKnownAccount: false });
    return { ...shop, ...(await person(shop.ownerId)) };
  };
  const shopsOf = (seller: RichShop) => ({ shops: [{ shopId: seller.shopId, ownerId: seller.ownerId }], payAt });
  return {
    context,
    midtrans,
    xendit,
    biteship,
    operator,
    makeOperator,
    openServer,
    person,
    makeSeller,
    /** A completed order of this seller, paid at Midtrans. */
    sell: (seller: RichShop, fields: { price?: number; method?: string } = {}): Promise<MadeOrder> =>
      makeCompletedOrder(context, { ...shopsOf(seller), ...fields }),
    /** An order on its way to the buyer, paid by QRIS, so that Midtrans can return its money. */
    ship: (seller: RichShop, fields: { price?: number } = {}): Promise<MadeOrder> =>
      makeShippedOrder(context, { ...shopsOf(seller), method: "qris", ...fields }),
    /** An order that its seller prepares, paid by QRIS. */
    accept: (seller: RichShop): Promise<MadeOrder> =>
      makeAcceptedOrder(context, { ...shopsOf(seller), method: "qris" }),
    /** What a shop may withdraw. */
    balanceOf: ({ shopId }: RichShop) => findBalance(context.db, "seller_balance", shopId),
    /** The reference of the attempt that is open or was the last. */
    referenceOf: async (paymentId: string) => (await attemptOf(context, paymentId)).reference,
    /** A buyer with one product in the cart. */
    async makeBuyer(product?: { variantId: string }) {
      const buyer = await person(await makeUser(context));
      const addressId = await makeAddress(context, buyer.userId);
      const variantId =
        product?.variantId ?? (await makeProduct(context, (await makeShop(context)).shopId)).variantIds[0] ?? "";
      await makeCartLine(context, buyer.userId, variantId);
      return { ...buyer, addressId };
    },
    /** Notifies a server of the state of a charge at Midtrans. */
    notify: (server: Server, reference: string) =>
      send(server, "POST", "/v1/payments/notifications/midtrans", {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(midtrans.notification(reference)),
      }),
    /** Notifies a server of the state of a payout at Xendit. */
    notifyPayout: (server: Server, reference: string) =>
      send(server, "POST", "/v1/payouts/notifications/xendit", {
        headers: { "content-type": "application/json", ...xendit.headers },
        body: JSON.stringify(xendit.notification(reference)),
      }),
    /** Notifies a server that a parcel was scanned. */
    notifyScan: (server: Server, trackingNumber: string) =>
      send(server, "POST", "/v1/shipping/notifications/biteship", {
        headers: { "content-type": "application/json", ...biteship.headers },
        body: JSON.stringify(biteship.notification(trackingNumber)),
      }),
    /** Lets the jobs that a killed server had run at another one, as some minutes later. */
    async releaseJobs(): Promise<void> {
      await context.db.run(sql`
        update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute' where locked_at is not null`);
      await context.db.run(
        sql`select graphile_worker.add_job('lib.release_jobs'::text, job_key := 'lib.release_jobs')`,
      );
    },
    /**
     * Waits until the servers have done all jobs that are due. One that failed, as when a provider was too slow, is
     * tried again at once. A job that was replaced while a process that is dead now had it stays in the table, without
     * an attempt left.
     */
    async untilIdle() {
      const again = sql`
        update graphile_worker._private_jobs set run_at = now()
        where run_at > now() and attempts > 0 and attempts < max_attempts and locked_at is null`;
      const due = sql`
        select count(*)::int as n from graphile_worker._private_jobs
        where run_at <= now() and (attempts < max_attempts or locked_at is not null)`;
      const count = async () => {
        await context.db.run(again);
        return (await context.db.row<{ n: number }>(due))?.n;
      };
      await expect.poll(count, { interval: 20 }).toBe(0);
    },
    /** What is wrong now, with the provider's books too. */
    async faults(): Promise<string[]> {
      const sentTwice = await context.db.rows<{ reference: string }>(sql`select reference from payouts`);
      return [
        ...(await brokenInvariants(context.db)),
        ...sentTwice.filter(({ reference }) => xendit.find(reference).length > 1).map(({ reference }) => reference),
      ];
    },
    allowStatements: (server: Server) =>
      operator.call(server, "PUT", `/v1/operator/statement-layouts/${bankAccount}`, madeLayout),
    now,
    async close() {
      await context.close();
      await midtrans.close();
      await xendit.close();
      await biteship.close();
    },
  };
}
export type MoneyWorld = Awaited<ReturnType<typeof makeMoneyWorld>>;

/** A new idempotency key as a header. */
export const newKey = () => ({ "idempotency-key": randomUUID() });

/** The code of each refusal, and `done` for what was accepted. */
export const codes = (answers: readonly Answer[]) =>
  answers.map(({ status, code }) => (status === 200 ? "done" : code));

/**
 * Declares a test for each race: it is played in every round, and after each one the jobs are done and nothing is
 * wrong. `world` is called within the tests.
 */
export function testRaces(
  world: () => MoneyWorld,
  races: readonly (readonly [title: string, race: () => Promise<void>])[],
): void {
  test.each(races)(
    "two processes: %s",
    async (_title, race) => {
      for (let round = 1; round <= rounds; round += 1) {
        await race();
        await world().untilIdle();
        expect(await world().faults(), `round ${round}`).toEqual([]);
      }
    },
    rounds * 30_000 + 60_000,
  );
}
