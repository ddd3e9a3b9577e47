/**
 * @rule An operator is one of: `support`, `mediator`, `finance`, `catalogue`, `owner`. The owner may do everything.
 */
export const operatorRoles = ["owner", "finance", "mediator", "catalogue", "support"] as const;
export type OperatorRole = (typeof operatorRoles)[number];
