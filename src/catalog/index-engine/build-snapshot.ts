/**
 * Design note. Makes a snapshot of all products on sale. The position is read before the first product, so whatever
 * changes meanwhile is read again from product_changes; reading it twice is harmless. The lists of tokens do not fit
 * into memory: each part of the products is written to a file of its own, sorted by token, and the files are merged.
 */
import { closeSync, mkdirSync, openSync, readdirSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Queryable } from "#lib/database.ts";
import { readSource } from "#lib/database-source.ts";
import { indexVersion } from "#search/text-analysis.ts";
import {
  columnNames,
  columns as columnKinds,
  comparatorOf,
  createCodes,
  createColumn,
  createColumns,
  storedOrders,
  writeColumns,
  type ColumnArray,
  type Columns,
} from "./columns.ts";
import { listToIndex, readPosition } from "./queries.ts";
import { maxDocuments } from "./rules.ts";
import { createSnapshot, nameOfSnapshot } from "./snapshot-file.ts";
import { eachToken, hashOf } from "./tokens.ts";

const rowsPerStatement = 1000;
const documentsPerPart = 20_000;

const form = hashOf(columnNames.map((name) => `${name} ${columnKinds[name].kind}`).join());

/** The source of snapshots of this database with tokens of this version and these columns. */
export async function sourceOf(db: Queryable): Promise<string> {
  return `${await readSource(db)} ${indexVersion} ${form}`;
}

/** Builds a snapshot in the folder and returns its name. */
export async function buildSnapshot(
  db: Queryable,
  folder: string,
  options: { documentsPerPart?: number } = {},
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  removeUnfinished(folder);
  const partPath = (at: number) => join(folder, `unfinished-${process.pid}-part-${at}`);
  const source = await sourceOf(db);
  const { position, at: builtAt } = await readPosition(db);
  const codes = createCodes();
  let columns = createColumns(65_536);
  let ids = Buffer.alloc(65_536 * 16);
  let hashes = new Uint32Array(65_536);
  let documents = 0;
  let parts = 0;
  let lists = new Map<string, number[]>();
  const endPart = () => {
    if (lists.size === 0) return;
    writePart(partPath(parts), lists);
    parts += 1;
    lists = new Map();
  };
  let last = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await listToIndex(db, last, rowsPerStatement);
    for (const row of rows) {
      if (documents >= maxDocuments)
        throw new Error(`the index beside the database has room for ${maxDocuments} products`);
      if (documents * 16 >= ids.length) {
        columns = grow(columns, documents * 2);
        const wider = new Uint32Array(documents * 2);
        wider.set(hashes);
        hashes = wider;
        ids = Buffer.concat([ids, Buffer.alloc(ids.length)]);
      }
      ids.write(row.id.replaceAll("-", ""), documents * 16, "hex");
      writeColumns(columns, codes, documents, row);
      const document = documents;
      hashes[document] = hashOf(row.tokens);
      eachToken(row.tokens, (token, place) => {
        const list = lists.get(token);
        const entry = document * 4 + place - 1;
        if (list) list.push(entry);
        else lists.set(token, [entry]);
      });
      documents += 1;
      if (documents % (options.documentsPerPart ?? documentsPerPart) === 0) endPart();
    }
    last = rows.at(-1)?.id ?? last;
    if (rows.length < rowsPerStatement) break;
  }
  endPart();
  const name = nameOfSnapshot(builtAt);
  const snapshot = createSnapshot(folder, name, documents);
  try {
    snapshot.addSection("ids", ids.subarray(0, documents * 16));
    snapshot.addSection("text hash", bytesOf(hashes.subarray(0, documents)));
    for (const column of columnNames) snapshot.addSection(column, bytesOf(columns[column].subarray(0, documents)));
    for (const order of storedOrders) snapshot.addSection(`by ${order}`, bytesOf(sortedBy(order, columns, documents)));
    mergeParts(
      Array.from({ length: parts }, (_, at) => partPath(at)),
      snapshot.addToken,
    );
    const texts = Object.fromEntries(Object.entries(codes).map(([column, code]) => [column, code.texts]));
    snapshot.finish({ source, position, builtAt, codes: texts });
  } catch (error) {
    snapshot.discard();
    throw error;
  } finally {
    for (let at = 0; at < parts; at += 1) rmSync(partPath(at), { force: true });
  }
  return name;
}

// What killed processes left. A process that builds holds the lock of the database, so no other one builds here.
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith("unfinished-")) rmSync(join(folder, name));
}

function grow(columns: Columns, documents: number): Columns {
  return Object.fromEntries(
    columnNames.map((name) => {
      const wider = createColumn(name, documents);
      wider.set(columns[name]);
      return [name, wider];
    }),
  ) as Columns;
}

const bytesOf = (data: ColumnArray) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

function sortedBy(order: (typeof storedOrders)[number], columns: Columns, documents: number): Uint32Array {
  return Uint32Array.from({ length: documents }, (_, at) => at).sort(comparatorOf(order, columns));
}

// A token: its length, its letters, the number of its entries, the entries.
function writePart(path: string, lists: Map<string, number[]>): void {
  const file = openSync(path, "w", 0o600);
  let pending: Buffer[] = [];
  let bytes = 0;
  const flush = () => {
    const all = Buffer.concat(pending);
    let done = 0;
    while (done < all.length) done += writeSync(file, all, done);
    pending = [];
    bytes = 0;
  };
  for (const token of [...lists.keys()].sort()) {
    const entries = Uint32Array.from(lists.get(token) ?? []);
    const head = Buffer.alloc(5 + token.length);
    head.writeUInt8(token.length, 0);
    head.write(token, 1, "latin1");
    head.writeUInt32LE(entries.length, 1 + token.length);
    pending.push(head, Buffer.from(entries.buffer));
    bytes += head.length + entries.byteLength;
    if (bytes > 2_000_000) flush();
  }
  flush();
  closeSync(file);
}

type PartReader = { token: string; count: number; entries: () => Uint32Array; next: () => boolean; close: () => void };

function readPart(path: string): PartReader {
  const file = openSync(path, "r");
  const { size } = statSync(path);
  let chunk = Buffer.alloc(0);
  let chunkAt = 0;
  let fileAt = 0;
  const take = (length: number): Buffer => {
    if (chunkAt + length > chunk.length) {
      const rest = chunk.subarray(chunkAt);
      const more = Buffer.alloc(Math.max(length - rest.length, Math.min(262_144, size - fileAt)));
      let done = 0;
      while (done < more.length) {
        const some = readSync(file, more, done, more.length - done, fileAt);
        if (some === 0) throw new Error("a part of the index is too short");
        done += some;
        fileAt += some;
      }
      chunk = Buffer.concat([rest, more]);
      chunkAt = 0;
    }
    chunkAt += length;
    return chunk.subarray(chunkAt - length, chunkAt);
  };
  const reader: PartReader = {
    token: "",
    count: 0,
    entries: () => {
      const bytes = take(reader.count * 4);
      return new Uint32Array(new Uint8Array(bytes).buffer);
    },
    next() {
      if (fileAt >= size && chunkAt >= chunk.length) return false;
      reader.token = take(take(1).readUInt8(0)).toString("latin1");
      reader.count = take(4).readUInt32LE(0);
      return true;
    },
    close: () => closeSync(file),
  };
  return reader;
}

function mergeParts(paths: readonly string[], add: (token: string, entries: Uint32Array) => void): void {
  const readers = paths.map(readPart);
  try {
    let open = readers.filter((one) => one.next());
    while (open.length > 0) {
      let token = open[0]?.token ?? "";
      for (const one of open) if (one.token < token) token = one.token;
      // Parts are in the order of their documents.
      const holders = open.filter((one) => one.token === token);
      const entries = new Uint32Array(holders.reduce((sum, one) => sum + one.count, 0));
      let at = 0;
      for (const one of holders) {
        entries.set(one.entries(), at);
        at += one.count;
      }
      add(token, entries);
      const ended = new Set(holders.filter((one) => !one.next()));
      if (ended.size > 0) open = open.filter((one) => !ended.has(one));
    }
  } finally {
    for (const one of readers) one.close();
  }
}
