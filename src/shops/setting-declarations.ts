import { declareSetting, type Declaration } from "#lib/settings/declaration.ts";
import { shopOpeningSetting } from "./opening-rules.ts";
import { declareTemplate } from "#notifications/notification-template.ts";
import { verificationTemplates } from "./verification/notification-texts.ts";
import { unverifiedLimitSetting } from "./verification/rules.ts";

export const shopDeclarations: readonly Declaration[] = [
  declareSetting({
    setting: shopOpeningSetting,
    group: "features",
    label: "Pembukaan toko baru",
    help: "Bila mati, tidak ada toko baru. Toko yang sudah ada tetap berjualan.",
    field: { kind: "switch" },
    isPublic: true,
  }),
  declareSetting({
    setting: unverifiedLimitSetting,
    group: "features",
    label: "Batas produk sebelum verifikasi",
    help: "Berapa produk yang bisa dimuat toko yang identitas penjualnya belum diperiksa. Produk yang sudah ada tetap dijual.",
    field: {
      kind: "record",
      fields: {
        is_on: { label: "Batas berlaku", field: { kind: "switch" } },
        products: { label: "Paling banyak", field: { kind: "number", min: 1, max: 100_000, unit: "produk" } },
      },
    },
  }),
  ...Object.values(verificationTemplates).map(declareTemplate),
];
