/** Settings of the payment providers. */
import { readTransferAccounts, type TransferAccount } from "./transfer.ts";
import { readServiceUrl } from "./secure-url.ts";

const paymentProviderIds = ["simulator", "manual", "midtrans", "xendit", "cod"] as const;
type PaymentProviderId = (typeof paymentProviderIds)[number];

export type MidtransConfig = {
  serverKey: string;
  /** The Core API and the payment page; those of the sandbox have other hosts. */
  url: URL;
  snapUrl: URL;
};
export type XenditConfig = {
  secretKey: string;
  /** Notifications carry one of these: the current token, and the previous one while it is changed. */
  callbackTokens: readonly string[];
  url: URL;
};
export type PaymentsConfig = {
  /** Who charges new payments, the preferred first. Empty in production until the operator chooses. */
  providers: readonly PaymentProviderId[];
  /** Methods that another provider serves than the preferred one, or nobody (`off`). */
  methods: ReadonlyMap<string, PaymentProviderId | "off">;
  /** Set as soon as there is a key, also when it charges no new payments: earlier ones stay with it. */
  midtrans: MidtransConfig | undefined;
  xendit: XenditConfig | undefined;
  /** Bank accounts of the marketplace to which buyers transfer; operators match the transfers. */
  transferAccounts: readonly TransferAccount[];
};

type Env = Record<string, string | undefined>;

/**
 * Reads the payment providers. `wrong` makes the error for an invalid setting. The simulator and cash on delivery are
 * the default outside production and in a demo; the simulator is refused elsewhere.
 */
export function readPaymentsConfig(
  env: Env,
  mode: { production: boolean; demo: boolean },
  wrong: (sentence: string) => Error,
): PaymentsConfig {
  const isProvider = (name: string): name is PaymentProviderId => paymentProviderIds.some((one) => one === name);
  const address = (name: string, fallback: string): URL => readServiceUrl(env, name, fallback, wrong);
  const secret = (name: string): string | undefined => {
    const value = env[name] || undefined;
    if (value && !/^[\x21-\x7e]{8,300}$/.test(value))
      throw wrong(`${name} must be the key as the provider shows it, without spaces.`);
    return value;
  };

  const serverKey = secret("MIDTRANS_SERVER_KEY");
  const midtrans: MidtransConfig | undefined = serverKey
    ? {
        serverKey,
        url: address("MIDTRANS_URL", "https://api.midtrans.com"),
        snapUrl: address("MIDTRANS_SNAP_URL", "https://app.midtrans.com"),
      }
    : undefined;
  const secretKey = secret("XENDIT_SECRET_KEY");
  const token = secret("XENDIT_CALLBACK_TOKEN");
  const previousToken = secret("XENDIT_PREVIOUS_CALLBACK_TOKEN");
  if (secretKey && !token)
    throw wrong("XENDIT_CALLBACK_TOKEN must be set together with XENDIT_SECRET_KEY: notifications carry it.");
  const xendit: XenditConfig | undefined =
    secretKey && token
      ? {
          secretKey,
          callbackTokens: previousToken ? [token, previousToken] : [token],
          url: address("XENDIT_URL", "https://api.xendit.co"),
        }
      : undefined;

  const transferAccounts = readTransferAccounts(env, wrong);
  const named = (env.PAYMENT_PROVIDERS ?? "").split(/[\s,]+/).filter(Boolean);
  const maySimulate = !mode.production || mode.demo;
  const providers = named.map((name) => {
    if (!isProvider(name))
      throw wrong(`PAYMENT_PROVIDERS must name some of ${paymentProviderIds.join(", ")}, not "${name}".`);
    if (name === "simulator" && !maySimulate)
      throw wrong("PAYMENT_PROVIDERS must not name the simulator in production: its money is invented.");
    if (name === "midtrans" && !midtrans)
      throw wrong("PAYMENT_PROVIDERS names midtrans, so MIDTRANS_SERVER_KEY is needed.");
    if (name === "xendit" && !xendit)
      throw wrong("PAYMENT_PROVIDERS names xendit, so XENDIT_SECRET_KEY and XENDIT_CALLBACK_TOKEN are needed.");
    if (name === "manual" && transferAccounts.length === 0)
      throw wrong("PAYMENT_PROVIDERS names manual, so MANUAL_BANK_ACCOUNTS is needed.");
    return name;
  });
  if (named.length === 0 && maySimulate) providers.push("simulator");
  if (named.length === 0 && transferAccounts.length > 0) providers.push("manual");
  if (named.length === 0 && maySimulate) providers.push("cod");

  const methods = new Map<string, PaymentProviderId | "off">();
  for (const pair of (env.PAYMENT_METHODS ?? "").split(/[\s,]+/).filter(Boolean)) {
    const [, method = "", by = ""] = /^([a-z_]{1,30})=([a-z]{1,20})$/.exec(pair) ?? [];
    if (by !== "off" && !providers.some((one) => one === by))
      throw wrong(
        `PAYMENT_METHODS must have pairs such as qris=midtrans or card=off, of providers in PAYMENT_PROVIDERS, not "${pair}".`,
      );
    methods.set(method, by as PaymentProviderId | "off");
  }
  return { providers: [...new Set(providers)], methods, midtrans, xendit, transferAccounts };
}
