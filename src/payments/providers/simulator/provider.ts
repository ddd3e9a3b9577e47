/**
 * Design note. The simulated bank lets the whole payment cycle run offline. It keeps its own table (simulator_charges),
 * issues numbers and QR codes, and signs its notifications. The product uses it only through the provider port and the
 * notification endpoint, exactly like a real provider.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { Context } from "#lib/context.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { unknownCharge, type PaymentProvider } from "../../provider.ts";
import { instructionsFor, type Means } from "../instructions.ts";
import { qrisPayload } from "./qris.ts";
import { findCharge, insertCharge, listChargeRefunds, refundCharge, updateChargeStatus } from "./queries.ts";
import { paymentMethod, paymentMethods } from "../../rules.ts";

/** A notification of the simulated bank. */
export type SimulatorNotification = { reference: string; status: string; amount: string; signature: string };

function signatureOf(context: Pick<Context, "secret">, reference: string, status: string, amount: string): string {
  return createHmac("sha512", context.secret).update(`${reference}|${status}|${amount}|IDR`).digest("hex");
}

/** The signed notification about a charge. */
export function signNotification(
  context: Pick<Context, "secret">,
  reference: string,
  status: string,
  amount: Rupiah,
): SimulatorNotification {
  return {
    reference,
    status,
    amount: String(amount),
    signature: signatureOf(context, reference, status, String(amount)),
  };
}

/** Digits derived from the reference, so that a charge always gets the same number. */
function digits(reference: string, count: number): string {
  const hash = createHmac("sha256", "number").update(reference).digest();
  return Array.from({ length: count }, (_, index) => String((hash[index % hash.length] ?? 0) % 10)).join("");
}

const vaPrefix: Record<string, string> = {
  va_bca: "39010",
  va_bni: "8808",
  va_bri: "26215",
  va_mandiri: "8908",
  va_permata: "8528",
  va_cimb: "3049",
};

/** What the simulated bank gives to pay with. */
function meansOf(reference: string, method: string, amount: Rupiah): Means {
  switch (paymentMethod(method)?.group) {
    case "va": {
      const number = `${vaPrefix[method] ?? "8800"}${digits(reference, 11)}`;
      return method === "va_mandiri" ? { number, biller: "70012" } : { number };
    }
    case "qris":
      return {
        qr: qrisPayload({
          merchantId: "ID1026000000001",
          name: "KAWUNG",
          city: "BANDUNG",
          postcode: "40111",
          amount,
          reference,
        }),
      };
    case "minimarket":
      return { number: digits(reference, 14) };
    default:
      return { link: operatorHrefs.simulatorPayment(reference) };
  }
}

/** The simulated bank as a payment provider. */
export function simulatorProvider(context: Context): PaymentProvider {
  return {
    id: "simulator",
    methods: paymentMethods.map(({ id }) => id),
    async charge({ reference, method, amount, dueAt, now }) {
      const instructions = instructionsFor(method, meansOf(reference, method, amount));
      await insertCharge(context.db, { reference, method, amount, dueAt, now });
      return { instructions, externalId: null };
    },
    async status({ reference }) {
      const charge = await findCharge(context.db, reference);
      if (!charge) return unknownCharge;
      const receipts =
        charge.status === "paid"
          ? [{ reference, amount: charge.amount, receivedAt: charge.paid_at ?? context.clock.now() }]
          : [];
      const refunds = await listChargeRefunds(context.db, reference);
      return {
        status: charge.status,
        receipts,
        refunds: refunds.map((refund) => ({ ...refund, status: "done" as const })),
        chargedBack: 0,
      };
    },
    async cancel({ reference }) {
      await updateChargeStatus(context.db, reference, "cancelled", context.clock.now());
    },
    async refund({ charge: { reference }, refundReference, amount }) {
      await context.db.transaction((tx) => refundCharge(tx, { reference, refundReference, amount }));
      return "done";
    },
    readNotification({ body }) {
      const { reference, status, amount, signature } = (body ?? {}) as Partial<SimulatorNotification>;
      if (
        typeof reference !== "string" ||
        typeof status !== "string" ||
        typeof amount !== "string" ||
        typeof signature !== "string"
      )
        return "unsigned";
      const wanted = Buffer.from(signatureOf(context, reference, status, amount));
      const givenSignature = Buffer.from(signature);
      if (wanted.length !== givenSignature.length || !timingSafeEqual(wanted, givenSignature)) return "unsigned";
      if (!/^\d{1,16}$/.test(amount)) return "unsigned";
      const claim = status === "paid" || status === "expired" || status === "cancelled" ? status : "other";
      return { reference, amount: Number(amount), claim };
    },
  };
}
