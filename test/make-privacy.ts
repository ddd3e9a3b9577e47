import { randomBytes } from "node:crypto";
import { crc32, inflateRawSync } from "node:zlib";

import type { Context } from "../src/lib/context.ts";
import { sql } from "../src/lib/database.ts";
import { recordScan } from "../src/orders/record-scan.ts";
import { receiveOrder } from "../src/orders/receive-order.ts";
import { jobHandlers } from "../src/worker.ts";
import { makeShippedOrder, type MadeOrder } from "./make-orders.ts";

/** Runs what is queued and due, as the worker would, until nothing is left. Messages go to the outbox. */
export async function runQueued(context: Context): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    const jobs = await context.db.rows<{ id: number; name: string; payload: never }>(sql`
      select j.id::int as id, t.identifier as name, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where j.run_at <= now() order by j.id`);
    if (jobs.length === 0) return;
    for (const { id, name, payload } of jobs) {
      const handlers = jobHandlers.map((group) => (group as Record<string, unknown>)[name]).filter(Boolean);
      for (const handler of handlers as ((payload: never, context: Context) => Promise<void>)[])
        await handler(payload, context);
      await context.db.run(sql`select graphile_worker.complete_jobs(array[${id}::bigint])`);
    }
  }
  throw new Error("jobs queue each other without end");
}

/** An order that its buyer received: final, and the seller has the money. */
export async function makeCompletedOrder(
  context: Context,
  wish: Parameters<typeof makeShippedOrder>[1] = {},
): Promise<MadeOrder> {
  const made = await makeShippedOrder(context, wish);
  const now = context.clock.now();
  await recordScan(context, made.orderId, { status: "delivered", place: "Bandung" }, now);
  await receiveOrder(context, { orderId: made.orderId, buyerId: made.buyerId }, now);
  return made;
}

/** Files of a ZIP by name, from its directory; throws where sizes or check sums are wrong. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [method, sum, packed, size] = [10, 16, 20, 24].map((offset, index) =>
      index === 0 ? zip.readUInt16LE(at + offset) : zip.readUInt32LE(at + offset),
    ) as [number, number, number, number];
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(start, start + packed);
    const bytes = method === 8 ? inflateRawSync(data) : Buffer.from(data);
    if (bytes.length !== size || crc32(bytes) !== sum) throw new Error(`${name} is broken`);
    files.set(name, bytes);
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

/** Somebody whose every word can be found again: nothing else in the database says any of it. */
export function newIdentity() {
  const tag = randomBytes(3).toString("hex");
  const number = String(10_000_000 + randomBytes(3).readUIntBE(0, 3));
  return {
    name: `Zulaikha Rengganis${tag}`,
    email: `zulaikha-${tag}@contoh.test`,
    phone: `+62899${number}`,
    street: `Gang Kenari${tag} Merah 77`,
    recipient: `Ibunda Zulfa${tag}`,
    note: `rumah cat tosca${tag}`,
  };
}
