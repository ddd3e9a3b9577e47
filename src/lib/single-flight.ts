/** Running work by key. Callers that want the same result at the same time share one promise. */
export type SingleFlight<T> = {
  /**
   * Runs `work`, or joins the run under this key. A failure reaches all callers of that run; the next call runs again.
   */
  run(key: string, work: () => Promise<T>): Promise<T>;
  isRunning(key: string): boolean;
  /** The number of running keys. */
  size(): number;
};

/** Shares work only while it is running. Results are not stored. */
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
