import { randomInt } from "node:crypto";
import { courierOf } from "#shipping/rules.ts";

/**
 * A tracking number in the courier's format: its example with eight random digits at the end. Undefined for a courier
 * without tracking numbers.
 */
export function newTrackingNumber(courier: string): string | undefined {
  const { tracked, trackingNumberExample: example } = courierOf(courier) ?? {
    tracked: false,
    trackingNumberExample: "",
  };
  const digits = [...example.matchAll(/\d{8,}/g)].at(-1);
  if (!tracked || !digits) return undefined;
  const end = digits.index + digits[0].length;
  return example.slice(0, end - 8) + String(randomInt(10 ** 8)).padStart(8, "0") + example.slice(end);
}
