import { readServiceUrl } from "./secure-url.ts";

/** Settings of who sends withdrawals and refunds to bank accounts. Xendit's keys are those of its payments. */

const payoutProviderIds = ["simulator", "manual", "xendit", "midtrans"] as const;

/** Midtrans' payouts (Iris) have two keys, and a third one that signs notifications. */
export type MidtransPayoutConfig = { creatorKey: string; approverKey: string; merchantKey: string; url: URL };

export type PayoutConfig = {
  provider: (typeof payoutProviderIds)[number];
  /** Set as soon as there are keys, also when it sends no new payouts: earlier ones stay with it. */
  midtrans: MidtransPayoutConfig | undefined;
};

/** Reads the settings of payouts. `wrong` makes the error of an invalid setting. */
export function readPayoutConfig(
  env: Record<string, string | undefined>,
  { production, demo, hasXendit }: { production: boolean; demo: boolean; hasXendit: boolean },
  wrong: (sentence: string) => Error,
): PayoutConfig {
  const isReal = production && !demo;
  const named = env.PAYOUT_PROVIDER || (isReal ? "manual" : "simulator");
  const provider = payoutProviderIds.find((one) => one === named);
  if (!provider) throw wrong(`PAYOUT_PROVIDER must be one of ${payoutProviderIds.join(", ")}, not "${named}".`);
  if (provider === "simulator" && isReal)
    throw wrong("PAYOUT_PROVIDER=simulator sends no money and is refused when NODE_ENV=production without DEMO=1.");
  if (provider === "xendit" && !hasXendit)
    throw wrong("PAYOUT_PROVIDER is xendit, so XENDIT_SECRET_KEY and XENDIT_CALLBACK_TOKEN are needed.");
  const midtrans = readMidtrans(env, wrong);
  if (provider === "midtrans" && !midtrans)
    throw wrong("PAYOUT_PROVIDER is midtrans, so MIDTRANS_PAYOUT_CREATOR_KEY and the two other keys are needed.");
  return { provider, midtrans };
}

function readMidtrans(
  env: Record<string, string | undefined>,
  wrong: (sentence: string) => Error,
): MidtransPayoutConfig | undefined {
  const keys = {
    MIDTRANS_PAYOUT_CREATOR_KEY: env.MIDTRANS_PAYOUT_CREATOR_KEY || "",
    MIDTRANS_PAYOUT_APPROVER_KEY: env.MIDTRANS_PAYOUT_APPROVER_KEY || "",
    MIDTRANS_PAYOUT_MERCHANT_KEY: env.MIDTRANS_PAYOUT_MERCHANT_KEY || "",
  };
  if (Object.values(keys).every((key) => key === "")) return undefined;
  for (const [name, key] of Object.entries(keys))
    if (!/^[\x21-\x7e]{8,300}$/.test(key))
      throw wrong(`${name} must be the key as the provider shows it, without spaces, together with the two others.`);
  const url = readServiceUrl(env, "MIDTRANS_PAYOUT_URL", "https://app.midtrans.com/iris/api/v1", wrong);
  return {
    creatorKey: keys.MIDTRANS_PAYOUT_CREATOR_KEY,
    approverKey: keys.MIDTRANS_PAYOUT_APPROVER_KEY,
    merchantKey: keys.MIDTRANS_PAYOUT_MERCHANT_KEY,
    url,
  };
}
