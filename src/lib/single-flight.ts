/** Work that is running, by key: callers that want the same thing at the same time share one promise. */
export type SingleFlight<T> = {
  /** Runs `work`, or joins the work that is running under this key. A failure is everybody's; the next call tries again. */
  run(key: string, work: () => Promise<T>): Promise<T>;
  isRunning(key: string): boolean;
  /** How many keys are running. */
  size(): number;
};

/** Shares work only while it is running: results are not kept. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const running = new Map<string, Promise<T>>();
  return {
    run(key, work) {
      const joined = running.get(key);
      if (joined) return joined;
      const started = work().finally(() => running.delete(key));
      running.set(key, started);
      return started;
    },
    isRunning: (key) => running.has(key),
    size: () => running.size,
  };
}
