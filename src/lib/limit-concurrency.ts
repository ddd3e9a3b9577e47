import { Refusal, serverRefusals } from "./refusal.ts";

/**
 * Makes a function that runs asynchronous work, at most `maxRunning` pieces at once. Further work waits, first come
 * first served. Refuses with `server.busy` when `maxWaiting` pieces are waiting already.
 */
export function limitConcurrency({ maxRunning, maxWaiting }: { maxRunning: number; maxWaiting: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < maxRunning) running += 1;
    else {
      if (waiting.length >= maxWaiting) throw new Refusal(serverRefusals.busy);
      // The work that ends gives its place to this one, so `running` does not change.
      await new Promise<void>((start) => waiting.push(start));
    }
    try {
      return await work();
    } finally {
      const startNext = waiting.shift();
      if (startNext) startNext();
      else running -= 1;
    }
  };
}
