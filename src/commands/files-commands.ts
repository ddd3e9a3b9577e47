import { fileFolders } from "#lib/files/file-store.ts";
import { storesOf } from "#lib/files/files-of.ts";
import { moveFiles } from "#lib/files/move-files.ts";
import { takeOverStore } from "#lib/files/store-owner.ts";
import { ServiceError } from "#lib/http/request-json.ts";
import { CommandError, exitCodes, withContext, type Call, type Command, type Outcome } from "./command.ts";

const noteEvery = 500;

/** A store that cannot be reached is no error of the program: it is printed as a sentence. */
async function explained(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError)
      throw new CommandError(exitCodes.found, `The store of files failed, ${error.message}. Run the command again.`);
    throw error;
  }
}

function bothStores({ config }: Call) {
  const { chosen, other } = storesOf(config);
  if (!other)
    throw new CommandError(exitCodes.usage, "Set S3_URL and the other S3_ settings; FILE_STORE says where files go.");
  return { chosen, other };
}

const move: Command = {
  name: "files move",
  summary: "Move pictures and private files to where FILE_STORE says, from the folder or the S3-compatible store.",
  help: [
    "First restart the marketplace with the new FILE_STORE and the S3_ settings: new files go there, and files that are",
    "not moved yet are read from the other place. A move that was interrupted goes on where it was. Remove the S3_",
    "settings only when FILE_STORE is folder and nothing is left in the store.",
  ],
  options: { "dry-run": { meaning: "say how many files would be moved, and move none" } },
  run: (call) =>
    explained(async () => {
      const { chosen, other } = bothStores(call);
      const isDryRun = call.options["dry-run"] === true;
      const done = await moveFiles(other, chosen, {
        isDryRun,
        onFile: ({ moved, present }) => {
          if ((moved + present) % noteEvery === 0) call.terminal.note(`${moved + present} files …`);
        },
      });
      const sum = `${done.moved} files, ${done.bytes} bytes`;
      return {
        lines: [
          isDryRun
            ? `${sum} are in ${other.label} and would go to ${chosen.label}.`
            : `Moved ${sum} from ${other.label} to ${chosen.label}; ${done.present} were there already.`,
        ],
        json: { ...done, from: other.label, to: chosen.label, dry_run: isDryRun },
      };
    }),
};

const count: Command = {
  name: "files count",
  summary: "Count pictures and private files by the place where they are.",
  run: (call) =>
    explained(async () => {
      const { chosen, other } = storesOf(call.config);
      const places = [];
      for (const store of other ? [chosen, other] : [chosen])
        for (const folder of fileFolders) {
          const sum = { place: store.label, folder, files: 0, bytes: 0 };
          for await (const { bytes } of store.list(folder)) {
            sum.files += 1;
            sum.bytes += bytes;
          }
          places.push(sum);
        }
      return {
        lines: places.map(({ place, folder, files, bytes }) => `${place}  ${folder}: ${files} files, ${bytes} bytes`),
        json: { chosen: chosen.label, places },
      };
    }),
};

const takeOver: Command = {
  name: "files take-over",
  summary: "Make this database the owner of the files in the S3-compatible store, after a restore.",
  help: [
    "The nightly removal of files that nothing names is refused in a store of another database. When that one never runs",
    "again, or after a change of the database's server, this lets it go on.",
  ],
  run: (call) =>
    explained(async () => {
      bothStores(call);
      await withContext(call, takeOverStore);
      const { bucket = "", prefix = "" } = call.config.files.s3 ?? {};
      return {
        lines: [
          `The files in S3_BUCKET ${bucket}${prefix && ` with S3_PREFIX ${prefix}`} are those of this database now.`,
        ],
        json: { bucket, prefix },
      };
    }),
};

export const filesCommands: readonly Command[] = [move, count, takeOver];
