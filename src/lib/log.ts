import { traceId } from "./tracing/trace.ts";
import { pino, type DestinationStream, type Logger } from "pino";

export type { Logger };

// These fields of a PostgreSQL error quote the row: "Key (email)=(sari@…) already exists."
const quotingFields = ["detail", "where", "hint", "internalQuery", "query", "parameters", "values"];

/**
 * The process log: JSON lines on stdout with ids and codes, never names, addresses or bodies. A refusal that may be an
 * attack names its network, so that a firewall can block it. A line that belongs to a trace names it.
 */
export function createLog(level: string, to?: DestinationStream): Logger {
  const redact = { paths: quotingFields.flatMap((name) => [`err.${name}`, `err.cause.${name}`]), remove: true };
  const mixin = () => {
    const trace = traceId();
    return trace === undefined ? {} : { trace_id: trace };
  };
  const options = { mixin, level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact };
  return to ? pino(options, to) : pino(options);
}
