import { createHash } from "node:crypto";
import { formatPhone } from "#accounts/phone/rules.ts";
import { guessShops, isGuessOf, rememberShops } from "#cart/recent-shops.ts";
import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { alreadyChecked, type SessionCheck } from "#lib/http/endpoint.ts";
import { Refusal } from "#lib/refusal.ts";
import { addDuration, zoneOfProvince } from "#lib/time.ts";
import { paymentRefusals } from "#payments/contract.ts";
import { readFeesOfDay } from "#payments/fees/read-fees.ts";
import { codMethod, paymentMethod } from "#payments/rules.ts";
import type { CashbackShare } from "#promotions/vouchers/combination-rules.ts";
import {
  findVouchers,
  readOfferedVouchers,
  type PurchaseVouchers,
  type VoucherChoice,
} from "#promotions/vouchers/find-vouchers.ts";
import { codeProblemJson, purchaseVoucherJson } from "#promotions/vouchers/voucher-json.ts";
import { instantProblem, instantPromise, isInstant } from "#shipping/instant-rules.ts";
import type { UsualDays } from "#shipping/lanes/rules.ts";
import { findUsualDays, usualDaysOf } from "#shipping/lanes/usual-days.ts";
import { instantPoints, quoteShipping } from "#shipping/quote-shipping.ts";
import { findRates } from "#shipping/tariffs/find-rates.ts";
import type { Rate } from "#shipping/tariffs/rules.ts";
import { courierOf } from "#shipping/rules.ts";
import { scanSourceOf } from "#shipping/scan-sources.ts";
import { codFactsOf, codLimits, codProblem, needsPhone } from "./cod-rules.ts";
import type { PlacedPurchase, Quote } from "./contract.ts";
import { checkoutRefusals } from "./contract.ts";
import { lineJson, problemJson } from "./preview-checkout.ts";
import {
  findCodHistory,
  findQuoteAddress,
  findSamePurchase,
  listCheckoutLines,
  type BuyerAddress,
  type BuyNow,
  type SamePurchase,
} from "./queries.ts";
import {
  isTotalProblem,
  isBuyable,
  priceCheckout,
  defaultPaymentMethod,
  purchaseName,
  samePurchaseDuration,
  type CheckoutLine,
  type CourierOffer,
  type PricedCheckout,
  type PricedShop,
  type VoucherMode,
} from "./rules.ts";
import { discountsOf, purchaseOf } from "./voucher-rules.ts";

export type CheckoutChoice = {
  addressId?: string | undefined;
  shipping: Readonly<Record<string, string>>;
  paymentMethod?: string | undefined;
  /** Prices this product instead of the selected lines of the cart. */
  buy?: BuyNow | undefined;
  /** The shops whose parcels are insured. */
  insured?: readonly string[] | undefined;
  /** Default: the combination that saves most. */
  vouchers?: VoucherChoice | undefined;
};

/**
 * Prices a buyer's selected cart lines or one product, to the given address or the main one, with the chosen or the
 * cheapest couriers. An unknown address and another person's address are refused alike. Asks couriers, so never call it
 * in a transaction. `session` is checked before anything of the buyer is used.
 */
export async function quoteCheckout(
  context: Pick<Context, "db" | "config" | "log">,
  buyerId: string,
  choice: CheckoutChoice,
  now: Date,
  session: SessionCheck = alreadyChecked,
): Promise<Quote> {
  const { db } = context;
  const method = choice.paymentMethod ?? defaultPaymentMethod;
  if (!paymentMethod(method)) throw new Refusal(paymentRefusals.methodUnknown);
  const chosen = choice.vouchers ?? { ids: undefined, codes: [] };
  const guess = guessShops(buyerId);
  const offeredOf = (one: Queryable, shopIds: readonly string[]) =>
    readOfferedVouchers(one, { buyerId, shopIds, ids: chosen.ids ?? [], now });
  const [{ serviceFee }, [, lines, found, codHistory, guessed, same]] = await Promise.all([
    readFeesOfDay(db, now),
    db.together((one) =>
      Promise.all([
        session.require(one),
        listCheckoutLines(one, buyerId, choice.buy),
        findQuoteAddress(one, buyerId, choice.addressId, { provinces: guess?.provinces ?? [], now }),
        findCodHistory(one, buyerId, addDuration(now, -codLimits().window)),
        guess && offeredOf(one, guess.shopIds),
        // What a cart bought is not in it any more.
        choice.buy && findSamePurchase(one, buyerId, purchaseName(choice.buy), addDuration(now, -samePurchaseDuration)),
      ]),
    ),
  ]);
  const address = found?.address;
  if (choice.addressId && !address)
    throw new Refusal(checkoutRefusals.addressUnknown, { address_id: ["Pilih alamat pengiriman."] });
  const buyable = lines.filter(isBuyable);
  rememberShops(buyerId, buyable);
  const isComplete = found?.destination.hasRates === false && guess !== undefined && isGuessOf(guess, buyable);
  const [rates, usualDays, offered] =
    isComplete && guessed
      ? [[], usualDaysOf(found.destination.lanes), guessed]
      : await db.together((one) =>
          Promise.all([
            address ? findRates(one, parcelsOf(buyable, address, now), now) : [],
            address
              ? findUsualDays(
                  one,
                  buyable.map(({ originRegency }) => originRegency),
                  address.regencyCode,
                )
              : () => null,
            offeredOf(
              one,
              buyable.map(({ shopId }) => shopId),
            ),
          ]),
        );
  const offers = await offersOf({ ...context, rates }, lines, address, now);
  const input = { lines, offers, choice: choice.shipping, insured: choice.insured ?? [], serviceFee };
  const vouchers = await findVouchers(context, purchaseOf(priceCheckout(input).shops, buyerId, now), chosen, offered);
  const priced = priceCheckout({ ...input, discounts: () => discountsOf(vouchers.adjustments) });
  const hasScans = (courier: string) => scanSourceOf(context.config, courier) !== null;
  const codFacts = codFactsOf(priced, codHistory, hasScans);
  return viewQuote(priced, {
    usualDays,
    address,
    method,
    codProblem: codProblem(codFacts),
    codNeedsPhone: needsPhone(codFacts),
    hasScans,
    vouchers,
    mode: chosen.ids ? "own" : "best",
    hasInstant: context.config.shipping.biteship !== undefined,
    same,
    declined: declinedOf(choice, priced, {
      hasAddress: address !== undefined,
      codProblem: codProblem(codFacts),
      vouchers,
    }),
    now,
  });
}

/** What of a choice is not possible, as sentences. Without an address couriers and cash are not decided yet. */
function declinedOf(
  { shipping, insured = [], paymentMethod: method, vouchers: chosen }: CheckoutChoice,
  { shops }: PricedCheckout,
  facts: { hasAddress: boolean; codProblem: string | null; vouchers: PurchaseVouchers },
): string[] {
  if (!facts.hasAddress) return [];
  const couriers = shops.flatMap(({ shopId, name, chosen: used }) => {
    const wanted = shipping[shopId];
    if (wanted === undefined || !used || wanted === used.courier) return [];
    return `${name}: ${courierOf(wanted)?.name ?? "kurir pilihan Anda"} tidak mengantar ke alamat ini, jadi kami pilih ${used.name}.`;
  });
  const insurances = shops
    .filter(({ shopId, premium }) => premium === null && insured.includes(shopId))
    .map(({ name, chosen: used }) => `${name}: ${used?.name ?? "kurirnya"} tidak mengasuransikan paket.`);
  const cash = method === codMethod.id && facts.codProblem !== null ? [facts.codProblem] : [];
  const refused = facts.vouchers.offers.flatMap(({ voucher, isChosen, problem }) =>
    problem && !isChosen && chosen?.ids?.includes(voucher.id) ? `Voucher ${voucher.code}: ${problem.text}` : [],
  );
  return [...couriers, ...insurances, ...cash, ...refused];
}

/**
 * Courier offers by shop, for the shops whose lines can be bought; null without an address. May ask another server
 * unless prices are local (`isQuoteLocal`). `ratesAt` is when imported tariffs must count; null for the built-in table
 * alone, which needs no statement. The caller gives `rates` when it has read them, else `db` to read them with.
 */
export async function offersOf(
  parts: Pick<Context, "config" | "log"> & ({ db: Queryable } | { rates: readonly Rate[] }),
  lines: readonly CheckoutLine[],
  address: BuyerAddress | undefined,
  ratesAt: Date | null,
): Promise<ReadonlyMap<string, CourierOffer[]> | null> {
  if (!address) return null;
  const parcels = parcelsOf(lines.filter(isBuyable), address, ratesAt);
  const known = "rates" in parts ? parts.rates : undefined;
  const rates = known ?? (ratesAt && "db" in parts ? await findRates(parts.db, parcels, ratesAt) : []);
  const offers = await Promise.all(
    parcels.map(async ({ shopId, ...request }): Promise<[string, CourierOffer[]]> => {
      return [shopId, await quoteShipping(parts, request, rates)];
    }),
  );
  return new Map(offers);
}

/** The parcels of lines that can be bought, one of each shop. */
function parcelsOf(lines: readonly CheckoutLine[], address: BuyerAddress, ratesAt: Date | null) {
  return [...Map.groupBy(lines, (line) => line.shopId)].flatMap(([shopId, items]) =>
    items.slice(0, 1).map((first) => ({
      shopId,
      originRegency: first.originRegency,
      originPostcode: first.originPostcode,
      destinationRegency: address.regencyCode,
      destinationDistrict: address.districtCode,
      destinationPostcode: address.postcode,
      couriers: first.couriers,
      items: items.map(parcelItem),
      points: ratesAt && pointsOf(first, items, address, ratesAt),
    })),
  );
}

/** Goods that must be made first cannot be fetched today. */
function pointsOf(shop: CheckoutLine, items: readonly CheckoutLine[], address: BuyerAddress, now: Date) {
  if (items.some(({ preorderDays }) => preorderDays !== null)) return null;
  return instantPoints({ pickup: shop.pickup, regencyCode: shop.originRegency }, address, now);
}

/** What a courier knows of a line. */
function parcelItem({ weightG, lengthCm, widthCm, heightCm, quantity, price }: CheckoutLine) {
  return { weightG, lengthCm, widthCm, heightCm, quantity, price };
}

/**
 * SHA-256 in hexadecimal of everything that was priced or promised: goods, quantities, prices, parcels, couriers,
 * discounts, fees, destination, cashback, days of preparation.
 */
export function digestOf(
  priced: PricedCheckout,
  address: Pick<BuyerAddress, "id" | "regencyCode"> | undefined,
  cashbacks: readonly CashbackShare[],
): string {
  const facts = [
    address ? [address.id, address.regencyCode] : null,
    priced.shops.map((shop) => [
      shop.shopId,
      shop.originRegency,
      shop.kg,
      shop.chosen ? [shop.chosen.courier, shop.chosen.price] : null,
      shop.lines.map((line) => [line.lineId, line.variantId, line.quantity, line.price, line.preorderDays]),
      shop.adjustments.map(({ lineId, kind, bearer, amount, source }) => [lineId, kind, bearer, amount, source]),
    ]),
    priced.goodsTotal,
    priced.shippingTotal,
    priced.total,
    cashbacks.map(({ voucherId, shopId, amount }) => [voucherId, shopId, amount]),
  ];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}

type QuoteFacts = {
  address: BuyerAddress | undefined;
  method: string;
  codProblem: string | null;
  codNeedsPhone: boolean;
  hasScans: (courier: string) => boolean;
  vouchers: PurchaseVouchers;
  mode: VoucherMode;
  /** Instant couriers can be ordered in this installation. */
  hasInstant: boolean;
  /** The same product was bought in this quantity. */
  same: SamePurchase | undefined;
  declined: string[];
  now: Date;
  /** By regency of the shop and courier. */
  usualDays: (origin: string, courier: string) => UsualDays | null;
};

/** What a buyer who pays now can rely on with an instant courier; null with every other. */
function promiseOf({ lines, originRegency }: PricedShop, { courier, eta }: CourierOffer, now: Date): string | null {
  const pickup = lines[0]?.pickup;
  if (!pickup || !isInstant(courier)) return null;
  return instantPromise(pickup, zoneOfProvince(originRegency.slice(0, 2)), eta, now);
}

function problemOf({ lines, options, originRegency }: PricedShop, to: BuyerAddress | undefined, now: Date) {
  const [first] = lines;
  if (!to || !first?.pickup || !first.couriers.some(isInstant) || options.some(({ courier }) => isInstant(courier)))
    return null;
  if (lines.some(({ preorderDays }) => preorderDays !== null)) return null;
  const zone = zoneOfProvince(originRegency.slice(0, 2));
  return instantProblem({ ...first.pickup, zone }, { hasPoint: to.lat !== null && to.lng !== null }, now);
}

/** A purchase that was made before, as the API gives it. */
export function placedJson(same: SamePurchase): PlacedPurchase {
  return {
    checkout_id: same.checkoutId,
    payment_id: same.paymentId,
    order_ids: same.orderIds,
    placed_at: new Date(same.placedAt).toISOString(),
    awaits_payment: same.awaitsPayment,
  };
}

function viewQuote(
  priced: PricedCheckout,
  { address, method, vouchers, mode, usualDays, now, ...facts }: QuoteFacts,
): Quote {
  const discounts = priced.shops.flatMap(({ shopId, adjustments }) =>
    adjustments.flatMap(({ kind, bearer, lineId, amount, source }) =>
      amount < 0 && bearer !== "buyer"
        ? [{ kind, bearer, shop_id: shopId, line_id: lineId, amount, voucher_id: source || null }]
        : [],
    ),
  );
  return {
    quote_id: digestOf(priced, address, vouchers.cashbacks),
    address: address
      ? {
          id: address.id,
          label: address.label,
          recipient: address.recipient,
          phone: formatPhone(address.phone),
          street: address.street,
          place: `${address.village}, ${address.district}, ${address.regency}, ${address.province}`,
          postcode: address.postcode,
        }
      : null,
    payment_method: method,
    cod_problem: facts.codProblem,
    cod_needs_phone: facts.codProblem !== null && facts.codNeedsPhone,
    shops: priced.shops.map((shop) => ({
      id: shop.shopId,
      slug: shop.slug,
      name: shop.name,
      city_name: shop.cityName,
      weight_kg: shop.kg,
      shipping_options: shop.options.map((option) => ({
        ...option,
        usual: usualDays(shop.originRegency, option.courier),
        promise: promiseOf(shop, option, now),
        cod: shop.hasCod && courierOf(option.courier)?.cod === true && facts.hasScans(option.courier),
      })),
      instant_problem: facts.hasInstant ? problemOf(shop, address, now) : null,
      courier: shop.chosen?.courier ?? null,
      goods_total: shop.goodsTotal,
      shipping_cost: shop.shippingCost,
      premium: shop.premium,
      is_insured: shop.isInsured,
      lines: shop.lines.map(lineJson),
    })),
    pieces: priced.shops.reduce((sum, shop) => sum + shop.lines.reduce((pieces, line) => pieces + line.quantity, 0), 0),
    goods_total: priced.goodsTotal,
    shipping_total: priced.shippingTotal,
    service_fee: priced.serviceFee,
    discounts,
    discount_total: -discounts.reduce((sum, { amount }) => sum + amount, 0),
    total: priced.total,
    voucher_mode: mode,
    vouchers: vouchers.offers.map(purchaseVoucherJson),
    code_problems: vouchers.codeProblems.map(codeProblemJson),
    problems: priced.problems.map(problemJson),
    can_pay:
      address !== undefined && priced.shops.length > 0 && !priced.problems.some(({ kind }) => isTotalProblem(kind)),
    declined: facts.declined,
    placed: facts.same ? placedJson(facts.same) : null,
  };
}
