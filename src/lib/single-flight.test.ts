import { expect, test } from "vitest";
import { createSingleFlight } from "./single-flight.ts";

test("callers with the same key share one run; another key or a later call has its own run", async () => {
  const flights = createSingleFlight<number>();
  let runs = 0;
  const work = async () => {
    runs += 1;
    const run = runs;
    await new Promise(setImmediate);
    return run;
  };
  const together = [flights.run("a", work), flights.run("a", work), flights.run("b", work)];
  expect([flights.size(), flights.isRunning("a"), flights.isRunning("c")]).toEqual([2, true, false]);
  expect(await Promise.all(together)).toEqual([1, 1, 2]);
  expect(await flights.run("a", work)).toBe(3);
  expect(flights.size()).toBe(0);
});

test("a failure reaches every caller that shares the run and is not cached", async () => {
  const flights = createSingleFlight<string>();
  const failing = () => Promise.reject(new Error("broken"));
  const together = await Promise.allSettled([flights.run("a", failing), flights.run("a", failing)]);
  expect(together.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await flights.run("a", async () => "whole")).toBe("whole");
});
