import { declareSetting, type Declaration } from "#lib/settings/declaration.ts";
import { declareTemplate } from "#notifications/notification-template.ts";
import { homeDeclarations } from "./home/setting-declarations.ts";
import { catalogTemplates } from "./notification-texts.ts";
import { heldFirstProductsSetting } from "./screening/rules.ts";

export const catalogDeclarations: readonly Declaration[] = [
  ...homeDeclarations,
  declareSetting({
    setting: heldFirstProductsSetting,
    group: "features",
    label: "Produk pertama toko baru yang diperiksa",
    help: "Berapa produk pertama setiap toko yang menunggu operator sebelum tayang. Nol: tidak ada.",
    field: { kind: "number", min: 0, max: 100, unit: "produk" },
  }),
  ...catalogTemplates.map(declareTemplate),
];
