import type { Context } from "#lib/context.ts";
import { sql, type Tx } from "#lib/database.ts";
import { addDuration } from "#lib/time.ts";
import { insertBankAccount } from "./queries.ts";
import { accountHoldDuration } from "./rules.ts";
import { digestNumber, sealNumber } from "./seal-number.ts";

/** Stores bank accounts of the demo marketplace's users, which can be used at once. Unknown e-mails are left out. */
export async function insertBankAccounts(
  tx: Tx,
  { secret }: Pick<Context, "secret">,
  accounts: readonly { email: string; bankCode: string; number: string }[],
  now: Date,
): Promise<void> {
  const added = addDuration(now, -2 * accountHoldDuration);
  for (const { email, bankCode, number } of accounts) {
    const owner = await tx.row<{ id: string; name: string }>(sql`select id, name from users where email = ${email}`);
    if (!owner) continue;
    await insertBankAccount(tx, {
      userId: owner.id,
      bankCode,
      numberSealed: sealNumber(secret, owner.id, number),
      numberDigest: digestNumber(secret, owner.id, bankCode, number),
      last4: number.slice(-4),
      holderName: owner.name.toUpperCase(),
      verifiedAt: added,
      isMain: true,
      usableFrom: addDuration(added, accountHoldDuration),
      now: added,
    });
  }
}
