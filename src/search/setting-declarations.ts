import { declareSetting, type Declaration } from "#lib/settings/declaration.ts";
import { addedSynonymLimits, addedSynonymsSetting } from "./rules.ts";
import { synonymComplaint } from "./synonyms-setting.ts";

export const searchDeclarations: readonly Declaration[] = [
  declareSetting({
    setting: addedSynonymsSetting,
    group: "search",
    label: "Sinonim pencarian",
    help: "Satu baris satu arti. “hape, hp > ponsel | telepon genggam”: hape dan hp juga menemukan ponsel, tidak sebaliknya. “sofa | kursi tamu”: keduanya saling menemukan. Angka sesudah kata adalah bobotnya, misalnya “ponsel 0.7”.",
    field: { kind: "text", isLong: true, min: 0, max: addedSynonymLimits.lines * 40 },
    tags: ["catalog", "shops"],
    check: (text: string) => synonymComplaint(text),
  }),
];
