import { sealedFactors } from "./accounts/second-factor/sealed-factors.ts";
import type { SealedColumn } from "./lib/sealed-data.ts";
import { sealedAccounts } from "./payments/payouts/bank-accounts/sealed-accounts.ts";
import { sealedPayouts } from "./payments/payouts/sealed-payouts.ts";
import { sealedTaxNumbers } from "./payments/tax/sellers/sealed-tax-numbers.ts";
import { sealedSettings } from "./settings/sealed-settings.ts";
import { sealedApplications } from "./shops/verification/sealed-applications.ts";

/** All columns with data that is encrypted at rest. A test compares them with the tables. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedSettings,
  sealedFactors,
  sealedAccounts,
  sealedPayouts,
  sealedTaxNumbers,
  sealedApplications,
];
