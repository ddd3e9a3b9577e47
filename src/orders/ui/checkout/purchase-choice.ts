import { hrefs } from "#hrefs.ts";
import { parseQuantity } from "#cart/rules.ts";
import type { PlacedPurchase, Quote } from "../../checkout/contract.ts";
import { placedBeforeKey } from "../placed-before.tsx";
import { voucherModes, type VoucherMode } from "./vouchers.tsx";

/** `buy` is the product of "Beli sekarang"; without it the selected lines of the cart are bought. */
export type QuoteChoice = {
  address_id?: string;
  shipping: Record<string, string>;
  payment_method?: string;
  buy?: { variant_id: string; quantity: number };
  /** The shops whose parcels the buyer insures. */
  insured: string[];
  voucherMode: VoucherMode;
  /** The vouchers that the buyer ticked; they count only for `own`. */
  vouchers: string[];
  /** The codes that the buyer entered. */
  codes: string[];
  /** The checkout that bought the same before: the buyer wants it once more. */
  again?: string;
};

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/**
 * The buyer's choices, from the URL or the form: `variant_id`, `quantity`, `address_id`, `payment_method`,
 * `shipping.<shop>`, `insured`, `voucher_mode`, `voucher`, `voucher_code`, `again`.
 */
export function choiceOf(fields: Iterable<[string, FormDataEntryValue]>): QuoteChoice {
  const choice: QuoteChoice = { shipping: {}, insured: [], voucherMode: "best", vouchers: [], codes: [] };
  const buy = { variant_id: "", quantity: "1" };
  for (const [name, value] of fields) {
    if (typeof value !== "string" || value === "") continue;
    if (name === "address_id" || name === "payment_method") choice[name] = value;
    else if (name === "again" && isId(value)) choice.again = value;
    else if (name === "variant_id" || name === "quantity") buy[name] = value;
    else if (name.startsWith("shipping.")) choice.shipping[name.slice("shipping.".length)] = value;
    else if (name === "insured") choice.insured.push(value);
    else if (name === "voucher_mode") choice.voucherMode = voucherModes.find((mode) => mode === value) ?? "best";
    else if (name === "voucher") choice.vouchers.push(value);
    else if (name === "voucher_code") choice.codes.push(value);
  }
  if (buy.variant_id !== "") choice.buy = { variant_id: buy.variant_id, quantity: parseQuantity(buy.quantity) };
  return choice;
}

/** The choice in the form. Codes that were entered before count only while the marketplace chooses the vouchers. */
export function formChoiceOf(form: FormData): QuoteChoice {
  const choice = choiceOf(form);
  return choice.voucherMode === "best" ? choice : { ...choice, codes: [] };
}

/** The choice with the code that the buyer typed, if it is a new one. A code is a choice of a voucher. */
export function withEnteredCode(choice: QuoteChoice, form: FormData): QuoteChoice | undefined {
  const code = String(form.get("entered_code") ?? "").trim();
  if (code === "") return undefined;
  const isNone = choice.voucherMode === "none";
  return {
    ...choice,
    codes: [...choice.codes, code],
    ...(isNone ? { voucherMode: "own" as const, vouchers: [] } : {}),
  };
}

export function addressOf({ shipping, insured, buy, voucherMode, vouchers, codes, ...rest }: QuoteChoice): string {
  const search = new URLSearchParams(rest);
  for (const [shop, courier] of Object.entries(shipping)) search.set(`shipping.${shop}`, courier);
  for (const shop of insured) search.append("insured", shop);
  if (voucherMode !== "best") search.set("voucher_mode", voucherMode);
  if (voucherMode === "own") for (const id of vouchers) search.append("voucher", id);
  for (const code of codes) search.append("voucher_code", code);
  const start = hrefs.checkout(buy && { variantId: buy.variant_id, quantity: buy.quantity });
  if (search.size === 0) return start;
  return `${start}${buy ? "&" : "?"}${search}`;
}

/** The body of a quote for this choice. */
export function quoteBody({ voucherMode, vouchers, codes, again: _again, ...rest }: QuoteChoice) {
  return {
    ...rest,
    ...(voucherMode === "best" ? {} : { vouchers: voucherMode === "own" ? vouchers : [] }),
    ...(codes.length > 0 ? { voucher_codes: codes } : {}),
  };
}

/** A phone without a name is no sender; the API says which of the two is missing. */
export function senderBody(name: string, phone: string) {
  return name === "" && phone === "" ? {} : { sender: { name, ...(phone === "" ? {} : { phone }) } };
}

/** The vouchers to pay with: those of the quote unless the buyer ticked others. */
export function payingVouchers({ voucherMode, vouchers }: QuoteChoice, quoted: string): string[] {
  if (voucherMode === "none") return [];
  return voucherMode === "own" ? vouchers : quoted.split(" ").filter(Boolean);
}

/** Whether this choice has another address, courier or vouchers than the quote. */
export function isDifferentChoice(choice: QuoteChoice, quote: Quote): boolean {
  return (
    (choice.address_id !== undefined && choice.address_id !== quote.address?.id) ||
    quote.shops.some(({ id, courier }) => choice.shipping[id] !== undefined && choice.shipping[id] !== courier) ||
    quote.shops.some(({ id, premium, is_insured }) => premium !== null && is_insured !== choice.insured.includes(id)) ||
    (choice.voucherMode === "best") !== (quote.voucher_mode === "best") ||
    (choice.voucherMode === "own" &&
      choice.vouchers.toSorted().join() !==
        quote.vouchers
          .filter((voucher) => voucher.is_chosen)
          .map(({ id }) => id)
          .toSorted()
          .join())
  );
}

// A return path that is longer is not followed (accounts/login/rules.ts).
const maxReturnPathLength = 2000;

/** Where an address is added that then becomes that of this checkout. Of very many shops the couriers are left out. */
export function newAddressHref(choice: QuoteChoice): string {
  const { address_id: _replaced, ...rest } = choice;
  const whole = addressOf(rest);
  const from = whole.length <= maxReturnPathLength ? whole : addressOf({ ...rest, shipping: {}, insured: [] });
  return `${hrefs.profile("addresses")}&edit=new&from=${encodeURIComponent(from)}`;
}

/** Where a purchase that was made before goes on. With `isRepeated` that page says that there is no second one. */
export function placedHref(
  { payment_id, order_ids, awaits_payment }: Omit<PlacedPurchase, "checkout_id" | "placed_at">,
  isRepeated = false,
): string {
  const [only, ...others] = order_ids;
  const isOrder = !awaits_payment && only !== undefined && others.length === 0;
  const href = isOrder ? hrefs.buyerTransaction(only) : hrefs.payment(payment_id);
  return isRepeated ? `${href}${isOrder ? "&" : "?"}${placedBeforeKey}=1` : href;
}
