/** The marketplace of random histories of money, and the purchases that they begin with. */
import { sql } from "../src/lib/database.ts";
import type { ChargeStatus } from "../src/payments/provider.ts";
import { clearCachedWithholding } from "../src/payments/tax/withholding/read-withholding.ts";
import { startBiteshipDouble, type BiteshipDouble } from "./doubles/biteship.ts";
import { makeContext } from "./make/context.ts";
import { makePlacedOrder, type MadeOrder, type MadeShop } from "./make/orders.ts";
import { makeBankAccount, makeShop, makeUser } from "./make/rows.ts";
import { makeVoucher } from "./make/vouchers.ts";

export type MoneyWorld = {
  context: Awaited<ReturnType<typeof makeContext>>;
  biteship: BiteshipDouble;
  shops: MadeShop[];
  /** Bank accounts by owner. */
  accounts: Map<string, string>;
  financeId: string;
  /** Decides what `financeId` proposed. */
  secondId: string;
  close(): Promise<void>;
};

/** A marketplace with three shops, which sell for cash too and whose couriers the marketplace can order. */
export async function openMoneyWorld(): Promise<MoneyWorld> {
  const biteship = await startBiteshipDouble();
  const context = await makeContext({ LOG_LEVEL: "fatal", ...biteship.settings });
  const shops = [await makeShop(context), await makeShop(context), await makeShop(context)];
  const ids = shops.map(({ shopId }) => shopId);
  await context.db.run(
    sql`update shops set has_cod = true, street = 'Jalan Braga 1', postcode = '40111' where id = any(${ids}::uuid[])`,
  );
  // The prices of one shop contain PPN.
  await context.db.run(sql`update shops set is_pkp = true where id = ${shops[1]?.shopId}`);
  const accounts = new Map<string, string>();
  for (const [at, { ownerId }] of shops.entries()) {
    await context.db.run(sql`update users set phone = ${`+62812000000${at}`} where id = ${ownerId}`);
    accounts.set(ownerId, await makeBankAccount(context, ownerId));
  }
  const financeId = await makeUser(context, { type: "operator" });
  const secondId = await makeUser(context, { type: "operator" });
  await context.db.run(sql`update users set operator_role = 'finance' where id in (${financeId}, ${secondId})`);
  const close = async () => {
    await context.close();
    await biteship.close();
  };
  return { context, biteship, shops, accounts, financeId, secondId, close };
}

/** A checkout of the history, and what its provider has on its books. */
export type Purchase = MadeOrder & { isCod: boolean; shopsOf: MadeShop[]; charges: Map<string, ChargeStatus> };

/** `amount` is 0 to 1,000, the others 0 to 999. */
export type Step = { what: number; which: number; part: number; amount: number };

/** Switches the withholding of PPh 22 for the orders that follow. */
async function withhold({ context, shops }: MoneyWorld, isOn: boolean): Promise<void> {
  await context.db.run(sql`
    insert into withholding_rules (is_on, valid_from, announced_at, created_by)
    select ${isOn}, '2020-01-01', now(), ${shops[0]?.ownerId ?? ""}
    on conflict (valid_from) where withdrawn_at is null do update set is_on = excluded.is_on`);
  clearCachedWithholding(context.db);
}

/** Vouchers of one shop and of the platform, which the next purchase takes when they save something. */
async function offerVouchers({ context, shops }: MoneyWorld, { part, which, amount }: Step): Promise<void> {
  const kinds = ["percent", "fixed", "free_shipping", "cashback"] as const;
  const terms = { quota: 1 + (which % 2), perMille: 1 + (amount % 900), maxAmount: 100 + amount * 97 };
  if (part % 4 < 2) await makeVoucher(context, { ...terms, kind: kinds[which % 4] ?? "fixed" });
  if (part % 5 < 2)
    await makeVoucher(context, { ...terms, shopId: shops[0]?.shopId ?? null, kind: kinds[amount % 4] ?? "fixed" });
}

export async function purchase(world: MoneyWorld, one: Step, isWide: boolean): Promise<Purchase> {
  const isCash = isWide && one.which % 2 === 1;
  const shopsOf = world.shops.slice(0, isCash ? 1 : 1 + (one.part % 3));
  await withhold(world, one.amount % 3 !== 0);
  if (isWide) await offerVouchers(world, one);
  const isCod = shopsOf.length === 1 && one.which % 2 === 1;
  const made = await makePlacedOrder(world.context, {
    ...(isCod && { method: "cod" }),
    shops: shopsOf,
    insured: one.part % 2 === 0,
    price: 1000 + one.amount * 331,
    quantity: 1 + (one.part % 4),
  });
  return { ...made, isCod, shopsOf, charges: new Map() };
}
