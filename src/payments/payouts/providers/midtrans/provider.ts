/**
 * Design note. Midtrans Payouts takes an order in two steps with two keys: the creator's, which makes it, and the
 * approver's, which releases or rejects it. It gives the payout a number of its own and cannot find one by our
 * reference. So when the answer to the first step was lost, only the same order with the same key tells whether it was
 * taken, and keys last a day. After that a person has to look (`repeatDuration`). The second step may be repeated
 * freely: a payout that is approved already stays so. Notifications are signed over their bytes, and the payout is
 * read again by the status call.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import { requestJson, ServiceError, type JsonService } from "#lib/http/request-json.ts";
import type { MidtransPayoutConfig } from "#lib/config/payout.ts";
import { parseRupiah } from "#lib/rupiah.ts";
import { addDuration, day as dayDuration, jakartaDay } from "#lib/time.ts";
import type { PayoutProvider, PayoutReport } from "../../provider.ts";
import { payoutServiceLimits, type PayoutFailure } from "../../rules.ts";
import {
  accountValidation,
  beneficiaryBanks,
  createdPayouts,
  irisError,
  irisNotification,
  irisStatement,
  payoutDetails,
} from "./contract.ts";
import { banksTtl, midtransBanks, midtransLimits, plainText, repeatDuration } from "./rules.ts";

/** The list of banks by settings, with the moment until which it is used. */
const bankCache = new WeakMap<MidtransPayoutConfig, { codes: readonly string[]; until: number }>();

const states: Readonly<Record<string, PayoutReport["status"]>> = {
  queued: "unconfirmed",
  approved: "pending",
  processed: "pending",
  completed: "paid",
  failed: "failed",
  rejected: "failed",
};

/** Midtrans Payouts. Throws `ServiceError` when it cannot be reached or its answer is not known. */
export function midtransPayouts(settings: MidtransPayoutConfig): PayoutProvider {
  const serviceOf = (name: string, key: string): JsonService => ({
    name,
    url: settings.url,
    headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` },
    ...payoutServiceLimits,
  });
  const creator = serviceOf("midtrans payouts", settings.creatorKey);
  const approver = serviceOf("midtrans payout approval", settings.approverKey);
  const unreadable = (what: string) => new ServiceError(creator.name, "unreadable", what);

  async function call(
    service: JsonService,
    method: "GET" | "POST",
    path: string,
    { body, key }: { body?: object; key?: string } = {},
  ): Promise<{ status: number; answer: unknown }> {
    const { status, body: answer } = await requestJson(service, {
      method,
      path,
      ...(body ? { body } : {}),
      ...(key ? { headers: { "x-idempotency-key": key } } : {}),
    });
    if (status === 401 || status === 403)
      throw new ServiceError(service.name, "refused", `it answered ${status}`, { status });
    return { status, answer };
  }

  function read<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
    const result = schema.safeParse(answer);
    if (!result.success) throw unreadable("its answer has another form");
    return result.data;
  }

  /** Midtrans' code of a bank; undefined when it does not serve it. */
  async function codeOf(bankCode: string): Promise<string | undefined> {
    let cached = bankCache.get(settings);
    if (!cached || cached.until <= performance.now()) {
      const found = await call(creator, "GET", "/beneficiary_banks");
      if (found.status >= 400) throw unreadable("it does not list its banks");
      const codes = read(beneficiaryBanks, found.answer).beneficiary_banks.flatMap(({ code }) => code ?? []);
      cached = { codes, until: performance.now() + banksTtl };
      bankCache.set(settings, cached);
    }
    const known = cached.codes;
    const wanted = Object.hasOwn(midtransBanks, bankCode) ? (midtransBanks[bankCode] ?? []) : [];
    return wanted.find((code) => known.includes(code));
  }

  return {
    id: "midtrans",
    isManual: false,
    async checkAccount({ bankCode, number }) {
      const bank = await codeOf(bankCode);
      if (bank === undefined) return "unchecked";
      const query = new URLSearchParams({ bank, account: number });
      const { status, answer } = await call(creator, "GET", `/account_validation?${query}`);
      if (status >= 400 && status < 500) return "unknown_account";
      const { account_name: name } = read(accountValidation, answer);
      if (!name?.trim()) throw unreadable("it does not name the holder");
      return { holderName: name.trim().slice(0, 100) };
    },
    async limits(bankCode) {
      return (await codeOf(bankCode)) === undefined ? null : midtransLimits(bankCode);
    },
    async send({ reference, amount, destination, note }) {
      const bank = await codeOf(destination.bankCode);
      if (bank === undefined) throw new ServiceError(creator.name, "unavailable", "it does not serve this bank now");
      const { status, answer } = await call(creator, "POST", "/payouts", {
        key: reference,
        body: {
          payouts: [
            {
              beneficiary_name: plainText(destination.holderName, 100),
              beneficiary_account: destination.number,
              beneficiary_bank: bank,
              amount: `${amount}.00`,
              notes: plainText(note, 100),
            },
          ],
        },
      });
      if (status < 300) {
        const made = read(createdPayouts, answer).payouts[0];
        if (!made?.reference_no) throw unreadable("it gave the payout no number");
        return { outcome: "accepted", externalId: made.reference_no };
      }
      const { error_message: message = "", errors } = irisError.safeParse(answer).data ?? {};
      // It has this key with other content, so it has an order already.
      if (/idempotency/i.test(message))
        throw new ServiceError(creator.name, "unavailable", "it has this key with another order", { status });
      if (status !== 400 && status !== 422)
        throw new ServiceError(creator.name, "unavailable", `it answered ${status}`, { status });
      return { outcome: "refused", failure: failureOf(`${message} ${JSON.stringify(errors ?? "").slice(0, 2000)}`) };
    },
    async confirm({ externalId }) {
      if (externalId === null) return;
      const { status } = await call(approver, "POST", "/payouts/approve", { body: { reference_nos: [externalId] } });
      // Other refusals mean that it was approved before, or ended. The status says which.
      if (status >= 500) throw new ServiceError(approver.name, "unavailable", `it answered ${status}`, { status });
    },
    async reject({ externalId }) {
      if (externalId === null) return;
      const body = { reference_nos: [externalId], reject_reason: "Tidak dikirim lagi" };
      const { status } = await call(approver, "POST", "/payouts/reject", { body });
      if (status >= 500) throw new ServiceError(approver.name, "unavailable", `it answered ${status}`, { status });
    },
    async status({ externalId }) {
      const unknown: PayoutReport = { status: "unknown", externalId, amount: null, failure: null };
      if (externalId === null) return unknown;
      const { status, answer } = await call(creator, "GET", `/payouts/${encodeURIComponent(externalId)}`);
      if (status === 404) return unknown;
      if (status >= 400) throw new ServiceError(creator.name, "unavailable", `it answered ${status}`, { status });
      const found = read(payoutDetails, answer);
      if (found.reference_no !== externalId) throw unreadable("it answered about another payout");
      const state = states[found.status ?? ""] ?? "pending";
      const amount = parseRupiah(found.amount);
      if (state === "paid" && amount === null) throw unreadable("it does not say the amount");
      // One that was rejected never came to the bank.
      const failure = found.status === "rejected" ? "provider" : "bank";
      return { status: state, externalId, amount, failure: state === "failed" ? failure : null };
    },
    async listDay(day) {
      // The zone of its days is not published, so the days around are asked for, and the moment of a row decides.
      const near = (days: number) =>
        addDuration(new Date(`${day}T00:00:00Z`), days * dayDuration)
          .toISOString()
          .slice(0, 10);
      const { status, answer } = await call(creator, "GET", "/statements", {
        body: { from_date: near(-1), to_date: near(1) },
      });
      if (status >= 400) throw new ServiceError(creator.name, "unavailable", `it answered ${status}`, { status });
      return read(irisStatement, answer).flatMap((row) => {
        if (row.type?.toLowerCase() !== "payout" || row.status?.toLowerCase() !== "debit") return [];
        const at = new Date(row.created_at ?? "");
        const amount = parseRupiah(row.amount);
        if (!row.reference_no || amount === null || Number.isNaN(at.getTime()))
          throw unreadable("a row of its statement has another form");
        return jakartaDay(at) === day ? [{ externalId: row.reference_no, amount }] : [];
      });
    },
    readNotification({ headers, rawBody, body }) {
      const wanted = createHash("sha512").update(rawBody).update(settings.merchantKey).digest();
      const given = Buffer.from(headers["iris-signature"] ?? "", "hex");
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return "unsigned";
      const notification = irisNotification.safeParse(body).data;
      return notification?.reference_no ? { reference: null, externalId: notification.reference_no } : "not_for_us";
    },
    repeatDuration,
  };
}

/** Why Midtrans refuses an order, for the recipient. Its messages have no codes. */
function failureOf(message: string): PayoutFailure {
  if (/beneficiary|account|name/i.test(message)) return "account";
  return /amount|limit|minimum|maximum/i.test(message) ? "limit" : "provider";
}
