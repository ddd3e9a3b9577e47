import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { importRegions } from "#regions/import-regions.ts";
import { CommandError, exitCodes, withContext, type Command } from "./command.ts";

const maxFileBytes = 20 * 1024 * 1024;
const maxPrintedProblems = 100;

async function readFileOf(typed: string): Promise<string> {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), typed);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(exitCodes.refused, `${path} cannot be read (${error.code}).`);
  });
  if (bytes.length > maxFileBytes) throw new CommandError(exitCodes.refused, `${path} is larger than 20 MB.`);
  return bytes.toString("utf8");
}

const regions: Command = {
  name: "import regions",
  arguments: ["FILE.csv"],
  summary: "Add regions and change names, from a CSV file with the columns code and name.",
  help: [
    "Codes are those of Kemendagri: 32, 32.73, 32.73.01, 32.73.01.1001. All of the file is stored, or nothing: what is",
    "wrong is listed by line, with exit code 3. Nothing is removed, because orders and addresses have the codes.",
  ],
  options: { "dry-run": { meaning: "say what would be done, and store nothing" } },
  async run(call) {
    const text = await readFileOf(call.words[0] ?? "");
    const isDryRun = call.options["dry-run"] === true;
    const done = await withContext(call, (context) => importRegions(context, text, { isDryRun }));
    const { added, renamed, unchanged, problems } = done;
    const counts = `${added} added, ${renamed} renamed, ${unchanged} unchanged`;
    const shown = problems.slice(0, maxPrintedProblems);
    return {
      exitCode: problems.length > 0 ? exitCodes.refused : exitCodes.done,
      lines: [
        ...shown.map(({ line, problem }) => `line ${line}: ${problem}`),
        ...(problems.length > shown.length ? [`and ${problems.length - shown.length} more`] : []),
        problems.length > 0 ? "Nothing was stored." : `${counts}.${isDryRun ? " A dry run: nothing was stored." : ""}`,
      ],
      json: { ...done, stored: problems.length === 0 && !isDryRun },
    };
  },
};

export const importCommands: readonly Command[] = [regions];
