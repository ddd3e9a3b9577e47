import type { Context } from "#lib/context.ts";
import type { PaymentProvider } from "../provider.ts";
import type { ProviderId } from "../rules.ts";
import { simulatorProvider } from "./simulator/provider.ts";

/** A provider by id. Throws for one that this installation has no settings for. */
export function providerOf(context: Context, id: ProviderId): PaymentProvider {
  if (id === "simulator") return simulatorProvider(context);
  throw new Error(`the payment provider ${id} is not set up`);
}

/** The provider that charges a method in this installation; undefined when none does. */
export function providerOfMethod(context: Context, method: string): PaymentProvider | undefined {
  const provider = simulatorProvider(context);
  return provider.methods.includes(method) ? provider : undefined;
}
