import { createHash, randomBytes, randomUUID } from "node:crypto";
import { qrisPayload } from "../../src/payments/providers/simulator/qris.ts";
import { type JsonServiceDouble, type ServiceCall, startJsonService } from "./json-service.ts";

type Refund = { refund_key: string; refund_amount: string; created_at: string; bank_confirmed_at?: string };

/** A charge as Midtrans holds it. `paid` is its amount; a test may make it wrong. */
export type MidtransCharge = {
  order_id: string;
  transaction_id: string;
  payment_type: string;
  gross_amount: string;
  currency: string;
  transaction_status: string;
  fraud_status: string;
  transaction_time: string;
  settlement_time?: string;
  /** How to pay, as the charge answered. */
  means: Record<string, unknown>;
  refunds: Refund[];
  chargeback_amount?: string;
  /** Where its notifications go. */
  notifyUrl: string;
};

export type MidtransDouble = JsonServiceDouble & {
  /** Settings that make the product use this double. */
  settings: Record<string, string>;
  charges: ReadonlyMap<string, MidtransCharge>;
  /** The time that charges and payments get. */
  now: () => Date;
  /** Answers to refunds: how the next ones end. Default: they are accepted. */
  nextRefunds: ("accepted" | "bank_refuses" | "duplicate" | "not_now" | "funds_short")[];
  /** The code with which new charges are refused, such as 402 for a method that the account may not use. */
  refuseCharges: string | null;
  /** The buyer pays: `settlement`, for cards `capture`. A buyer who chose nothing on the payment page chooses now. */
  pay(reference: string, wrong?: Partial<MidtransCharge>): void;
  /** Any other change of a charge. */
  change(reference: string, to: Partial<MidtransCharge>): void;
  /** The bank confirms a refund (the second notification), or gives it up: then the charge is as before it. */
  confirmRefund(reference: string, key: string): void;
  loseRefund(reference: string, key: string): void;
  /** The signed notification about the state of a charge; `wrong` replaces fields before it is signed. */
  notification(reference: string, wrong?: Record<string, unknown>, serverKey?: string): Record<string, unknown>;
  /** Five minutes pass: no request is recognised by its idempotency key any more. */
  clearKeys(): void;
  /** Sends a notification where the charge says. Returns the status of the response. */
  notify(reference: string, wrong?: Record<string, unknown>): Promise<number>;
};

type Answer = { status: number; body: Record<string, unknown> };
const wib = (at: Date) => new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
const digits = (count: number) => Array.from(randomBytes(count), (byte) => byte % 10).join("");

/**
 * Midtrans on this machine, after its documentation: the Core API (charge, status, cancel, expire, refund) and Snap. It
 * checks what the product sends, as Midtrans does.
 */
export async function startMidtransDouble(): Promise<MidtransDouble> {
  const serverKey = "SB-Mid-server-rahasia-uji";
  const charges = new Map<string, MidtransCharge>();
  const pages = new Map<string, { charge: MidtransCharge; canceled: boolean }>();
  const seenKeys = new Map<string, Answer>();
  const code = (status: string, message: string, more: object = {}): Answer => ({
    status: Number(status) >= 400 ? Number(status) : 200,
    body: { status_code: status, status_message: message, ...more },
  });

  const view = (charge: MidtransCharge): Record<string, unknown> => {
    const { means, refunds, notifyUrl: _url, ...fields } = charge;
    const refunded = refunds.reduce((sum, one) => sum + Number(one.refund_amount), 0);
    return {
      ...fields,
      merchant_id: "G141532850",
      ...means,
      ...(refunds.length > 0 ? { refund_amount: `${refunded}.00`, refunds } : {}),
    };
  };
  const resultOf = ({ transaction_status: state, fraud_status: fraud }: MidtransCharge): string => {
    const known: Record<string, string> = {
      pending: "201",
      authorize: "201",
      expire: "407",
      cancel: "202",
      deny: "202",
    };
    return state === "capture" && fraud === "challenge" ? "201" : (known[state.toLowerCase()] ?? "200");
  };

  function isAuthorised({ headers }: ServiceCall): boolean {
    return headers.authorization === `Basic ${Buffer.from(`${serverKey}:`).toString("base64")}`;
  }

  /** What Midtrans refuses of every new charge. */
  function faultOf(body: Record<string, unknown>): string | undefined {
    const details = body.transaction_details as { order_id?: unknown; gross_amount?: unknown } | undefined;
    const items = (body.item_details ?? []) as { price: number; quantity: number; name: string }[];
    const sum = items.reduce((all, { price, quantity }) => all + price * quantity, 0);
    if (typeof details?.order_id !== "string" || !/^[\w.~-]{1,50}$/.test(details.order_id)) return "order_id";
    if (!Number.isSafeInteger(details.gross_amount) || Number(details.gross_amount) < 1) return "gross_amount";
    if (items.length > 0 && sum !== details.gross_amount) return "item_details sum";
    if (items.some(({ name }) => name.length > 50)) return "item_details name";
    const expiry = body.custom_expiry as { order_time: string; expiry_duration: number; unit: string } | undefined;
    if (expiry && !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0700$/.test(expiry.order_time)) return "order_time";
    if (expiry && !(Number.isInteger(expiry.expiry_duration) && expiry.expiry_duration >= 20)) return "expiry_duration";
    return undefined;
  }

  function makeCharge(call: ServiceCall, paymentType: string, means: Record<string, unknown>): MidtransCharge {
    const { transaction_details: details } = call.body as {
      transaction_details: { order_id: string; gross_amount: number };
    };
    return {
      order_id: details.order_id,
      transaction_id: randomUUID(),
      payment_type: paymentType,
      gross_amount: `${details.gross_amount}.00`,
      currency: "IDR",
      transaction_status: "pending",
      fraud_status: "accept",
      transaction_time: wib(double.now()),
      means,
      refunds: [],
      notifyUrl: String(call.headers["x-override-notification"] ?? ""),
    };
  }

  function meansOf(body: Record<string, unknown>, id: string): Record<string, unknown> | undefined {
    const link = (path: string) => `${double.origin}${path}`;
    const qr = () =>
      qrisPayload({
        merchantId: "ID1026000000001",
        name: "KAWUNG",
        city: "BANDUNG",
        postcode: "40111",
        amount: (body.transaction_details as { gross_amount: number }).gross_amount,
        reference: id,
      });
    switch (body.payment_type) {
      case "bank_transfer": {
        const { bank } = body.bank_transfer as { bank: string };
        if (bank === "permata") return { permata_va_number: `8562${digits(12)}` };
        if (!["bca", "bni", "bri", "cimb"].includes(bank)) return undefined;
        return { va_numbers: [{ bank, va_number: digits(11) }], payment_amounts: [] };
      }
      case "echannel":
        return { biller_code: "70012", bill_key: digits(12) };
      case "qris":
        return { acquirer: "gopay", qr_string: qr(), actions: [] };
      case "gopay":
        return {
          actions: [
            { name: "generate-qr-code", method: "GET", url: link(`/v2/gopay/${id}/qr-code`) },
            { name: "deeplink-redirect", method: "GET", url: `gojek://gopay/merchanttransfer?tref=${digits(8)}` },
            { name: "get-status", method: "GET", url: link(`/v2/${id}/status`) },
            { name: "cancel", method: "POST", url: link(`/v2/${id}/cancel`) },
          ],
        };
      case "shopeepay":
        return { actions: [{ name: "deeplink-redirect", method: "GET", url: link(`/shopeepay/${id}`) }] };
      case "cstore": {
        const { store } = body.cstore as { store: string };
        return ["alfamart", "indomaret"].includes(store) ? { payment_code: digits(14), store } : undefined;
      }
      default:
        return undefined;
    }
  }

  function charge(call: ServiceCall): Answer {
    const body = call.body as Record<string, unknown>;
    const key = String(call.headers["idempotency-key"] ?? "");
    if (double.refuseCharges) return code(double.refuseCharges, "The charge is refused.");
    const seen = key.length <= 46 ? seenKeys.get(key) : undefined;
    if (seen) return seen;
    const fault = faultOf(body);
    if (fault)
      return code("400", "One or more parameters in the payload is invalid.", { validation_messages: [fault] });
    const { order_id: reference } = body.transaction_details as { order_id: string };
    if (charges.has(reference)) return code("406", "The request could not be completed, order_id has been used");
    const means = meansOf(body, reference);
    if (!means) return code("402", "Merchant doesn't have access for this payment type");
    const made = makeCharge(call, String(body.payment_type), means);
    charges.set(reference, made);
    const answer = code("201", "Success, transaction is created", view(made));
    // Midtrans keeps no keys for these two.
    const isKept = !("permata_va_number" in means) && means.store !== "indomaret";
    if (key && isKept) seenKeys.set(key, answer);
    return answer;
  }

  function openPage(call: ServiceCall): Answer {
    const body = call.body as Record<string, unknown>;
    const fault = faultOf(body);
    if (fault) return { status: 400, body: { error_messages: [`transaction_details.${fault} is invalid`] } };
    const { order_id: reference } = body.transaction_details as { order_id: string };
    if (charges.has(reference))
      return { status: 400, body: { error_messages: ["transaction_details.order_id has been paid and utilized"] } };
    const token = randomUUID();
    const [payment = ""] = body.enabled_payments as string[];
    pages.set(token, { charge: makeCharge(call, payment, {}), canceled: false });
    return { status: 201, body: { token, redirect_url: `${double.origin}/snap/v4/redirection/${token}` } };
  }

  function closePage(token: string): Answer {
    const page = pages.get(token);
    if (!page) return { status: 404, body: { error_messages: ["token not found"] } };
    if (page.canceled) return { status: 400, body: { error_messages: ["token already canceled"] } };
    if (charges.has(page.charge.order_id))
      return { status: 400, body: { error_messages: ["Transaction is on progress"] } };
    page.canceled = true;
    return { status: 200, body: { canceled_at: double.now().toISOString() } };
  }

  function refund(found: MidtransCharge, body: { refund_key: string; amount: number; reason?: string }): Answer {
    if (!/^[\w-]{1,100}$/.test(body.refund_key)) return code("400", "refund_key");
    const total = Number(found.gross_amount);
    const before = found.refunds.reduce((sum, one) => sum + Number(one.refund_amount), 0);
    switch (double.nextRefunds.shift() ?? "accepted") {
      case "bank_refuses":
        return code("202", "Refund is rejected by the bank", { ...view(found), refund_amount: "0.00" });
      case "not_now":
        return code("412", "Merchant cannot modify the status of the transaction");
      case "funds_short":
        return code("414", "Refund request is rejected due to insufficient funds");
      case "duplicate":
        return code("406", "Duplicate refund ID");
      case "accepted":
    }
    if (found.refunds.some((one) => one.refund_key === body.refund_key)) return code("406", "Duplicate refund ID");
    if (!["settlement", "partial_refund"].includes(found.transaction_status))
      return code("412", "Merchant cannot modify the status of the transaction");
    if (["bank_transfer", "echannel", "cstore"].includes(found.payment_type)) return code("412", "not refundable");
    if (!Number.isSafeInteger(body.amount) || body.amount < 1 || before + body.amount > total)
      return code("414", "Refund request is rejected due to invalid amount");
    found.refunds.push({
      refund_key: body.refund_key,
      refund_amount: `${body.amount}.00`,
      created_at: wib(double.now()),
    });
    found.transaction_status = before + body.amount === total ? "refund" : "partial_refund";
    return code("200", "Success, refund request is approved", { ...view(found), refund_key: body.refund_key });
  }

  function answer(call: ServiceCall): Answer {
    const { method, path } = call;
    if (!isAuthorised(call)) {
      if (path.startsWith("/snap/")) return { status: 401, body: { error_messages: ["Access denied"] } };
      return code("401", "Transaction cannot be authorized with the current client/server key.");
    }
    if (method === "POST" && path === "/v2/charge") return charge(call);
    if (method === "POST" && path === "/snap/v1/transactions") return openPage(call);
    const [, token] = /^\/snap\/v1\/transactions\/([\w-]+)\/cancel$/.exec(path) ?? [];
    if (token) return closePage(token);
    const [, id = "", action] = /^\/v2\/([^/]+)\/(status|cancel|expire|refund)$/.exec(path) ?? [];
    const found = charges.get(id) ?? [...charges.values()].find((one) => one.transaction_id === id);
    if (!found || !action) return code("404", "Transaction doesn't exist.", { id: randomUUID() });
    if (action === "status") return code(resultOf(found), "Success, transaction is found", view(found));
    if (action === "refund") return refund(found, call.body as { refund_key: string; amount: number });
    const isOpen =
      ["pending", "authorize"].includes(found.transaction_status) || found.transaction_status === "capture";
    if (!isOpen) return code("412", "Merchant cannot modify the status of the transaction");
    found.transaction_status = action === "cancel" ? "cancel" : "expire";
    return action === "cancel"
      ? code("200", "Success, transaction is canceled", view(found))
      : code("407", "Success, transaction is expired", view(found));
  }

  const service = await startJsonService(answer);
  const get = (reference: string): MidtransCharge => {
    const found = charges.get(reference);
    if (!found) throw new Error(`Midtrans has no charge ${reference}`);
    return found;
  };
  const double: MidtransDouble = Object.assign(service, {
    settings: {
      PAYMENT_PROVIDERS: "midtrans",
      MIDTRANS_SERVER_KEY: serverKey,
      MIDTRANS_URL: service.origin,
      MIDTRANS_SNAP_URL: service.origin,
    },
    charges,
    now: () => new Date(),
    nextRefunds: [],
    refuseCharges: null,
    pay(reference: string, wrong: Partial<MidtransCharge> = {}) {
      const page = [...pages.values()].find(({ charge: one }) => one.order_id === reference);
      if (page && !charges.has(reference)) {
        if (page.canceled) throw new Error("the payment page is closed");
        charges.set(reference, page.charge);
      }
      const found = get(reference);
      found.transaction_status = found.payment_type === "credit_card" ? "capture" : "settlement";
      found.settlement_time = wib(double.now());
      Object.assign(found, wrong);
    },
    change: (reference: string, to: Partial<MidtransCharge>) => void Object.assign(get(reference), to),
    confirmRefund(reference: string, key: string) {
      for (const one of get(reference).refunds) if (one.refund_key === key) one.bank_confirmed_at = wib(double.now());
    },
    loseRefund(reference: string, key: string) {
      const found = get(reference);
      found.refunds = found.refunds.filter((one) => one.refund_key !== key);
      found.transaction_status = found.refunds.length > 0 ? "partial_refund" : "settlement";
    },
    notification(reference: string, wrong: Record<string, unknown> = {}, signedWith = serverKey) {
      const found = get(reference);
      const result = resultOf(found) === "407" ? "202" : resultOf(found);
      const body = { ...view(found), status_code: result, status_message: "midtrans payment notification", ...wrong };
      const { order_id, status_code, gross_amount } = body as unknown as Record<string, string>;
      const signed = createHash("sha512").update(`${order_id}${status_code}${gross_amount}${signedWith}`).digest("hex");
      return { ...body, signature_key: signed };
    },
    clearKeys: () => seenKeys.clear(),
    async notify(reference: string, wrong: Record<string, unknown> = {}) {
      const { status } = await fetch(get(reference).notifyUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(double.notification(reference, wrong)),
      });
      return status;
    },
  });
  return double;
}
