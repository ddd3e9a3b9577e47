import { lineProblem, problemText, type LineProblem } from "#cart/rules.ts";
import { serviceFeeOf } from "#payments/fees/rules.ts";
import type { FeeTerms } from "#payments/rules.ts";
import { formatRupiah, splitRupiah, type Rupiah } from "#lib/rupiah.ts";
import { day } from "#lib/time.ts";
import type { ShopPickup } from "#shipping/instant-rules.ts";
import { chargeableKg, insurancePremium, type ParcelItem } from "#shipping/rules.ts";

// close-checkout.ts follows this rule.
/** @rule One checkout has one payment, so while it is unpaid its orders are cancelled or expire together. */

/** @rule A buyer has at most 10 unpaid orders. */
export const maxUnpaidOrders = 10;
/** @rule One checkout is at most Rp5.000.000.000. */
export const maxCheckoutTotal: Rupiah = 5_000_000_000;
/** The payment method that is selected before the buyer chooses. */
export const defaultPaymentMethod = "va_bca";

/**
 * @rule A buyer who buys the same again within 24 hours is asked first: the same product in the same quantity, or the
 * same quote of a cart. A purchase whose orders were all cancelled does not count.
 */
export const samePurchaseDuration = 1 * day;

/** Names what is bought, so that the same is found again. Prices, address and payment do not matter for a product. */
export function purchaseName(bought: { variantId: string; quantity: number } | { quoteId: string }): string {
  return "quoteId" in bought ? bought.quoteId : `${bought.variantId.toLowerCase()} ${bought.quantity}`;
}

/** How the vouchers of a quote are chosen: those that save most, or those that the buyer names. */
export const voucherModes = ["best", "own"] as const;
export type VoucherMode = (typeof voucherModes)[number];

/** A selected cart line with the catalogue's current values. */
export type CheckoutLine = ParcelItem & {
  lineId: string;
  /** The id of the line in the order that buys it. PostgreSQL makes it, so that ids ascend on all servers. */
  orderLineId: string;
  variantId: string;
  productId: string;
  productSlug: string;
  name: string;
  variantName: string;
  pictureKey: string | null;
  pictureColor: string | null;
  price: Rupiah;
  stock: number;
  minOrder: number;
  /** Calendar days that the seller needs to make it; null when it is in stock. */
  preorderDays: number | null;
  note: string;
  onSale: boolean;
  own: boolean;
  shopId: string;
  shopSlug: string;
  shopName: string;
  cityName: string;
  onVacation: boolean;
  originRegency: string;
  originPostcode: string | null;
  couriers: readonly string[];
  /** What instant couriers must know of the shop. */
  pickup?: ShopPickup;
  /** The product's category and its root category. */
  categoryIds: readonly string[];
  /** The shop is PKP, so its prices contain PPN. */
  isPkp: boolean;
  /** The shop lets buyers pay in cash at delivery. */
  hasCod: boolean;
};

export type CourierOffer = { courier: string; name: string; price: Rupiah; eta: string };

/**
 * What makes the buyer pay another sum than goods and shipping. Negative amounts lower it. `lineId` is null when it
 * concerns the shipping (negative) or is a fee (positive). `bearer` pays a negative one; a positive one belongs to it.
 */
export type Adjustment = {
  lineId: string | null;
  kind:
    | "wholesale"
    | "discount"
    | "flash_sale"
    | "bundle"
    | "voucher"
    | "free_shipping"
    | "insurance"
    | "service_fee"
    | "cod_fee";
  bearer: "buyer" | "shop" | "platform";
  amount: Rupiah;
  /** Where it comes from, such as a voucher's id. */
  source: string;
};

export type PricedShop = {
  shopId: string;
  slug: string;
  name: string;
  cityName: string;
  originRegency: string;
  hasCod: boolean;
  lines: CheckoutLine[];
  kg: number;
  options: readonly CourierOffer[];
  /** The chosen courier, or the cheapest; null when there is no address yet. */
  chosen: CourierOffer | null;
  goodsTotal: Rupiah;
  shippingCost: Rupiah;
  /** What insuring the parcel costs with the chosen courier; null when it does not insure. */
  premium: Rupiah | null;
  isInsured: boolean;
  adjustments: readonly Adjustment[];
  /** What the buyer pays to this shop's order: goods, shipping and adjustments. */
  total: Rupiah;
};

/** A shop's part of a checkout before fees and discounts. */
export type UndiscountedShop = Omit<PricedShop, "adjustments" | "total">;

/** Problems of the whole purchase: with one of them nothing can be paid. */
export const totalProblems = ["too_large", "nothing_to_pay"] as const;
export type TotalProblem = (typeof totalProblems)[number];

/** True for a problem of the whole purchase. */
export function isTotalProblem(kind: string): kind is TotalProblem {
  return totalProblems.some((one) => one === kind);
}

export type CheckoutProblem = {
  kind: LineProblem | "no_courier" | TotalProblem;
  shopId: string | null;
  lineId: string | null;
  productSlug: string | null;
  name: string;
  text: string;
};

export type PricedCheckout = {
  shops: PricedShop[];
  goodsTotal: Rupiah;
  shippingTotal: Rupiah;
  serviceFee: Rupiah;
  /** Sum of all adjustments of all shops, the service fee included. */
  adjustmentsTotal: Rupiah;
  total: Rupiah;
  problems: CheckoutProblem[];
};

/** True when the line can be bought now. */
export function isBuyable(line: CheckoutLine): boolean {
  return lineProblem(line) === null;
}

/**
 * @rule The price of a checkout is the goods at today's price, the shipping of each shop, and adjustments: discounts,
 * and one service fee that is split over the shops. Lines that cannot be bought or delivered are left out and named.
 *
 * The quote and the order are both made by this function, so they agree to the rupiah.
 */
export function priceCheckout(input: {
  lines: readonly CheckoutLine[];
  /** Courier offers by shop, the preselected one first; null while there is no address. */
  offers: ReadonlyMap<string, readonly CourierOffer[]> | null;
  /** The couriers that the buyer has chosen, by shop. */
  choice: Readonly<Record<string, string>>;
  /** The shops whose parcels the buyer insures. A courier that does not insure takes no notice of it. */
  insured?: readonly string[];
  serviceFee: FeeTerms;
  /** The discounts of the shops that can be bought from, by shop. */
  discounts?: (shops: readonly UndiscountedShop[]) => ReadonlyMap<string, readonly Adjustment[]>;
}): PricedCheckout {
  const problems: CheckoutProblem[] = [];
  const byShop = new Map<string, CheckoutLine[]>();
  for (const line of input.lines) {
    const kind = lineProblem(line);
    if (kind)
      problems.push({
        kind,
        shopId: line.shopId,
        lineId: line.lineId,
        productSlug: line.productSlug,
        name: line.name,
        text: problemText(kind, line),
      });
    else byShop.set(line.shopId, [...(byShop.get(line.shopId) ?? []), line]);
  }
  const bought: UndiscountedShop[] = [];
  for (const [shopId, lines] of byShop) {
    const [first] = lines;
    if (!first) continue;
    const options = input.offers?.get(shopId) ?? [];
    if (input.offers && options.length === 0) {
      problems.push({
        kind: "no_courier",
        shopId,
        lineId: null,
        productSlug: null,
        name: first.shopName,
        text: "Tidak ada kurir toko ini ke alamat Anda",
      });
      continue;
    }
    const chosen = options.find(({ courier }) => courier === input.choice[shopId]) ?? options[0] ?? null;
    const goodsTotal = lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
    const premium = chosen && insurancePremium(chosen.courier, goodsTotal);
    bought.push({
      shopId,
      slug: first.shopSlug,
      name: first.shopName,
      cityName: first.cityName,
      originRegency: first.originRegency,
      hasCod: first.hasCod,
      lines,
      kg: chargeableKg(lines),
      options,
      chosen,
      goodsTotal,
      shippingCost: chosen?.price ?? 0,
      premium,
      isInsured: premium !== null && (input.insured?.includes(shopId) ?? false),
    });
  }
  const goodsTotal = bought.reduce((sum, shop) => sum + shop.goodsTotal, 0);
  const shippingTotal = bought.reduce((sum, shop) => sum + shop.shippingCost, 0);
  const fee = bought.length > 0 ? serviceFeeOf(input.serviceFee, goodsTotal) : 0;
  const feeShares = splitRupiah(
    fee,
    bought.map((shop) => shop.goodsTotal + shop.shippingCost),
  );
  const discounts = input.discounts?.(bought);
  const shops = bought.map((shop, at): PricedShop => {
    const share = feeShares[at] ?? 0;
    const adjustments: Adjustment[] = [...(discounts?.get(shop.shopId) ?? [])];
    if (shop.isInsured && shop.premium !== null)
      adjustments.push({ lineId: null, kind: "insurance", bearer: "shop", amount: shop.premium, source: "" });
    if (share > 0)
      adjustments.push({ lineId: null, kind: "service_fee", bearer: "platform", amount: share, source: "" });
    const adjusted = adjustments.reduce((sum, { amount }) => sum + amount, 0);
    return { ...shop, adjustments, total: shop.goodsTotal + shop.shippingCost + adjusted };
  });
  const total = shops.reduce((sum, shop) => sum + shop.total, 0);
  const adjustmentsTotal = total - goodsTotal - shippingTotal;
  const ofTotal = (kind: TotalProblem, text: string) =>
    problems.push({ kind, shopId: null, lineId: null, productSlug: null, name: "Total belanja", text });
  if (total > maxCheckoutTotal)
    ofTotal("too_large", `Satu kali belanja paling banyak ${formatRupiah(maxCheckoutTotal)}`);
  /** @rule A purchase costs at least Rp1, because no payment method takes Rp0. */
  if (total === 0 && bought.length > 0 && input.offers !== null)
    ofTotal("nothing_to_pay", "Voucher menutup seluruh harga, dan pembayaran Rp0 tidak bisa diproses");
  return { shops, goodsTotal, shippingTotal, serviceFee: fee, adjustmentsTotal, total, problems };
}
