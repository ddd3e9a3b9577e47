import type { Declaration } from "#lib/settings/declaration.ts";
import { declareTemplate } from "#notifications/notification-template.ts";
import { complaintTemplates } from "./notification-texts.ts";

/** The texts about cases. */
export const complaintDeclarations: readonly Declaration[] = complaintTemplates.map(declareTemplate);
