import { softwareName } from "#lib/brand.ts";
import { SettingError, type Config } from "#lib/config.ts";
import type { Context } from "#lib/context.ts";
import { openContext } from "#lib/open-context.ts";
import { hasEmbeddedDatabase, startDatabase } from "#lib/postgres/start-database.ts";
import type { Terminal } from "./terminal.ts";

/**
 * @rule Exit codes of commands: 0 done; 1 a check found something, or the work failed on its way; 2 wrong use; 3 a
 * name, a file or a setting was refused; 4 no database. One cause has one code in all commands.
 */
export const exitCodes = { done: 0, found: 1, usage: 2, refused: 3, noDatabase: 4 } as const;

/** A command failed for a reason that the person can do something about. Its sentence is printed without a stack. */
export class CommandError extends Error {
  readonly exitCode: number;
  /** With `--json`, what is printed beside the sentence. */
  readonly details: Record<string, unknown>;
  constructor(exitCode: number, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = "CommandError";
    this.exitCode = exitCode;
    this.details = details;
  }
}

/** What a command gets: its words, its options, and where it reads and writes. */
export type Call = {
  config: Config;
  words: readonly string[];
  /** `--at TIME` is `{at: "TIME"}`; `--force` is `{force: true}`. */
  options: Readonly<Record<string, string | true>>;
  terminal: Terminal;
};

/** What a command did: lines for people, and the same as JSON, whose names are in snake_case like those of the API. */
export type Outcome = { exitCode?: number; lines: readonly string[]; json: unknown };

export type Command = {
  /** Words that choose the command, such as `operator create`. */
  name: string;
  /** Arguments after the name, such as `FILE.csv`, or `[ID]` for one that may be missing. */
  arguments?: readonly string[];
  summary: string;
  /** Further sentences of `--help`. */
  help?: readonly string[];
  /** Options: with `value`, the option needs one. */
  options?: Readonly<Record<string, { value?: string; meaning: string }>>;
  run(call: Call): Promise<Outcome>;
};

/** The text of an option that has a value. */
export function optionText(call: Call, name: string): string | undefined {
  const value = call.options[name];
  return value === true ? undefined : value;
}

/** Throws a {@link CommandError} when there is no database yet: a command never makes one. */
export function assertHasDatabase(config: Config): void {
  if (!config.databaseUrl && !hasEmbeddedDatabase(config))
    throw new CommandError(
      exitCodes.noDatabase,
      `There is no database in ${config.dataDir}: start ${softwareName} once.`,
    );
}

/**
 * Runs `work` on the database of this installation, beside a running server or alone. Nobody can log in through this
 * context. Throws a {@link CommandError} when there is no database, or it is older than this version.
 */
export async function withContext<T>(
  { config, terminal }: Pick<Call, "config" | "terminal">,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  assertHasDatabase(config);
  const postgres = await startDatabase(config, (line) => terminal.note(line), "command");
  try {
    const context = await openContext(
      { ...config, logLevel: "fatal" },
      postgres?.url ?? config.databaseUrl ?? "",
      () => async () => null,
    );
    try {
      return await work(context);
    } finally {
      await context.realtime.close();
      await context.db.close();
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    if (code === "42P01" || code === "42703")
      throw new CommandError(
        exitCodes.noDatabase,
        `The database is older than this version: start ${softwareName} once, which brings it up to date.`,
      );
    if (config.databaseUrl && typeof code === "string" && /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|28|3D000)/.test(code))
      throw new SettingError(`DATABASE_URL leads to no database: ${message || code}.`);
    throw error;
  } finally {
    await postgres?.stop();
  }
}
