import { declareSetting, type Declaration } from "#lib/settings/declaration.ts";
import { shopOpeningSetting } from "./opening-rules.ts";

export const shopDeclarations: readonly Declaration[] = [
  declareSetting({
    setting: shopOpeningSetting,
    group: "features",
    label: "Pembukaan toko baru",
    help: "Bila mati, tidak ada toko baru. Toko yang sudah ada tetap berjualan.",
    field: { kind: "switch" },
    isPublic: true,
  }),
];
