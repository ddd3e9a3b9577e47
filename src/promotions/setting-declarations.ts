import type { Declaration } from "#lib/settings/declaration.ts";
import { declareTemplate } from "#notifications/notification-template.ts";
import { cashbackTemplates } from "./vouchers/notification-texts.ts";

/** The texts about cashbacks. */
export const promotionDeclarations: readonly Declaration[] = Object.values(cashbackTemplates).map(declareTemplate);
