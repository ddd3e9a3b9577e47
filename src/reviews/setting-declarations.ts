import { declareSetting, type Declaration } from "#lib/settings/declaration.ts";
import { declareTemplate } from "#notifications/notification-template.ts";
import { reviewTemplates } from "./notification-texts.ts";
import { moderationTemplates } from "./reports/notification-texts.ts";
import { questionsOpenSetting } from "./questions/rules.ts";
import { reviewPicturesSetting } from "./rules.ts";

export const reviewDeclarations: readonly Declaration[] = [
  declareSetting({
    setting: questionsOpenSetting,
    group: "features",
    label: "Pertanyaan tentang produk",
    help: "Bila mati, tidak ada pertanyaan baru di halaman produk. Yang sudah ada tetap tampil dan bisa dijawab.",
    field: { kind: "switch" },
    isPublic: true,
  }),
  declareSetting({
    setting: reviewPicturesSetting,
    group: "features",
    label: "Foto di ulasan",
    help: "Bila mati, ulasan tidak menerima foto baru. Foto yang sudah ada tetap tampil, dan penulisnya bisa menghapusnya.",
    field: { kind: "switch" },
    isPublic: true,
  }),
  ...reviewTemplates.map(declareTemplate),
  ...Object.values(moderationTemplates).map(declareTemplate),
];
