import { randomBytes, randomUUID } from "node:crypto";
import { qrisPayload } from "../../src/payments/providers/simulator/qris.ts";
import { type JsonServiceDouble, type ServiceCall, startJsonService } from "./json-service.ts";

type Body = Record<string, unknown>;

/** A charge as Xendit holds it: a payment request or an invoice. */
export type XenditCharge = {
  reference: string;
  kind: "payment_request" | "invoice";
  /** The object as the status call answers it. */
  view: Body;
  /** The payment of a payment request. */
  payment?: Body;
};

export type XenditRefund = Body & { id: string; reference_id: string; status: string; amount: number };

export type XenditDouble = JsonServiceDouble & {
  /** Settings that make the product use this double. */
  settings: Record<string, string>;
  /** The charges of a reference, in order. Xendit allows several. */
  find(reference: string): readonly XenditCharge[];
  refunds: readonly XenditRefund[];
  /** The time that charges and payments get. */
  now: () => Date;
  /** Codes with which the next refunds are refused, or the status with which they begin. Default: PENDING. */
  nextRefunds: string[];
  /** The buyer pays the charge with this id, or the last one of the reference. */
  pay(reference: string, wrong?: { amount?: unknown; currency?: string; id?: string }): void;
  /** Any other change of the last charge's object. */
  change(reference: string, to: Body): void;
  /** A refund ends. */
  endRefund(reference: string, status: "SUCCEEDED" | "FAILED"): void;
  /** A notification about the last charge of a reference; `wrong` replaces fields of its object. */
  notification(reference: string, wrong?: Body): Body;
  /** A notification about a refund, nested twice as in Xendit's sample. */
  refundNotification(refundReference: string): Body;
  /** The headers of a notification. */
  headers: Record<string, string>;
};

type Answer = { status: number; body: Body };
const digits = (count: number) => Array.from(randomBytes(count), (byte) => byte % 10).join("");
const fail = (status: number, error_code: string): Answer => ({ status, body: { error_code, message: "Refused." } });
const forbidden: Record<string, string> = { REFUND_NOT_SUPPORTED: "1", PARTIAL_REFUND_NOT_SUPPORTED: "1" };

/**
 * Xendit on this machine, after its documentation: payment requests v3, payments v3, invoices v2 and refunds. It checks
 * what the product sends, as Xendit does.
 */
export async function startXenditDouble(): Promise<XenditDouble> {
  const secretKey = "xnd_development_rahasia-uji";
  const token = "token-uji-xendit-0123456789";
  const charges: XenditCharge[] = [];
  const refunds: XenditRefund[] = [];
  const stamp = () => double.now().toISOString();
  const idOf = ({ kind, view }: XenditCharge) => String(kind === "invoice" ? view.id : view.payment_request_id);

  function createRequest(body: Body): Answer {
    const { reference_id, request_amount, channel_code, channel_properties, type, country, currency } = body;
    const channel = String(channel_code);
    const properties = (channel_properties ?? {}) as { expires_at?: string; display_name?: string };
    const isWhole = Number.isSafeInteger(request_amount) && Number(request_amount) > 0;
    if (!isWhole || typeof reference_id !== "string" || type !== "PAY" || country !== "ID" || currency !== "IDR")
      return fail(400, "API_VALIDATION_ERROR");
    if (!properties.expires_at || Number.isNaN(Date.parse(properties.expires_at)))
      return fail(400, "API_VALIDATION_ERROR");
    const amount = request_amount as number;
    const actions: Record<string, () => Body> = {
      QRIS: () => ({
        descriptor: "QR_STRING",
        value: qrisPayload({
          merchantId: "ID1026000000001",
          name: "KAWUNG",
          city: "BANDUNG",
          postcode: "40111",
          amount,
          reference: reference_id,
        }),
      }),
      ALFAMART: () => ({ descriptor: "PAYMENT_CODE", value: `KWG${digits(9)}` }),
      INDOMARET: () => ({ descriptor: "PAYMENT_CODE", value: `KWG${digits(9)}` }),
    };
    const isAccount = /^(BCA|BNI|BRI|MANDIRI|PERMATA|BSI|CIMB)_VIRTUAL_ACCOUNT$/.test(channel);
    const action = isAccount ? { descriptor: "VIRTUAL_ACCOUNT_NUMBER", value: digits(12) } : actions[channel]?.();
    if (!action) return fail(400, "INVALID_VALUE_ERROR");
    if (channel !== "QRIS" && !properties.display_name) return fail(400, "API_VALIDATION_ERROR");
    const view: Body = {
      ...body,
      business_id: "5f27a14a9bf05c73dd040bc8",
      payment_request_id: `pr-${randomUUID()}`,
      actions: [{ type: "PRESENT_TO_CUSTOMER", ...action }],
      status: "REQUIRES_ACTION",
      created: stamp(),
      updated: stamp(),
    };
    charges.push({ reference: reference_id, kind: "payment_request", view });
    return { status: 201, body: view };
  }

  function createInvoice(body: Body): Answer {
    const { external_id, amount, payment_methods: methods, invoice_duration: duration } = body;
    const known = ["CREDIT_CARD", "OVO", "DANA", "SHOPEEPAY", "GOPAY"];
    if (!Number.isSafeInteger(amount) || typeof external_id !== "string" || !Number.isInteger(duration))
      return fail(400, "API_VALIDATION_ERROR");
    if (!Array.isArray(methods) || !methods.every((one) => known.includes(String(one))))
      return fail(400, "UNAVAILABLE_PAYMENT_METHOD_ERROR");
    const id = randomBytes(12).toString("hex");
    const { customer: _customer, ...kept } = body;
    const view: Body = {
      ...kept,
      id,
      user_id: "5f27a14a9bf05c73dd040bc8",
      status: "PENDING",
      merchant_name: "Kawung",
      expiry_date: new Date(double.now().getTime() + Number(duration) * 1000).toISOString(),
      invoice_url: `${double.origin}/web/invoices/${id}`,
      created: stamp(),
      updated: stamp(),
    };
    charges.push({ reference: external_id, kind: "invoice", view });
    return { status: 200, body: view };
  }

  function createRefund(body: Body): Answer {
    const id = String(body.payment_request_id ?? body.invoice_id);
    const found = charges.find((one) => idOf(one) === id);
    if (!found) return fail(404, "DATA_NOT_FOUND");
    const next = double.nextRefunds.shift() ?? "PENDING";
    if (!["PENDING", "SUCCEEDED", "FAILED"].includes(next)) return fail(forbidden[next] ? 403 : 400, next);
    const paid = found.kind === "invoice" ? found.view.paid_amount : found.payment?.request_amount;
    if (paid === undefined) return fail(400, "INELIGIBLE_TRANSACTION_STATUS");
    const before = refunds.filter((one) => one.of === id && one.status !== "FAILED");
    const sum = before.reduce((all, { amount }) => all + amount, 0);
    if (!Number.isSafeInteger(body.amount) || sum + Number(body.amount) > Number(paid))
      return fail(400, "REFUND_AMOUNT_EXCEEDED");
    const made = {
      ...body,
      id: `rfd-${randomUUID()}`,
      of: id,
      reference_id: String(body.reference_id),
      amount: Number(body.amount),
      status: next,
      created: stamp(),
      updated: stamp(),
    };
    refunds.push(made);
    return { status: 200, body: made };
  }

  function close(found: XenditCharge, open: readonly string[], to: string): Answer {
    if (!open.includes(String(found.view.status))) return fail(400, "INACTIVE_PAYMENT_REQUEST");
    found.view.status = to;
    return { status: 200, body: found.view };
  }

  function answer({ method, path, headers, body, query }: ServiceCall): Answer {
    if (headers.authorization !== `Basic ${Buffer.from(`${secretKey}:`).toString("base64")}`)
      return fail(401, "INVALID_API_KEY");
    if (path.startsWith("/v3/") && headers["api-version"] !== "2024-11-11") return fail(400, "UNSUPPORTED_API_VERSION");
    if (method === "POST" && path === "/v3/payment_requests") return createRequest(body as Body);
    if (method === "POST" && path === "/v2/invoices") return createInvoice(body as Body);
    if (method === "POST" && path === "/refunds") return createRefund(body as Body);
    if (method === "GET" && path === "/refunds") {
      const id = query.get("payment_request_id") ?? query.get("invoice_id");
      return { status: 200, body: { data: refunds.filter((one) => one.of === id), has_more: false } };
    }
    const [, paymentId] = /^\/v3\/payments\/([\w-]+)$/.exec(path) ?? [];
    const paid = charges.find(({ payment }) => paymentId && payment?.payment_id === paymentId);
    if (paid?.payment) return { status: 200, body: paid.payment };
    const [, id] =
      /^\/(?:v3\/payment_requests|v2\/invoices|invoices)\/([\w-]+)(?:\/cancel|\/expire!)?$/.exec(path) ?? [];
    const found = charges.find((one) => idOf(one) === id);
    if (!found) return fail(404, "DATA_NOT_FOUND");
    if (path.endsWith("/cancel")) return close(found, ["REQUIRES_ACTION", "ACCEPTING_PAYMENTS"], "CANCELED");
    if (path.endsWith("/expire!")) return close(found, ["PENDING"], "EXPIRED");
    return { status: 200, body: found.view };
  }

  const service = await startJsonService(answer);
  const last = (reference: string): XenditCharge => {
    const found = charges.findLast((one) => one.reference === reference);
    if (!found) throw new Error(`Xendit has no charge ${reference}`);
    return found;
  };
  const double: XenditDouble = Object.assign(service, {
    settings: {
      PAYMENT_PROVIDERS: "xendit",
      XENDIT_SECRET_KEY: secretKey,
      XENDIT_CALLBACK_TOKEN: token,
      XENDIT_URL: service.origin,
    },
    find: (reference: string) => charges.filter((one) => one.reference === reference),
    refunds,
    now: () => new Date(),
    nextRefunds: [],
    headers: { "x-callback-token": token },
    pay(reference: string, wrong: { amount?: unknown; currency?: string; id?: string } = {}) {
      const found = wrong.id ? charges.find((one) => idOf(one) === wrong.id) : last(reference);
      if (!found) throw new Error(`Xendit has no charge ${wrong.id}`);
      const { view } = found;
      const amount = wrong.amount ?? (found.kind === "invoice" ? view.amount : view.request_amount);
      const currency = wrong.currency ?? "IDR";
      view.updated = stamp();
      if (found.kind === "invoice") {
        Object.assign(view, {
          status: "PAID",
          paid_amount: amount,
          paid_at: stamp(),
          currency,
          payment_method: "EWALLET",
        });
        return;
      }
      const paymentId = `py-${randomUUID()}`;
      found.payment = {
        payment_id: paymentId,
        payment_request_id: view.payment_request_id,
        reference_id: reference,
        status: "SUCCEEDED",
        request_amount: amount,
        currency,
        channel_code: view.channel_code,
        captures: [{ capture_id: `cap-${randomUUID()}`, capture_amount: amount, capture_timestamp: stamp() }],
        created: stamp(),
        updated: stamp(),
      };
      Object.assign(view, { status: "SUCCEEDED", latest_payment_id: paymentId });
    },
    change: (reference: string, to: Body) => void Object.assign(last(reference).view, to),
    endRefund(reference: string, status: "SUCCEEDED" | "FAILED") {
      for (const one of refunds) if (one.reference_id === reference) one.status = status;
    },
    notification(reference: string, wrong: Body = {}) {
      const { kind, view, payment } = last(reference);
      if (kind === "invoice") return { ...view, ...wrong };
      const events: Record<string, string> = { SUCCEEDED: "payment.capture", EXPIRED: "payment_request.expiry" };
      const event = events[String(view.status)] ?? "payment.failure";
      return { event, business_id: view.business_id, created: stamp(), data: { ...(payment ?? view), ...wrong } };
    },
    refundNotification(refundReference: string) {
      const found = refunds.find((one) => one.reference_id === refundReference);
      const event = found?.status === "FAILED" ? "refund.failed" : "refund.succeeded";
      const inner = { event, business_id: "5f27a14a9bf05c73dd040bc8", created: stamp(), data: found };
      return { ...inner, data: inner };
    },
  });
  return double;
}
