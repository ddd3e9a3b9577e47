import { parseArgs } from "node:util";

export type SeedOptions = {
  products: number;
  shops: number;
  /** About so many orders. */
  orders: number;
  /** Buyers. */
  users: number;
  /** Entries of the audit log. */
  auditEntries: number;
  /** The same seed, numbers and day give the same rows. */
  seed: number;
  /** Noon of the day that is today for the seeded data, in Jakarta. */
  today: Date;
};

/** A sentence for the person who typed the command. */
export class SeedProblem extends Error {}

const largest = 5_000_000;

/** Reads the options of `npm run seed`. Throws a {@link SeedProblem} for a wrong one. */
export function readSeedOptions(words: readonly string[], now: Date): SeedOptions {
  const text = { type: "string" } as const;
  let values;
  try {
    ({ values } = parseArgs({
      args: [...words],
      options: { products: text, shops: text, orders: text, users: text, audit: text, seed: text, date: text },
    }));
  } catch (error) {
    throw new SeedProblem((error as Error).message, { cause: error });
  }
  const number = (name: keyof typeof values, otherwise: number, least: number) => {
    const given = values[name];
    if (given === undefined) return otherwise;
    const read = /^\d{1,7}$/.test(given) ? Number(given) : Number.NaN;
    if (!(read >= least && read <= largest))
      throw new SeedProblem(`--${name} must be a whole number from ${least} to ${largest}.`);
    return read;
  };
  const products = number("products", 10_000, 1);
  const day = values.date ?? now.toISOString().slice(0, 10);
  const today = new Date(`${day}T05:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(today.getTime()))
    throw new SeedProblem("--date must be a day such as 2026-11-22.");
  const orders = number("orders", products, 0);
  return {
    products,
    shops: Math.min(number("shops", Math.max(1, Math.ceil(products / 20)), 1), products),
    orders,
    users: number("users", Math.max(100, Math.ceil(orders / 4)), 1),
    auditEntries: number("audit", Math.ceil(orders / 4), 0),
    seed: number("seed", 1, 0),
    today,
  };
}
