import { declareSetting, type Declaration } from "#lib/settings/declaration.ts";
import { declareTemplate } from "#messages/mail-template.ts";
import { mailTemplates } from "./mail-templates.ts";
import { textVersionsSetting } from "./consents/rules.ts";
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
  declareSetting({
    setting: textVersionsSetting,
    group: "texts",
    label: "Versi syarat dan kebijakan privasi",
    help: "Dihitung dari versi yang diterbitkan.",
    field: {
      kind: "list",
      max: 10,
      item: "Versi",
      fields: {
        purpose: {
          label: "Teks",
          field: {
            kind: "choice",
            options: [
              { value: "terms", label: "Syarat dan ketentuan" },
              { value: "privacy", label: "Kebijakan privasi" },
            ],
          },
        },
        version: { label: "Versi", field: { kind: "day" } },
        from: { label: "Mulai", field: { kind: "moment" } },
      },
    },
    tags: ["all"],
    isComputed: true,
  }),
  ...mailTemplates.map(declareTemplate),
];
