/**
 * Design note. The index in memory: a document for each product, numbered in the order of ids; columns, four stored
 * orders, and bitmaps of filters that were used. It begins as a snapshot (snapshot-file.ts) and changes in place: a
 * product that changes is written into its columns, moved in the orders and in the bitmaps. Only the lists of tokens
 * cannot change in place. The tokens of a product whose words changed, or that is new, are in memory, and `reworded`
 * takes it out of the lists of the snapshot. When there are many, the snapshot is built again.
 */
import {
  comparatorOf,
  createCodes,
  createColumn,
  columnNames,
  storedOrders,
  writeColumns,
  type Codes,
  type ColumnName,
  type Columns,
  type StoredOrder,
} from "./columns.ts";
import { hasBit, setBit, wordsFor, type Bitmap } from "./bitmap.ts";
import type { IndexRow } from "./queries.ts";
import { cacheBytes, maxReworded } from "./rules.ts";
import type { Snapshot, TokenList } from "./snapshot-file.ts";
import { eachToken, hashOf } from "./tokens.ts";

/** A bitmap that was used, with whether a document belongs to it, so that a changed product can be moved in it. */
export type CachedFilter = {
  bitmap: Bitmap;
  holds: (document: number) => boolean;
  /** Its first documents on sale by price (sort-documents.ts), until one of its documents changes. */
  byPrice?: { cheapest?: number[]; dearest?: number[] } | undefined;
};

export type ProductIndex = {
  /** How many documents have a number, those that are off sale too. */
  documents: number;
  /** How many of them are in the lists of the snapshot. */
  base: number;
  words: number;
  columns: Columns;
  /** Tells whether the tokens of a document have changed. */
  textHash: Uint32Array;
  codes: Codes;
  live: Bitmap;
  reworded: Bitmap;
  orders: Record<StoredOrder, Uint32Array>;
  snapshot: Snapshot;
  /** What the index has of the changes: PostgreSQL's text form of pg_snapshot. */
  position: string;
  ids: Buffer;
  newIds: Map<string, number>;
  newTokens: { numbers: Map<string, number>; lists: number[][]; byDocument: Map<number, number[]> };
  /** Bitmaps for intermediate results of one request; a request takes the first ones again. */
  scratch: { bitmaps: Bitmap[]; taken: number };
  filters: Map<string, CachedFilter>;
  /** Those of the price of shipping, by their limits (keep-delivered.ts). */
  deliveries: Map<string, CachedFilter>;
  /** Places and prices that were looked for among few documents: asked again, they get a bitmap. */
  askedOnce: Set<string>;
  tokenLists: Map<string, TokenList | null>;
  tokenListBytes: number;
  capacity: number;
};

/** The index of a snapshot. It takes over the snapshot and closes it with {@link closeIndex}. */
export function openIndex(snapshot: Snapshot): ProductIndex {
  const { documents, position, codes } = snapshot.header;
  const capacity = documents + maxReworded;
  const words = wordsFor(capacity);
  const columns = Object.fromEntries(
    columnNames.map((name) => {
      const column = createColumn(name, capacity);
      new Uint8Array(column.buffer).set(new Uint8Array(snapshot.section(name)));
      return [name, column];
    }),
  ) as Columns;
  const orders = Object.fromEntries(
    storedOrders.map((order) => {
      const sorted = new Uint32Array(capacity);
      sorted.set(new Uint32Array(snapshot.section(`by ${order}`)));
      return [order, sorted];
    }),
  ) as Record<StoredOrder, Uint32Array>;
  const textHash = new Uint32Array(capacity);
  textHash.set(new Uint32Array(snapshot.section("text hash")));
  const ids = Buffer.alloc(capacity * 16);
  ids.set(new Uint8Array(snapshot.section("ids")));
  const live = new Uint32Array(words).fill(0xffffffff, 0, documents >>> 5);
  for (let at = (documents >>> 5) << 5; at < documents; at += 1) setBit(live, at);
  return {
    documents,
    base: documents,
    words,
    columns,
    textHash,
    codes: createCodes(codes),
    live,
    reworded: new Uint32Array(words),
    orders,
    snapshot,
    position,
    ids,
    newIds: new Map(),
    newTokens: { numbers: new Map(), lists: [], byDocument: new Map() },
    scratch: { bitmaps: [], taken: 0 },
    filters: new Map(),
    deliveries: new Map(),
    askedOnce: new Set(),
    tokenLists: new Map(),
    tokenListBytes: 0,
    capacity,
  };
}

export function closeIndex(index: ProductIndex): void {
  index.snapshot.close();
}

/** The id of a document. */
export function idOf({ ids }: ProductIndex, document: number): string {
  const hex = ids.toString("hex", document * 16, document * 16 + 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * The document of a product. For an id that the index does not have, it is half a number: between the documents that
 * have the ids before and after it.
 */
export function documentOf(index: ProductIndex, id: string): number {
  const added = index.newIds.get(id);
  if (added !== undefined) return added;
  const wanted = Buffer.from(id.replaceAll("-", ""), "hex");
  let [low, high] = [0, index.base];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = index.ids.compare(wanted, 0, 16, middle * 16, middle * 16 + 16);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return low === index.base ? index.documents - 0.5 : low - 0.5;
}

/** Whether so many products are new or have new words that the snapshot should be built again. */
export function isFull({ newTokens, documents, capacity }: ProductIndex): boolean {
  return newTokens.byDocument.size >= maxReworded || documents >= capacity;
}

/**
 * Brings these products up to date. `rows` are those of them that are on sale. The same changes may be applied
 * twice.
 */
export function applyChanges(index: ProductIndex, ids: readonly string[], rows: readonly IndexRow[]): void {
  const { live, columns, codes } = index;
  const onSale = new Set(rows.map(({ id }) => id));
  const touched = new Set<number>();
  for (const id of ids) {
    const document = documentOf(index, id);
    if (onSale.has(id) || !Number.isInteger(document)) continue;
    setBit(live, document, false);
    touched.add(document);
  }
  const known: { document: number; row: IndexRow }[] = [];
  const added: { document: number; row: IndexRow }[] = [];
  for (const row of rows) {
    const document = documentOf(index, row.id);
    if (Number.isInteger(document)) known.push({ document, row });
    else if (index.documents < index.capacity) {
      const next = index.documents;
      index.documents += 1;
      index.ids.write(row.id.replaceAll("-", ""), next * 16, "hex");
      index.newIds.set(row.id, next);
      added.push({ document: next, row });
    }
  }
  const places = removeFromOrders(
    index,
    known.map(({ document }) => document),
    index.documents - added.length,
  );
  for (const { document, row } of [...known, ...added]) {
    const hash = hashOf(row.tokens);
    if (document >= index.documents - added.length || index.textHash[document] !== hash)
      replaceTokens(index, document, row.tokens);
    index.textHash[document] = hash;
    writeColumns(columns, codes, document, row);
    setBit(live, document);
    touched.add(document);
  }
  insertIntoOrders(
    index,
    [...known, ...added].map(({ document }) => document),
    places,
  );
  for (const filter of [...index.filters.values(), ...index.deliveries.values()])
    for (const document of touched) {
      const holds = filter.holds(document);
      if (holds || hasBit(filter.bitmap, document)) filter.byPrice = undefined;
      setBit(filter.bitmap, document, holds);
    }
}

// Takes documents out of all orders, by their old values. Returns how many are left.
function removeFromOrders(index: ProductIndex, documents: readonly number[], length: number): number {
  if (documents.length === 0) return length;
  for (const order of storedOrders) {
    const sorted = index.orders[order];
    const compare = comparatorOf(order, index.columns);
    const places = Uint32Array.from(documents, (document) =>
      firstPlace(sorted, length, (other) => compare(other, document) >= 0),
    ).sort();
    let write = places[0] ?? 0;
    for (let at = 0; at < places.length; at += 1) {
      const from = (places[at] ?? 0) + 1;
      const to = places[at + 1] ?? length;
      sorted.copyWithin(write, from, to);
      write += to - from;
    }
  }
  return length - documents.length;
}

// Puts documents into all orders, by their new values.
function insertIntoOrders(index: ProductIndex, documents: readonly number[], length: number): void {
  for (const order of storedOrders) {
    const sorted = index.orders[order];
    const compare = comparatorOf(order, index.columns);
    const inserted = Uint32Array.from(documents).sort(compare);
    const places = Array.from(inserted, (document) =>
      firstPlace(sorted, length, (other) => compare(other, document) >= 0),
    );
    let end = length;
    for (let at = inserted.length - 1; at >= 0; at -= 1) {
      const place = places[at] ?? 0;
      sorted.copyWithin(place + at + 1, place, end);
      sorted[place + at] = inserted[at] ?? 0;
      end = place;
    }
  }
}

/** The first place of a sorted list for which the condition holds; it holds for all after it. */
export function firstPlace(sorted: Uint32Array, length: number, holds: (document: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(sorted[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function replaceTokens(index: ProductIndex, document: number, text: string): void {
  const { numbers, lists, byDocument } = index.newTokens;
  for (const number of byDocument.get(document) ?? []) {
    const list = lists[number] ?? [];
    const at = list.findIndex((entry) => entry >>> 2 === document);
    if (at !== -1) list.splice(at, 1);
  }
  if (document < index.base) setBit(index.reworded, document);
  const has: number[] = [];
  eachToken(text, (token, place) => {
    let number = numbers.get(token);
    if (number === undefined) {
      number = lists.push([]) - 1;
      numbers.set(token, number);
    }
    has.push(number);
    lists[number]?.push(document * 4 + place - 1);
  });
  byDocument.set(document, has);
}

/** The documents of the snapshot that have a token, with those whose words changed since. */
export function baseList(index: ProductIndex, token: string): TokenList | null {
  const known = index.tokenLists.get(token);
  if (known !== undefined) {
    index.tokenLists.delete(token);
    index.tokenLists.set(token, known);
    return known;
  }
  const list = index.snapshot.readToken(token) ?? null;
  index.tokenLists.set(token, list);
  index.tokenListBytes += bytesOf(list);
  for (const [oldest, value] of index.tokenLists) {
    if (index.tokenListBytes <= cacheBytes.tokens && index.tokenLists.size < 20_000) break;
    index.tokenLists.delete(oldest);
    index.tokenListBytes -= bytesOf(value);
  }
  return list;
}

const bytesOf = (list: TokenList | null) =>
  list === null ? 0 : (list.entries ?? list.bitmap).byteLength * (list.entries ? 1 : 3);

/** Entries of documents that are new or have new words: the document's number times 4 plus the place. */
export function newEntries({ newTokens }: ProductIndex, token: string): readonly number[] {
  const number = newTokens.numbers.get(token);
  return number === undefined ? [] : (newTokens.lists[number] ?? []);
}

/** An empty bitmap until the end of the request that began with {@link beginRequest}. */
export function takeBitmap(index: ProductIndex): Bitmap {
  return takeUsedBitmap(index).fill(0);
}

/** The same with the bits of another one. */
export function copyBitmap(index: ProductIndex, other: Bitmap): Bitmap {
  const bitmap = takeUsedBitmap(index);
  bitmap.set(other);
  return bitmap;
}

function takeUsedBitmap({ scratch, words }: ProductIndex): Bitmap {
  const bitmap = (scratch.bitmaps[scratch.taken] ??= new Uint32Array(words));
  scratch.taken += 1;
  return bitmap;
}

/** So many bitmaps of intermediate results stay allocated between requests. */
const maxSpareBitmaps = 64;

export function beginRequest({ scratch }: ProductIndex): void {
  scratch.taken = 0;
  if (scratch.bitmaps.length > maxSpareBitmaps) scratch.bitmaps.length = maxSpareBitmaps;
}

/** The number of a text in a coded column; -1 if no product has it. */
export function codeOf({ codes }: ProductIndex, column: ColumnName, text: string): number {
  return codes[column]?.numbers.get(text) ?? -1;
}
