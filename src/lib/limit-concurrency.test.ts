import { expect, test } from "vitest";
import { limitConcurrency } from "./limit-concurrency.ts";

test("work above the limit waits, and work above the limit of the queue is refused", async () => {
  const limited = limitConcurrency({ maxRunning: 2, maxWaiting: 3 });
  let running = 0;
  let mostAtOnce = 0;
  const work = async () => {
    running += 1;
    mostAtOnce = Math.max(mostAtOnce, running);
    await new Promise(setImmediate);
    running -= 1;
  };
  const all = Array.from({ length: 5 }, () => limited(work));
  await expect(limited(work)).rejects.toMatchObject({ code: "server.busy" });
  await Promise.all(all);
  await limited(work);
  expect([mostAtOnce, running]).toEqual([2, 0]);
});

test("work that fails makes room for the next", async () => {
  const limited = limitConcurrency({ maxRunning: 1, maxWaiting: 1 });
  const order: string[] = [];
  const failing = limited(async () => {
    throw new Error("broken");
  });
  const next = limited(async () => order.push("next"));
  await expect(failing).rejects.toThrow("broken");
  await next;
  expect(order).toEqual(["next"]);
});
