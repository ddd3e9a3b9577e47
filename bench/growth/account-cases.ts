// What buyers, sellers and operators call.
import type { EditedProduct } from "../../src/catalog/selling/contract.ts";
import { pickFields } from "../../src/catalog/product/fields.ts";
import { encoded, get, inGroup, type Ask, type Call } from "./case.ts";
import type { Facts } from "./facts.ts";

const shopping = inGroup({ group: "buyer", as: "buyer", wanted: 10 }, [
  { name: "cart", wanted: 10, calls: () => get(["/v1/cart"]) },
  {
    name: "place an order",
    wanted: 20,
    rounds: 8,
    calls: (f: Facts) =>
      f.variants
        .slice(0, 40)
        .map((variant) => ({ method: "POST" as const, url: "/v1/checkout", key: true, body: { variant } })),
    before: async ({ body, ...call }: Call, f: Facts, ask: Ask) => {
      await cancelUnpaid(ask);
      await ask({
        method: "POST",
        url: "/v1/cart/lines",
        body: { variant_id: (body as { variant: string }).variant, quantity: 1 },
      });
      const address = { address_id: f.addressId, payment_method: "va_bca" };
      const quote = await ask({ method: "POST", url: "/v1/checkout/quote", body: { ...address, vouchers: [] } });
      const { result } = quote.body as { result?: { quote_id: string } };
      return { ...call, body: { quote_id: result?.quote_id, ...address, shipping: {}, vouchers: [] } };
    },
  },
  { name: "own orders", wanted: 10, calls: () => get(["/v1/orders", "/v1/orders?status=completed"]) },
  { name: "own order", wanted: 10, calls: (f: Facts) => get(f.buyerOrders.map((id) => `/v1/orders/${id}`)) },
]);

const selling = inGroup({ group: "seller", as: "seller", wanted: 10 }, [
  { name: "own products", wanted: 10, calls: () => get(["/v1/seller/products?limit=24"]) },
  {
    name: "own products, few left",
    wanted: 10,
    calls: () => get(["/v1/seller/products?limit=24&view=thin", "/v1/seller/products?limit=24&view=empty"]),
  },
  // The shop of the smallest size has 16 hidden products: a page that it can fill.
  { name: "own products, hidden", wanted: 10, calls: () => get(["/v1/seller/products?limit=12&view=hidden"]) },
  {
    name: "own products, searched",
    wanted: 20,
    calls: (f: Facts) => get(f.ownWords.map((word) => `/v1/seller/products?limit=24&name=${word}`)),
  },
  { name: "summary", wanted: 20, calls: () => get(["/v1/seller/summary"]) },
  {
    name: "save a product",
    wanted: 15,
    rounds: 10,
    calls: async (f: Facts, ask: Ask) => {
      const calls: Call[] = [];
      for (const id of f.ownProducts) calls.push(await saving(id, ask));
      return calls;
    },
  },
  {
    name: "change stock",
    wanted: 10,
    rounds: 10,
    calls: async (f: Facts, ask: Ask) => {
      const { body } = await ask({ url: `/v1/seller/products/${f.ownProducts[0]}` });
      const { result } = body as { result: { variants: { id: string }[] } };
      return result.variants.map(({ id }) => ({
        method: "PUT" as const,
        url: `/v1/seller/variants/${id}`,
        body: { stock_delta: 1 },
      }));
    },
  },
  {
    name: "order desk",
    wanted: 10,
    calls: () =>
      get(["/v1/seller/orders", "/v1/seller/orders?status=processing", "/v1/seller/orders?status=completed"]),
  },
  {
    name: "order desk, searched",
    wanted: 50,
    calls: () => get(["/v1/seller/orders?q=kopi", "/v1/seller/orders?q=rini"]),
  },
  { name: "an order", wanted: 10, calls: (f: Facts) => get(f.ownOrders.map((id) => `/v1/seller/orders/${id}`)) },
  { name: "balance", wanted: 10, calls: () => get(["/v1/seller/balance"]) },
  { name: "statements", wanted: 50, calls: () => get(["/v1/seller/statements"]) },
  { name: "reviews of the shop", wanted: 10, calls: () => get(["/v1/seller/reviews"]) },
]);

const operating = inGroup({ group: "operator", as: "operator", wanted: 200, rounds: 8 }, [
  { name: "overview", calls: () => get(["/v1/operator/overview"]) },
  { name: "worklist", calls: () => get(["/v1/operator/worklist"]) },
  { name: "orders", calls: () => get(["/v1/operator/orders"]) },
  {
    name: "orders, by status",
    calls: () =>
      get(
        ["awaiting_payment", "disputed", "shipped", "completed", "refunded"].map(
          (status) => `/v1/operator/orders?status=${status}`,
        ),
      ),
  },
  {
    name: "orders, by number",
    calls: (f: Facts) => get(f.invoices.map((invoice) => `/v1/operator/orders?q=${encoded(invoice)}`)),
  },
  {
    name: "orders, by the end of a number",
    calls: (f: Facts) =>
      get(f.invoices.map((invoice) => `/v1/operator/orders?q=${encoded(invoice.split("/").at(-1) ?? "")}`)),
  },
  {
    name: "orders, by a name",
    calls: () => get(["/v1/operator/orders?q=rini", "/v1/operator/orders?q=tiada%20nama%20begini"]),
  },
  { name: "orders, page 200", calls: () => get(["/v1/operator/orders?page=200"]) },
  {
    name: "payments",
    calls: () =>
      get(["/v1/operator/payments", "/v1/operator/payments?status=paid", "/v1/operator/payments?status=cancelled"]),
  },
  { name: "ledger", calls: () => get(["/v1/operator/ledger"]) },
  { name: "people", calls: () => get(["/v1/operator/people"]) },
  {
    name: "people, by mail",
    calls: (f: Facts) => get(f.people.map((email) => `/v1/operator/people?q=${encoded(email)}`)),
  },
  { name: "people, by name", calls: () => get(["/v1/operator/people?q=rini", "/v1/operator/people?q=zz"]) },
  { name: "shops", calls: () => get(["/v1/operator/shops", "/v1/operator/shops?q=melati"]) },
  {
    name: "products",
    calls: (f: Facts) =>
      get(["/v1/operator/products", ...f.commonWords.slice(0, 3).map((word) => `/v1/operator/products?q=${word}`)]),
  },
  {
    name: "audit log",
    calls: () => get(["/v1/operator/audit-log", "/v1/operator/audit-log?action=accounts.person_viewed"]),
  },
  {
    name: "audit log, by slice",
    calls: () => get(["/v1/operator/audit-log?action=payments.", "/v1/operator/audit-log?action=settings."]),
  },
  {
    name: "search of the console",
    calls: (f: Facts) =>
      get([...f.invoices.slice(0, 2), ...f.commonWords.slice(0, 2)].map((q) => `/v1/operator/search?q=${encoded(q)}`)),
  },
  { name: "reviews and reports", calls: () => get(["/v1/operator/reviews"]) },
  { name: "complaints", calls: () => get(["/v1/operator/complaints"]) },
  { name: "payouts", calls: () => get(["/v1/operator/payouts"]) },
  { name: "parcels", calls: () => get(["/v1/operator/parcels"]) },
  { name: "held funds", calls: () => get(["/v1/funds"]) },
  { name: "background jobs", calls: () => get(["/v1/operator/jobs"]) },
]);

export const accountCases = [...shopping, ...selling, ...operating];

/** Cancels the buyer's unpaid orders, because nobody may have many of them. */
async function cancelUnpaid(ask: Ask): Promise<void> {
  const { body } = await ask({ url: "/v1/orders?status=awaiting_payment" });
  for (const { id } of (body as { result: { id: string }[] }).result)
    await ask({ method: "POST", url: `/v1/orders/${id}/cancel`, key: true, body: { reason: "" } });
}

/** The call that saves a product of the seller as it is. */
async function saving(id: string, ask: Ask): Promise<Call> {
  const { body } = await ask({ url: `/v1/seller/products/${id}` });
  const { result: edited } = body as { result: EditedProduct };
  const { category, status, attributes, axes, variants, pictures } = edited;
  return {
    method: "PUT",
    url: `/v1/seller/products/${id}`,
    body: {
      ...pickFields(edited),
      category,
      status,
      attributes,
      axes,
      picture_ids: pictures.map((one) => one.id),
      variants: variants.map(({ option1, option2, price, stock }) => ({
        options: [option1, option2].filter((one) => one !== null),
        price,
        stock,
      })),
    },
  };
}
