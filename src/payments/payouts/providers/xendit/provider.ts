/**
 * Design note. Xendit takes a payout (v2) with an idempotency key, which is our reference, and finds it again by that
 * reference. So when an answer was lost, the payout is looked up before it is sent again. The bank accounts that Xendit
 * serves and their limits come from its own list of channels. Its notifications carry a fixed token, which proves only
 * who sent them; the payout is read again by the status call.
 */
import type { z } from "zod";
import { plainCode, requestJson, ServiceError, type JsonService } from "#lib/http/request-json.ts";
import type { XenditConfig } from "#lib/config/payments.ts";
import { parseRupiah, type Rupiah } from "#lib/rupiah.ts";
import { hasCallbackToken } from "../../../providers/xendit/callback-token.ts";
import type { PayoutProvider, PayoutReport, SentPayout } from "../../provider.ts";
import { isPayoutReference, payoutServiceLimits } from "../../rules.ts";
import {
  xenditChannelList,
  xenditError,
  xenditPayout,
  xenditPayoutList,
  xenditPayoutNotification,
  type XenditPayout,
} from "./contract.ts";
import { channelsTtl, defaultLimits, repeatDuration, xenditChannels, xenditFailures, xenditRefusals } from "./rules.ts";

type Channel = { code: string; min: Rupiah; max: Rupiah };

/** The list of channels by settings, with the moment until which it is used. */
const channelCache = new WeakMap<XenditConfig, { channels: readonly Channel[]; until: number }>();

const states: Readonly<Record<string, PayoutReport["status"]>> = {
  SUCCEEDED: "paid",
  FAILED: "failed",
  CANCELLED: "failed",
  REVERSED: "returned",
};

/** Xendit as a payout provider. Throws `ServiceError` when it cannot be reached or its answer is not known. */
export function xenditPayouts(settings: XenditConfig): PayoutProvider {
  const service: JsonService = {
    name: "xendit payouts",
    url: settings.url,
    headers: { authorization: `Basic ${Buffer.from(`${settings.secretKey}:`).toString("base64")}` },
    ...payoutServiceLimits,
  };
  const unreadable = (what: string) => new ServiceError(service.name, "unreadable", what);

  /** Calls Xendit. A refused key is an error; other refusals are returned with their code. */
  async function call(
    method: "GET" | "POST",
    path: string,
    { body, key }: { body?: object; key?: string } = {},
  ): Promise<{ status: number; code: string | null; answer: unknown }> {
    const { status, body: answer } = await requestJson(service, {
      method,
      path,
      ...(body ? { body } : {}),
      ...(key ? { headers: { "idempotency-key": key } } : {}),
    });
    const code = status < 400 ? null : plainCode(xenditError.safeParse(answer).data?.error_code);
    if (status === 401 || status === 403)
      throw new ServiceError(service.name, "refused", `it answered ${status}`, { status, code });
    return { status, code, answer };
  }

  function read<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
    const result = schema.safeParse(answer);
    if (!result.success) throw unreadable("its answer has another form");
    return result.data;
  }

  async function listChannels(): Promise<readonly Channel[]> {
    const cached = channelCache.get(settings);
    if (cached && cached.until > performance.now()) return cached.channels;
    const found = await call("GET", "/payouts_channels?currency=IDR&channel_category=BANK");
    if (found.status >= 400) throw unreadable("it does not list its channels");
    const channels = read(xenditChannelList, found.answer).flatMap(({ channel_code: code, amount_limits: limits }) =>
      code === undefined
        ? []
        : {
            code,
            min: parseRupiah(limits?.minimum) ?? defaultLimits.min,
            max: parseRupiah(limits?.maximum) ?? defaultLimits.max,
          },
    );
    channelCache.set(settings, { channels, until: performance.now() + channelsTtl });
    return channels;
  }

  async function channelOf(bankCode: string): Promise<Channel | undefined> {
    const channels = await listChannels();
    const codes = Object.hasOwn(xenditChannels, bankCode) ? (xenditChannels[bankCode] ?? []) : [];
    return codes.map((code) => channels.find((channel) => channel.code === code)).find((channel) => channel);
  }

  function reportOf(payout: SentPayout, found: XenditPayout): PayoutReport {
    if (found.reference_id !== payout.reference || !found.id) throw unreadable("it answered about another payout");
    if ((found.currency ?? "IDR") !== "IDR") throw unreadable("it answered in another currency");
    const status = states[found.status ?? ""] ?? "pending";
    const amount = parseRupiah(found.amount);
    // Only a stated amount can be compared with the payout's.
    if (amount === null && (status === "paid" || status === "returned")) throw unreadable("it does not say the amount");
    const failure = xenditFailures[found.failure_code ?? ""] ?? "bank";
    return {
      status,
      externalId: found.id,
      amount,
      failure: status === "paid" || status === "pending" ? null : failure,
    };
  }

  const unknown = ({ externalId }: SentPayout): PayoutReport => ({
    status: "unknown",
    externalId,
    amount: null,
    failure: null,
  });

  return {
    id: "xendit",
    isManual: false,
    checkAccount: null,
    async limits(bankCode) {
      const channel = await channelOf(bankCode);
      return channel ? { min: channel.min, max: channel.max } : null;
    },
    async send({ reference, amount, destination, note }) {
      const channel = await channelOf(destination.bankCode);
      // The channel existed when the provider was chosen. If it is gone, the next turn may find it again.
      if (!channel) throw new ServiceError(service.name, "unavailable", "it does not serve this bank now");
      const { status, code, answer } = await call("POST", "/v2/payouts", {
        key: reference,
        body: {
          reference_id: reference,
          channel_code: channel.code,
          channel_properties: {
            account_number: destination.number,
            account_holder_name: destination.holderName.slice(0, 100),
          },
          amount,
          currency: "IDR",
          description: note,
        },
      });
      if (status < 400) {
        const made = read(xenditPayout, answer);
        if (made.reference_id !== reference || !made.id || parseRupiah(made.amount) !== amount)
          throw unreadable("it took something else");
        return { outcome: "accepted", externalId: made.id };
      }
      const failure = status === 400 ? xenditRefusals[code ?? ""] : undefined;
      if (failure) return { outcome: "refused", failure };
      // For example 409: it has this key with other content. Whether it has the payout is asked by our reference.
      throw new ServiceError(service.name, "unavailable", `it answered ${status}`, { status, code });
    },
    confirm: null,
    reject: null,
    async status(payout) {
      if (payout.externalId !== null) {
        const found = await call("GET", `/v2/payouts/${encodeURIComponent(payout.externalId)}`);
        if (found.status === 404) return unknown(payout);
        if (found.status >= 400) throw new ServiceError(service.name, "unavailable", "it refused to report", found);
        return reportOf(payout, read(xenditPayout, found.answer));
      }
      const found = await call("GET", `/v2/payouts?reference_id=${encodeURIComponent(payout.reference)}&limit=10`);
      if (found.status === 404) return unknown(payout);
      if (found.status >= 400) throw new ServiceError(service.name, "unavailable", "it refused to report", found);
      const mine = read(xenditPayoutList, found.answer).data.filter((one) => one.reference_id === payout.reference);
      const [first] = mine;
      if (!first) return unknown(payout);
      // Our key makes more than one impossible. If it happens, a person looks, because each of them moved money.
      if (mine.length > 1) throw unreadable("it has several payouts of one reference");
      return reportOf(payout, first);
    },
    listDay: null,
    readNotification({ headers, body }) {
      if (!hasCallbackToken(settings.callbackTokens, headers)) return "unsigned";
      const notification = xenditPayoutNotification.safeParse(body).data;
      const reference = notification?.data.reference_id ?? "";
      if (!notification?.event?.startsWith("payout.") || !isPayoutReference(reference)) return "not_for_us";
      return { reference, externalId: notification.data.id ?? null };
    },
    repeatDuration,
  };
}
