import type { PayoutProvider } from "../provider.ts";

/** Transfers that operators make at the marketplace's own bank. Each amount and each bank is possible. */
export const manualPayouts: PayoutProvider = {
  id: "manual",
  isManual: true,
  checkAccount: null,
  limits: async () => ({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  send: async () => ({ outcome: "accepted", externalId: null }),
  confirm: null,
  reject: null,
  status: async ({ externalId }) => ({ status: "pending", externalId, amount: null, failure: null }),
  listDay: null,
  readNotification: () => "unsigned",
  repeatDuration: 0,
};
