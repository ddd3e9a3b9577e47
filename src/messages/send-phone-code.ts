import type { Queryable } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import type { PhoneCode } from "./contract.ts";

export type { PhoneCode } from "./contract.ts";

/**
 * Queues a one-time code in the caller's transaction: it goes out exactly if that commits, once for each `dedupeKey`. A
 * sender that fails is tried again while the code is still good, never later.
 */
export async function queuePhoneCode(tx: Queryable, code: PhoneCode): Promise<void> {
  const payload = { ...code, queuedAt: new Date().toISOString() };
  await queueJob(tx, "messages.send_phone_code", payload, { key: `phone ${code.dedupeKey}`, priority: "awaited" });
}
