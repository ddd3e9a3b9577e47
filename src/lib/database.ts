/**
 * Design note. All SQL of the product goes through the `sql` template below: static text, values as parameters, and the
 * name of a prepared statement made from the text, so that each connection parses a statement once. Fragments nest.
 * Lists are sent as arrays (`= any($1)`), never as IN-lists of varying length, so that the number of distinct texts
 * stays small. After `maxNamedStatements` texts a statement has no name. A text with joined parts (filters that users
 * choose) varies, so such texts have few names of their own and cannot use up those of the others. A query builder was
 * not chosen: it reached 0.6–0.9 of this speed, and plain SQL is easier to review (docs/decisions/0001-plain-sql.md).
 * Statements of one transaction, or of {@link Database.together}, that do not wait for each other (`Promise.all`) are
 * sent in one packet (statement-packets.ts), `begin` with the first of them and {@link Tx.atCommit} with the commit,
 * because each wait for PostgreSQL costs both processes more time than most statements do.
 */
import { createHash } from "node:crypto";
import pg from "pg";
import type { Logger } from "./log.ts";
import { connectionName } from "./connection-name.ts";
import {
  encodeValues,
  isConnectionLost,
  isForgotten,
  sendInPackets,
  type SendStatement,
  type StatementResult,
} from "./statement-packets.ts";
import { recordStatement } from "./tracing/trace.ts";

const maxNamedStatements = { fixed: 600, varying: 150 };
/** Characters of a slow statement's text in the log. */
const maxLoggedQueryLength = 1000;
const names = { fixed: new Map<string, string>(), varying: new Map<string, string>() };

function statementName(text: string, form: Sql["form"]): string | undefined {
  let name = names[form].get(text);
  if (name === undefined && names[form].size < maxNamedStatements[form]) {
    name = `k${createHash("sha1").update(text).digest("hex").slice(0, 20)}`;
    names[form].set(text, name);
  }
  return name;
}

/** A piece of SQL with its values. Only {@link sql} makes one. */
export type Sql = {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  /** Whether its text is always the same or depends on which parts were joined. */
  readonly form: StatementForm;
  readonly isSql: true;
};
type StatementForm = "fixed" | "varying";

function isSql(value: unknown): value is Sql {
  return typeof value === "object" && value !== null && "isSql" in value;
}

/** Builds SQL. Each `${value}` becomes a parameter, and each nested `sql` fragment is inserted as text. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  const texts: string[] = [strings[0] ?? ""];
  const flat: unknown[] = [];
  let form: StatementForm = "fixed";
  values.forEach((value, index) => {
    const after = strings[index + 1] ?? "";
    if (isSql(value)) {
      if (value.form === "varying") form = "varying";
      texts[texts.length - 1] += value.strings[0] ?? "";
      value.values.forEach((inner, at) => {
        flat.push(inner);
        texts.push(value.strings[at + 1] ?? "");
      });
      texts[texts.length - 1] += after;
    } else {
      flat.push(value);
      texts.push(after);
    }
  });
  return { strings: texts, values: flat, form, isSql: true };
}

/** Joins a list that the code names, such as columns: the text is the same each time. */
export function joinFixed(parts: readonly Sql[], separator: Sql): Sql {
  return parts.reduce((all, part, index) => (index === 0 ? part : sql`${all}${separator}${part}`), sql``);
}

/** Joins parts that depend on a request, with a separator: `joinSql(conditions, sql\` and \`)`. */
export function joinSql(parts: readonly Sql[], separator: Sql): Sql {
  const joined = joinFixed(parts, separator);
  return { ...joined, form: "varying" };
}

/** A column or alias whose name comes from a table in the code. Throws for a name that needs quotes. */
export function identifier(name: string): Sql {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`${name} is no name of a column`);
  return { strings: [name], values: [], form: "fixed", isSql: true };
}

/**
 * Writes a whole number that the code fixes, such as the limit of a list, into the text of a statement. A parameter
 * would be unknown to the plan that PostgreSQL makes once for all calls, and the plan would expect a tenth of all rows.
 */
export function fixedNumber(number: number): Sql {
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`${number} is no limit`);
  return { strings: [String(number)], values: [], form: "fixed", isSql: true };
}

/**
 * A page of a list: `limit` rows, a number that the code fixes, after the first `offset`. The statement of the first
 * page has no offset. PostgreSQL would expect an unknown one to skip a tenth of the table, and would therefore make a
 * plan for each call instead of one for all.
 */
export function pageOf(limit: number, offset: number): Sql {
  const rows = sql`limit ${fixedNumber(limit)}`;
  return offset === 0 ? rows : sql`${rows} offset ${offset}`;
}

pg.types.setTypeParser(20, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error("a bigint is outside the safe range");
  return value;
});
pg.types.setTypeParser(1082, (text) => text); // date stays YYYY-MM-DD

/** Something that runs SQL: the pool or an open transaction. */
export type Queryable = {
  /** All rows. The row type is not checked here; the tests that run the statement check it. */
  rows<R>(query: Sql): Promise<R[]>;
  /** The first row, or undefined. */
  row<R>(query: Sql): Promise<R | undefined>;
  /** Runs the statement and returns the number of rows it changed. */
  run(query: Sql): Promise<number>;
  /**
   * Calls the listeners of {@link Database.onSignal} in this process: after the commit of the transaction, never after
   * a rollback, and at once outside a transaction. A signal is lost when the process ends, so work that must not be
   * lost is a job.
   */
  signal(name: string): void;
};
/** An open transaction; only {@link Database.transaction} makes one. */
export type Tx = Queryable & {
  readonly inTransaction: true;
  /** Runs `work` in this transaction after all else, directly before the commit: for locks that must be taken last. */
  beforeCommit(work: () => Promise<void>): void;
  /**
   * Runs the statement after everything else, together with the commit, which saves a wait. When it fails, the
   * transaction fails. Its rows come after the commit, so await them outside the transaction.
   */
  atCommit<R>(query: Sql): Promise<R[]>;
};

export type Database = Queryable & {
  /**
   * Runs `work` in one transaction (read committed) and rolls back when it throws. Serialisation failures and deadlocks
   * are retried with jitter, three times at most. So `work` must not have effects outside the database.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs small reads of `work` on one connection, outside a transaction. Those that do not wait for each other leave in
   * one packet and run one after the other, which costs less than a connection for each. `work` must wait for nothing
   * else, because it holds the connection.
   */
  together<T>(work: (db: Queryable) => Promise<T>): Promise<T>;
  /** Calls `listener` at each signal of that name. The returned function stops it. */
  onSignal(name: string, listener: () => void): () => void;
  /** Calls `listener` after each statement that took longer than the limit. */
  onSlowQuery(listener: (query: SlowQuery) => void): void;
  readonly pool: pg.Pool;
  close(): Promise<void>;
};

/** A statement that took longer than the limit: its text without values, and how long it took. */
export type SlowQuery = { text: string; milliseconds: number };

function queryable(
  send: SendStatement,
  signal: (name: string) => void,
  finished: (text: string, began: number) => void,
): Queryable {
  const execute = async (query: Sql): Promise<StatementResult> => {
    let text = query.strings[0] ?? "";
    for (let index = 1; index < query.strings.length; index += 1) text += `$${index}${query.strings[index]}`;
    const name = statementName(text, query.form);
    const began = performance.now();
    try {
      return await send({ name, text, values: query.values });
    } finally {
      finished(text, began);
    }
  };
  return {
    rows: async <R>(query: Sql) => (await execute(query)).rows as R[],
    row: async <R>(query: Sql) => (await execute(query)).rows[0] as R | undefined,
    run: async (query) => (await execute(query)).rowCount,
    signal,
  };
}

const retryable = new Set(["40001", "40P01"]);

const begin = { name: "begin", text: "begin", values: [] };
const commit = { name: "commit", text: "commit", values: [] };

/**
 * Opens a pool. Errors of idle connections, for example when the server stops, are logged and never fatal. Without
 * `slowQueryMs` no statement is slow. PostgreSQL ends a statement after `statementTimeout` milliseconds.
 */
export function openDatabase(
  url: string,
  options: {
    log: Logger;
    connections?: number;
    applicationName?: string;
    slowQueryMs?: number;
    statementTimeout?: number;
  },
): Database {
  const { slowQueryMs = 0, statementTimeout = 15_000 } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 20,
    application_name: connectionName(options.applicationName),
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeout,
    lock_timeout: 8_000,
    idle_in_transaction_session_timeout: 20_000,
    pipeline: true,
  });
  pool.on("error", (error) => options.log.warn({ err: error.message }, "an idle database connection failed"));
  pool.on("connect", (client) =>
    client.on("error", (error) => options.log.warn({ err: error.message }, "a database connection failed")),
  );

  const listeners = new Map<string, Set<() => void>>();
  const emit = (name: string) => {
    for (const listener of listeners.get(name) ?? []) listener();
  };

  const slowListeners: ((query: SlowQuery) => void)[] = [];
  function finished(text: string, began: number): void {
    recordStatement(text, began);
    const milliseconds = Math.round(performance.now() - began);
    if (slowQueryMs === 0 || milliseconds < slowQueryMs) return;
    const slow = { text: text.replace(/\s+/g, " ").trim().slice(0, maxLoggedQueryLength), milliseconds };
    options.log.warn(slow, "a slow statement");
    for (const listener of slowListeners) listener(slow);
  }

  async function once<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const { send, flush } = sendInPackets(client);
    let isOpen = true;
    // `begin` leaves with the first statement, which may be one for the commit.
    const begun = Promise.withResolvers<void>();
    begun.promise.catch(() => {});
    let isBegun = false;
    const beginOnce = () => {
      if (isBegun) return;
      isBegun = true;
      send(begin).then(() => begun.resolve(), begun.reject);
    };
    // A branch of the work may go on after another one failed. What it sends then would be committed at once.
    const sendWhileOpen: SendStatement = (statement) => {
      if (!isOpen) return Promise.reject(new Error("the transaction has ended"));
      beginOnce();
      return send(statement);
    };
    const signals = new Set<string>();
    const last: (() => Promise<void>)[] = [];
    let broken = false;
    try {
      const tx = queryable(sendWhileOpen, (name) => void signals.add(name), finished);
      const final: (() => Promise<void>)[] = [];
      const working = work({
        ...tx,
        inTransaction: true,
        beforeCommit: (one) => void final.push(one),
        atCommit: <R>(query: Sql) => {
          // The commit waits in the same packet, so a value that cannot be sent is refused before.
          const encoded = { ...query, values: encodeValues(query.values) };
          const { promise, resolve, reject } = Promise.withResolvers<R[]>();
          // A caller that does not wait for the rows learns of a failure from the transaction.
          promise.catch(() => {});
          last.push(async () => {
            try {
              resolve(await tx.rows<R>(encoded));
            } catch (error) {
              reject(error);
              throw error;
            }
          });
          return promise;
        },
      });
      const [result] = await Promise.all([
        working.finally(() => {
          if (!isBegun) begun.resolve();
        }),
        begun.promise,
      ]);
      for (const one of final) await one();
      const lastOnes = last.map((send) => send());
      isOpen = false;
      beginOnce();
      const [{ tag }] = await Promise.all([send(commit), ...lastOnes]);
      // PostgreSQL answers a commit of a failed transaction with a rollback and without an error.
      if (tag !== "COMMIT") throw new Error("a transaction was rolled back because one of its statements failed");
      signals.forEach(emit);
      return result;
    } catch (error) {
      isOpen = false;
      // Otherwise what waits would follow when `work` throws before its packet leaves.
      flush();
      if (isBegun)
        await client.query("rollback").catch(() => {
          broken = true;
        });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  const alone: SendStatement = async (statement) => {
    const client = await pool.connect();
    let isLost = false;
    try {
      const { send } = sendInPackets(client);
      return await send(statement).catch((error: unknown) => {
        if (isForgotten(error)) return send(statement);
        throw error;
      });
    } catch (error) {
      isLost = isConnectionLost(error);
      throw error;
    } finally {
      client.release(isLost);
    }
  };

  return {
    ...queryable(alone, emit, finished),
    pool,
    async together(work) {
      const client = await pool.connect();
      const sent: Promise<unknown>[] = [];
      const { send } = sendInPackets(client);
      const remember: SendStatement = (statement) => {
        const result = send(statement);
        sent.push(result);
        return result;
      };
      try {
        return await work(queryable(remember, emit, finished));
      } finally {
        // After a failure the others are still under way.
        const results = await Promise.allSettled(sent);
        client.release(results.some((one) => one.status === "rejected" && isConnectionLost(one.reason)));
      }
    },
    onSignal(name, listener) {
      const topicListeners = listeners.get(name) ?? new Set();
      listeners.set(name, topicListeners.add(listener));
      return () => void topicListeners.delete(listener);
    },
    onSlowQuery: (listener) => void slowListeners.push(listener),
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(work);
        } catch (error) {
          const code = (error as { code?: string }).code;
          if (attempt > 3 || !code || !(retryable.has(code) || isForgotten(error))) throw error;
          await new Promise((done) => setTimeout(done, Math.random() * 20 * attempt));
        }
      }
    },
    close: () => pool.end(),
  };
}

/**
 * An expression that makes its statement fail, and with it the transaction, unless the condition is true
 * ({@link isUnmet} recognises the error). For statements that leave together with the commit, whose result comes too
 * late to decide anything.
 */
export const demanded = (condition: Sql): Sql => sql`1 / coalesce((${condition})::int, 0)`;

/** True when a condition of {@link demanded} was not true. */
export const isUnmet = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === "22012";

/** True when PostgreSQL reports that this unique constraint or index is violated. */
export function violates(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = error as { code?: string; constraint?: string };
  return (code === "23505" || code === "23514" || code === "23503") && name === constraint;
}
