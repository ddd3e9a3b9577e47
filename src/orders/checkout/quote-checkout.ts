import { createHash } from "node:crypto";
import { formatPhone } from "#accounts/phone/rules.ts";
import type { Queryable } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { paymentRefusals } from "#payments/contract.ts";
import { paymentMethod } from "#payments/rules.ts";
import { quoteShipping } from "#shipping/quote-shipping.ts";
import type { Quote } from "./contract.ts";
import { checkoutRefusals } from "./contract.ts";
import { lineJson, problemJson } from "./preview-checkout.ts";
import { findBuyerAddress, listCheckoutLines, type BuyerAddress, type BuyNow } from "./queries.ts";
import {
  isBuyable,
  priceCheckout,
  defaultPaymentMethod,
  type CheckoutLine,
  type CourierOffer,
  type PricedCheckout,
} from "./rules.ts";

export type CheckoutChoice = {
  addressId?: string | undefined;
  shipping: Readonly<Record<string, string>>;
  paymentMethod?: string | undefined;
  /** Prices this product instead of the selected lines of the cart. */
  buy?: BuyNow | undefined;
};

/**
 * Prices a buyer's selected cart lines or one product, to the given address or the main one, with the chosen or the
 * cheapest couriers. An unknown address and another person's address are refused alike. Asks couriers, so never call it
 * in a transaction.
 */
export async function quoteCheckout(db: Queryable, buyerId: string, choice: CheckoutChoice): Promise<Quote> {
  const method = choice.paymentMethod ?? defaultPaymentMethod;
  if (!paymentMethod(method)) throw new Refusal(paymentRefusals.methodUnknown);
  const [lines, address] = await Promise.all([
    listCheckoutLines(db, buyerId, choice.buy),
    findBuyerAddress(db, buyerId, choice.addressId),
  ]);
  if (choice.addressId && !address)
    throw new Refusal(checkoutRefusals.addressUnknown, { address_id: ["Pilih alamat pengiriman."] });
  const offers = await offersOf(lines, address);
  const priced = priceCheckout({ lines, offers, choice: choice.shipping });
  return viewQuote(priced, address, method);
}

/** Courier offers by shop, for the shops whose lines can be bought; null without an address. */
export async function offersOf(
  lines: readonly CheckoutLine[],
  address: BuyerAddress | undefined,
): Promise<ReadonlyMap<string, CourierOffer[]> | null> {
  if (!address) return null;
  const byShop = Map.groupBy(lines.filter(isBuyable), (line) => line.shopId);
  const offers = await Promise.all(
    [...byShop].map(async ([shopId, items]): Promise<[string, CourierOffer[]]> => {
      const [first] = items;
      return [
        shopId,
        first
          ? await quoteShipping({
              originRegency: first.originRegency,
              destinationRegency: address.regencyCode,
              couriers: first.couriers,
              items,
            })
          : [],
      ];
    }),
  );
  return new Map(offers);
}

/**
 * SHA-256 in hexadecimal of everything that was priced: goods, quantities, prices, parcels, couriers, discounts, fees,
 * destination.
 */
export function digestOf(
  priced: PricedCheckout,
  address: Pick<BuyerAddress, "id" | "regencyCode"> | undefined,
): string {
  const facts = [
    address ? [address.id, address.regencyCode] : null,
    priced.shops.map((shop) => [
      shop.shopId,
      shop.originRegency,
      shop.kg,
      shop.chosen ? [shop.chosen.courier, shop.chosen.price] : null,
      shop.lines.map((line) => [line.lineId, line.variantId, line.quantity, line.price]),
      shop.adjustments.map(({ lineId, kind, bearer, amount, source }) => [lineId, kind, bearer, amount, source]),
    ]),
    priced.goodsTotal,
    priced.shippingTotal,
    priced.total,
  ];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}

function viewQuote(priced: PricedCheckout, address: BuyerAddress | undefined, method: string): Quote {
  return {
    quote_id: digestOf(priced, address),
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
    shops: priced.shops.map((shop) => ({
      id: shop.shopId,
      slug: shop.slug,
      name: shop.name,
      city_name: shop.cityName,
      weight_kg: shop.kg,
      shipping_options: [...shop.options],
      courier: shop.chosen?.courier ?? null,
      goods_total: shop.goodsTotal,
      shipping_cost: shop.shippingCost,
      lines: shop.lines.map(lineJson),
    })),
    pieces: priced.shops.reduce((sum, shop) => sum + shop.lines.reduce((pieces, line) => pieces + line.quantity, 0), 0),
    goods_total: priced.goodsTotal,
    shipping_total: priced.shippingTotal,
    service_fee: priced.serviceFee,
    total: priced.total,
    problems: priced.problems.map(problemJson),
    can_pay:
      address !== undefined && priced.shops.length > 0 && !priced.problems.some(({ kind }) => kind === "too_large"),
  };
}
