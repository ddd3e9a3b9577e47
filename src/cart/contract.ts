import { z } from "zod";
import { endpoints } from "#lib/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { id, line as textLine, read, rupiah, written } from "#lib/schema.ts";
import { cartMaximumLines, lineProblems, maximumQuantity, noteMaximum } from "./rules.ts";

export const cartRefusals = defineRefusals({
  outOfStock: {
    code: "cart.out_of_stock",
    status: 409,
    sentence: "Stok tidak mencukupi. Isi keranjang Anda tidak berubah.",
  },
  notSold: { code: "cart.not_sold", status: 409, sentence: "Barang ini sudah tidak dijual." },
  shopOnVacation: {
    code: "cart.shop_on_vacation",
    status: 409,
    sentence: "Toko ini sedang libur. Coba lagi setelah toko buka kembali.",
  },
  ownProduct: {
    code: "cart.own_product",
    status: 422,
    sentence: "Anda tidak bisa membeli barang dari toko Anda sendiri.",
  },
  noWish: {
    code: "cart.no_wish",
    status: 409,
    sentence: "Barang yang tadi Anda pilih sudah tidak kami simpan. Pilih lagi dari halamannya.",
  },
  quantity: { code: "cart.quantity", status: 422, sentence: "Jumlah ini tidak bisa dibeli." },
  full: {
    code: "cart.full",
    status: 422,
    sentence: `Keranjang memuat paling banyak ${cartMaximumLines} barang. Hapus sebagian lebih dulu.`,
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
  /** Of the selected lines that can be bought. */
  totals: z.object({ lines: z.int(), pieces: z.int(), goods_total: rupiah }),
});
export type Cart = z.output<typeof cart>;

const quantity = z.int().min(1).max(maximumQuantity);
const note = textLine(0, noteMaximum);
const lineParams = z.strictObject({ lineId: id });

export const cartEndpoints = endpoints({
  "GET /v1/cart": { summary: "Your cart by shop, with current prices and stock", policy: "user", answer: read(cart) },
  "POST /v1/cart/lines": {
    summary: "Put a variant into the cart, or more of it",
    policy: "user",
    body: z.strictObject({ variant_id: id, quantity, note: note.optional() }),
    answer: written(cart),
    refusals: Object.values(cartRefusals),
  },
  "POST /v1/cart/wish": {
    summary: "Keep what a visitor wants in the cart, in a cookie of this browser, until they have logged in",
    policy: "public",
    body: z.strictObject({ variant_id: id, quantity }),
    answer: written(z.strictObject({})),
    limit: { max: 60, window: 60_000 },
    refusals: Object.values(cartRefusals),
  },
  "POST /v1/cart/wish/redeem": {
    summary: "Put what this browser's visitor wanted into the cart, once",
    policy: "user",
    answer: written(cart),
    refusals: Object.values(cartRefusals),
  },
  "PUT /v1/cart/lines/:lineId": {
    summary: "Change quantity, note or selection of a line",
    policy: "user",
    params: lineParams,
    body: z
      .strictObject({ quantity: quantity.optional(), selected: z.boolean().optional(), note: note.optional() })
      .refine((body) => Object.keys(body).length > 0, "Tidak ada yang diubah."),
    answer: written(cart),
    refusals: [cartRefusals.outOfStock, cartRefusals.quantity],
  },
  "PUT /v1/cart/selection": {
    summary: "Select or unselect lines, a shop, or everything; `only` unselects the rest",
    policy: "user",
    body: z.strictObject({
      line_ids: z.array(id).max(cartMaximumLines).optional(),
      shop_id: id.optional(),
      selected: z.boolean(),
      only: z.boolean().optional(),
    }),
    answer: written(cart),
  },
  "DELETE /v1/cart/lines/:lineId": {
    summary: "Take a line out of the cart",
    policy: "user",
    params: lineParams,
    answer: written(cart),
  },
  "POST /v1/cart/lines/:lineId/restore": {
    summary: "Undo: put a line you took out back where and as it was",
    policy: "user",
    params: lineParams,
    answer: written(cart),
    refusals: [cartRefusals.full],
  },
});
export type CartApi = typeof cartEndpoints;
