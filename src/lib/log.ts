import { pino, type DestinationStream, type Logger } from "pino";

export type { Logger };

// What PostgreSQL says beside an error's message quotes the row: "Key (email)=(sari@…) already exists."
const quotingFields = ["detail", "where", "hint", "internalQuery", "query", "parameters", "values"];

/**
 * The process log: JSON lines on stdout, no personal data: ids and codes only, never names, addresses or bodies. A refusal
 * that may be an attack names the network it came from, or nobody could stop it there.
 */
export function createLog(level: string, to?: DestinationStream): Logger {
  const redact = { paths: quotingFields.flatMap((name) => [`err.${name}`, `err.cause.${name}`]), remove: true };
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact };
  return to ? pino(options, to) : pino(options);
}
