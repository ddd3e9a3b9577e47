import { afterAll, beforeAll, expect, test } from "vitest";

import { createHttp } from "../../src/lib/http/create-http.ts";
import { messageRoutes } from "../../src/messages/routes.ts";
import { addressOf, operationsOf } from "./api-operations.ts";
import { bodyOf } from "./call-bodies.ts";
import { makeWorld, type World } from "./make-world.ts";

/** A marketplace that is meant: no demo. */
let world: World;
let demo: World;

beforeAll(async () => {
  world = await makeWorld({ env: { DEMO: "0" } });
  demo = await makeWorld();
});
afterAll(async () => {
  await demo.close();
  await world.close();
});

test("outside of a demo no one can act as bank, courier, seller or clock, or read the outbox", async () => {
  const before = await world.stored();
  const games = (await operationsOf(demo)).filter((one) => one.path.startsWith("/v1/simulator"));
  expect(games.length).toBeGreaterThan(6);
  for (const operation of games) {
    for (const person of [world.nobody, world.buyer, world.seller, world.operator]) {
      const answer = await person.call(operation.method, addressOf(world, operation), bodyOf(world, operation));
      expect([answer.status, answer.body?.code], operation.key).toEqual([404, "request.not_found"]);
    }
  }
  for (const page of ["/simulator", "/simulator/outbox", `/simulator/pay/TIDAK-ADA-123`]) {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    for (const person of [world.nobody, world.operator]) {
      expect((await person.open(page)).status, page).toBe(404);
      const posted = await person.call("POST", page, "intent=pay&hours=5&action=pay", form);
      expect([404, 405], page).toContain(posted.status);
    }
  }
  const { body } = await world.buyer.call("GET", `/v1/payments/${world.placed.paymentId}`);
  expect(body.result.simulator).toBeNull();
  expect(await world.stored()).toBe(before);
});

test("a demo that listens on a network shows its outbox only to requests from the machine itself", async () => {
  for (const [host, address, open] of [
    ["127.0.0.1", "127.0.0.1", true],
    ["0.0.0.0", "127.0.0.1", true],
    ["0.0.0.0", "192.168.1.20", false],
    ["::", "2001:db8::7", false],
  ] as const) {
    const config = { ...demo.context.config, host, publicUrl: new URL("http://localhost:3000") };
    const app = await createHttp({ ...demo.context, config });
    await app.register(async (scope) => messageRoutes(scope, { ...demo.context, config }));
    const answer = await app.inject({ url: "/v1/simulator/outbox", remoteAddress: address });
    await app.close();
    expect(answer.json<{ result: { open: boolean } }>().result.open, `${host} ${address}`).toBe(open);
  }
});
