/**
 * Design note. `npm run kawung -- COMMAND` is how the person with access to the server does what no page may do. A
 * command works on the same database as the running server, through the same operations, so it needs no stop. The
 * result is on the standard output (lines, or one JSON document), and everything else on the standard error, so that
 * scripts can use it. Passwords and keys are never arguments, because every user of a machine can list those.
 */
import type { Readable } from "node:stream";
import { readConfig, SettingError } from "#lib/config.ts";
import { Refusal } from "#lib/refusal.ts";
import { setIndonesianMessages } from "#lib/schema.ts";
import { auditCommand, proveCommand } from "./audit-command.ts";
import { backupCommands } from "./backup-commands.ts";
import { CommandError, exitCodes, type Command, type Outcome } from "./command.ts";
import { DatabaseFolderError } from "#lib/postgres/cluster.ts";
import { inEnglish } from "./english.ts";
import { filesCommands } from "./files-commands.ts";
import { importCommands } from "./import-commands.ts";
import { operatorCommands } from "./operator-commands.ts";
import { keysCommands } from "./keys-commands.ts";
import { retentionCommand } from "./retention-command.ts";
import { openTerminal } from "./terminal.ts";

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  ...operatorCommands,
  auditCommand,
  proveCommand,
  retentionCommand,
  ...backupCommands,
  ...filesCommands,
  ...keysCommands,
  ...importCommands,
];

const program = "npm run kawung --";

function usageOf({ name, arguments: words = [], options = {} }: Command): string {
  const optional = Object.entries(options).map(([key, { value }]) => `[--${key}${value ? ` ${value}` : ""}]`);
  return [program, name, ...words, ...optional, "[--json]"].join(" ");
}

function helpOf(command: Command): string[] {
  const options = Object.entries(command.options ?? {}).map(([key, { value, meaning }]) => [
    `--${key}${value ? ` ${value}` : ""}`,
    meaning,
  ]);
  const rows = [...options, ["--json", "print one JSON document"], ["--help", "print this"]];
  const width = Math.max(...rows.map(([left = ""]) => left.length));
  return [
    command.summary,
    "",
    `  ${usageOf(command)}`,
    "",
    ...(command.help ?? []),
    ...(command.help ? [""] : []),
    ...rows.map(([left = "", right = ""]) => `  ${left.padEnd(width)}  ${right}`),
    "",
    ...exitCodeLines,
  ];
}

const exitCodeLines = [
  "Exit codes: 0 done; 1 a check found something, or the work failed on its way; 2 wrong use; 3 what was named, written",
  "or set is refused; 4 there is no database to work on.",
];

function helpOfAll(): string[] {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    "Commands for the person who runs this marketplace. They use the settings of the installation (docs/operating.md)",
    "and work beside a running server.",
    "",
    `  ${program} COMMAND [--help] [--json]`,
    "",
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    ...exitCodeLines,
  ];
}

const namesOf = (some: readonly Command[]) => some.map(({ name }) => `  ${program} ${name}`);

/** The help of a word that several commands begin with, such as `keys`. */
function helpOfSome(some: readonly Command[]): string[] {
  const width = Math.max(...some.map(({ name }) => name.length));
  return [
    ...some.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    `${program} COMMAND --help explains one.`,
  ];
}

const listOf = (some: readonly Command[], lines: string[]): Outcome => ({
  lines,
  json: { commands: some.map(({ name, summary }) => ({ name, summary })) },
});

/** Options that every command has. Those without a value were taken out before; here one has a value and is refused. */
const everywhere = new Map<string, { value?: string }>([
  ["json", {}],
  ["help", {}],
]);

type Parsed = { words: string[]; options: Record<string, string | true> };

/** The command that the first words name, and the words after them. */
function findCommand(words: readonly string[]): { command: Command; rest: string[] } | undefined {
  const found = commands
    .filter(({ name }) => name.split(" ").every((word, at) => words[at] === word))
    .sort((a, b) => b.name.length - a.name.length)[0];
  return found && { command: found, rest: words.slice(found.name.split(" ").length) };
}

function parseArguments(args: readonly string[], known: NonNullable<Command["options"]>): Parsed {
  const parsed: Parsed = { words: [], options: {} };
  for (let at = 0; at < args.length; at += 1) {
    const text = args[at] ?? "";
    if (!text.startsWith("--")) {
      parsed.words.push(text);
      continue;
    }
    const [name = "", inline] = text.slice(2).split(/=(.*)/s, 2);
    const option = Object.hasOwn(known, name) ? known[name] : everywhere.get(name);
    if (!option) throw new CommandError(exitCodes.usage, `There is no option --${name}.`);
    if (!option.value) {
      if (inline !== undefined) throw new CommandError(exitCodes.usage, `--${name} has no value.`);
      parsed.options[name] = true;
      continue;
    }
    const value = inline ?? args[(at += 1)];
    // An empty value comes from a variable of a script that is not set.
    if (value === undefined || value === "" || (inline === undefined && value.startsWith("--")))
      throw new CommandError(exitCodes.usage, `--${name} needs a value: --${name} ${option.value}.`);
    parsed.options[name] = value;
  }
  return parsed;
}

async function runWords(args: readonly string[], { env, input, complain }: Surroundings): Promise<Outcome> {
  const isFlag = (text: string) => text === "--json" || text === "--help" || text === "-h";
  const plain = args.filter((text) => !isFlag(text));
  const wantsHelp = args.some((text) => text === "--help" || text === "-h");
  const found = findCommand(plain);
  if (!found) {
    const lines = helpOfAll();
    const named = plain.find((text) => !text.startsWith("--"));
    if (wantsHelp && plain.length === 0) return listOf(commands, lines);
    const near = commands.filter(({ name }) => name.startsWith(`${named} `));
    if (wantsHelp && plain.length === 1 && near.length > 0) return listOf(near, helpOfSome(near));
    const other = near.length > 0 ? ["There is:", ...namesOf(near)] : [`${program} --help lists all.`];
    const missing = [`There is no command ${plain.join(" ")}.`, ...other];
    throw new CommandError(exitCodes.usage, (named === undefined ? lines : missing).join("\n"));
  }
  const { command, rest } = found;
  if (wantsHelp) return { lines: helpOf(command), json: { name: command.name, usage: usageOf(command) } };
  const { words, options } = parseArguments(rest, command.options ?? {});
  const expected = command.arguments ?? [];
  const needed = expected.filter((word) => !word.startsWith("["));
  if (words.length < needed.length || words.length > expected.length)
    throw new CommandError(exitCodes.usage, `Use: ${usageOf(command)}`);
  const terminal = openTerminal(input, complain);
  try {
    return await command.run({ config: readConfig(env), words, options, terminal });
  } finally {
    terminal.close();
  }
}

type Failure = { exitCode: number; message: string; details: Record<string, unknown> };

function explain(error: unknown): Failure {
  if (error instanceof CommandError) return error;
  if (error instanceof DatabaseFolderError) return { exitCode: exitCodes.refused, message: error.message, details: {} };
  if (error instanceof SettingError)
    return { exitCode: exitCodes.refused, message: `Setting: ${error.message}`, details: {} };
  if (error instanceof Refusal) {
    const entries = Object.entries(error.data ?? {}).map(([name, texts]) => [name, texts.map(inEnglish)] as const);
    const lines = entries.map(([name, texts]) => `  ${name}: ${texts.join(" ")}`);
    const details = { code: error.code, fields: Object.fromEntries(entries) };
    return { exitCode: exitCodes.refused, message: [inEnglish(error.message), ...lines].join("\n"), details };
  }
  const { message, stack, code } = error as Error & { code?: unknown };
  // What the system or the database says needs no stack: its sentence names the file or the table.
  const isOfSystem = error instanceof Error && typeof code === "string" && !code.startsWith("ERR_");
  const said = isOfSystem ? `Error: ${message}${message.includes(code) ? "" : ` (${code})`}` : (stack ?? message);
  return { exitCode: exitCodes.found, message: said, details: {} };
}

/** What a command gets from its process. */
export type Surroundings = {
  env: Record<string, string | undefined>;
  input: Readable & { isTTY?: boolean };
  /** Writes to the standard output. */
  print: (text: string) => void;
  /** Writes to the standard error. */
  complain: (text: string) => void;
};

/** Runs the command that `args` name, prints its result and returns the exit code. */
export async function runCommand(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const asJson = args.includes("--json");
  const { print, complain } = surroundings;
  setIndonesianMessages();
  try {
    const { exitCode = exitCodes.done, lines, json } = await runWords(args, surroundings);
    print(asJson ? `${JSON.stringify(json)}\n` : `${lines.join("\n")}\n`);
    return exitCode;
  } catch (error) {
    const { exitCode, message, details } = explain(error);
    if (asJson) print(`${JSON.stringify({ error: message, ...details })}\n`);
    else complain(`${message}\n`);
    return exitCode;
  }
}
