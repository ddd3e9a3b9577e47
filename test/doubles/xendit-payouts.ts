import { randomUUID } from "node:crypto";
import { type JsonServiceDouble, type ServiceCall, startJsonService } from "./json-service.ts";

type Body = Record<string, unknown>;

/** A payout as Xendit holds it. */
export type XenditPayoutObject = Body & { id: string; reference_id: string; amount: number; status: string };

export type XenditPayoutsDouble = JsonServiceDouble & {
  /** Settings that make the product use this double for payouts. */
  settings: Record<string, string>;
  /** The payouts of a reference. More than one would have moved money twice. */
  find(reference: string): readonly XenditPayoutObject[];
  /** Any change of the payouts of a reference. */
  change(reference: string, to: Body): void;
  /** The status that new payouts get. Default: ACCEPTED. */
  firstStatus: string;
  /** Error codes of the next orders; undefined takes the order. */
  nextOrders: (string | undefined)[];
  /** Called when an order was taken, before the response. */
  onTaken: ((payout: XenditPayoutObject) => void) | undefined;
  /** A notification about a payout; `wrong` replaces fields of its object. */
  notification(reference: string, wrong?: Body): Body;
  headers: Record<string, string>;
};

type Answer = { status: number; body: unknown };
const fail = (status: number, error_code: string): Answer => ({ status, body: { error_code, message: "Refused." } });

const channels = ["BCA", "MANDIRI", "BRI", "BNI", "BSI", "CIMB", "PERMATA"].map((code) => ({
  channel_code: `ID_${code}`,
  channel_category: "BANK",
  currency: "IDR",
  channel_name: code,
  amount_limits: { minimum: 10_000, maximum: 250_000_000, minimum_increment: 1 },
}));

/**
 * Xendit's payouts (v2) on this machine, after its documentation: one payout for each idempotency key, 409 for a key
 * with another body, lookup by id and by reference.
 */
export async function startXenditPayoutsDouble(): Promise<XenditPayoutsDouble> {
  const secretKey = "xnd_development_rahasia-uji";
  const token = "token-uji-xendit-0123456789";
  const payouts: XenditPayoutObject[] = [];
  const keys = new Map<string, { body: string; payout: XenditPayoutObject }>();

  function create({ body, headers }: ServiceCall): Answer {
    const key = String(headers["idempotency-key"] ?? "");
    if (key === "" || key.length > 100) return fail(400, "API_VALIDATION_ERROR");
    const text = JSON.stringify(body);
    const known = keys.get(key);
    if (known) return known.body === text ? { status: 200, body: known.payout } : fail(409, "DUPLICATE_ERROR");
    const next = double.nextOrders.shift();
    if (next) return fail({ REQUEST_FORBIDDEN_ERROR: 403, DUPLICATE_ERROR: 409 }[next] ?? 400, next);
    const { reference_id, channel_code, channel_properties, amount, currency } = body as Body;
    const { account_number: number, account_holder_name: holder } = (channel_properties ?? {}) as Body;
    const channel = channels.find((one) => one.channel_code === channel_code);
    if (typeof reference_id !== "string" || currency !== "IDR" || typeof holder !== "string" || holder === "")
      return fail(400, "API_VALIDATION_ERROR");
    if (!channel) return fail(400, "CHANNEL_CODE_NOT_SUPPORTED_ERROR");
    if (!Number.isSafeInteger(amount) || Number(amount) < 10_000) return fail(400, "RECIPIENT_AMOUNT_ERROR");
    if (typeof number !== "string" || !/^\d{6,20}$/.test(number)) return fail(400, "RECIPIENT_ACCOUNT_NUMBER_ERROR");
    const payout: XenditPayoutObject = {
      ...(body as Body),
      id: `disb-${randomUUID()}`,
      reference_id,
      amount: amount as number,
      status: double.firstStatus,
      business_id: "5f27a14a9bf05c73dd040bc8",
      created: new Date().toISOString(),
      updated: new Date().toISOString(),
    };
    payouts.push(payout);
    keys.set(key, { body: text, payout });
    double.onTaken?.(payout);
    return { status: 200, body: payout };
  }

  function answer(call: ServiceCall): Answer {
    const { method, path, query, headers } = call;
    if (headers.authorization !== `Basic ${Buffer.from(`${secretKey}:`).toString("base64")}`)
      return fail(401, "INVALID_API_KEY");
    if (method === "GET" && path === "/payouts_channels") return { status: 200, body: channels };
    if (method === "POST" && path === "/v2/payouts") return create(call);
    if (method === "GET" && path === "/v2/payouts") {
      const data = payouts.filter((one) => one.reference_id === query.get("reference_id"));
      return { status: 200, body: { data, has_more: false, links: [] } };
    }
    const id = /^\/v2\/payouts\/([\w-]+)$/.exec(path)?.[1];
    const found = payouts.find((one) => one.id === id);
    return method === "GET" && found ? { status: 200, body: found } : fail(404, "DATA_NOT_FOUND");
  }

  const service = await startJsonService(answer);
  const double: XenditPayoutsDouble = Object.assign(service, {
    settings: {
      PAYOUT_PROVIDER: "xendit",
      XENDIT_SECRET_KEY: secretKey,
      XENDIT_CALLBACK_TOKEN: token,
      XENDIT_URL: service.origin,
    },
    find: (reference: string) => payouts.filter((one) => one.reference_id === reference),
    change(reference: string, to: Body) {
      for (const one of payouts) if (one.reference_id === reference) Object.assign(one, to);
    },
    firstStatus: "ACCEPTED",
    nextOrders: [],
    onTaken: undefined,
    notification(reference: string, wrong: Body = {}) {
      const found = payouts.find((one) => one.reference_id === reference);
      const event = { SUCCEEDED: "payout.succeeded", REVERSED: "payout.reversed" }[found?.status ?? ""];
      return { event: event ?? "payout.failed", business_id: "5f27", created: "", data: { ...found, ...wrong } };
    },
    headers: { "x-callback-token": token },
  });
  return double;
}
