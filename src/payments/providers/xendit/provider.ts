/**
 * Design note. Xendit has two ways to charge. A payment request (v3) answers with a number or code. An invoice (v2) is
 * a page of Xendit, on which wallets and cards are used; it lasts as long as our deadline, while a wallet's own request
 * ends after minutes. Neither is unique by our reference. A repeated charge makes a second one at Xendit; only the one
 * that was stored with the attempt is ever shown to the buyer, and the other expires unseen.
 * A notification carries a fixed token, which proves only who sent it. Its content is read again by the status call.
 * Chargebacks are not in these objects; they come with the settlement report.
 */
import type { z } from "zod";
import { brandName } from "#lib/brand.ts";
import { type JsonService, plainCode, requestJson, ServiceError } from "#lib/http/request-json.ts";
import type { XenditConfig } from "#lib/config/payments.ts";
import { parseRupiah, type Rupiah } from "#lib/rupiah.ts";
import { second } from "#lib/time.ts";
import {
  type ChargeRequest,
  type ChargeStatus,
  type NotificationClaim,
  type PaymentProvider,
  type ProviderCharge,
  type ProviderMessage,
  type ProviderRefund,
  type Receipt,
  unknownCharge,
} from "../../provider.ts";
import { hasCallbackToken } from "./callback-token.ts";
import { instructionsFor, plainLink, plainNumber, plainQr } from "../instructions.ts";
import { isOurReference, serviceLimits, unreadableAmount } from "../rules.ts";
import {
  invoice,
  notification,
  notifiedRefund,
  payment,
  paymentRequest,
  refund as refundAnswer,
  refundList,
  xenditError,
} from "./contract.ts";
import { apiVersion, passingRefundCodes, xenditMethods, type XenditMethod } from "./rules.ts";

/** Xendit as a payment provider. Throws `ServiceError` when it cannot be reached or refuses. */
export function xenditProvider(settings: XenditConfig): PaymentProvider {
  const service: JsonService = {
    name: "xendit",
    url: settings.url,
    headers: {
      authorization: `Basic ${Buffer.from(`${settings.secretKey}:`).toString("base64")}`,
      "api-version": apiVersion,
    },
    ...serviceLimits,
  };

  /** Calls Xendit. A refused key is an error, and so is every other refusal without `mayRefuse`. */
  async function call(
    method: "GET" | "POST",
    path: string,
    { body, key, mayRefuse = false }: { body?: object; key?: string; mayRefuse?: boolean } = {},
  ): Promise<{ status: number; code: string | null; answer: unknown }> {
    const { status, body: answer } = await requestJson(service, {
      method,
      path,
      ...(body ? { body } : {}),
      ...(key ? { headers: { "idempotency-key": key } } : {}),
    });
    if (status < 400) return { status, code: null, answer };
    const code = plainCode(xenditError.safeParse(answer).data?.error_code);
    if (status === 401 || !mayRefuse)
      throw new ServiceError(service.name, "refused", `it answered ${status}`, { status, code });
    return { status, code, answer };
  }

  function read<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
    const result = schema.safeParse(answer);
    if (!result.success) throw unreadable("its answer has another form");
    return result.data;
  }
  const unreadable = (what: string) => new ServiceError(service.name, "unreadable", what);

  async function chargeByRequest(request: ChargeRequest, by: Extract<XenditMethod, { by: "payment_request" }>) {
    const { reference, amount, dueAt, title } = request;
    const { answer } = await call("POST", "/v3/payment_requests", {
      body: {
        reference_id: reference,
        type: "PAY",
        country: "ID",
        currency: "IDR",
        request_amount: amount,
        capture_method: "AUTOMATIC",
        channel_code: by.channel,
        channel_properties: {
          ...(by.gives === "QR_STRING" ? {} : { display_name: brandName() }),
          expires_at: dueAt.toISOString(),
        },
        description: title.slice(0, 255),
      },
      key: `${reference}-charge`,
    });
    const made = read(paymentRequest, answer);
    if (!made.payment_request_id || made.reference_id !== reference || amountOf(made.request_amount, made) !== amount)
      throw unreadable("it charged something else");
    const value = made.actions?.find(({ descriptor }) => descriptor === by.gives)?.value;
    const qr = by.gives === "QR_STRING" ? plainQr(value) : undefined;
    const number = by.gives === "QR_STRING" ? undefined : plainNumber(value);
    const means = qr ? { qr } : number ? { number, payee: "Xendit" } : undefined;
    if (!means) throw unreadable("its answer does not say how to pay");
    return { instructions: instructionsFor(request.method, means), externalId: made.payment_request_id };
  }

  async function chargeByInvoice(request: ChargeRequest, by: Extract<XenditMethod, { by: "invoice" }>) {
    const { reference, amount, dueAt, now, title, buyer, returnUrl } = request;
    const { answer } = await call("POST", "/v2/invoices", {
      body: {
        external_id: reference,
        amount,
        currency: "IDR",
        description: title.slice(0, 255),
        invoice_duration: Math.max(60, Math.ceil((dueAt.getTime() - now.getTime()) / second)),
        payment_methods: [by.payment],
        customer: { given_names: buyer.name.slice(0, 50) },
        should_send_email: false,
        should_authenticate_credit_card: true,
        success_redirect_url: returnUrl,
        failure_redirect_url: returnUrl,
        locale: "id",
      },
      key: `${reference}-charge`,
    });
    const made = read(invoice, answer);
    const link = plainLink(made.invoice_url, settings.url);
    if (!made.id || made.external_id !== reference || amountOf(made.amount, made) !== amount)
      throw unreadable("it charged something else");
    if (!link) throw unreadable("its answer does not say how to pay");
    return { instructions: instructionsFor(request.method, { link }), externalId: made.id };
  }

  async function requestStatus(charge: ProviderCharge, externalId: string): Promise<ChargeStatus> {
    const found = await call("GET", `/v3/payment_requests/${encodeURIComponent(externalId)}`, { mayRefuse: true });
    if (found.status === 404) return unknownCharge;
    if (found.status >= 400) throw refused(found);
    const { status, reference_id, latest_payment_id: paymentId } = read(paymentRequest, found.answer);
    if (reference_id !== charge.reference) throw unreadable("it answered about another charge");
    // Money can come for a request in any state, so its payment is read in any state.
    const receipts = paymentId ? await receiptsOf(charge, paymentId) : [];
    if (receipts.length > 0)
      return { status: "paid", receipts, refunds: await listRefunds(externalId), chargedBack: 0 };
    return { status: requestState(status), receipts, refunds: [], chargedBack: 0 };
  }

  async function receiptsOf(charge: ProviderCharge, paymentId: string): Promise<Receipt[]> {
    const found = read(payment, (await call("GET", `/v3/payments/${encodeURIComponent(paymentId)}`)).answer);
    if (found.reference_id !== charge.reference) throw unreadable("it answered about another payment");
    if (found.status !== "SUCCEEDED") return [];
    const captured = found.captures ?? [];
    const parts = captured.length > 0 ? captured.map((one) => one.capture_amount) : [found.request_amount];
    const amounts = parts.map((part) => amountOf(part, found));
    if (amounts.some((amount) => amount === null)) throw unreadable("it does not say what was paid");
    const amount = amounts.reduce<Rupiah>((sum, part) => sum + (part ?? 0), 0);
    const at = momentOf(captured.at(-1)?.capture_timestamp) ?? momentOf(found.updated) ?? charge.createdAt;
    return [{ reference: paymentId, amount, receivedAt: at }];
  }

  async function invoiceStatus(charge: ProviderCharge, externalId: string): Promise<ChargeStatus> {
    const found = await call("GET", `/v2/invoices/${encodeURIComponent(externalId)}`, { mayRefuse: true });
    if (found.status === 404) return unknownCharge;
    if (found.status >= 400) throw refused(found);
    const made = read(invoice, found.answer);
    if (made.external_id !== charge.reference) throw unreadable("it answered about another charge");
    const state = made.status === "EXPIRED" ? "expired" : "pending";
    if (made.status !== "PAID" && made.status !== "SETTLED")
      return { status: state, receipts: [], refunds: [], chargedBack: 0 };
    const amount = amountOf(made.paid_amount ?? made.amount, made);
    if (amount === null) throw unreadable("it does not say what was paid");
    const receivedAt = momentOf(made.paid_at) ?? momentOf(made.updated) ?? charge.createdAt;
    return {
      status: "paid",
      receipts: [{ reference: externalId, amount, receivedAt }],
      refunds: await listRefunds(externalId),
      chargedBack: 0,
    };
  }

  /** The refunds of a charge. None when the key may not read them, so that payments are not lost for it. */
  async function listRefunds(externalId: string): Promise<ProviderRefund[]> {
    const query = new URLSearchParams({ [chargeField(externalId)]: externalId, limit: "100" });
    const found = await call("GET", `/refunds?${query}`, { mayRefuse: true });
    if (found.status >= 400) return [];
    return read(refundList, found.answer).data.map(({ reference_id, status, amount }) => {
      const returned = parseRupiah(amount);
      if (returned === null) throw unreadable("it does not say what was returned");
      return { reference: reference_id ?? "", status: refundState(status), amount: returned };
    });
  }

  const refused = ({ status, code }: { status: number; code: string | null }) =>
    new ServiceError(service.name, "refused", `it answered ${status}`, { status, code });

  return {
    id: "xendit",
    methods: Object.keys(xenditMethods),
    charge(request) {
      const by = xenditMethods[request.method];
      if (!by) throw new ServiceError(service.name, "refused", "it does not serve this method");
      return by.by === "invoice" ? chargeByInvoice(request, by) : chargeByRequest(request, by);
    },
    async status(charge) {
      const { externalId } = charge;
      // Without an answer to the charge the buyer never saw it.
      if (!externalId) return unknownCharge;
      return isRequestId(externalId) ? requestStatus(charge, externalId) : invoiceStatus(charge, externalId);
    },
    async cancel({ externalId }) {
      if (!externalId) return;
      const id = encodeURIComponent(externalId);
      const path = isRequestId(externalId) ? `/v3/payment_requests/${id}/cancel` : `/invoices/${id}/expire!`;
      const { code } = await call("POST", path, { mayRefuse: true });
      if (code === "TEMPORARILY_UNAVAILABLE")
        throw new ServiceError(service.name, "unavailable", "it does not cancel now", { code, isAboutOneThing: true });
    },
    async refund({ charge, refundReference, amount, reason }) {
      const { externalId } = charge;
      if (!externalId) return "refused";
      const known = (await listRefunds(externalId)).find(({ reference }) => reference === refundReference);
      if (known) return known.status === "failed" ? "refused" : known.status;
      const made = await call("POST", "/refunds", {
        body: {
          [chargeField(externalId)]: externalId,
          reference_id: refundReference,
          amount,
          currency: "IDR",
          reason: "REQUESTED_BY_CUSTOMER",
          metadata: { charge: charge.reference, reason: reason.slice(0, 200) },
        },
        key: refundReference,
        mayRefuse: true,
      });
      if (made.status < 400) {
        const state = refundState(read(refundAnswer, made.answer).status);
        return state === "failed" ? "refused" : state;
      }
      if (made.status === 409 || passingRefundCodes.includes(made.code ?? ""))
        throw new ServiceError(service.name, "unavailable", "it does not refund now", {
          ...made,
          isAboutOneThing: true,
        });
      return "refused";
    },
    readNotification: (message) => readNotification(settings.callbackTokens, message),
  };
}

const isRequestId = (externalId: string) => externalId.startsWith("pr-");
const chargeField = (externalId: string) => (isRequestId(externalId) ? "payment_request_id" : "invoice_id");

/** An amount in rupiah; null when it is in another currency or not whole. */
function amountOf(amount: unknown, { currency = "IDR" }: { currency?: string | undefined }): Rupiah | null {
  return currency === "IDR" ? parseRupiah(amount) : null;
}

function momentOf(text: string | undefined): Date | undefined {
  const at = new Date(text ?? "");
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** A state that is unknown here counts as pending. */
function requestState(status: string | undefined): "pending" | "expired" | "cancelled" {
  if (status === "EXPIRED") return "expired";
  return status === "CANCELED" || status === "CANCELLED" || status === "FAILED" ? "cancelled" : "pending";
}

function refundState(status: string | undefined): ProviderRefund["status"] {
  if (status === "SUCCEEDED") return "done";
  return status === "FAILED" || status === "CANCELLED" ? "failed" : "pending";
}

function readNotification(
  tokens: readonly string[],
  { headers, body }: ProviderMessage,
): NotificationClaim | "unsigned" | "not_for_us" {
  if (!hasCallbackToken(tokens, headers)) return "unsigned";
  const read = notification.safeParse(body);
  if (!read.success) return "not_for_us";
  const { event = "" } = read.data;
  const inner = innermost(read.data);
  if (event.startsWith("refund.")) {
    const reference = notifiedRefund.safeParse(inner).data?.metadata?.charge ?? "";
    return isOurReference(reference) ? { reference, amount: null, claim: "refund" } : "not_for_us";
  }
  const charge = event ? payment.safeParse(inner).data : undefined;
  const bill = event ? undefined : invoice.safeParse(inner).data;
  const reference = charge?.reference_id ?? bill?.external_id ?? "";
  if (!isOurReference(reference)) return "not_for_us";
  const [first] = charge?.captures ?? [];
  const stated = charge
    ? (first?.capture_amount ?? charge.request_amount)
    : bill?.status === "EXPIRED"
      ? bill.amount
      : (bill?.paid_amount ?? bill?.amount);
  const amount = amountOf(stated, { currency: charge?.currency ?? bill?.currency }) ?? unreadableAmount;
  return { reference, amount, claim: claimOf(event, charge?.status ?? bill?.status) };
}

/** The object of a notification: `data.data`, `data`, or the whole. */
function innermost(body: unknown, depth = 0): unknown {
  const data = depth < 2 && typeof body === "object" && body !== null ? (body as { data?: unknown }).data : undefined;
  return typeof data === "object" && data !== null ? innermost(data, depth + 1) : body;
}

function claimOf(event: string, status: string | undefined): NotificationClaim["claim"] {
  if (status === "SUCCEEDED" || status === "PAID" || status === "SETTLED") return "paid";
  if (status === "EXPIRED" || event.includes("expir")) return "expired";
  return status === "FAILED" || status === "CANCELED" ? "cancelled" : "other";
}
