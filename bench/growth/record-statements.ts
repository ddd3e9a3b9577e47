import pg from "pg";

/** A statement as it was sent, with its values. */
export type Statement = { text: string; values: unknown[] };

type Query = (config: unknown, ...rest: unknown[]) => unknown;

let recorded: Statement[] | undefined;
const prototype = pg.Client.prototype as unknown as { query: Query };
const query = prototype.query;
prototype.query = function record(this: unknown, config: unknown, ...rest: unknown[]) {
  // Several statements in one packet (src/lib/statement-packets.ts).
  if (recorded && typeof config === "object" && config !== null && "statements" in config)
    for (const { text, values } of config.statements as Statement[]) recorded.push({ text, values });
  else if (recorded && typeof config === "object" && config !== null && "text" in config) {
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
