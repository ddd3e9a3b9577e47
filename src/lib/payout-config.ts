/** Who sends withdrawals and refunds to bank accounts. */
export type PayoutConfig = { provider: "simulator" | "manual" };

/** Reads the settings of payouts. `refuse` makes the error of a wrong setting. */
export function readPayoutConfig(
  env: Record<string, string | undefined>,
  { production, demo }: { production: boolean; demo: boolean },
  refuse: (sentence: string) => Error,
): PayoutConfig {
  const isReal = production && !demo;
  const named = env.PAYOUT_PROVIDER || (isReal ? "manual" : "simulator");
  const provider = (["simulator", "manual"] as const).find((one) => one === named);
  if (!provider) throw refuse(`PAYOUT_PROVIDER must be one of simulator, manual, not "${named}".`);
  if (provider === "simulator" && isReal)
    throw refuse("PAYOUT_PROVIDER=simulator sends no money and is refused when NODE_ENV=production without DEMO=1.");
  return { provider };
}
