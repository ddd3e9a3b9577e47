import { afterAll, beforeAll, expect, test } from "vitest";

import { addressOf, bodyOf, makeWorld, operationsOf, type World } from "./world.ts";

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

test("nobody plays bank, courier, seller or clock outside of a demo, and nobody reads its mails", async () => {
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
