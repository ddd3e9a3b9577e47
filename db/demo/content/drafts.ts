import type { Draft } from "./draft.ts";
import { anakProducts } from "./products-anak.ts";
import { elektronikProducts } from "./products-elektronik.ts";
import { gayaProducts } from "./products-gaya.ts";
import { kainProducts } from "./products-kain.ts";
import { luarProducts } from "./products-luar.ts";
import { makananProducts } from "./products-makanan.ts";
import { muslimProducts } from "./products-muslim.ts";
import { rumahProducts } from "./products-rumah.ts";
import { tubuhProducts } from "./products-tubuh.ts";

/** All products as they were written down, in the order in which they are loaded. */
export const drafts: Draft[] = [
  ...kainProducts,
  ...makananProducts,
  ...rumahProducts,
  ...gayaProducts,
  ...elektronikProducts,
  ...tubuhProducts,
  ...anakProducts,
  ...muslimProducts,
  ...luarProducts,
];
