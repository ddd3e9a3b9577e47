/**
 * Runs `work` for each item, one after the other. When an item fails, the others still run. The first error is thrown
 * at the end, so that the job fails and is retried.
 */
export async function runEach<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/**
 * Calls `deleteSome(limit)` until it deletes fewer rows than `limit`. One statement for too many rows would reach the
 * statement timeout at every attempt.
 */
export async function inBatches(deleteSome: (limit: number) => Promise<number>, limit = 10_000): Promise<void> {
  while ((await deleteSome(limit)) === limit);
}
