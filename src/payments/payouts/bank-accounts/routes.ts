import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { addBankAccount, chooseMainAccount, removeBankAccount } from "./change-bank-accounts.ts";
import { bankAccountEndpoints, type BankAccountAnswer } from "./contract.ts";
import { listBankAccounts, type BankAccountRow } from "./queries.ts";
import { bankName, banks, maskedNumber } from "./rules.ts";

/** `/v1` calls about a user's bank accounts. */
export function bankAccountRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, bankAccountEndpoints, {
    "GET /v1/banks": async () => ({ success: true, result: banks.map((bank) => ({ ...bank })) }),
    "GET /v1/users/bank-accounts": async ({ actor, now }) => ({
      success: true,
      result: (await listBankAccounts(db, actor.userId)).map((row) => bankAccountJson(row, now)),
    }),
    "POST /v1/users/bank-accounts": async ({ actor, body, now }) => {
      const typed = { bankCode: body.bank_code, number: body.number, holderName: body.holder_name };
      const row = await addBankAccount(context, actor, typed, now);
      return { success: true, message: "Rekening Anda sudah tersimpan.", data: bankAccountJson(row, now) };
    },
    "PUT /v1/users/bank-accounts/:accountId/main": async ({ actor, params, now }) => {
      await chooseMainAccount(context, actor, params.accountId, now);
      return { success: true, message: "Rekening utama sudah diganti.", data: {} };
    },
    "DELETE /v1/users/bank-accounts/:accountId": async ({ actor, params, now }) => {
      await removeBankAccount(context, actor, params.accountId, now);
      return { success: true, message: "Rekening itu sudah dihapus.", data: {} };
    },
  });
}

function bankAccountJson(row: BankAccountRow, now: Date): BankAccountAnswer {
  return {
    id: row.id,
    bank_code: row.bank_code,
    bank_name: bankName(row.bank_code),
    number: maskedNumber(row.last4),
    holder_name: row.holder_name,
    is_verified: row.verified_at !== null,
    is_main: row.is_main,
    usable_from: row.usable_from.toISOString(),
    is_usable: row.usable_from <= now,
  };
}
