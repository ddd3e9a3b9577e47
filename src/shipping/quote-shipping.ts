/**
 * Design note. Prices come from the built-in table or from a courier platform. A platform may be slow or down when a
 * buyer wants to pay, so its answers are cached for a short time by route and parcel, and after a failure the table
 * prices the parcel: the buyer pays exactly what is shown, and the shop bears the difference to what its courier asks.
 * The failure is cached too, because the price is computed again when the order is placed and must not differ without
 * reason. If it differs anyway, the digest of the quote refuses the order and the buyer sees the new price.
 */
import type { Config } from "#lib/config.ts";
import type { RatesSource } from "#lib/config/shipping.ts";
import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { createSingleFlight } from "#lib/single-flight.ts";
import { zoneOfProvince } from "#lib/time.ts";
import { shippingRefusals } from "./contract.ts";
import type { MeasuredOption, ShippingOption, ShippingRequest } from "./provider.ts";
import { isInstant, isPickupTime, servesInstantly, type ShopPickup } from "./instant-rules.ts";
import { findUsualDays } from "./lanes/usual-days.ts";
import { callPlatform } from "./providers/call-platform.ts";
import { findPlatform } from "./providers/find-provider.ts";
import { biteshipCouriers } from "./providers/biteship/rules.ts";
import { rajaongkirCouriers } from "./providers/rajaongkir/rules.ts";
import { maxCachedRates, platformIds, ratesTtl, type PlatformId } from "./providers/rules.ts";
import { findOrigin, findProductParcel, findRegencyOfAddress, regencyExists } from "./queries.ts";
import { findRates } from "./tariffs/find-rates.ts";
import type { Rate } from "./tariffs/rules.ts";
import { chargeableKg, isPickup } from "./rules.ts";
import { quoteByTariff, sortOptions } from "./tariff-provider.ts";

type Parts = Pick<Context, "config" | "log">;

/** Whether prices need no network. If not, {@link quoteShipping} must not be called while a transaction is open. */
export function isQuoteLocal({ shipping }: Config): boolean {
  const sources = [shipping.rates.standard, ...Object.values(shipping.rates.of)];
  return shipping.biteship === undefined && sources.every((source) => source === "table");
}

/** Who prices this courier's parcels here; a platform only for couriers that it knows. */
function sourceOf({ shipping }: Config, courier: string): RatesSource {
  if (isInstant(courier)) return shipping.biteship ? "biteship" : "table";
  const [company = ""] = courier.split("-");
  const source = shipping.rates.of[company] ?? shipping.rates.standard;
  return source !== "table" && Object.hasOwn(couriersOf[source], courier) ? source : "table";
}

/**
 * Whether the table prices this courier's parcels here, so that the price is known without asking anybody. The buyer
 * who collects the goods pays no shipping, so that is no price of a courier.
 */
export function isPricedByTable(config: Config, courier: string): boolean {
  return !isInstant(courier) && !isPickup(courier) && sourceOf(config, courier) === "table";
}

const couriersOf: Readonly<Record<PlatformId, object>> = { biteship: biteshipCouriers, rajaongkir: rajaongkirCouriers };

/**
 * The couriers of a parcel, the cheapest first and pick-up last; none when no courier serves the route. The shop's own
 * courier and pick-up always have the price of the table. `rates` are the imported tariffs that count for it.
 */
export async function quoteShipping(
  parts: Parts,
  asked: ShippingRequest,
  rates: readonly Rate[] = [],
): Promise<ShippingOption[]> {
  const couriers = servedCouriers(asked);
  // Nobody else learns where the buyer lives to a metre.
  const request = { ...asked, couriers, points: couriers.some(isInstant) ? asked.points : null };
  const byTable = quoteByTariff(request, rates);
  if (isQuoteLocal(parts.config)) return byTable;
  const answers = await Promise.all(
    platformIds.map(async (platform) => {
      const couriers = request.couriers.filter((courier) => sourceOf(parts.config, courier) === platform);
      const options = couriers.length > 0 ? await ratesOf(parts, platform, { ...request, couriers }) : null;
      return options === null ? [] : [{ couriers, options }];
    }),
  );
  const answered = answers.flat();
  const others = byTable.filter(({ courier }) => !answered.some(({ couriers }) => couriers.includes(courier)));
  return sortOptions([...others, ...answered.flatMap(({ options }) => options)]);
}

/** Without the instant couriers that do not go so far or carry so much. */
function servedCouriers({ couriers, points, items }: ShippingRequest): readonly string[] {
  const kg = chargeableKg(items);
  return couriers.filter(
    (courier) => !isInstant(courier) || (points && servesInstantly(courier, { ...points, kg, items })),
  );
}

/**
 * The two points between which instant couriers may be asked at this moment; null when one is missing or the shop hands
 * no parcels over.
 */
export function instantPoints(
  shop: { pickup?: ShopPickup | null | undefined; regencyCode: string },
  to: { lat: number | null; lng: number | null },
  now: Date,
): ShippingRequest["points"] {
  const { pickup, regencyCode } = shop;
  if (!pickup?.point || to.lat === null || to.lng === null) return null;
  if (!isPickupTime(pickup, zoneOfProvince(regencyCode.slice(0, 2)), now)) return null;
  return { from: pickup.point, to: { lat: to.lat, lng: to.lng } };
}

type Cached = { until: number; options: ShippingOption[] | null };
type Cache = { stored: Map<string, Cached>; running: ReturnType<typeof createSingleFlight<ShippingOption[] | null>> };
// For each installation of a process, because tests have several.
const caches = new WeakMap<Config, Cache>();

/** The platform's options, or null when it has no answer in time. */
async function ratesOf(
  { config, log }: Parts,
  platform: PlatformId,
  request: ShippingRequest,
): Promise<ShippingOption[] | null> {
  const key = JSON.stringify([platform, request]);
  const cache = caches.get(config) ?? { stored: new Map<string, Cached>(), running: createSingleFlight() };
  caches.set(config, cache);
  const known = cache.stored.get(key);
  if (known && known.until > performance.now()) return known.options;
  return cache.running.run(key, async () => {
    const options = await askPlatform();
    const ttl = options ? ratesTtl.answered : ratesTtl.failed;
    cache.stored.delete(key);
    cache.stored.set(key, { until: performance.now() + ttl, options });
    const [oldest] = cache.stored.keys();
    if (cache.stored.size > maxCachedRates && oldest !== undefined) cache.stored.delete(oldest);
    return options;
  });

  async function askPlatform(): Promise<ShippingOption[] | null> {
    const provider = findPlatform(config, platform);
    const { originPostcode, destinationPostcode } = request;
    // A shop without address, or a visitor who looks only at a city: the platform could not say a price.
    if (!provider || !originPostcode || !destinationPostcode) return null;
    try {
      return await callPlatform(config, platform, "rates", () =>
        provider.rates({ ...request, originPostcode, destinationPostcode }),
      );
    } catch (error) {
      log.warn({ err: error }, "a courier platform gave no prices; buyers pay the built-in tariffs");
      return null;
    }
  }
}

type QuoteRequest = {
  shopId: string;
  addressId?: string | undefined;
  regencyCode?: string | undefined;
  weightG?: number | undefined;
  productSlug?: string | undefined;
  quantity: number;
};

/**
 * The prices of a shop's couriers to an address of this user, or to any regency. The parcel is a product of the shop or
 * a weight in grams. Refuses an unknown shop, an unknown or another person's address, and a product of another shop.
 */
export async function quoteForShop(
  parts: Parts & { db: Queryable },
  question: QuoteRequest,
  userId: string | null,
  now: Date,
): Promise<MeasuredOption[]> {
  const { db } = parts;
  const origin = await findOrigin(db, question.shopId);
  if (!origin) throw new Refusal(requestRefusals.notFound);
  const address = question.addressId && userId ? await findRegencyOfAddress(db, question.addressId, userId) : undefined;
  const destination = question.addressId ? address?.regencyCode : question.regencyCode;
  if (!destination || !(await regencyExists(db, destination))) throw new Refusal(shippingRefusals.destinationUnknown);
  const item = question.productSlug
    ? await findProductParcel(db, question.shopId, question.productSlug)
    : { weightG: question.weightG ?? 1000, lengthCm: null, widthCm: null, heightCm: null };
  if (!item) throw new Refusal(requestRefusals.notFound);
  const request = {
    originRegency: origin.regencyCode,
    originPostcode: origin.postcode,
    destinationRegency: destination,
    destinationDistrict: address?.districtCode ?? null,
    destinationPostcode: address?.postcode ?? null,
    couriers: origin.couriers,
    items: [{ ...item, quantity: question.quantity }],
    points: address ? instantPoints(origin, address, now) : null,
  };
  const options = await quoteShipping(parts, request, await findRates(db, [request], now));
  const usualDays = await findUsualDays(db, [origin.regencyCode], destination);
  return options.map((option) => ({ ...option, usual: usualDays(origin.regencyCode, option.courier) }));
}
