/** Lets at most `most` pieces of work run at once; the others wait in order, at most `waiting` of them. */
export function createTurns(most: number, waiting: number) {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    /** True when no more work is taken on. */
    full: () => queue.length >= waiting,
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running >= most) await new Promise<void>((turn) => queue.push(turn));
      else running += 1;
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
