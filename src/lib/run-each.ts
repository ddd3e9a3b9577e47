/**
 * Runs `work` for each item, one after the other. An item that fails does not keep the others from their turn; the first
 * error is thrown at the end, so that a job fails and is tried again.
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
 * Calls `deleteSome(limit)` until it deletes fewer rows than it may: one statement for all would exceed the statement
 * timeout once there are too many rows, and then fail each time.
 */
export async function inBatches(deleteSome: (limit: number) => Promise<number>, limit = 10_000): Promise<void> {
  while ((await deleteSome(limit)) === limit);
}
