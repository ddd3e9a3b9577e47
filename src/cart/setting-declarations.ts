import { declareSetting, type Declaration } from "#lib/settings/declaration.ts";
import { visitorCartSetting } from "./rules.ts";

export const cartDeclarations: readonly Declaration[] = [
  declareSetting({
    setting: visitorCartSetting,
    group: "features",
    label: "Keranjang tanpa akun",
    help: "Bila mati, orang masuk dulu sebelum memasukkan barang ke keranjang. Keranjang yang sudah ada di browser tetap bisa dibuka dan pindah ke akun saat masuk.",
    field: { kind: "switch" },
    isPublic: true,
  }),
];
