/**
 * Design note. The process of the index: it answers questions, looks for changes between them, and has the snapshot
 * built by another process when there is none, or when it is old. Meanwhile it answers from what it has. After a kill
 * at any moment the next one opens the snapshot and reads the changes since. It is a process and no thread, so that its
 * memory and its garbage are not those of the server.
 */
import { fork } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "#lib/database.ts";
import { createLog } from "#lib/log.ts";
import { second } from "#lib/time.ts";
import type { DeliveryLimit } from "../listing/filters.ts";
import { findDocuments, findSimilarDocuments } from "./find-documents.ts";
import { followChanges, isOutdated, openNewest } from "./follow-changes.ts";
import { nameDelivery } from "./keep-delivered.ts";
import { withDelivery, type FromIndex, type Question, type SentDelivery, type ToIndex } from "./messages.ts";
import { closeIndex, type ProductIndex } from "./product-index.ts";
import { maxDeliveries, pollInterval } from "./rules.ts";
import { listSnapshots } from "./snapshot-file.ts";

const { KAWUNG_INDEX_DATABASE: databaseUrl = "", KAWUNG_INDEX_FOLDER: folder = "", LOG_LEVEL } = process.env;
const log = createLog(LOG_LEVEL ?? "info");
const db = openDatabase(databaseUrl, { log, connections: 2, applicationName: "kawung index" });
const stopping = new AbortController();
let index: ProductIndex | undefined;
let building: Promise<void> | undefined;

const send = (message: FromIndex) => void process.send?.(message);

function answer(question: Question): unknown {
  if (!index) throw new Error("the index is not ready");
  if (question.kind === "find") return findDocuments(index, question.request, Date.now());
  return findSimilarDocuments(index, question.filter, question.search, Date.now());
}

/** Runs the process that builds a snapshot. Its failure is logged; the next step starts it again. */
function build(): void {
  building ??= new Promise<void>((done) => {
    const child = fork(new URL("./build-process.ts", import.meta.url), {
      env: process.env,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    stopping.signal.addEventListener("abort", () => child.connected && child.disconnect());
    child.once("error", (error) => log.warn({ err: error.message }, "the index could not be built"));
    child.once("exit", () => done());
  })
    .then(() => wait(second))
    .finally(() => (building = undefined));
}

async function step(): Promise<void> {
  const newer = await openNewest(db, folder, index?.snapshot.header.builtAt ?? 0);
  if (newer) {
    if (index) closeIndex(index);
    index = newer;
    for (const old of listSnapshots(folder).slice(1)) rmSync(join(folder, old), { force: true });
    send({ readyWith: index.documents });
  }
  if (!index) return build();
  const isUpToDate = await followChanges(db, index);
  if (!isUpToDate || (await isOutdated(db, index))) build();
}

async function run(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  while (!stopping.signal.aborted) {
    await step().catch((error: unknown) => log.warn({ err: String(error) }, "the index could not follow the products"));
    await wait(pollInterval, undefined, { signal: stopping.signal }).catch(() => {});
  }
  if (index) closeIndex(index);
  await db.close();
}

// The server has ended, or wants this process to end.
process.on("disconnect", () => stopping.abort());
// Ctrl-C and service managers reach all processes, but the server still answers for a while. It ends this one last.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
/** Limits of filters by the price of shipping that were used last, by their key. */
const deliveries = new Map<string, readonly DeliveryLimit[]>();
function limitsOf({ key, limits: sent }: SentDelivery): readonly DeliveryLimit[] {
  const limits = deliveries.get(key) ?? sent;
  if (!limits) throw new Error("the limits of this key were not sent");
  nameDelivery(limits, key);
  deliveries.delete(key);
  deliveries.set(key, limits);
  for (const oldest of deliveries.keys()) {
    if (deliveries.size <= maxDeliveries) break;
    deliveries.delete(oldest);
  }
  return limits;
}

process.on("message", (message: ToIndex) => {
  const { id, question, delivery } = message;
  try {
    send({ id, answer: answer(delivery ? withDelivery(question, limitsOf(delivery)) : question) });
  } catch (error) {
    send({ id, error: String(error) });
  }
});
await run();
