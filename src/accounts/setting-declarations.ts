import { declareSetting, type Declaration } from "#lib/settings/declaration.ts";
import { declareTemplate } from "#messages/mail-template.ts";
import { mailTemplates } from "./mail-templates.ts";
import { registrationOpenSetting } from "./registration/rules.ts";

export const accountDeclarations: readonly Declaration[] = [
  declareSetting({
    setting: registrationOpenSetting,
    group: "features",
    label: "Pendaftaran akun baru",
    help: "Bila mati, tidak ada akun baru, juga tidak lewat Google, Apple atau Facebook. Akun yang ada tetap bisa masuk.",
    field: { kind: "switch" },
    isPublic: true,
  }),
  ...mailTemplates.map(declareTemplate),
];
