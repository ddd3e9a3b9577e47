import { defineRefusals } from "#lib/refusal.ts";

export const catalogRefusals = defineRefusals({
  "catalog.out_of_stock": { status: 409, sentence: "Stok habis atau tidak cukup untuk jumlah ini." },
});
