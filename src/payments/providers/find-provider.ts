import type { Context } from "#lib/context.ts";
import { SettingError } from "#lib/config.ts";
import type { PaymentProvider } from "../provider.ts";
import {
  codMethod,
  paymentMethod,
  paymentMethods,
  transferMethod,
  type PaymentMethod,
  type ProviderId,
} from "../rules.ts";
import { assertTransferAccounts } from "./manual/find-account.ts";
import { codProvider } from "./cod/provider.ts";
import { manualProvider } from "./manual/provider.ts";
import { midtransProvider } from "./midtrans/provider.ts";
import { simulatorProvider } from "./simulator/provider.ts";
import { xenditProvider } from "./xendit/provider.ts";

/**
 * A provider by id, also one that charges nothing new: earlier attempts stay with it. Throws for one that this
 * installation has no settings for.
 */
export function providerOf(context: Context, id: ProviderId): PaymentProvider {
  const provider = findProvider(context, id);
  if (!provider) throw new Error(`the payment provider ${id} is not set up`);
  return provider;
}

/** A provider by id; undefined when this installation has no settings for it. */
export function findProvider(context: Context, id: ProviderId): PaymentProvider | undefined {
  const { config, clock } = context;
  const { midtrans, xendit } = config.payments;
  switch (id) {
    case "simulator":
      return simulatorProvider(context);
    case "midtrans":
      return midtrans && midtransProvider(midtrans, { publicUrl: config.publicUrl, now: clock.now });
    case "xendit":
      return xendit && xenditProvider(xendit);
    case "manual":
      return manualProvider(context);
    case "cod":
      return codProvider;
  }
}

/**
 * The provider that charges a method in this installation: the one that the operator named for it, otherwise the first
 * of the preferred ones that can. Undefined when none does.
 */
export function providerOfMethod(context: Context, method: string): PaymentProvider | undefined {
  const { methods, providers } = context.config.payments;
  const named = methods.get(method);
  return (named === undefined ? providers : providers.filter((id) => id === named))
    .map((id) => findProvider(context, id))
    .find((provider) => provider?.methods.includes(method));
}

/** The methods that somebody charges in this installation, in the order in which they are offered. */
export function offeredMethods(context: Context): readonly PaymentMethod[] {
  const transfers = context.config.payments.transferAccounts.flatMap(({ bankCode }) => transferMethod(bankCode) ?? []);
  return [...paymentMethods, ...transfers, codMethod].filter(({ id }) => providerOfMethod(context, id) !== undefined);
}

/** Throws a `SettingError` for a method that does not exist, or that its named provider cannot charge. */
export function assertMethodSettings(context: Context): void {
  assertTransferAccounts(context);
  for (const [method, by] of context.config.payments.methods) {
    if (!paymentMethod(method))
      throw new SettingError(
        `PAYMENT_METHODS must name methods such as ${paymentMethods.map(({ id }) => id).join(", ")}, not "${method}".`,
      );
    if (by !== "off" && !providerOfMethod(context, method))
      throw new SettingError(`PAYMENT_METHODS gives ${method} to ${by}, which cannot charge it.`);
  }
}
