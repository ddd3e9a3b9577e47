import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { id, singleLine as textLine, resultResponse, rupiah, changeResponse } from "#lib/schema.ts";
import { purchaseVoucher } from "#promotions/vouchers/contract.ts";
import { maxCartLines, lineProblems, maxQuantity, maxNoteLength } from "./rules.ts";

export const cartRefusals = defineRefusals({
  outOfStock: {
    code: "cart.out_of_stock",
    status: 409,
    message: "Stok tidak mencukupi. Isi keranjang Anda tidak berubah.",
  },
  notSold: { code: "cart.not_sold", status: 409, message: "Barang ini sudah tidak dijual." },
  shopOnVacation: {
    code: "cart.shop_on_vacation",
    status: 409,
    message: "Toko ini sedang libur. Coba lagi setelah toko buka kembali.",
  },
  ownProduct: {
    code: "cart.own_product",
    status: 422,
    message: "Anda tidak bisa membeli barang dari toko Anda sendiri.",
  },
  quantity: { code: "cart.quantity", status: 422, message: "Jumlah ini tidak bisa dibeli." },
  full: {
    code: "cart.full",
    status: 422,
    message: `Keranjang memuat paling banyak ${maxCartLines} barang. Hapus sebagian lebih dulu.`,
  },
  tooManyCarts: {
    code: "cart.too_many_carts",
    status: 429,
    message: "Terlalu banyak keranjang baru dari jaringan ini. Masuk ke akun Anda, atau coba lagi nanti.",
  },
});

export const cartLine = z.object({
  id,
  variant_id: id,
  product_slug: z.string(),
  product_name: z.string(),
  variant_name: z.string(),
  picture: z.object({ key: z.string(), color: z.string() }).nullable(),
  price: rupiah,
  quantity: z.int(),
  stock: z.int(),
  min_order: z.int(),
  note: z.string(),
  selected: z.boolean(),
  problem: z.enum(lineProblems).nullable(),
  problem_text: z.string().nullable(),
  line_total: rupiah,
});
export type CartLine = z.output<typeof cartLine>;

const cartShop = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  city_name: z.string(),
  on_vacation: z.boolean(),
  lines: z.array(cartLine),
});
export type CartShop = z.output<typeof cartShop>;

const cart = z.object({
  shops: z.array(cartShop),
  /** Counts selected lines that can be bought. */
  totals: z.object({ lines: z.int(), pieces: z.int(), goods_total: rupiah }),
  /** Lines of the browser's cart from before the login that do not fit; they come in when there is room. */
  waiting: z.int(),
});
export type Cart = z.output<typeof cart>;

const quantity = z.int().min(1).max(maxQuantity);
const note = textLine(0, maxNoteLength);
const lineParams = z.strictObject({ lineId: id });

export const cartEndpoints = endpoints({
  "GET /v1/cart": {
    summary: "The cart of the user, or without a session that of the browser, by shop, with current prices and stock",
    policy: "visitor",
    response: resultResponse(cart),
  },
  "GET /v1/cart/vouchers": {
    summary: "Vouchers for the selected lines: those that save most, and what is missing for others",
    policy: "visitor",
    response: resultResponse(z.array(purchaseVoucher)),
  },
  "POST /v1/cart/lines": {
    summary: "Add a variant to the cart, or more of it",
    policy: "visitor",
    checksSession: true,
    body: z.strictObject({ variant_id: id, quantity, note: note.optional() }),
    response: changeResponse(cart),
    refusals: Object.values(cartRefusals),
  },
  "PUT /v1/cart/lines/:lineId": {
    summary: "Change quantity, note or selection of a line",
    policy: "visitor",
    params: lineParams,
    body: z
      .strictObject({ quantity: quantity.optional(), selected: z.boolean().optional(), note: note.optional() })
      .refine((body) => Object.keys(body).length > 0, "Tidak ada yang diubah."),
    response: changeResponse(cart),
    refusals: [cartRefusals.outOfStock, cartRefusals.quantity],
  },
  "PUT /v1/cart/selection": {
    summary: "Select or unselect lines, a shop, or everything; `only` unselects the rest",
    policy: "visitor",
    body: z.strictObject({
      line_ids: z.array(id).max(maxCartLines).optional(),
      shop_id: id.optional(),
      selected: z.boolean(),
      only: z.boolean().optional(),
    }),
    response: changeResponse(cart),
  },
  "DELETE /v1/cart/lines/:lineId": {
    summary: "Remove a line from the cart",
    policy: "visitor",
    params: lineParams,
    response: changeResponse(cart),
  },
  "POST /v1/cart/lines/:lineId/restore": {
    summary: "Undo: restore a line that you removed, as it was",
    policy: "visitor",
    params: lineParams,
    response: changeResponse(cart),
    refusals: [cartRefusals.full],
  },
});
export type CartApi = typeof cartEndpoints;

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    "cart.delete_expired_carts": Record<string, never>;
  }
}
