/**
 * Design note. One transaction turns the selected cart lines (or one product) into a checkout, one order for each shop
 * and one payment. Couriers on another server are asked before the transaction, so that no connection waits for them.
 * Everything else is read inside it under lock, priced by the function that made the quote, and compared by digest. So
 * a buyer never pays another sum than the one on the button. Each wait for PostgreSQL costs time while locks are held,
 * so there are few statements (checkout.test.ts counts them), and they leave in two packets: what is read, then what is
 * stored together with the commit (store-purchase.ts). Locks: idempotency key, buyer, cart, then new rows, and last the
 * stock by variant id and vouchers by id, because other buyers wait for those.
 */
import { catalogRefusals } from "#catalog/contract.ts";
import type { Context } from "#lib/context.ts";
import { isUnmet, type Tx } from "#lib/database.ts";
import { documentNumber } from "#lib/document-number.ts";
import { runOnce } from "#lib/idempotency.ts";
import { alreadyChecked, type SessionCheck } from "#lib/http/endpoint.ts";
import { Refusal } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { addDuration } from "#lib/time.ts";
import { newAttempt } from "#payments/attempts/create-payment.ts";
import { readFeesOfDay } from "#payments/fees/read-fees.ts";
import type { FeesOfDay } from "#payments/fees/rules.ts";
import { calculateFee, codMethod } from "#payments/rules.ts";
import { readCategoryTaxes } from "#payments/tax/categories/read-category-taxes.ts";
import { taxOfLine } from "#payments/tax/rules.ts";
import { findTaxedShops } from "#payments/tax/sellers/tax-of-seller.ts";
import { readWithholding } from "#payments/tax/withholding/read-withholding.ts";
import { isQuoteLocal } from "#shipping/quote-shipping.ts";
import { mayHaveRates } from "#shipping/tariffs/find-rates.ts";
import { quotedTariffDuration } from "#shipping/tariffs/rules.ts";
import type { AppliedVouchers } from "#promotions/vouchers/combination-rules.ts";
import { voucherProblemRefusals } from "#promotions/vouchers/contract.ts";
import { applyChosenVouchers, readChosenVouchers, type ChosenVouchers } from "#promotions/vouchers/find-vouchers.ts";
import { scanSourceOf } from "#shipping/scan-sources.ts";
import { codFactsOf, codLimits, codProblem } from "./cod-rules.ts";
import { checkoutRefusals, type Quote } from "./contract.ts";
import {
  findBuyerAddress,
  findBuyerFacts,
  findCodHistory,
  listCheckoutLines,
  lockBuyer,
  lockBuyerAndCart,
  type BuyNow,
} from "./queries.ts";
import type { NewCheckout, NewOrder, Sender } from "./purchase-queries.ts";
import {
  maxCheckoutTotal,
  maxUnpaidOrders,
  priceCheckout,
  purchaseName,
  samePurchaseDuration,
  type Adjustment,
  type CheckoutLine,
  type CourierOffer,
  type PricedCheckout,
  type VoucherMode,
} from "./rules.ts";
import { discountsOf, purchaseOf, usesOf } from "./voucher-rules.ts";
import { canLeaveWithCommit, storeInSteps, storeWithCommit } from "./store-purchase.ts";
import { digestOf, offersOf, placedJson, quoteCheckout } from "./quote-checkout.ts";

export type PlacedCheckout = { checkout_id: string; payment_id: string; order_ids: string[]; total: Rupiah };

/** `repeated`: the key was used before, and this is its response. */
type PlacedOrder = PlacedCheckout & { repeated: boolean };

export type OrderRequest = {
  buyerId: string;
  idempotencyKey: string;
  quoteId: string;
  addressId: string;
  /** Courier by shop id. */
  shipping: Readonly<Record<string, string>>;
  paymentMethod: string;
  /** The shops whose parcels are insured. */
  insured?: readonly string[];
  /** Whom the labels name as sender in place of the shop. */
  sender?: Sender | undefined;
  /** Buys this product instead of the selected lines of the cart, which then stays unchanged. */
  buy?: BuyNow | undefined;
  /** The chosen vouchers of the quote. */
  vouchers?: readonly string[];
  /** How a new quote chooses vouchers when this one is outdated. */
  voucherMode?: VoucherMode;
  /** Buys the same once more, after this checkout. */
  repeatOf?: string | undefined;
};

const voucherCodes: readonly string[] = Object.values(voucherProblemRefusals).map(({ code }) => code);
// After these refusals the buyer needs a new quote.
const requoteCodes = new Set<string>([
  checkoutRefusals.quoteChanged.code,
  checkoutRefusals.outOfStock.code,
  checkoutRefusals.courierNotOffered.code,
  checkoutRefusals.codNotOffered.code,
  checkoutRefusals.insuranceNotOffered.code,
  catalogRefusals.outOfStock.code,
  ...voucherCodes,
]);

/**
 * Places the order of a quote, once for each idempotency key. Prices, stock, couriers and fees are computed again; if
 * anything differs from the quote, nothing happens and the refusal carries the new quote. The same purchase as a short
 * time before is refused with `checkout.already_placed`, which carries that purchase, unless the request names it. The
 * `session` is checked in the transaction, and before another server is asked.
 */
export async function placeOrder(
  context: Context,
  request: OrderRequest,
  now: Date,
  session: SessionCheck = alreadyChecked,
): Promise<PlacedOrder> {
  const { db } = context;
  const { buyerId, addressId } = request;
  const [fees, withholds, taxOfGoods] = await Promise.all([
    readFeesOfDay(db, now),
    readWithholding(db, now),
    readCategoryTaxes(db, now),
  ]);
  const { buyerId: userId, idempotencyKey: key, ...choice } = request;
  const body = { ...choice, shipping: Object.entries(request.shipping).toSorted(([a], [b]) => (a < b ? -1 : 1)) };
  const placeAt = async (ratesAt: Date) => {
    const isLocal = isQuoteLocal(context.config);
    if (!isLocal) await session.require(db);
    const offers = isLocal ? undefined : await requestOffers(context, request, ratesAt);
    const place = (inSteps: boolean) =>
      runOnce(
        db,
        { userId, route: "POST /v1/checkout", key, body, now },
        (tx, facts: PurchaseFacts) =>
          insertPlacedOrder(
            tx,
            context,
            request,
            { facts, offers, fees, withholds, taxOfGoods, ratesAt, inSteps },
            now,
          ),
        (tx) => lockPurchase(tx, request, now, session),
      );
    const { response, repeated } = await place(false).catch((error: unknown) => {
      if (!isUnmet(error)) throw error;
      return place(true);
    });
    return { ...response, repeated };
  };
  try {
    return await placeAt(now).catch(async (error: unknown) => {
      // A tariff that changed since the buyer saw the quote does not change what was quoted.
      const isOutdated = error instanceof Refusal && error.code === checkoutRefusals.quoteChanged.code;
      if (!isOutdated || !(await mayHaveRates(db, now))) throw error;
      return placeAt(addDuration(now, -quotedTariffDuration));
    });
  } catch (error) {
    if (!(error instanceof Refusal) || !requoteCodes.has(error.code)) throw error;
    const quote = await quoteCheckout(
      context,
      buyerId,
      {
        addressId,
        shipping: request.shipping,
        paymentMethod: request.paymentMethod,
        buy: request.buy,
        insured: request.insured,
        vouchers: { ids: request.voucherMode === "best" ? undefined : (request.vouchers ?? []), codes: [] },
      },
      now,
    );
    throw new Refusal(
      (await isStockShortage(context, error, request, { quote, fees, now })) ? checkoutRefusals.outOfStock : error.kind,
      error.data,
      { quote },
    );
  }
}

/** Asks other servers for couriers, before the transaction. */
async function requestOffers(
  context: Context,
  { buyerId, addressId, buy }: OrderRequest,
  ratesAt: Date,
): Promise<ReadonlyMap<string, CourierOffer[]>> {
  const [lines, address] = await Promise.all([
    listCheckoutLines(context.db, buyerId, buy),
    findBuyerAddress(context.db, buyerId, addressId),
  ]);
  return (await offersOf(context, lines, address, ratesAt)) ?? new Map<string, CourierOffer[]>();
}

/** True when only stock differs from the quote: with enough stock the quote would still match. */
async function isStockShortage(
  context: Context,
  error: Refusal,
  request: OrderRequest,
  { quote, fees, now }: { quote: Quote; fees: FeesOfDay; now: Date },
): Promise<boolean> {
  const { db } = context;
  if (error.code === catalogRefusals.outOfStock.code) return true;
  // Without the missing goods a voucher may lack its minimum, so its refusal may be about stock too.
  const isAboutVoucher =
    voucherCodes.includes(error.code) &&
    quote.problems.some(({ kind }) => kind === "out_of_stock" || kind === "short_stock");
  if (error.code !== checkoutRefusals.quoteChanged.code && !isAboutVoucher) return false;
  const lines = await listCheckoutLines(db, request.buyerId, request.buy);
  const address = await findBuyerAddress(db, request.buyerId, request.addressId);
  const enough = lines.map((line) => ({ ...line, stock: Math.max(line.stock, line.quantity) }));
  const offers = await offersOf(context, enough, address, now);
  const chosen = await readChosenVouchers(db, { buyerId: request.buyerId, ids: request.vouchers ?? [], now });
  const { priced, applied } = priceWithVouchers({ lines: enough, offers, request, chosen, fees, now });
  return digestOf(priced, address, applied.cashbacks) === request.quoteId;
}

/** The price of the lines with exactly the vouchers of the request. */
function priceWithVouchers({
  lines,
  offers,
  request,
  chosen,
  fees,
  now,
}: {
  lines: readonly CheckoutLine[];
  offers: ReadonlyMap<string, readonly CourierOffer[]> | null;
  request: OrderRequest;
  chosen: ChosenVouchers;
  fees: FeesOfDay;
  now: Date;
}): { priced: PricedCheckout; applied: AppliedVouchers } {
  const input = {
    lines,
    offers,
    choice: request.shipping,
    insured: request.insured ?? [],
    serviceFee: fees.serviceFee,
  };
  const priced = priceCheckout(input);
  if (chosen.ids.length === 0) return { priced, applied: { adjustments: [], cashbacks: [], applied: [], refused: [] } };
  const applied = applyChosenVouchers(purchaseOf(priced.shops, request.buyerId, now), chosen);
  return { priced: priceCheckout({ ...input, discounts: () => discountsOf(applied.adjustments) }), applied };
}

type PurchaseFacts = Awaited<ReturnType<typeof lockPurchase>>;

/**
 * Locks buyer and cart, and reads what is bought. Sent together: PostgreSQL runs the statements one after the other, so
 * all reads see what is true under the lock.
 */
async function lockPurchase(tx: Tx, request: OrderRequest, now: Date, session: SessionCheck) {
  const { buyerId } = request;
  const [isLocked, , buyer, codHistory, lines, chosen] = await Promise.all([
    request.buy ? lockBuyer(tx, buyerId).then(() => true) : lockBuyerAndCart(tx, buyerId),
    // Under the lock, so that it sees a block of the account that this purchase waited for.
    session.require(tx),
    findBuyerFacts(tx, buyerId, request.addressId, {
      ratesSince: addDuration(now, -quotedTariffDuration),
      purchase: purchaseName(request.buy ?? request),
      sameSince: addDuration(now, -samePurchaseDuration),
    }),
    request.paymentMethod === codMethod.id
      ? findCodHistory(tx, buyerId, addDuration(now, -codLimits().window))
      : undefined,
    listCheckoutLines(tx, buyerId, request.buy),
    readChosenVouchers(tx, { buyerId, ids: request.vouchers ?? [], now }),
  ]);
  return { isLocked, buyer, codHistory, lines, chosen };
}

async function insertPlacedOrder(
  tx: Tx,
  context: Context,
  request: OrderRequest,
  terms: {
    facts: PurchaseFacts;
    offers: ReadonlyMap<string, CourierOffer[]> | undefined;
    fees: FeesOfDay;
    withholds: boolean;
    taxOfGoods: Awaited<ReturnType<typeof readCategoryTaxes>>;
    ratesAt: Date;
    /** The purchase could not leave with its commit. */
    inSteps: boolean;
  },
  now: Date,
): Promise<PlacedCheckout> {
  const { buyerId } = request;
  const { offers: requested, fees, withholds, taxOfGoods, ratesAt } = terms;
  const { isLocked, buyer, codHistory, lines, chosen } = terms.facts;
  if (!isLocked) throw new Refusal(checkoutRefusals.nothingSelected);
  if (!buyer) throw new Refusal(checkoutRefusals.addressUnknown, { address_id: ["Pilih alamat pengiriman."] });
  const { address, same } = buyer;
  if (same?.counts && same.checkoutId !== request.repeatOf)
    throw new Refusal(checkoutRefusals.alreadyPlaced, undefined, { placed: placedJson(same) });
  if (lines.length === 0) throw new Refusal(checkoutRefusals.nothingSelected);
  const offers =
    requested ??
    (await offersOf({ ...context, db: tx }, lines, address, buyer.hasRates ? ratesAt : null)) ??
    new Map<string, CourierOffer[]>();
  for (const [shopId, courier] of Object.entries(request.shipping)) {
    const offered = offers.get(shopId);
    if (offered && !offered.some((offer) => offer.courier === courier)) {
      throw new Refusal(checkoutRefusals.courierNotOffered, { [`shipping.${shopId}`]: ["Pilih kurir lain."] });
    }
  }
  const { priced, applied } = priceWithVouchers({ lines, offers, request, chosen, fees, now });
  const [refused] = applied.refused;
  if (refused && priced.shops.length > 0) throw new Refusal(voucherProblemRefusals[refused.problem]);
  const uninsurable = priced.shops.find(({ shopId, isInsured }) => !isInsured && request.insured?.includes(shopId));
  if (uninsurable)
    throw new Refusal(checkoutRefusals.insuranceNotOffered, {
      [`insured.${uninsurable.shopId}`]: ["Kurir ini tidak mengasuransikan paket."],
    });
  if (digestOf(priced, address, applied.cashbacks) !== request.quoteId)
    throw new Refusal(checkoutRefusals.quoteChanged);
  if (priced.shops.length === 0) throw new Refusal(checkoutRefusals.nothingSelected);
  if (priced.total > maxCheckoutTotal) throw new Refusal(checkoutRefusals.tooLarge);
  if (priced.total === 0) throw new Refusal(checkoutRefusals.nothingToPay);
  if (buyer.unpaid + priced.shops.length > maxUnpaidOrders) throw new Refusal(checkoutRefusals.tooManyUnpaid);

  const isCod = request.paymentMethod === codMethod.id;
  const problem = codHistory
    ? codProblem(codFactsOf(priced, codHistory, (courier) => scanSourceOf(context.config, courier) !== null))
    : null;
  if (problem !== null) throw new Refusal(checkoutRefusals.codNotOffered, { payment_method: [problem] });

  const bought = priced.shops.flatMap((shop) => shop.lines);
  const { id: _id, ...snapshot } = address;
  const shopIds = priced.shops.map(({ shopId }) => shopId);
  const taxed = await findTaxedShops(tx, shopIds, { isOn: withholds, now });
  const attempt = newAttempt(context, { method: request.paymentMethod, amount: priced.total }, now);
  const { checkout: checkoutId, payment: paymentId } = buyer.newIds;
  const orderIds = buyer.newIds.orders.slice(0, priced.shops.length);
  const checkout: NewCheckout = {
    ...priced,
    id: checkoutId,
    buyerId,
    purchase: purchaseName(request.buy ?? request),
    repeatOf: same?.checkoutId ?? null,
    address: snapshot,
    cod: isCod,
    sender: request.sender ?? null,
    dueAt: attempt.dueAt,
    now,
    orders: priced.shops.map((shop, at): NewOrder => {
      if (!shop.chosen) throw new Error(`no courier was chosen for shop ${shop.shopId}`);
      const { courier, name: courierName, eta } = shop.chosen;
      const lines = shop.lines.map((line) => ({
        ...line,
        ...commissionOf(line, shop.adjustments, fees),
        tax: taxOfLine({ isPkp: line.isPkp, isWithheld: taxed.has(shop.shopId), ...taxOfGoods(line.categoryIds) }),
      }));
      const commission = lines.reduce((sum, line) => sum + line.commission, 0);
      return {
        ...shop,
        id: orderIds[at] ?? "",
        courier,
        courierName,
        eta,
        originProvince: shop.originRegency.slice(0, 2),
        lines,
        commission,
        invoice: documentNumber("INV", now),
      };
    }),
  };
  const orderIdByShop = new Map(priced.shops.map(({ shopId }, at) => [shopId, orderIds[at] ?? ""]));
  const purchase = {
    checkout,
    payment: { id: paymentId, checkoutId, buyerId, amount: priced.total, attempt },
    cartLineIds: request.buy ? [] : bought.map(({ lineId }) => lineId),
    items: bought.map(({ variantId, quantity }) => ({ variantId, quantity })),
    vouchers: { checkoutId, buyerId, uses: usesOf(applied, orderIdByShop), now },
  };
  // The last piece of a product locks the product, so that its commit must wait.
  const hasMore = bought.every(({ stock, quantity }) => stock > quantity);
  if (hasMore && !terms.inSteps && canLeaveWithCommit(purchase)) storeWithCommit(tx, purchase);
  else await storeInSteps(tx, context, purchase);
  return { checkout_id: checkoutId, payment_id: paymentId, order_ids: orderIds, total: priced.total };
}

/** The commission on what the seller asks for a line: its price without the discounts that the shop bears. */
function commissionOf(line: CheckoutLine, adjustments: readonly Adjustment[], fees: FeesOfDay) {
  const commissionTerms = fees.commissionOf(line.categoryIds);
  const byShop = adjustments
    .filter(({ lineId, bearer }) => lineId === line.lineId && bearer === "shop")
    .reduce((sum, { amount }) => sum + amount, 0);
  return { commissionTerms, commission: calculateFee(commissionTerms, line.price * line.quantity + byShop) };
}
