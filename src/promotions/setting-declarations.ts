import { declareSetting, type Declaration } from "#lib/settings/declaration.ts";
import { declareTemplate } from "#notifications/notification-template.ts";
import { cashbackTemplates } from "./vouchers/notification-texts.ts";
import { shopVouchersSetting } from "./vouchers/rules.ts";

export const promotionDeclarations: readonly Declaration[] = [
  declareSetting({
    setting: shopVouchersSetting,
    group: "features",
    label: "Voucher toko",
    help: "Bila mati, penjual tidak bisa membuat voucher baru. Yang sudah ada tetap berlaku sampai berakhir atau dihentikan.",
    field: { kind: "switch" },
    isPublic: true,
  }),
  ...Object.values(cashbackTemplates).map(declareTemplate),
];
