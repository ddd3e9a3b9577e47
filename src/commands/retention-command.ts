import { proveRetention } from "#privacy/retention/prove-retention.ts";
import { inEnglish } from "./english.ts";
import { exitCodes, withContext, type Command } from "./command.ts";

export const retentionCommand: Command = {
  name: "retention",
  summary: "Prove table by table that no personal data is stored longer than its rule says.",
  help: [
    "For each table that leads to a person: the oldest row, and how many rows are too old. The tables come from the",
    "database itself. Nothing is deleted. Exit code 1 means that something is too old.",
  ],
  run: (call) =>
    withContext(call, async ({ db, clock }) => {
      const proven = await proveRetention(db, clock.now());
      // The table's name in the database says in a command what its Indonesian name says on the page.
      const tables = proven.map(({ name: _name, rule, ...one }) => ({ ...one, rule: inEnglish(rule) }));
      const wrong = tables.filter(({ tooOld }) => tooOld > 0);
      return {
        exitCode: wrong.length === 0 ? exitCodes.done : exitCodes.found,
        lines: [
          ...tables.map(
            ({ table, rule, oldest, tooOld }) =>
              `${table.padEnd(28)} ${(oldest?.toISOString() ?? "-").slice(0, 10).padEnd(10)} ${tooOld} too old  ${rule}`,
          ),
          `${tables.length} tables, ${wrong.reduce((sum, { tooOld }) => sum + tooOld, 0)} too old.`,
        ],
        json: { tables: tables.map(({ tooOld, ...one }) => ({ ...one, too_old: tooOld })) },
      };
    }),
};
