import { Refusal } from "#lib/refusal.ts";
import { taxRoleRefusals } from "./withholding/contract.ts";
import { taxRoles } from "./rules.ts";

/** Whether operators with this role switch the withholding, decide on certificates and read tax numbers. */
export function mayDecideTax(operatorRole: string | null): boolean {
  return operatorRole !== null && taxRoles.includes(operatorRole);
}

/** Refuses with tax.not_finance unless this operator's role decides about taxes. */
export function requireTaxRole({ operatorRole }: { operatorRole: string | null }): void {
  if (!mayDecideTax(operatorRole)) throw new Refusal(taxRoleRefusals.notFinance);
}
