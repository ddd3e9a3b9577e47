import { createReadStream, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { importProducts } from "#catalog/import/import-products.ts";
import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { jakartaDay } from "#lib/time.ts";
import { isLogDay } from "#audit-log/rules.ts";
import { importTariffs, previewTariffs } from "#shipping/tariffs/import-tariffs.ts";
import { tariffLimits, type TariffEffect } from "#shipping/tariffs/rules.ts";
import { importRegions } from "#regions/import-regions.ts";
import { inEnglish } from "./english.ts";
import { CommandError, exitCodes, optionText, withContext, type Command } from "./command.ts";

const maxFileBytes = 20 * 1024 * 1024;
const maxProductFileBytes = 100 * 1024 * 1024;
const maxPrintedProblems = 100;

async function readFileOf(typed: string, max = maxFileBytes): Promise<string> {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), typed);
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of createReadStream(path, { end: max }) as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      // A device or a pipe may have no end.
      if (length > max) break;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      exitCodes.refused,
      code === "EISDIR" ? `${path} is a folder, not a file.` : `${path} cannot be read (${code}).`,
    );
  }
  if (length > max) throw new CommandError(exitCodes.refused, `${path} is larger than ${max / 1024 / 1024} MB.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw new CommandError(exitCodes.refused, `${path} is not UTF-8: save it as "CSV UTF-8".`);
  }
}

type RefusedLine = { line: number; external_id?: string | null; problems: string[] };

/** What is refused, by line, up to a number that a person can read. */
function refusedLines(refused: readonly RefusedLine[]): string[] {
  const shown = refused.slice(0, maxPrintedProblems);
  return [
    ...shown.map(({ line, external_id: id, problems }) => `line ${line}${id ? ` (${id})` : ""}: ${problems.join(" ")}`),
    ...(refused.length > shown.length ? [`and ${refused.length - shown.length} more`] : []),
  ];
}

/** A file that cannot be read at all is refused with the sentence that says why. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === requestRefusals.malformed.code && error.data?.["file"])
      throw new CommandError(exitCodes.refused, error.data["file"].join(" "), { code: error.code });
    throw error;
  }
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
    const work = (context: Context) => explained(() => importRegions(context, text, { isDryRun }));
    const { added, renamed, unchanged, refused } = await withContext(call, work);
    const counts = `${added} added, ${renamed} renamed, ${unchanged} unchanged`;
    const listed = refused.map(({ line, problem }) => ({ line, problems: [problem] }));
    return {
      exitCode: refused.length > 0 ? exitCodes.refused : exitCodes.done,
      lines: [
        ...refusedLines(listed),
        refused.length > 0 ? "Nothing was stored." : `${counts}.${isDryRun ? " A dry run: nothing was stored." : ""}`,
      ],
      json: {
        added,
        renamed,
        unchanged,
        refused: listed,
        dry_run: isDryRun,
        stored: refused.length === 0 && !isDryRun && added + renamed > 0,
      },
    };
  },
};

const tariffs: Command = {
  name: "import tariffs",
  arguments: ["FILE.csv"],
  summary: "Change the prices of couriers, from a CSV file as the console exports it.",
  help: [
    "The first line names the columns kurir, asal, tujuan, per_kg, kg_berikutnya, min_kg, pembagi, hari_min, hari_max.",
    "A line without per_kg says that the courier does not serve the route. All of the file is stored, or nothing: what is",
    "wrong is listed by line, with exit code 3. Only lines that change something are stored, as a list that can be withdrawn.",
  ],
  options: {
    from: { value: "YYYY-MM-DD", meaning: "the first day (Jakarta); default: today, at once" },
    note: { value: "TEXT", meaning: "what the list is, for its history" },
    "dry-run": { meaning: "say what would be changed, and store nothing" },
  },
  async run(call) {
    const csv = await readFileOf(call.words[0] ?? "");
    const isDryRun = call.options["dry-run"] === true;
    const typed = optionText(call, "from");
    if (typed !== undefined && !isLogDay(typed))
      throw new CommandError(exitCodes.usage, "--from needs a day such as 2026-12-31.");
    const note = (optionText(call, "note") ?? "").slice(0, tariffLimits.note);
    const { lines, refused, id, from } = await withContext(call, async (context) => {
      const now = context.clock.now();
      const from = typed ?? jakartaDay(now);
      const preview = await previewTariffs(context.db, { csv, from }, now);
      const isStored =
        preview.refused.length === 0 && !isDryRun && preview.lines.some(({ effect }) => effect !== "same");
      const done = isStored ? await importTariffs(context, null, { csv, from, note }, now) : null;
      const refused = preview.refused.map(({ line, problem }) => ({ line, problems: [inEnglish(problem)] }));
      return { ...preview, refused, id: done?.id ?? null, from };
    });
    const countOf = (wanted: TariffEffect) => lines.filter(({ effect }) => effect === wanted).length;
    const counts = { add: countOf("add"), change: countOf("change"), stop: countOf("stop"), same: countOf("same") };
    const sum = `${counts.add} new, ${counts.change} changed, ${counts.stop} no longer served, ${counts.same} unchanged`;
    return {
      exitCode: refused.length > 0 ? exitCodes.refused : exitCodes.done,
      lines: [
        ...refusedLines(refused),
        refused.length > 0
          ? "Nothing was stored."
          : `${sum}, from ${from}.${isDryRun ? " A dry run: nothing was stored." : ""}`,
      ],
      json: { from, counts, refused, list: id, dry_run: isDryRun, stored: id !== null },
    };
  },
};

const products: Command = {
  name: "import products",
  arguments: ["FILE"],
  summary: "Add products of a shop and change them, from a CSV file or JSON lines.",
  help: [
    "A record has external_id (the seller's own id), name, description, category, condition, weight_g, pictures (names of",
    "files below --pictures) and price, stock, sku, or variants. docs/operating.md lists the columns. A record that was",
    "imported before changes its product; one that is the same as before changes nothing. Products that are refused are",
    "listed by line, with exit code 3, and the others are stored. An interrupted import is repeated with the same file.",
  ],
  options: {
    shop: { value: "SLUG", meaning: "the shop, as in its address" },
    pictures: { value: "DIR", meaning: "the folder of the pictures; default: that of the file" },
    stock: { meaning: "set the stock of variants that exist, too; without it, only that of new ones" },
    "dry-run": { meaning: "say what would be done, and store nothing" },
  },
  async run(call) {
    const [file = ""] = call.words;
    const shop = optionText(call, "shop");
    if (!shop) throw new CommandError(exitCodes.usage, "Say whose products they are: --shop SLUG.");
    const base = process.env.INIT_CWD ?? process.cwd();
    const folder = resolve(base, optionText(call, "pictures") ?? dirname(resolve(base, file)));
    const text = await readFileOf(file, maxProductFileBytes);
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new CommandError(exitCodes.refused, `There is no folder of pictures ${folder}.`);
    const isDryRun = call.options["dry-run"] === true;
    const done = await withContext(call, async (context) => {
      const readPicture = (name: string) => readFile(join(folder, name)).catch(() => undefined);
      const onProduct = (at: number, all: number) => {
        if (at % 100 === 0) call.terminal.note(`${at} of ${all} …`);
      };
      const setsStock = call.options.stock === true;
      try {
        const options = { text, shop, readPicture, isDryRun, setsStock, onProduct, say: inEnglish };
        return await explained(() => importProducts(context, options));
      } catch (error) {
        if (error instanceof Refusal && error.code === requestRefusals.notFound.code)
          throw new CommandError(exitCodes.refused, `There is no shop ${shop}.`, { code: error.code });
        throw error;
      }
    });
    const { created, changed, same, held, refused } = done;
    const sum = `${created} created, ${changed} changed, ${same} unchanged, ${refused.length} refused`;
    return {
      exitCode: refused.length > 0 ? exitCodes.refused : exitCodes.done,
      lines: [
        ...refusedLines(refused),
        `${sum}.${held > 0 ? ` ${held} wait for an operator.` : ""}${isDryRun ? " A dry run: nothing was stored." : ""}`,
      ],
      json: { created, changed, same, held, refused, dry_run: isDryRun, stored: !isDryRun && created + changed > 0 },
    };
  },
};

export const importCommands: readonly Command[] = [regions, tariffs, products];
