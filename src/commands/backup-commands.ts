import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { listBackups, newestWalAt, type Manifest } from "#lib/backup/backup-folder.ts";
import { createBackup } from "#lib/backup/create-backup.ts";
import { pruneBackups } from "#lib/backup/prune-backups.ts";
import { restoreBackup } from "#lib/backup/restore-backup.ts";
import { BackupError, readBackupKey, refusedBackup } from "#lib/backup/sealed-file.ts";
import { verifyBackup } from "#lib/backup/verify-backup.ts";
import { openDatabase } from "#lib/database.ts";
import { createLog } from "#lib/log.ts";
import { startDatabase } from "#lib/postgres/start-database.ts";
import { second } from "#lib/time.ts";
import {
  assertHasDatabase,
  CommandError,
  exitCodes,
  optionText,
  type Call,
  type Command,
  type Outcome,
} from "./command.ts";
import { settleKeys } from "./settle-keys.ts";

/** Paths are those of the folder where npm was called. */
const pathOf = (typed: string) => resolve(process.env.INIT_CWD ?? process.cwd(), typed);

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
const seconds = (since: number) => `${((performance.now() - since) / second).toFixed(1)} s`;

/** The settings of backups; `--from` and `--key` name others. */
function settingsOf(call: Call): { folder: string; keyFile: string; keepDays: number } {
  const { backup } = call.config;
  const [from, key] = [optionText(call, "from"), optionText(call, "key")];
  const folder = from ? pathOf(from) : backup?.folder;
  const keyFile = key ? pathOf(key) : backup?.keyFile;
  if (!folder || !keyFile)
    throw new CommandError(
      exitCodes.usage,
      "Say where backups are: BACKUP_DIR and BACKUP_KEY_FILE, or --from and --key.",
    );
  return { folder, keyFile, keepDays: backup?.keepDays ?? 0 };
}

const place = {
  from: { value: "DIR", meaning: "the backup folder; default: BACKUP_DIR" },
  key: { value: "FILE", meaning: "the file of the backup key; default: BACKUP_KEY_FILE" },
};

/** What is wrong with a backup is no error of the program: it is printed as a sentence. */
async function explained(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupError)
      throw new CommandError(error.isRefusal ? exitCodes.refused : exitCodes.found, error.message);
    throw error;
  }
}

/** A manifest as the JSON of commands. */
const manifestJson = ({ id, format, postgres, system, entries, bytes, ...one }: Manifest) => ({
  id,
  format,
  postgres,
  system,
  started_at: one.startedAt,
  finished_at: one.finishedAt,
  first_wal: one.firstWal,
  last_wal: one.lastWal,
  entries,
  bytes,
  stored_bytes: one.storedBytes,
  files_elsewhere: one.filesElsewhere ?? null,
});

const lineOf = ({ id, finishedAt, bytes, storedBytes }: Manifest) =>
  `${id}  ended ${finishedAt}  ${megabytes(bytes)}, stored ${megabytes(storedBytes)}`;

/** What a backup does not contain. */
const elsewhereOf = ({ filesElsewhere }: Manifest) =>
  filesElsewhere === undefined ? [] : [`Files in ${filesElsewhere} are not part of it: their store must keep them.`];

const makeKey: Command = {
  name: "backup key",
  arguments: ["FILE"],
  summary: "Make the key that seals backups, in a new file.",
  help: [
    "Keep a second copy away from this machine: without the key no backup can be restored, and with it everybody can",
    "read them. The file must not exist.",
  ],
  async run({ words: [file = ""] }) {
    const path = pathOf(file);
    await writeFile(path, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flag: "wx" }).catch(
      (error: NodeJS.ErrnoException) => {
        throw new CommandError(exitCodes.refused, `${path} cannot be made (${error.code}).`);
      },
    );
    return {
      lines: [`${path} holds the new key. Set BACKUP_KEY_FILE=${path}, and keep a copy elsewhere.`],
      json: { path },
    };
  },
};

const create: Command = {
  name: "backup create",
  summary: "Make a backup of the embedded database and the pictures, while the server runs.",
  help: [
    "A restored copy is refused, because the backups belong to the marketplace that it came from. When that one never",
    "runs again, --take-over makes them those of the copy.",
  ],
  options: { "take-over": { meaning: "continue the backups of the marketplace that this one was restored from" } },
  run: (call) =>
    explained(async () => {
      const { config, terminal } = call;
      if (!config.backup)
        throw new CommandError(exitCodes.usage, "Set BACKUP_DIR and BACKUP_KEY_FILE (docs/operating.md).");
      assertHasDatabase(config);
      const postgres = await startDatabase(config, (line) => terminal.note(line), "command");
      const begun = performance.now();
      try {
        const made = await createBackup(
          {
            dataDir: config.dataDir,
            keysFile: config.keysFile,
            backup: config.backup,
            files: config.files,
            takesOver: call.options["take-over"] === true,
          },
          new Date(),
        );
        const lines = [lineOf(made), `${made.pictures} new pictures. ${seconds(begun)}.`, ...elsewhereOf(made)];
        return { lines, json: { ...manifestJson(made), pictures: made.pictures } };
      } finally {
        await postgres?.stop();
      }
    }),
};

const list: Command = {
  name: "backup list",
  summary: "List the backups, and until when they can be restored.",
  options: { from: place.from },
  run: (call) =>
    explained(async () => {
      const from = optionText(call, "from");
      const folder = from ? pathOf(from) : call.config.backup?.folder;
      if (!folder) throw new CommandError(exitCodes.usage, "Set BACKUP_DIR, or name the folder with --from.");
      const { finished, unfinished, damaged } = await listBackups(folder);
      if (!existsSync(folder)) throw refusedBackup(`There is no folder ${folder}.`);
      const until = await newestWalAt(folder);
      return {
        exitCode: finished.length > 0 ? exitCodes.done : exitCodes.refused,
        lines: [
          ...finished.map(lineOf),
          ...unfinished.map((name) => `${name}  unfinished`),
          ...damaged.map((id) => `${id}  damaged: its backup.json cannot be read`),
          finished.length > 0
            ? `The newest log was stored at ${until?.toISOString() ?? "no time"}.`
            : `There is no finished backup in ${folder}.`,
        ],
        json: { backups: finished.map(manifestJson), unfinished, damaged, newest_log_at: until?.toISOString() ?? null },
      };
    }),
};

const verify: Command = {
  name: "backup verify",
  arguments: ["[ID]"],
  summary: "Read a backup, the log after it and the pictures to their end; without ID the newest.",
  options: place,
  run: (call) =>
    explained(async () => {
      const { folder, keyFile } = settingsOf(call);
      const id = call.words[0] ?? (await listBackups(folder)).finished.at(-1)?.id;
      if (!id) throw refusedBackup(`There is no finished backup in ${folder}.`);
      if (!/^\w+$/.test(id)) throw new CommandError(exitCodes.usage, `${id} is no id of a backup.`);
      const read = await verifyBackup(folder, id, await readBackupKey(keyFile));
      return {
        lines: [
          `${lineOf(read)}: ${read.entries} files, ${read.segments} files of the log, ${read.pictures} pictures, all complete.`,
          ...elsewhereOf(read),
        ],
        json: { ...manifestJson(read), segments: read.segments, pictures: read.pictures },
      };
    }),
};

const prune: Command = {
  name: "backup prune",
  summary: "Delete backups older than BACKUP_KEEP_DAYS; the newest always stays.",
  run: (call) =>
    explained(async () => {
      const { backup } = call.config;
      if (!backup) throw new CommandError(exitCodes.usage, "Set BACKUP_DIR and BACKUP_KEY_FILE (docs/operating.md).");
      if (!existsSync(backup.folder)) throw refusedBackup(`There is no folder ${backup.folder}.`);
      const gone = await pruneBackups(backup.folder, backup.keepDays, new Date());
      const lines = [
        `Deleted ${gone.backups.length} backups, ${gone.segments} files of the log, ${gone.pictures} pictures.`,
      ];
      return { lines, json: gone };
    }),
};

/** A moment as typed: with a zone, or in Jakarta time. */
function momentOf(typed: string | undefined): Date | undefined {
  if (typed === undefined) return undefined;
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(typed);
  const at = new Date(hasZone ? typed : `${typed.replace(" ", "T")}+07:00`);
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(typed) || Number.isNaN(at.getTime()))
    throw new CommandError(
      exitCodes.usage,
      "--at is a time such as 2026-11-22T19:30:00+07:00, or without a zone in WIB.",
    );
  return at;
}

function timelineOf(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(typed)) throw new CommandError(exitCodes.usage, "--timeline is a number from 1 on.");
  return Number(typed);
}

/** A restore writes only to the new folder, so keys that belong elsewhere have to be put there. */
function placeOfKeys({ config: { dataDir, keysFile } }: Call, to: string): string[] {
  const restored = join(to, "keys.json");
  if (keysFile === join(dataDir, "keys.json") || !existsSync(restored)) return [];
  return [`Copy ${restored} to KEYS_FILE ${keysFile} when that was lost too; without its keys nothing can be opened.`];
}

/** A rotation without a backup leaves its key in KEYS_FILE alone. */
const missingKey = (id: string | null) =>
  id === null ? [] : [`Key ${id}, with which data is sealed, is not in this backup: it must be in KEYS_FILE.`];

const restore: Command = {
  name: "restore",
  summary: "Restore the newest state, or that of a moment, into a new data folder.",
  help: [
    "The data folder that exists is never written to; --force moves it aside. Then start with DATA_DIR set to the new",
    "folder, after npm run kawung -- audit. Deletions of accounts that the backup does not know have to be repeated",
    "(docs/operating.md).",
  ],
  options: {
    ...place,
    at: { value: "TIME", meaning: "the moment, such as 2026-11-22T19:30:00+07:00; without a zone in WIB" },
    to: { value: "DATADIR", meaning: "the data folder to make" },
    timeline: {
      value: "NUMBER",
      meaning: "the timeline of the log to follow, to go back behind a restore; default: newest",
    },
    force: { meaning: "move a data folder that exists aside" },
  },
  run: (call) =>
    explained(async () => {
      const { folder, keyFile } = settingsOf(call);
      const target = optionText(call, "to");
      if (!target) throw new CommandError(exitCodes.usage, "Say which data folder to make: --to DATADIR.");
      const to = pathOf(target);
      const at = momentOf(optionText(call, "at"));
      const timeline = timelineOf(optionText(call, "timeline"));
      const begun = performance.now();
      let missing: string | null = null;
      const settle = async (url: string, made: string) => {
        const db = openDatabase(url, { log: createLog("fatal"), connections: 1 });
        try {
          ({ missing } = await settleKeys(db, join(made, "keys.json")));
        } catch (error) {
          // A backup of a database that was never migrated has neither.
          if (!["42P01", "3D000"].includes(String((error as { code?: string }).code))) throw error;
        } finally {
          await db.close();
        }
      };
      const request = { folder, keyFile, at, timeline, to, force: call.options.force === true, settle };
      const done = await restoreBackup(request, (line) => call.terminal.note(line));
      const took = performance.now() - begun;
      const last = done.lastChangeAt?.toISOString() ?? "before the end of the backup";
      return {
        lines: [
          `${to} is restored from backup ${done.backup}, with ${done.pictures} pictures, in ${seconds(begun)}.`,
          `The last change in it: ${last}.`,
          ...(done.movedTo ? [`The former folder is ${done.movedTo}.`] : []),
          ...placeOfKeys(call, to),
          ...missingKey(missing),
          `Check it with DATA_DIR=${to} npm run kawung -- audit`,
          "It stores nothing in the backups. If it is the marketplace from now on: npm run kawung -- backup create --take-over",
        ],
        json: {
          backup: done.backup,
          to,
          last_change_at: done.lastChangeAt?.toISOString() ?? null,
          pictures: done.pictures,
          moved_to: done.movedTo ?? null,
          missing_key: missing,
          milliseconds: Math.round(took),
        },
      };
    }),
};

export const backupCommands: readonly Command[] = [makeKey, create, list, verify, prune, restore];
