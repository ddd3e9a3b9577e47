import { demoOperator } from "../../src/accounts/session/rules.ts";

/** One password for all demo accounts. The README names it, and the start prints it. */
export const demoPassword = "kawung-demo-2026";

/** The demo accounts by role. */
export const demoAccounts = {
  buyer: "pembeli@kawung.test",
  seller: "penjual@kawung.test",
  operator: demoOperator,
} as const;
