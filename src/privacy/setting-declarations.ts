import type { Declaration } from "#lib/settings/declaration.ts";
import { declareTemplate as declareMailTemplate } from "#messages/mail-template.ts";
import { declareTemplate } from "#notifications/notification-template.ts";
import { privacyMailTemplates } from "./mail-texts.ts";
import { privacyTemplates } from "./notification-texts.ts";

/** The texts about personal data. */
export const privacyDeclarations: readonly Declaration[] = [
  ...Object.values(privacyTemplates).map(declareTemplate),
  ...privacyMailTemplates.map(declareMailTemplate),
];
