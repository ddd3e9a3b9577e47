/**
 * Design note. The simulated bank lets the whole payment cycle run offline. It keeps its own table (simulator_charges),
 * issues numbers and QR codes, and signs its notifications. The product uses it only through the provider port and the
 * notification endpoint, exactly like a real provider.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { hrefs } from "#hrefs.ts";
import { marketName } from "#lib/brand.ts";
import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { Instructions } from "../../contract.ts";
import { paymentRefusals } from "../../contract.ts";
import { unknownCharge, type PaymentProvider } from "../../provider.ts";
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

/** Where each bank's app has the payment. */
const bankMenus: Record<string, string> = {
  va_bca: "Buka BCA mobile, pilih m-BCA › m-Transfer › BCA Virtual Account.",
  va_mandiri: "Buka Livin’ by Mandiri, pilih Bayar, lalu cari kode perusahaan 70012.",
  va_bni: "Buka BNI Mobile Banking, pilih Transfer › Virtual Account Billing.",
  va_bri: "Buka BRImo, pilih BRIVA.",
  va_permata: "Buka PermataMobile X, pilih Bayar Tagihan › Virtual Account.",
  va_cimb: "Buka OCTO Mobile, pilih Transfer › Virtual Account.",
};

function paymentInstructions(reference: string, method: string, amount: Rupiah): Instructions {
  const known = paymentMethod(method);
  if (!known) throw new Refusal(paymentRefusals.methodUnknown);
  switch (known.group) {
    case "va": {
      const number = `${vaPrefix[method] ?? "8800"}${digits(reference, 11)}`;
      const bank = known.name.split(" ")[0] ?? known.name;
      return {
        number,
        ...(method === "va_mandiri" ? { biller: "70012" } : {}),
        steps: [
          bankMenus[method] ?? `Buka aplikasi ${bank}, pilih Transfer › Virtual Account.`,
          `Masukkan ${method === "va_mandiri" ? "kode bayar" : "nomor"} di atas. Nama dan jumlah tagihan muncul sendiri.`,
          "Periksa bahwa jumlahnya sama persis, lalu selesaikan dengan PIN Anda.",
          `Tanpa aplikasi? Bayar di ATM ${bank} terdekat dengan ${method === "va_mandiri" ? "kode" : "nomor"} yang sama.`,
        ],
      };
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
        steps: [
          "Buka aplikasi bank atau dompet digital yang mendukung QRIS.",
          "Pindai kode di atas, atau simpan gambarnya lalu unggah dari galeri.",
          `Periksa nama ${marketName} dan jumlahnya, lalu masukkan PIN Anda.`,
        ],
      };
    case "ewallet":
      return {
        link: hrefs.simulatorPayment(reference),
        steps: [
          `Lanjutkan ke ${known.name} lewat tombol di atas.`,
          "Periksa jumlahnya dan setujui pembayaran di aplikasi.",
          "Kembali ke halaman ini. Statusnya berubah sendiri.",
        ],
      };
    case "minimarket":
      return {
        number: digits(reference, 14),
        steps: [
          `Datang ke kasir ${known.name} dan sebutkan pembayaran ${marketName}.`,
          "Tunjukkan kode di atas kepada kasir.",
          "Bayar tunai sesuai jumlah tagihan dan simpan struknya.",
        ],
      };
    case "card":
      return {
        link: hrefs.simulatorPayment(reference),
        steps: [
          "Lanjutkan ke halaman bank lewat tombol di atas.",
          `Isi data kartu di halaman bank. ${marketName} tidak pernah melihatnya.`,
          "Masukkan kode OTP dari bank untuk menyetujui.",
        ],
      };
  }
}

/** The simulated bank as a payment provider. */
export function simulatorProvider(context: Context): PaymentProvider {
  return {
    id: "simulator",
    methods: paymentMethods.map(({ id }) => id),
    async charge({ reference, method, amount, dueAt, now }) {
      const instructions = paymentInstructions(reference, method, amount);
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
