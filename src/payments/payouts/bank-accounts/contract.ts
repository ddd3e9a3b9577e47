import { z } from "zod";
import { accountRefusals } from "#accounts/contract.ts";
import { providerRefusals } from "#accounts/providers/contract.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { boundedText, changeResponse, id, resultResponse, singleLine, timestamp } from "#lib/schema.ts";
import { minute, span } from "#lib/time.ts";
import { accountHoldDuration, holderNameLength, maxBankAccounts } from "./rules.ts";

export const bankAccountRefusals = defineRefusals({
  full: {
    code: "payouts.bank_accounts_full",
    status: 409,
    message: `Anda sudah menyimpan ${maxBankAccounts} rekening. Hapus satu untuk menambah yang lain.`,
  },
  known: { code: "payouts.bank_account_known", status: 409, message: "Rekening ini sudah Anda simpan." },
  unknownAtBank: {
    code: "payouts.bank_account_unknown",
    status: 422,
    message: "Bank tidak mengenal nomor rekening ini. Periksa bank dan nomornya.",
  },
  waiting: {
    code: "payouts.bank_account_waiting",
    status: 409,
    message: `Rekening baru bisa dipakai ${span(accountHoldDuration)} setelah disimpan, demi keamanan Anda.`,
  },
  checkDown: {
    code: "payouts.check_down",
    status: 503,
    message: "Nomor rekening belum bisa diperiksa. Belum ada yang tersimpan. Coba lagi sebentar lagi.",
  },
});

/** A stored bank account, as its owner sees it. */
export const bankAccount = z.object({
  id,
  bank_code: z.string(),
  bank_name: z.string(),
  /** `•••• 6789`. */
  number: z.string(),
  holder_name: z.string(),
  /** The bank named the holder. Otherwise the name is the typed one. */
  is_verified: z.boolean(),
  is_main: z.boolean(),
  usable_from: timestamp,
  is_usable: z.boolean(),
});
export type BankAccountAnswer = z.output<typeof bankAccount>;

export const bankAccountEndpoints = endpoints({
  "GET /v1/banks": {
    summary: "Banks to whose accounts money can be sent",
    policy: "public",
    response: resultResponse(
      z.array(z.object({ code: z.string(), name: z.string(), digits: z.object({ min: z.int(), max: z.int() }) })),
    ),
  },
  "GET /v1/users/bank-accounts": {
    summary: "The current user's bank accounts",
    policy: "user",
    response: resultResponse(z.array(bankAccount)),
  },
  "POST /v1/users/bank-accounts": {
    summary: "Add a bank account, after a recent login",
    policy: "user",
    body: z.strictObject({
      bank_code: boundedText(20).min(1),
      number: boundedText(40).min(1),
      holder_name: singleLine(holderNameLength.min, holderNameLength.max),
    }),
    limit: { max: 30, window: minute, by: "user" },
    response: changeResponse(bankAccount),
    refusals: [
      providerRefusals.confirmNeeded,
      accountRefusals.tooManyAttempts,
      bankAccountRefusals.full,
      bankAccountRefusals.known,
      bankAccountRefusals.unknownAtBank,
      bankAccountRefusals.checkDown,
    ],
  },
  "PUT /v1/users/bank-accounts/:accountId/main": {
    summary: "Choose the bank account for automatic withdrawals, after a recent login",
    policy: "user",
    params: z.strictObject({ accountId: id }),
    response: changeResponse(z.strictObject({})),
    refusals: [providerRefusals.confirmNeeded],
  },
  "DELETE /v1/users/bank-accounts/:accountId": {
    summary: "Remove a bank account, after a recent login",
    policy: "user",
    params: z.strictObject({ accountId: id }),
    response: changeResponse(z.strictObject({})),
    refusals: [providerRefusals.confirmNeeded],
  },
});
export type BankAccountApi = typeof bankAccountEndpoints;
