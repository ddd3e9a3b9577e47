import pg from "pg";

/** A statement as it was sent, with its values. */
export type Statement = { text: string; values: unknown[] };

type Query = (config: unknown, ...rest: unknown[]) => unknown;

let recorded: Statement[] | undefined;
const prototype = pg.Client.prototype as unknown as { query: Query };
const query = prototype.query;
prototype.query = function record(this: unknown, config: unknown, ...rest: unknown[]) {
  if (recorded && typeof config === "object" && config !== null && "text" in config) {
    const { text, values = [] } = config as { text: string; values?: unknown[] };
    recorded.push({ text, values });
  }
  return query.call(this, config, ...rest);
};

/** Runs `work` and returns the statements that this process sent to PostgreSQL meanwhile. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  recorded = [];
  try {
    await work();
    return recorded;
  } finally {
    recorded = undefined;
  }
}
