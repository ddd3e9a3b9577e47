import type { Queryable } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { shippingRefusals } from "./contract.ts";
import type { ShippingOption, ShippingProvider } from "./provider.ts";
import { findOrigin, findProductParcel, findRegencyOfAddress, regencyExists } from "./queries.ts";
import { tariffProvider } from "./tariff-provider.ts";

/** The provider of this installation. */
export const shippingProvider: ShippingProvider = tariffProvider;

/**
 * The couriers of a parcel, the cheapest first. Must not be called while a transaction is open unless the provider is
 * local, because it may ask another server.
 */
export const quoteShipping: ShippingProvider["quote"] = (request) => shippingProvider.quote(request);

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
  db: Queryable,
  question: QuoteRequest,
  userId: string | null,
): Promise<ShippingOption[]> {
  const origin = await findOrigin(db, question.shopId);
  if (!origin) throw new Refusal(requestRefusals.notFound);
  const destination = question.addressId
    ? userId && (await findRegencyOfAddress(db, question.addressId, userId))
    : question.regencyCode;
  if (!destination || !(await regencyExists(db, destination))) throw new Refusal(shippingRefusals.destinationUnknown);
  const item = question.productSlug
    ? await findProductParcel(db, question.shopId, question.productSlug)
    : { weightG: question.weightG ?? 1000, lengthCm: null, widthCm: null, heightCm: null };
  if (!item) throw new Refusal(requestRefusals.notFound);
  return quoteShipping({
    originRegency: origin.regencyCode,
    destinationRegency: destination,
    couriers: origin.couriers,
    items: [{ ...item, quantity: question.quantity }],
  });
}
