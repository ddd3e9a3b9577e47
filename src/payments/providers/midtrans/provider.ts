/**
 * Design note. Midtrans has two ways to charge. The Core API answers with a number, a code or a link. Snap is its
 * payment page, on which cards are entered; until the buyer has chosen there, the Core API knows no such charge (404).
 * Both know a charge by our reference (`order_id`), which is unique there for ever, so a charge can be repeated: the
 * second attempt is refused with 406, and the status call says how to pay.
 * The result of a call is `status_code` in the body, not the HTTP status. Amounts are sent as integers and come back as
 * text ("10000.00").
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { MidtransConfig } from "#lib/config/payments.ts";
import { type JsonService, plainCode, requestJson, ServiceError } from "#lib/http/request-json.ts";
import { parseRupiah, type Rupiah } from "#lib/rupiah.ts";
import { second } from "#lib/time.ts";
import {
  type ChargeRequest,
  type ChargeStatus,
  type NotificationClaim,
  type PaymentProvider,
  type ProviderCharge,
  type ProviderMessage,
  unknownCharge,
} from "../../provider.ts";
import { instructionsFor, plainLink, plainNumber, plainQr } from "../instructions.ts";
import { isOurReference, serviceLimits, unreadableAmount } from "../rules.ts";
import { midtransAnswer, midtransNotification, snapPage, type MidtransAnswer } from "./contract.ts";
import {
  isShopeepayNight,
  midtransMethods,
  minMidtransValidity,
  parseWibTime,
  wibTime,
  type MidtransMethod,
} from "./rules.ts";

type Site = { publicUrl: URL; now: () => Date };

/** Midtrans as a payment provider. Throws `ServiceError` when it cannot be reached or refuses. */
export function midtransProvider(settings: MidtransConfig, { publicUrl, now }: Site): PaymentProvider {
  const headers = {
    authorization: `Basic ${Buffer.from(`${settings.serverKey}:`).toString("base64")}`,
    // So that notifications come here, whatever the account's dashboard says.
    "x-override-notification": new URL("/v1/payments/notifications/midtrans", publicUrl).href,
  };
  const core: JsonService = { name: "midtrans", url: settings.url, headers, ...serviceLimits };
  const snap: JsonService = { name: "midtrans snap", url: settings.snapUrl, headers, ...serviceLimits };

  /** Calls the Core API. Refused keys are an error, every other result is an answer. */
  async function call(method: "GET" | "POST", path: string, body?: unknown, key?: string): Promise<MidtransAnswer> {
    const { status, body: answer } = await requestJson(core, {
      method,
      path,
      ...(body === undefined ? {} : { body }),
      ...(key ? { headers: { "idempotency-key": key } } : {}),
      isRepeatable: true,
    });
    const read = midtransAnswer.safeParse(answer);
    if (!read.success) throw new ServiceError(core.name, "unreadable", `its answer has no result`, { status });
    const { status_code: code } = read.data;
    // The first of two equal requests is still running.
    if (status === 202 && !read.data.transaction_status)
      throw new ServiceError(core.name, "unavailable", "the same request is still running", {
        status,
        isAboutOneThing: true,
      });
    if (code === "401" || code === "402") throw new ServiceError(core.name, "refused", "it refuses the key", { code });
    if (code === "429" || code.startsWith("5"))
      throw new ServiceError(core.name, "unavailable", "it is not able to answer", { code });
    return read.data;
  }

  const pathOf = (reference: string, action: string) => `/v2/${encodeURIComponent(reference)}/${action}`;

  async function findTransaction(reference: string): Promise<MidtransAnswer | undefined> {
    const answer = await call("GET", pathOf(reference, "status"));
    if (answer.status_code === "404") return undefined;
    if (answer.order_id !== undefined && answer.order_id !== reference)
      throw new ServiceError(core.name, "unreadable", "it answered about another charge");
    if (answer.transaction_status === undefined && answer.status_code !== "407")
      throw new ServiceError(core.name, "unreadable", "its answer has no state", { code: answer.status_code });
    return answer;
  }

  async function chargeCore(request: ChargeRequest, by: Exclude<MidtransMethod, { by: "snap" }>) {
    const answer = await call("POST", "/v2/charge", coreCharge(request, by), `${request.reference}-charge`);
    const isKnown = answer.status_code === "406";
    const found = isKnown ? await findTransaction(request.reference) : answer;
    if (!found || !/^20[01]$/.test(found.status_code) || found.transaction_status?.toLowerCase() !== "pending")
      throw new ServiceError(core.name, "refused", "it does not charge", { code: plainCode(answer.status_code) });
    if (found.order_id !== request.reference || amountOf(found) !== request.amount)
      throw new ServiceError(core.name, "unreadable", "it charged something else");
    const means = meansOf(found, by, settings.url);
    if (!means) throw new ServiceError(core.name, "unreadable", "its answer does not say how to pay");
    return { instructions: instructionsFor(request.method, means), externalId: found.transaction_id ?? null };
  }

  async function chargeSnap(request: ChargeRequest, payment: string) {
    const { status, body } = await requestJson(snap, {
      method: "POST",
      path: "/snap/v1/transactions",
      body: snapCharge(request, payment),
      headers: { "idempotency-key": `${request.reference}-snap` },
      isRepeatable: true,
    });
    if (status >= 400) throw new ServiceError(snap.name, "refused", "it does not charge", { status });
    const page = snapPage.safeParse(body);
    const link = page.success ? plainLink(page.data.redirect_url, settings.snapUrl) : undefined;
    if (!page.success || !link) throw new ServiceError(snap.name, "unreadable", "its answer has no page", { status });
    return { instructions: instructionsFor(request.method, { link }), externalId: page.data.token };
  }

  /** Closes the payment page, so that no new attempt begins on it. One that runs or ended is no error. */
  async function closePage(token: string): Promise<void> {
    const path = `/snap/v1/transactions/${encodeURIComponent(token)}/cancel`;
    const { status } = await requestJson(snap, { method: "POST", path, isRepeatable: true });
    if (status === 401) throw new ServiceError(snap.name, "refused", "it refuses the key", { status });
  }

  return {
    id: "midtrans",
    methods: Object.keys(midtransMethods),
    charge(request) {
      const by = midtransMethods[request.method];
      if (!by) throw new ServiceError(core.name, "refused", "it does not serve this method");
      return by.by === "snap" ? chargeSnap(request, by.payment) : chargeCore(request, by);
    },
    async status(charge) {
      const found = await findTransaction(charge.reference);
      return found ? statusOf(found, charge) : unknownCharge;
    },
    async cancel(charge) {
      if (midtransMethods[charge.method]?.by === "snap" && charge.externalId) await closePage(charge.externalId);
      const { status_code: code } = await call("POST", pathOf(charge.reference, "cancel"));
      // 412: this state cannot be cancelled. Some methods can only expire.
      if (code === "412") await call("POST", pathOf(charge.reference, "expire"));
    },
    async refund({ charge, refundReference, amount, reason }) {
      if (charge.method === "shopeepay" && isShopeepayNight(now()))
        throw new ServiceError(core.name, "unavailable", "ShopeePay returns no money at night", {
          isAboutOneThing: true,
        });
      const answer = await call("POST", pathOf(charge.reference, "refund"), {
        refund_key: refundReference,
        amount,
        reason: reason.slice(0, 255),
      });
      if (answer.status_code === "200") return "pending";
      // Anything else may have an earlier attempt as its reason: 406 repeats a key, 412 comes after a whole refund.
      const found = await findTransaction(charge.reference);
      const known = found && statusOf(found, charge).refunds.find((one) => one.reference === refundReference);
      if (known) return known.status === "done" ? "done" : "pending";
      const { status_code: code } = answer;
      if (code === "406" || !found)
        throw new ServiceError(core.name, "unavailable", "the refund is unclear", { code, isAboutOneThing: true });
      const state = found.transaction_status?.toLowerCase();
      if (code === "412" && state === "capture")
        throw new ServiceError(core.name, "unavailable", "the card payment is not settled yet", {
          code,
          isAboutOneThing: true,
        });
      const left = (amountOf(found) ?? 0) - (parseRupiah(found.refund_amount) ?? 0);
      if (code === "414" && amount <= left)
        throw new ServiceError(core.name, "unavailable", "the merchant's funds are short", {
          code,
          isAboutOneThing: true,
        });
      return "refused";
    },
    readNotification: (message) => readNotification(settings.serverKey, message),
  };
}

/** The body of a charge. `order_time` and the duration give the moment when the charge ends. */
function coreCharge(request: ChargeRequest, by: Exclude<MidtransMethod, { by: "snap" }>): object {
  const { now, dueAt, title, returnUrl } = request;
  const validity = Math.max(minMidtransValidity.charge, dueAt.getTime() - now.getTime());
  const common = {
    transaction_details: { order_id: request.reference, gross_amount: request.amount },
    item_details: [{ id: request.reference, price: request.amount, quantity: 1, name: title.slice(0, 50) }],
    customer_details: { first_name: request.buyer.name.slice(0, 255) },
    custom_expiry: {
      order_time: `${wibTime(now)} +0700`,
      expiry_duration: Math.ceil(validity / second),
      unit: "second",
    },
  };
  switch (by.by) {
    case "bank_transfer":
      return { ...common, payment_type: "bank_transfer", bank_transfer: { bank: by.bank } };
    case "echannel":
      return {
        ...common,
        payment_type: "echannel",
        echannel: { bill_info1: "Pembayaran", bill_info2: title.slice(0, 30) },
      };
    case "qris":
      return { ...common, payment_type: "qris", qris: { acquirer: "gopay" } };
    case "gopay":
      return { ...common, payment_type: "gopay", gopay: { enable_callback: true, callback_url: returnUrl } };
    case "shopeepay":
      return { ...common, payment_type: "shopeepay", shopeepay: { callback_url: returnUrl } };
    case "cstore":
      return { ...common, payment_type: "cstore", cstore: { store: by.store, message: title.slice(0, 20) } };
  }
}

/** The body of a new payment page for one method. */
function snapCharge(
  { reference, amount, now, dueAt, title, buyer, returnUrl }: ChargeRequest,
  payment: string,
): object {
  const validity = Math.max(minMidtransValidity.page, dueAt.getTime() - now.getTime());
  const duration = Math.ceil(validity / (60 * second));
  return {
    transaction_details: { order_id: reference, gross_amount: amount },
    item_details: [{ id: reference, price: amount, quantity: 1, name: title.slice(0, 50) }],
    customer_details: {
      first_name: buyer.name.slice(0, 255),
      email: buyer.email,
      ...(buyer.phone ? { phone: buyer.phone } : {}),
    },
    enabled_payments: [payment],
    credit_card: { secure: true },
    callbacks: { finish: returnUrl },
    expiry: { start_time: `${wibTime(now)} +0700`, unit: "minutes", duration },
    page_expiry: { unit: "minutes", duration },
  };
}

/** The charged amount; null when it is not in whole rupiah. */
function amountOf({ gross_amount, currency = "IDR" }: MidtransAnswer): Rupiah | null {
  return currency === "IDR" ? parseRupiah(gross_amount) : null;
}

function meansOf(answer: MidtransAnswer, by: MidtransMethod, url: URL) {
  const action = (...names: string[]) =>
    names
      .map((name) => plainLink(answer.actions?.find((one) => one.name === name)?.url, url))
      .find((link) => link !== undefined);
  const picture = (kind: string) =>
    action("generate-qr-code-v2", "generate-qr-code") ??
    (answer.transaction_id
      ? plainLink(`${url.href.replace(/\/$/, "")}/v2/${kind}/${encodeURIComponent(answer.transaction_id)}/qr-code`, url)
      : undefined);
  switch (by.by) {
    case "bank_transfer": {
      const number = plainNumber(
        answer.permata_va_number ?? answer.va_numbers?.find(({ bank }) => bank === by.bank)?.va_number,
      );
      return number ? { number } : undefined;
    }
    case "echannel": {
      const [number, biller] = [plainNumber(answer.bill_key), plainNumber(answer.biller_code)];
      return number && biller ? { number, biller } : undefined;
    }
    case "cstore": {
      const number = plainNumber(answer.payment_code);
      return number ? { number, payee: "Midtrans" } : undefined;
    }
    case "qris": {
      const qr = plainQr(answer.qr_string);
      const link = qr ? undefined : picture("qris");
      return qr ? { qr } : link ? { link } : undefined;
    }
    case "gopay":
    case "shopeepay": {
      const qr = plainQr(answer.qr_string);
      const link = action("deeplink-redirect") ?? (by.by === "gopay" ? picture("gopay") : undefined);
      return link ? { link, ...(qr ? { qr } : {}) } : undefined;
    }
    case "snap":
      return undefined;
  }
}

/** What Midtrans says about a charge. Its states come in any case; one that is unknown here counts as pending. */
function statusOf(answer: MidtransAnswer, charge: ProviderCharge): ChargeStatus {
  const state = answer.transaction_status?.toLowerCase() ?? (answer.status_code === "407" ? "expire" : "");
  const fraud = answer.fraud_status?.toLowerCase() ?? "accept";
  const open = { receipts: [], refunds: [], chargedBack: 0 };
  switch (state) {
    case "expire":
      return { ...open, status: "expired" };
    case "cancel":
    case "failure":
      return { ...open, status: "cancelled" };
    case "deny":
      // A bank took a settled payment back within minutes. Without that, the buyer may try again on the payment page.
      if (answer.settlement_time) return { ...received(answer, charge), chargedBack: amountOf(answer) ?? 0 };
      return { ...open, status: midtransMethods[charge.method]?.by === "snap" ? "pending" : "cancelled" };
    case "capture":
    case "settlement":
      // A challenged card payment waits for a decision in the provider's dashboard.
      return fraud === "accept" ? received(answer, charge) : { ...open, status: "pending" };
    case "refund":
    case "partial_refund":
      // This state hides whether a bank took something back before.
      return { ...received(answer, charge), chargedBack: null };
    case "chargeback":
      return { ...received(answer, charge), chargedBack: amountOf(answer) ?? 0 };
    case "partial_chargeback": {
      const chargedBack = parseRupiah(answer.chargeback_amount ?? answer.refund_amount);
      if (chargedBack === null)
        throw new ServiceError("midtrans", "unreadable", "it does not say what was charged back");
      return { ...received(answer, charge), chargedBack };
    }
    default:
      return { ...open, status: "pending" };
  }
}

function received(answer: MidtransAnswer, charge: ProviderCharge): ChargeStatus {
  const amount = amountOf(answer);
  if (amount === null || !answer.transaction_id)
    throw new ServiceError("midtrans", "unreadable", "it does not say what was paid");
  const refunds = (answer.refunds ?? []).map(({ refund_key: key, refund_amount, bank_confirmed_at: confirmed }) => {
    const returned = parseRupiah(refund_amount);
    if (returned === null) throw new ServiceError("midtrans", "unreadable", "it does not say what was returned");
    return { reference: key ?? "", status: confirmed ? ("done" as const) : ("pending" as const), amount: returned };
  });
  const at = parseWibTime(answer.settlement_time) ?? parseWibTime(answer.transaction_time) ?? charge.createdAt;
  return {
    status: "paid",
    receipts: [{ reference: answer.transaction_id, amount, receivedAt: at }],
    refunds,
    chargedBack: 0,
  };
}

/**
 * Checks the signature, which covers reference, result and amount but not the state. The three parts are joined without
 * separators, so their formats are checked too: otherwise a digit could move from one part to the next.
 */
function readNotification(serverKey: string, { body }: ProviderMessage): NotificationClaim | "unsigned" | "not_for_us" {
  const read = midtransNotification.safeParse(body);
  if (!read.success) return "unsigned";
  const { order_id: reference, status_code, gross_amount, signature_key, transaction_status, currency } = read.data;
  const wanted = createHash("sha512").update(`${reference}${status_code}${gross_amount}${serverKey}`).digest();
  const given = Buffer.from(signature_key.toLowerCase(), "hex");
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return "unsigned";
  if (!isOurReference(reference)) return "not_for_us";
  const amount = currency === undefined || currency === "IDR" ? parseRupiah(gross_amount) : null;
  return { reference, amount: amount ?? unreadableAmount, claim: claimOf(transaction_status.toLowerCase()) };
}

function claimOf(state: string): NotificationClaim["claim"] {
  if (state === "settlement" || state === "capture") return "paid";
  if (state === "expire") return "expired";
  if (state === "cancel" || state === "deny" || state === "failure") return "cancelled";
  return ["refund", "partial_refund", "chargeback", "partial_chargeback"].includes(state) ? "refund" : "other";
}
