import { pino, type Logger } from "pino";

export type { Logger };

/** The process log: JSON lines on stdout, no personal data: ids and codes only, never names, addresses or bodies. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
