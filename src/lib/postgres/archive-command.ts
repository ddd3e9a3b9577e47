/**
 * Design note. PostgreSQL runs `archive_command` for each full file of its log (WAL), which stores a copy for backups.
 * The settings of a running server are on its command line, so it cannot be given another command. But an update
 * replaces the program that the command runs, perhaps with its folder. So `archive_command` only runs a file, and the
 * file names the program and the place of the copies. The process that launches the server writes it. A service that
 * finds the server running writes its own program into it, if the place is the same. A command such as a backup does
 * not: its program may be in a folder that is gone the day after.
 * The file is beside the cluster, wherever that is, and everybody may read it: the server's account cannot enter a
 * closed data folder. It is not in the cluster, whose files a backup contains, because it names the writer of this one.
 * Not chosen: the setting in postgresql.conf and a reload, because a backup contains that file.
 */
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inSetting, quote } from "./shell-words.ts";

/** How the server stores its log elsewhere. */
export type Archive = {
  /** The words of the shell that run the program. */
  program: string;
  /** Its arguments, which say where the log is stored. `"$1"` is a file of it. */
  place: string;
  /** After how many seconds a file that is not full is stored. */
  timeoutSeconds: number;
  /** Whether a running server that stores its log in this place does so with this program from now on. */
  renews: boolean;
};

/** The file of the command of a cluster. */
export const commandFile = (cluster: string) => join(dirname(cluster), "archive-command");

/** The settings with which the server stores its log by this file. */
export function archiveSettings(file: string, archive: Archive | undefined): Record<string, string> {
  if (!archive) return {};
  return {
    wal_level: "replica",
    archive_mode: "on",
    archive_command: archiveCommand(file),
    archive_timeout: `${archive.timeoutSeconds}s`,
  };
}

/** The server's archive_command. Another text is that of an older version without the file, or of another database. */
export const archiveCommand = (file: string) => `/bin/sh ${inSetting(quote(file))} "%p"`;

/**
 * Writes the file, which a server may be reading. The shell's own codes, such as that of a missing Node, become 1: the
 * server does not count a command that ends with more than 125 as a failure, so that no alert would come.
 */
export function writeCommand(file: string, { program, place }: Archive): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(
    unfinished,
    `# How the database stores a file of its log. A start writes it.\n${program} ${place} || exit 1\n`,
  );
  chmodSync(unfinished, 0o644);
  renameSync(unfinished, file);
}

/** Whether the file stores the log in this place, with whichever program. It may be that of another version. */
export function storesIn(file: string, { place }: Archive): boolean {
  return existsSync(file) && readFileSync(file, "utf8").includes(` ${place}`);
}
