import { unknownCharge, type PaymentProvider } from "../../provider.ts";
import { codMethod } from "../../rules.ts";
import { instructionsFor } from "../instructions.ts";

/**
 * Cash on delivery. Nothing is charged and there is nobody to ask: the delivery of the parcel books the payment
 * (../../cod/collect-cash.ts), and a refund goes to a bank account.
 */
export const codProvider: PaymentProvider = {
  id: "cod",
  methods: [codMethod.id],
  charge: async ({ method }) => ({ externalId: null, instructions: instructionsFor(method, {}) }),
  status: async () => unknownCharge,
  cancel: async () => {},
  refund: async () => "refused",
  readNotification: () => "not_for_us",
};
