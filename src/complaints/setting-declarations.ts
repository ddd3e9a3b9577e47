import { declareBounded, type Declaration } from "#lib/settings/declaration.ts";
import { declareTemplate } from "#notifications/notification-template.ts";
import { claimAnswerSetting } from "./insurance/rules.ts";
import { complaintTemplates } from "./notification-texts.ts";

/** The clock of claims, and the texts about cases. */
export const complaintDeclarations: readonly Declaration[] = [
  declareBounded(claimAnswerSetting, "days", {
    group: "orders",
    label: "Waktu kurir menjawab klaim asuransi",
    help: "Sesudahnya operator dipanggil untuk menagih jawaban kurir. Berlaku untuk klaim yang diajukan sejak perubahan. Uang pembeli tidak menunggu klaim.",
  }),
  ...complaintTemplates.map(declareTemplate),
];
