import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { brokenInvariants } from "../src/orders/invariants.ts";
import { makeSession } from "../test/make/checkout.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "../test/make/rows.ts";
import { makeContext } from "../test/make/context.ts";
import { freePort, startServer, type Server } from "./start-server.ts";

const buyerCount = 100;
const stock = 1000;
let context: Awaited<ReturnType<typeof makeContext>>;
let server: Server;

beforeAll(async () => {
  context = await makeContext();
});
afterAll(async () => {
  await server?.close();
  await context.close();
});

test("a server killed during 100 checkouts loses nothing and duplicates nothing", async () => {
  const { shopId } = await makeShop(context);
  const { variantIds } = await makeProduct(context, shopId, { price: 75_000, stock });
  const buyers = await Promise.all(
    Array.from({ length: buyerCount }, async () => {
      const userId = await makeUser(context);
      const [token, addressId] = await Promise.all([makeSession(context, userId), makeAddress(context, userId)]);
      return { token, addressId, key: randomUUID() };
    }),
  );
  const port = await freePort();
  const settings = { PORT: String(port), DEMO: "0" };
  server = await startServer(context.databaseUrl, settings);

  const call = (token: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${server.origin}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify(body),
    }).then(async (response) => ({
      status: response.status,
      body: (await response.json()) as {
        result?: { quote_id: string };
        data?: { payment_id: string; repeated: boolean };
      },
    }));

  const requests = await Promise.all(
    buyers.map(async (buyer) => {
      const added = await call(buyer.token, "/v1/cart/lines", { variant_id: variantIds[0], quantity: 2 });
      expect(added.status).toBe(200);
      const quote = await call(buyer.token, "/v1/checkout/quote", {
        address_id: buyer.addressId,
        payment_method: "va_bca",
      });
      const body = {
        quote_id: quote.body.result?.quote_id,
        address_id: buyer.addressId,
        shipping: {},
        payment_method: "va_bca",
      };
      return () => call(buyer.token, "/v1/checkout", body, { "idempotency-key": buyer.key });
    }),
  );

  // The server is killed when about a third of the buyers have their response.
  let answered = 0;
  const enough = Promise.withResolvers<void>();
  const firstTry = requests.map((send) =>
    send().then(
      () => void ((answered += 1) >= buyerCount / 3 && enough.resolve()),
      () => undefined,
    ),
  );
  await enough.promise;
  await server.kill();
  await Promise.all(firstTry);

  server = await startServer(context.databaseUrl, settings);
  const again = await Promise.all(requests.map((send) => send()));
  expect(again.map((one) => one.status)).toEqual(Array.from({ length: buyerCount }, () => 200));
  const third = await Promise.all(requests.map((send) => send()));
  // The same purchase, which says now that it was made before.
  expect(third.map((one) => one.body.data)).toEqual(again.map((one) => ({ ...one.body.data, repeated: true })));

  expect(await context.db.row(sql`select count(*)::int as n from checkouts`)).toEqual({ n: buyerCount });
  expect(await context.db.row(sql`select count(*)::int as n from orders`)).toEqual({ n: buyerCount });
  expect(await context.db.row(sql`select count(*)::int as n from payments`)).toEqual({ n: buyerCount });
  expect(await context.db.row(sql`select stock from variants where id = ${variantIds[0]}`)).toEqual({
    stock: stock - 2 * buyerCount,
  });
  expect(await brokenInvariants(context.db)).toEqual([]);
});
