import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "#lib/context.ts";
import { handoverCodeLength } from "./rules.ts";

/**
 * The code that proves the handing over of an order without a courier's scans. It is computed from the installation's
 * secret, so it is stored nowhere and the seller cannot read it.
 */
export function handoverCode({ secret }: Pick<Context, "secret">, orderId: string): string {
  const number = createHmac("sha256", secret).update(`handover ${orderId}`).digest().readUInt32BE();
  return String(number % 10 ** handoverCodeLength).padStart(handoverCodeLength, "0");
}

/** Whether this is the order's code, in a time that does not depend on it. */
export function isHandoverCode(context: Pick<Context, "secret">, orderId: string, code: string): boolean {
  const [typed, right] = [Buffer.from(code), Buffer.from(handoverCode(context, orderId))];
  return typed.length === right.length && timingSafeEqual(typed, right);
}
