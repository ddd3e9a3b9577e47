import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { sql } from "../../src/lib/database.ts";
import {
  addressOf,
  isForOperators,
  isForSellers,
  isOfCart,
  isOfPapers,
  isOpen,
  operationsOf,
  ownerOf,
  type Operation,
} from "./api-operations.ts";
import { bodyOf } from "./call-bodies.ts";
import { makeWorld, type Person, type World } from "./make-world.ts";

let world: World;
let operations: Operation[];

beforeAll(async () => {
  world = await makeWorld();
  operations = await operationsOf(world);
});
afterAll(() => world.close());

function send(person: Person, operation: Operation, url = addressOf(world, operation)) {
  return person.call(operation.method, url, bodyOf(world, operation), { "idempotency-key": randomUUID() });
}

function expectNoSecrets(text: string, where: string): void {
  for (const secret of world.secrets) expect(text, where).not.toContain(secret);
}

describe("every call of the API", () => {
  test("without a session is refused with 401 unless it is public, and changes nothing", async () => {
    const before = await world.stored();
    for (const operation of operations.filter((one) => !isOpen(one) && !isOfCart(one))) {
      const { status, body } = await send(world.nobody, operation);
      // In responses of these calls, `code` is the HTTP status (S147).
      const code = /^PUT .*\/notifications\/(update|read-all)$/.test(operation.key) ? 401 : "session.required";
      expect([status, body?.code], operation.key).toEqual([401, code]);
    }
    expect(await world.stored()).toBe(before);
  });

  test("about a cart never reaches a user's cart without a session", async () => {
    const ofUsers = () =>
      world.context.db.rows(sql`
        select l::text as line from cart_lines l join carts c on c.id = l.cart_id where c.user_id is not null order by 1`);
    const before = await ofUsers();
    expect(before).toHaveLength(1);
    const about = operations.filter(isOfCart);
    expect(about.length).toBeGreaterThan(4);
    for (const operation of about) {
      const { status, text } = await send(world.nobody, operation);
      expect(status, operation.key).toBe(operation.path.includes("{lineId}") ? 404 : 200);
      expectNoSecrets(text, operation.key);
      expect(text, operation.key).not.toContain(world.cartLineId);
    }
    expect(await ofUsers()).toEqual(before);
    await world.context.db.run(sql`delete from carts where user_id is null`);
  });

  test("of sellers is refused to buyers and operators with 403", async () => {
    const before = await world.stored();
    for (const operation of operations.filter(isForSellers)) {
      for (const person of [world.buyer, world.operator]) {
        const { status, body } = await send(person, operation);
        expect([status, body?.code], operation.key).toEqual([403, "session.forbidden"]);
      }
    }
    expect(await world.stored()).toBe(before);
  });

  test("another user's record gets the same response as a missing one", async () => {
    const before = await world.stored();
    const about = operations.filter(
      (one) =>
        /\{(id|orderId|lineId|paymentId|accountId|voucherId)\}/.test(one.path) && !isOpen(one) && !isForOperators(one),
    );
    expect(about.length).toBeGreaterThan(20);
    for (const operation of about) {
      const strangers = isForSellers(operation)
        ? [world.otherSeller]
        : isOfPapers(operation)
          ? [world.otherBuyer, world.otherSeller]
          : [world.otherBuyer, world.otherSeller, world.operator, world.seller];
      const missing = addressOf(world, { ...operation, path: operation.path.replace(/\{\w+\}/, randomUUID()) });
      for (const stranger of strangers) {
        const foreign = await send(stranger, operation);
        const never = await send(stranger, operation, missing);
        expect(foreign.status, operation.key).toBe(404);
        expect([foreign.status, foreign.text], operation.key).toEqual([never.status, never.text]);
        expectNoSecrets(foreign.text, operation.key);
      }
    }
    expect(await world.stored()).toBe(before);
  });

  test("shows other users none of the owner's private data", async () => {
    for (const operation of operations.filter((one) => one.method === "GET")) {
      // In the console and on papers operators may read all orders; elsewhere they have no more rights than users.
      const operators = isForOperators(operation) || isOfPapers(operation) ? [] : [world.operator];
      for (const person of [world.nobody, world.otherBuyer, world.otherSeller, ...operators]) {
        const { status, text } = await send(person, operation);
        expect(status, operation.key).toBeLessThan(500);
        expectNoSecrets(text, operation.key);
      }
    }
  });

  test("secret fields are in no response, not even for their owner", async () => {
    const never =
      /"(password\w*|token\w*|secret\w*|\w*hash|owner_id|buyer_id|operator_role|deleted_at|search_words|body_hash|provider_reference|stock_released|email_verified_at|user_agent)":/;
    for (const operation of operations.filter((one) => one.method === "GET")) {
      for (const person of [world.buyer, world.seller, world.operator]) {
        const { text } = await send(person, operation);
        expect(text, operation.key).not.toMatch(never);
      }
    }
    const order = await world.buyer.call("GET", `/v1/orders/${world.paid.orderId}`);
    expect([order.body.result.commission, order.body.result.payout]).toEqual([null, null]);
    const ofShop = await world.seller.call("GET", `/v1/seller/orders/${world.paid.orderId}`);
    expect(ofShop.text).not.toContain("@kawung.test");
  });

  test("of operators is refused to all others, and shows operators no postal address, phone or e-mail", async () => {
    const before = await world.stored();
    const console = operations.filter(isForOperators);
    expect(console.length).toBeGreaterThan(3);
    for (const operation of console) {
      for (const person of [world.buyer, world.seller]) {
        const { status, body } = await send(person, operation);
        expect([status, body?.code], operation.key).toEqual([403, "session.forbidden"]);
      }
      if (operation.method !== "GET") continue;
      const { status, text } = await send(world.operator, operation);
      // Nobody asked to be verified or reported a product in the world.
      const isMissing = /\{(verificationId|reportId|requestId|breachId|signalId)\}/.test(operation.path);
      expect(isMissing ? [404] : [200], operation.key).toContain(status);
      for (const secret of ["Gang Tersembunyi", "8127777", "@kawung.test"])
        expect(text, `${operation.key} ${secret}`).not.toContain(secret);
    }
    for (const url of ["/v1/operator", "/v1/admin", "/v1/operator/users", "/admin"])
      for (const person of [world.nobody, world.buyer, world.seller, world.operator])
        expect([401, 403, 404], url).toContain((await person.call("GET", url)).status);
    for (const part of ["", "?page=orders", "?page=payments", "?page=ledger", "/vouchers", "/vouchers?page=new"]) {
      const { status, headers } = await world.nobody.open(`/operator${part}`);
      expect([status, String(headers.location)]).toEqual([302, expect.stringMatching(/^\/login\?from=/)]);
      for (const person of [world.buyer, world.seller]) {
        const page = await person.open(`/operator${part}`);
        expect(page.status, part).toBe(403);
        if (person === world.seller) expectNoSecrets(page.text, part);
      }
    }
    expect(await world.stored()).toBe(before);
  });
});

describe("other users' ids in a body or query", () => {
  test("another buyer's address is not used for a quote or a delivery and not shown", async () => {
    const before = await world.stored();
    for (const operation of operations.filter((one) => /^\/v1\/checkout(\/quote)?$/.test(one.path))) {
      const { status, text } = await send(world.otherBuyer, operation);
      expect(status, operation.key).toBe(422);
      expectNoSecrets(text, operation.key);
    }
    for (const person of [world.nobody, world.otherBuyer]) {
      const quotes = await person.call(
        "GET",
        `/v1/shipping/quotes?shop_id=${world.shopId}&address_id=${world.addressId}`,
      );
      expect([401, 422]).toContain(quotes.status);
    }
    expect(await world.stored()).toBe(before);
  });

  test("lines of another cart are not selected, orders of another shop not accepted, others' notifications not read", async () => {
    const before = await world.stored();
    const selected = await world.otherBuyer.call("PUT", "/v1/cart/selection", {
      line_ids: [world.cartLineId],
      selected: false,
    });
    expect(selected.body?.data?.shops ?? []).toEqual([]);
    const accepted = await world.otherSeller.call("POST", "/v1/seller/orders/accept", { ids: [world.paid.orderId] });
    expect(accepted.body?.data?.accepted ?? []).toEqual([]);
    const read = await world.otherBuyer.call("PUT", "/v1/users/notifications/update", {
      id: world.notificationId,
      status: "read",
    });
    expect([read.status, read.body.code]).toEqual([404, 404]);
    await world.otherBuyer.call("PUT", "/v1/users/notifications/read-all");
    expect(await world.stored()).toBe(before);
  });

  test("a picture of another seller cannot be put on a product, nor a product into another shop", async () => {
    const create = operations.find((one) => one.key === "POST /v1/seller/products");
    if (!create) throw new Error("no such call");
    const before = await world.stored();
    const foreign = await send(world.otherSeller, create);
    expect([foreign.status, foreign.body.code]).toEqual([422, "catalog.picture_unknown"]);
    const moved = await world.otherSeller.call("POST", "/v1/seller/products", {
      ...bodyOf(world, create),
      shop_id: world.shopId,
    });
    expect([moved.status, Object.keys(moved.body.data)]).toEqual([422, ["shop_id"]]);
    expect(await world.stored()).toBe(before);
  });
});

describe("pages", () => {
  test("of another user's order or payment look like those of a missing one", async () => {
    const views = [
      (id: string) => `/profile?page=showTransaction&transactionId=${id}`,
      (id: string) => `/manageMerchant?page=showTransaction&transactionId=${id}`,
      (id: string) => `/payment/${id}`,
    ];
    const ids = [world.paid.orderId, world.placed.paymentId];
    for (const view of views) {
      for (const id of ids) {
        for (const person of [world.nobody, world.otherBuyer, world.otherSeller]) {
          const never = randomUUID();
          const foreign = await person.open(view(id));
          const missing = await person.open(view(never));
          expect(foreign.status, view(id)).toBe(missing.status);
          expect(foreign.text.replaceAll(id, "")).toBe(missing.text.replaceAll(never, ""));
          expect([302, 403, 404], view(id)).toContain(foreign.status);
          expectNoSecrets(foreign.text, view(id));
        }
      }
    }
  });

  test("a form sent to a page has the same rights as the call that it makes", async () => {
    const order = `page=showTransaction&transactionId=${world.paid.orderId}`;
    const { addressId: id, cartLineId: line_id, sessionId } = world;
    const reason = "Tidak jadi membeli saja";
    const forms: [url: string, intent: string, fields?: Record<string, string>][] = [
      [`/profile?${order}`, "cancel", { reason }],
      [`/profile?page=showTransaction&transactionId=${world.shipped.orderId}`, "receive"],
      [`/manageMerchant?${order}`, "accept"],
      [`/manageMerchant?${order}`, "reject", { reason }],
      ["/profile?page=addresses", "main", { id }],
      ["/profile?page=addresses", "delete", { id }],
      ["/profile?page=security", "end-session", { id: sessionId }],
      ["/cart", "quantity", { line_id, quantity: "5" }],
      ["/cart", "select", { line_id, selected: "0" }],
      ["/cart", "remove", { line_id, variant_id: world.product.variantIds[0] ?? "", quantity: "1" }],
    ];
    const before = await world.stored();
    for (const [url, intent, fields = {}] of forms) {
      for (const person of [world.nobody, world.otherBuyer, world.otherSeller]) {
        const { status, text } = await person.call("POST", url, new URLSearchParams({ intent, ...fields }).toString(), {
          "content-type": "application/x-www-form-urlencoded",
        });
        expect(status, `${url} ${intent}`).toBeLessThan(500);
        expectNoSecrets(text, `${url} ${intent}`);
      }
    }
    expect(await world.stored()).toBe(before);
  });
});

describe("fields that a user may not set", () => {
  const inner = {
    id: randomUUID(),
    user_id: randomUUID(),
    shop_id: randomUUID(),
    type: "operator",
    role: "admin",
    is_admin: true,
    operator_role: "owner",
    verified: true,
    email_verified_at: "2020-01-01T00:00:00Z",
    balance: 1_000_000_000,
    price: 1,
    total: 1,
    rating_average: 5,
    sold_count: 99_999,
    status: "completed",
    is_promoted: true,
    created_at: "2020-01-01T00:00:00Z",
    discount: 50_000,
  };

  /** A refusal names at most ten unknown fields. */
  const namedAtOnce = 9;

  test("are refused by name in every call that writes", async () => {
    const before = await world.stored();
    const writing = operations.filter((one) => one.body !== undefined && !one.path.includes("/notifications/{"));
    expect(writing.length).toBeGreaterThan(20);
    for (const operation of writing) {
      const person = ownerOf(world, operation);
      const unknown = Object.entries(inner).filter(([name]) => !(name in (operation.body.properties ?? {})));
      for (let at = 0; at < unknown.length; at += namedAtOnce) {
        const some = unknown.slice(at, at + namedAtOnce);
        const { status, body } = await person.call(
          operation.method,
          addressOf(world, operation),
          { ...bodyOf(world, operation), ...Object.fromEntries(some) },
          { "idempotency-key": randomUUID() },
        );
        const names = some.map(([name]) => name);
        expect([status, Object.keys(body?.data ?? {})], `${operation.key} ${names.join(", ")}`).toEqual([422, names]);
      }
    }
    expect(await world.stored()).toBe(before);
  });

  test("are refused in calls without a body too", async () => {
    const before = await world.stored();
    for (const operation of operations.filter((one) => one.method !== "GET" && one.body === undefined)) {
      // They accept only a multipart form (415).
      const forms = ["POST /v1/media/pictures", "PUT /v1/users/avatar", "POST /v1/ui-kit/pictures"];
      forms.push("POST /v1/operator/statements", "POST /v1/operator/statements/preview");
      forms.push("PUT /v1/payments/{paymentId}/transfer-report", "POST /v1/operator/settlement-files");
      forms.push("POST /v1/seller/verification/documents", "POST /v1/listing-reports/{reportId}/document");
      forms.push("POST /v1/orders/{orderId}/evidence", "POST /v1/operator/cod/remittance-files");
      if (forms.includes(operation.key)) continue;
      const person = ownerOf(world, operation);
      const { status } = await person.call(operation.method, addressOf(world, operation), { status: "completed" });
      expect([422, 404], operation.key).toContain(status);
    }
    expect(await world.stored()).toBe(before);
  });

  test("an account cannot be opened as operator", async () => {
    const operation = operations.find((one) => one.key === "POST /v1/auth/register");
    if (!operation) throw new Error("no such call");
    for (const type of ["operator", "admin", "Penjual", "", 1, null, ["pembeli"]]) {
      const { status } = await world.nobody.call("POST", "/v1/auth/register", { ...bodyOf(world, operation), type });
      expect(status, String(type)).toBe(422);
    }
  });
});
