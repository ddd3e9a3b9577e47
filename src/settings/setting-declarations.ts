import { declareSetting, type Declaration } from "#lib/settings/declaration.ts";
import { announcedChangesSetting } from "./rules.ts";

/** What all processes know of announced changes. */
export const ownDeclarations: readonly Declaration[] = [
  declareSetting({
    setting: announcedChangesSetting,
    group: "orders",
    label: "Perubahan yang diumumkan",
    help: "Dihitung dari pengumuman.",
    field: {
      kind: "list",
      max: 100,
      item: "Perubahan",
      fields: {
        key: { label: "Pengaturan", field: { kind: "text", min: 1, max: 80 } },
        label: { label: "Nama", field: { kind: "text", min: 1, max: 200 } },
        before: { label: "Sekarang", field: { kind: "text", min: 0, max: 400 } },
        after: { label: "Menjadi", field: { kind: "text", min: 0, max: 400 } },
        from: { label: "Mulai", field: { kind: "moment" } },
      },
    },
    isPublic: true,
    isComputed: true,
  }),
];
