/**
 * Design note. Statements of one connection that are sent at once leave in one packet with one `Sync` at its end
 * (docs/decisions/0082). PostgreSQL answers the whole packet in one piece, where it otherwise sends, and Node reads, a
 * piece for each statement. What the columns of a named statement are called is asked once for each connection:
 * PostgreSQL refuses to run a prepared statement whose columns have changed, and it is prepared again then. After an
 * error PostgreSQL skips the rest of the packet, and outside a transaction undoes all of it, so a packet fails as a
 * whole. Not chosen: the driver's own pipeline. It ends each statement with a `Sync` and asks for its columns each
 * time.
 */
import pg from "pg";
import { prepareValue } from "pg/lib/utils.js";

export type Statement = { name?: string | undefined; text: string; values: readonly unknown[] };
export type StatementResult = {
  rows: unknown[];
  /** The rows that the statement returned or changed. */
  rowCount: number;
  /** What PostgreSQL says that it did, such as `UPDATE 1`. */
  tag: string;
};
/** Sends a statement with the next packet of its connection. Its values are those of the moment of the call. */
export type SendStatement = (statement: Statement) => Promise<StatementResult>;

type Field = { name: string; dataTypeID: number };
type Columns = {
  fields: readonly Field[];
  parsers: readonly ((text: string) => unknown)[];
  /** A copy of it has room for all columns at once. */
  emptyRow: Readonly<Record<string, unknown>>;
};

/** The part of the driver's connection that a packet uses. */
type Connection = {
  stream: { write(bytes: Buffer): boolean };
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  close(statement: { type: "S"; name: string }): void;
  parse(statement: { name: string; text: string }): void;
  bind(bound: { statement: string; values: readonly (string | Buffer | null)[] }): void;
  describe(portal: { type: "P" }): void;
  execute(): void;
  sync(): void;
};

type Waiting = {
  name: string;
  text: string;
  values: readonly (string | Buffer | null)[];
  resolve: (result: StatementResult) => void;
  reject: (error: unknown) => void;
  /** This packet prepares the statement. */
  isNew?: boolean;
  rows: unknown[];
  tag: string;
  /** A value of its rows could not be read. */
  unreadable?: unknown;
};

const noColumns: Columns = { fields: [], parsers: [], emptyRow: {} };
/** The columns of the named statements of each connection. */
const columnsByConnection = new WeakMap<Connection, Map<string, Columns>>();
/** The same columns once for all connections of the process, which saves memory. */
const sharedColumns = new Map<string, Columns>();

function columnsOf(name: string, fields: readonly Field[]): Columns {
  const shared = name === "" ? undefined : sharedColumns.get(name);
  const isSame = (field: Field, at: number) =>
    field.name === shared?.fields[at]?.name && field.dataTypeID === shared.fields[at].dataTypeID;
  if (shared?.fields.length === fields.length && fields.every(isSame)) return shared;
  const columns: Columns = {
    fields: fields.map(({ name: column, dataTypeID }) => ({ name: column, dataTypeID })),
    parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, "text")),
    emptyRow: Object.fromEntries(fields.map(({ name: column }) => [column, null])),
  };
  if (name !== "") sharedColumns.set(name, columns);
  return columns;
}

function readRow({ fields, parsers, emptyRow }: Columns, texts: readonly (string | null)[]): Record<string, unknown> {
  const row = { ...emptyRow };
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at];
    const text = texts[at] ?? null;
    if (field) row[field.name] = text === null ? null : parsers[at]?.(text);
  }
  return row;
}

/** What these values are for PostgreSQL. Throws when one cannot be. */
export const encodeValues = (values: readonly unknown[]) => values.map((value) => prepareValue(value));

/** True when the connection that reported this error cannot be used again, or may not be. */
export function isConnectionLost(error: unknown): boolean {
  // PostgreSQL ends a connection with errors of class 57P.
  return !(error instanceof pg.DatabaseError) || error.code?.startsWith("57P") === true;
}

/** True when a prepared statement is gone or has other columns since a migration. Nothing ran, so it can run again. */
export function isForgotten(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "26000" || error.code === "0A000");
}

/**
 * Returns what sends statements of this client. Those that are sent before the process does anything else leave in one
 * packet and run one after the other. `flush` sends at once what waits for its packet: call it before the client is
 * used in another way.
 */
export function sendInPackets(client: pg.ClientBase): { send: SendStatement; flush: () => void } {
  let waiting: Waiting[] = [];
  const flush = () => {
    if (waiting.length > 0) client.query(packetOf(waiting));
    waiting = [];
  };
  const send: SendStatement = ({ name = "", text, values }) =>
    new Promise<StatementResult>((resolve, reject) => {
      const one = { name, text, values: encodeValues(values), resolve, reject, rows: [], tag: "" };
      if (waiting.length === 0) process.nextTick(flush);
      waiting.push(one);
    }).catch((error: unknown) => {
      // The stack of the caller, not that of the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    });
  return { send, flush };
}

/** A query of the driver that sends these statements and reads what PostgreSQL answers to each. */
function packetOf(packet: readonly Waiting[]): pg.Query {
  let at = 0;
  let columns = new Map<string, Columns>();
  let unnamed = noColumns;
  // The driver notes which statement is prepared when it was parsed.
  const query = Object.assign(new pg.Query("packet"), { name: packet[0]?.name, text: packet[0]?.text });
  const complete = (tag: string) => {
    const one = packet[at];
    if (one) one.tag = tag;
    if (one && one.name !== "" && !columns.has(one.name)) columns.set(one.name, noColumns);
    at += 1;
    unnamed = noColumns;
    Object.assign(query, { name: packet[at]?.name, text: packet[at]?.text });
  };
  return Object.assign(query, {
    statements: packet,
    callback: () => {},
    submit(connection: Connection) {
      columns = columnsByConnection.get(connection) ?? columns;
      columnsByConnection.set(connection, columns);
      try {
        send(connection, packet, columns);
        return null;
      } catch (error) {
        return error;
      }
    },
    handleRowDescription({ fields }: { fields: readonly Field[] }) {
      const name = packet[at]?.name ?? "";
      const described = columnsOf(name, fields);
      if (name === "") unnamed = described;
      else columns.set(name, described);
    },
    handleDataRow({ fields: texts }: { fields: readonly (string | null)[] }) {
      const one = packet[at];
      if (!one) return;
      try {
        one.rows.push(readRow((one.name === "" ? unnamed : columns.get(one.name)) ?? noColumns, texts));
      } catch (error) {
        one.unreadable = error;
      }
    },
    handleCommandComplete: ({ text: tag }: { text: string }) => complete(tag),
    // PostgreSQL answers an empty text with this instead.
    handleEmptyQuery: () => complete(""),
    handleError(error: unknown, connection: Connection) {
      // What was skipped is not prepared either.
      for (const { name, isNew } of packet.slice(at)) if (isNew) delete connection.submittedNamedStatements[name];
      const failed = packet[at];
      if (failed && isForgotten(error)) {
        delete connection.parsedStatements[failed.name];
        columns.delete(failed.name);
      }
      for (const one of packet) one.reject(error);
    },
    handleReadyForQuery() {
      for (const { rows, tag, unreadable, resolve, reject } of packet) {
        if (unreadable === undefined)
          resolve({ rows, tag, rowCount: Number(tag.slice(tag.lastIndexOf(" ") + 1)) || 0 });
        else reject(unreadable);
      }
    },
  });
}

function send(connection: Connection, packet: readonly Waiting[], columns: ReadonlyMap<string, Columns>): void {
  const messages: Buffer[] = [];
  // One write for all messages.
  const collector = Object.assign(Object.create(connection) as Connection, {
    _send: (message: Buffer) => void messages.push(message),
  });
  for (const one of packet) {
    const { name, text, values } = one;
    const { parsedStatements, submittedNamedStatements } = connection;
    if (name === "" || (parsedStatements[name] === undefined && submittedNamedStatements[name] === undefined)) {
      // A forgotten statement may still be there.
      if (name !== "") collector.close({ type: "S", name });
      collector.parse({ name, text });
      if (name !== "") submittedNamedStatements[name] = text;
      one.isNew = name !== "";
    }
    collector.bind({ statement: name, values });
    if (name === "" || !columns.has(name)) collector.describe({ type: "P" });
    collector.execute();
  }
  collector.sync();
  connection.stream.write(Buffer.concat(messages));
}
