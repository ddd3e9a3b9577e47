/**
 * Design note. One process feeds OpenSearch. It reads product_changes as the index beside the database does, and sends
 * each changed product with an external version, so that a late or repeated request never replaces newer data. The
 * position is stored only after OpenSearch has everything up to it; after a kill or a lost answer the same products are
 * sent again. Changes are stored for a day, and a restored database counts its transactions from an earlier number, so
 * an index that was not fed for long, or from another state of the database, is rebuilt. A rebuild fills a new index
 * while the old one answers and is fed, and then moves the alias in one step.
 */
import type { Logger } from "#lib/log.ts";
import type { Queryable } from "#lib/database.ts";
import { readSource } from "#lib/database-source.ts";
import { requestJson, ServiceError, type JsonRequest, type JsonService } from "#lib/http/request-json.ts";
import { listChanged, listChanges, listToIndex, readPosition, type IndexRow } from "../index-engine/queries.ts";
import { maxChangesRead, maxSnapshotAge } from "../index-engine/rules.ts";
import { documentForm, documentOf, indexBody } from "./documents.ts";
import { claimFeed, readVersion, saveFeed, type Feed } from "./queries.ts";
import { bulkAttempts, claimDuration, documentsPerBulk, feedSavedAfter } from "./rules.ts";

export type FeedParts = {
  db: Queryable;
  log: Logger;
  service: JsonService;
  /** The alias that searches use; indexes have it as the beginning of their names. */
  alias: string;
  /** A name of this process that no other one has. */
  processId: string;
  /** The pause before refused documents are sent again, in ms; it doubles. */
  retryPause: number;
};

/** Brings OpenSearch up to date. False if another process does that. */
export async function feedOpensearch(parts: FeedParts): Promise<boolean> {
  const { db, alias, processId } = parts;
  const feed = await claimFeed(db, alias, processId, claimDuration);
  if (!feed) return false;
  const source = await readSource(db);
  if (!canContinue(feed, source)) {
    await rebuildOpensearch(parts, feed, source);
    return true;
  }
  const { position, ids } = await listChanges(db, feed.position, maxChangesRead + 1);
  if (ids.length > maxChangesRead) {
    await rebuildOpensearch(parts, feed, source);
    return true;
  }
  await sendProducts(parts, feed.target, ids);
  if (position !== feed.position || feed.age > feedSavedAfter)
    await saveFeed(db, alias, processId, { ...feed, position });
  return true;
}

type UsableFeed = Feed & { target: string; position: string; age: number };

function canContinue(feed: Feed, source: string): feed is UsableFeed {
  const isBuilt = feed.form === documentForm && feed.target !== null && feed.position !== null;
  return isBuilt && feed.source === source && feed.age !== null && feed.age < maxSnapshotAge;
}

async function sendProducts(parts: FeedParts, target: string, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += documentsPerBulk) {
    const some = ids.slice(at, at + documentsPerBulk);
    const version = await readVersion(parts.db);
    const rows = await listChanged(parts.db, some);
    const onSale = new Set(rows.map(({ id }) => id));
    await sendBulk(parts, target, version, { rows, removed: some.filter((id) => !onSale.has(id)) });
    await claimFeed(parts.db, parts.alias, parts.processId, claimDuration);
  }
}

/** Fills a new index with all products and lets searches use it. Other indexes of this alias are deleted. */
async function rebuildOpensearch(parts: FeedParts, feed: Feed, source: string): Promise<void> {
  const { db, log, alias, processId } = parts;
  const { position, at } = await readPosition(db);
  const target = `${alias}-${Math.floor(at)}`;
  await call(parts, { method: "PUT", path: `/${target}`, body: indexBody });
  let last = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const version = await readVersion(db);
    const rows = await listToIndex(db, last, documentsPerBulk);
    await sendBulk(parts, target, version, { rows, removed: [] });
    last = rows.at(-1)?.id ?? last;
    if (!(await claimFeed(db, alias, processId, claimDuration)))
      throw new Error("another process feeds OpenSearch now");
    // What changed since is sent to the index that answers, too.
    if (canContinue(feed, source)) await keepFed(parts, feed);
    if (rows.length < documentsPerBulk) break;
  }
  await call(parts, { method: "POST", path: `/${target}/_refresh` });
  await call(parts, {
    method: "POST",
    path: "/_aliases",
    body: {
      actions: [{ remove: { index: `${alias}-*`, alias, must_exist: false } }, { add: { index: target, alias } }],
    },
  });
  if (!(await saveFeed(db, alias, processId, { form: documentForm, target, position, source })))
    throw new Error("another process feeds OpenSearch now");
  for (const old of await listIndexes(parts))
    if (old !== target) await call(parts, { method: "DELETE", path: `/${old}` });
  log.info({ index: target }, "OpenSearch has an index of all products");
}

async function keepFed(parts: FeedParts, feed: UsableFeed): Promise<void> {
  const { position, ids } = await listChanges(parts.db, feed.position, maxChangesRead + 1);
  if (ids.length > maxChangesRead) return;
  await sendProducts(parts, feed.target, ids);
  feed.position = position;
}

async function listIndexes(parts: FeedParts): Promise<string[]> {
  const body = await call(parts, { method: "GET", path: `/${parts.alias}-*/_alias` });
  return Object.keys(body).filter((name) => name.startsWith(`${parts.alias}-`));
}

type BulkItem = { status?: number; error?: { type?: string } };

// Sends until OpenSearch has each product in this version or a newer one. A document that it refuses for another reason
// than being busy is left out and logged: one product must not stop all others.
async function sendBulk(
  parts: FeedParts,
  target: string,
  version: number,
  { rows, removed }: { rows: readonly IndexRow[]; removed: readonly string[] },
): Promise<void> {
  const head = (id: string) => ({ _index: target, _id: id, version, version_type: "external_gte" });
  let left = [
    ...rows.map((row) => ({ id: row.id, lines: [{ index: head(row.id) }, documentOf(row)] })),
    ...removed.map((id) => ({ id, lines: [{ delete: head(id) }] })),
  ];
  for (let attempt = 1; left.length > 0; attempt += 1) {
    const body = await call(parts, { method: "POST", path: "/_bulk", lines: left.flatMap(({ lines }) => lines) });
    const items = (body["items"] as Record<string, BulkItem>[] | undefined) ?? [];
    if (items.length !== left.length) throw new Error("OpenSearch did not say what it did with each document");
    const statuses = items.map((item) => Object.values(item)[0]?.status ?? 500);
    const isBusy = (status: number) => status === 429 || status >= 500;
    // 409: it has a newer version. 404: what is deleted is not there.
    const refused = left.filter((_, at) => {
      const status = statuses[at] ?? 500;
      return status >= 400 && status !== 409 && status !== 404 && !isBusy(status);
    });
    for (const { id } of refused) parts.log.error({ product: id }, "OpenSearch refused a product");
    left = left.filter((_, at) => isBusy(statuses[at] ?? 500));
    if (left.length === 0) return;
    if (attempt >= bulkAttempts) throw new Error("OpenSearch is too busy to take products");
    await new Promise((done) => setTimeout(done, parts.retryPause * 2 ** attempt));
  }
}

async function call({ service }: FeedParts, request: JsonRequest): Promise<Record<string, unknown>> {
  // Each of these may be sent twice: documents have versions, names of indexes a moment.
  const { status, body } = await requestJson(service, { isRepeatable: true, ...request });
  if (status < 400 || (status === 404 && request.method === "DELETE")) return body as Record<string, unknown>;
  const isThere = status === 400 && JSON.stringify(body).includes("resource_already_exists_exception");
  if (isThere && request.method === "PUT") return {};
  throw new ServiceError(service.name, "refused", `it answered ${status}`, { status });
}
