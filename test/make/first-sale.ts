import { expect } from "vitest";
import type { MidtransDouble } from "../doubles/midtrans.ts";
import { newTrackingNumber } from "./orders.ts";
import { makeWebPerson, type Site, type WebPerson } from "./web-person.ts";

/** A product that a shop offers, with its only variant. */
export type Goods = { id: string; slug: string; variantId: string };

/**
 * Over HTTP and with its jobs in the background, at a marketplace that Midtrans charges for: a buyer takes these
 * things, changes from QRIS to a virtual account and pays; the seller sends them, and the buyer confirms the receipt.
 * Returns the order.
 */
export async function buyFirst(
  { site, midtrans, buyer, seller }: { site: Site; midtrans: MidtransDouble; buyer: WebPerson; seller: WebPerson },
  goods: readonly Goods[],
): Promise<string> {
  const [district] = await buyer.call("GET", "/v1/regions?parent=32.73");
  const [village] = await buyer.call("GET", `/v1/regions?parent=${district.code}`);
  const { id: address_id } = await buyer.call("POST", "/v1/addresses", {
    label: "Rumah",
    recipient: "Sari Dewi",
    phone: "081234567890",
    province_code: "32",
    regency_code: "32.73",
    district_code: district.code,
    village_code: village.code,
    postcode: "40111",
    street: "Jalan Asia Afrika 1",
    note: "",
    is_main: true,
  });
  for (const { variantId } of goods) await buyer.call("POST", "/v1/cart/lines", { variant_id: variantId, quantity: 1 });
  const { shops } = await buyer.call("GET", "/v1/cart");
  const chosen = { address_id, shipping: { [shops[0].id]: "jne-reg" }, payment_method: "qris", vouchers: [] };
  const { quote_id } = await buyer.call("POST", "/v1/checkout/quote", chosen);
  const { payment_id, order_ids } = await buyer.call("POST", "/v1/checkout", { ...chosen, quote_id });
  const orderId = String(order_ids[0]);
  const payment = () => buyer.call("GET", `/v1/payments/${payment_id}`);
  await payment();
  await expect.poll(() => midtrans.charges.size, { timeout: 30_000 }).toBe(1);
  await buyer.call("PUT", `/v1/payments/${payment_id}/method`, { payment_method: "va_bca" });
  await payment();
  await expect.poll(() => midtrans.charges.size, { timeout: 30_000 }).toBe(2);
  const reference = [...midtrans.charges.keys()].at(-1) ?? "";
  midtrans.pay(reference);
  const provider = makeWebPerson(site);
  await provider.ask("POST", "/v1/payments/notifications/midtrans", midtrans.notification(reference));
  await expect.poll(async () => (await payment()).status, { timeout: 30_000 }).toBe("paid");
  const status = async () => (await seller.call("GET", `/v1/seller/orders/${orderId}`)).status;
  await expect.poll(status, { timeout: 30_000 }).toBe("awaiting_confirmation");
  await seller.call("POST", `/v1/seller/orders/${orderId}/accept`);
  await seller.call("POST", `/v1/seller/orders/${orderId}/ship`, { resi: newTrackingNumber() });
  await buyer.call("POST", `/v1/orders/${orderId}/receive`);
  await expect.poll(status, { timeout: 30_000 }).toBe("completed");
  return orderId;
}
