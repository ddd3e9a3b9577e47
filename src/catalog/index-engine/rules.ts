import { day, hour, minute, second } from "#lib/time.ts";

/**
 * @rule From 20,000 products on, listings and searches are answered by an index beside the database; below that the
 * database is as fast by itself.
 */
export const minProductsForIndex = 20_000;

/** @rule What changes a product is found by searches within 2 seconds: the index looks for changes 3 times a second. */
export const pollInterval = second / 3;

/** @rule Changes of products are stored for 1 day; an index that was stored before is built again. */
export const changesKept = day;
export const maxSnapshotAge = 20 * hour;

/** @rule An index in use is stored again after 6 hours, so that a start has few changes to read. */
export const snapshotInterval = 6 * hour;

/** So many changes at once cost more than building the index again. */
export const maxChangesRead = 50_000;

/** So many products with changed words are held in memory; then the index is built again. */
export const maxReworded = 20_000;

/** A document number and two bits of a place fit into 32 bits, and a sort key with a document number into 53. */
export const maxDocuments = 2 ** 21 - 1;

/** Memory of what was read last, in bytes: words of the index, filters. */
export const cacheBytes = { tokens: 24 * 2 ** 20, filters: 24 * 2 ** 20 };

/** So many places with a price of shipping are remembered, each with a bitmap and its limits. */
export const maxDeliveries = 40;

/** If the index does not answer in this time, the database does. */
export const answerTimeout = 2 * second;

/** A process of the index that ended is started again after this time. */
export const restartDelay = second;

/** How often a process looks whether there are enough products for an index. */
export const sizeCheckInterval = 10 * minute;
