import { demoOperator } from "../../src/accounts/session/rules.ts";

/** One password for all demo accounts; written in the README and printed at start. */
export const demoPassword = "kawung-demo-2026";

/** Who to log in as. */
export const demoAccounts = {
  buyer: "pembeli@kawung.test",
  seller: "penjual@kawung.test",
  operator: demoOperator,
} as const;
