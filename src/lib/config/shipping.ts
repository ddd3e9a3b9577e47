import { readServiceUrl } from "./secure-url.ts";

/** Settings of the courier platforms. */

const trackingPlatforms = ["biteship", "rajaongkir"] as const;
type TrackingPlatform = (typeof trackingPlatforms)[number];

export type BiteshipConfig = {
  key: string;
  url: URL;
  /** The header that each notification carries, in lower case, and the secret in it. */
  notificationHeader: string;
  notificationSecret: string;
};
export type RajaongkirConfig = { key: string; url: URL };
/** Who prices parcels. */
export const ratesSources = ["table", "biteship", "rajaongkir"] as const;
export type RatesSource = (typeof ratesSources)[number];

export type ShippingConfig = {
  /** Whose prices buyers pay: the tariff table's, or a platform's; of each courier company, and of all others. */
  rates: { standard: RatesSource; of: Readonly<Record<string, RatesSource>> };
  /** Who reads the scans of parcels, the preferred first. */
  tracking: readonly TrackingPlatform[];
  /** Set as soon as there is a key, because parcels that were booked before stay with the platform. */
  biteship: BiteshipConfig | undefined;
  rajaongkir: RajaongkirConfig | undefined;
};

type Env = Record<string, string | undefined>;

/** Reads the settings of couriers. `wrong` makes the error for an invalid setting. */
export function readShippingConfig(env: Env, wrong: (sentence: string) => Error): ShippingConfig {
  const address = (name: string, fallback: string): URL => readServiceUrl(env, name, fallback, wrong);
  const secret = (name: string, minLength: number): string | undefined => {
    const value = env[name] || undefined;
    if (value && !(value.length >= minLength && value.length <= 500 && /^[\x21-\x7e]+$/.test(value)))
      throw wrong(`${name} must have ${minLength} to 500 characters without spaces.`);
    return value;
  };
  const key = secret("BITESHIP_API_KEY", 8);
  const notificationSecret = secret("BITESHIP_WEBHOOK_SECRET", 16);
  if (key && !notificationSecret)
    throw wrong("BITESHIP_WEBHOOK_SECRET must be set together with BITESHIP_API_KEY: notifications carry it.");
  const notificationHeader = (env.BITESHIP_WEBHOOK_HEADER || "x-biteship-secret").toLowerCase();
  if (!/^x-[a-z0-9-]{1,60}$/.test(notificationHeader))
    throw wrong(`BITESHIP_WEBHOOK_HEADER must be a header that begins with x-, not "${notificationHeader}".`);
  const biteship =
    key && notificationSecret
      ? { key, url: address("BITESHIP_URL", "https://api.biteship.com"), notificationHeader, notificationSecret }
      : undefined;
  const rajaongkirKey = secret("RAJAONGKIR_API_KEY", 8);
  const rajaongkir = rajaongkirKey
    ? { key: rajaongkirKey, url: address("RAJAONGKIR_URL", "https://rajaongkir.komerce.id/api/v1") }
    : undefined;

  const rates: { standard: RatesSource; of: Record<string, RatesSource> } = { standard: "table", of: {} };
  for (const text of (env.SHIPPING_RATES ?? "").split(/[\s,]+/).filter(Boolean)) {
    const [named, company, ...more] = text.split("=").toReversed();
    const source = ratesSources.find((one) => one === named);
    if (!source || more.length > 0 || (company !== undefined && !/^[a-z]{2,20}$/.test(company)))
      throw wrong(
        `SHIPPING_RATES must be one of ${ratesSources.join(", ")}, or name it by courier as jne=biteship, not "${text}".`,
      );
    if (company === undefined) rates.standard = source;
    else rates.of[company] = source;
  }
  const usesRates = (source: RatesSource) => rates.standard === source || Object.values(rates.of).includes(source);
  const tracking = (env.SHIPPING_TRACKING ?? "")
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((name): TrackingPlatform => {
      const platform = trackingPlatforms.find((one) => one === name);
      if (!platform) throw wrong(`SHIPPING_TRACKING must name some of ${trackingPlatforms.join(", ")}, not "${name}".`);
      return platform;
    });
  if ((usesRates("biteship") || tracking.includes("biteship")) && !biteship)
    throw wrong("Biteship is chosen, so BITESHIP_API_KEY and BITESHIP_WEBHOOK_SECRET are needed.");
  if ((usesRates("rajaongkir") || tracking.includes("rajaongkir")) && !rajaongkir)
    throw wrong("RajaOngkir is chosen, so RAJAONGKIR_API_KEY is needed.");
  return { rates, tracking: [...new Set(tracking)], biteship, rajaongkir };
}
