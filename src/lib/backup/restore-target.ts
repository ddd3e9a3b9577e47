import { existsSync, lstatSync, readdirSync, realpathSync, statfsSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolders, removeFolders } from "./make-folders.ts";
import { BackupError, refusedBackup } from "./sealed-file.ts";

export type Target = {
  /** The folder that is meant, behind links. */
  to: string;
  /** The empty folder beside it to restore into. */
  unfinished: string;
  /** Whether the folder that is meant has content, which has to be moved aside. */
  isTaken: boolean;
  /** Removes what was made. */
  undo: () => Promise<void>;
};

/**
 * Makes the empty folder to restore into. Throws a {@link BackupError} about a folder that cannot be made, or could not
 * be replaced when everything is restored: one with content without `force`, a file, a place without permission.
 */
export async function openTarget(wanted: string, force: boolean): Promise<Target> {
  try {
    const to = replaceable(wanted, force);
    const unfinished = `${to}.restoring`;
    await rm(unfinished, { recursive: true, force: true });
    const made = await makeFolders(unfinished, 0o700);
    const undo = async () => {
      await rm(unfinished, { recursive: true, force: true }).catch(() => {});
      await removeFolders(made);
    };
    return { to, unfinished, isTaken: hasContent(to), undo };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof BackupError || code === undefined) throw error;
    throw refusedBackup(`${wanted} cannot be made (${code}): name a folder where this user may write.`);
  }
}

const hasContent = (folder: string) => existsSync(folder) && readdirSync(folder).length > 0;

function replaceable(wanted: string, force: boolean): string {
  const isLink = lstatSync(wanted, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (isLink && !existsSync(wanted))
    throw refusedBackup(`${wanted} is a link that leads nowhere: name another folder.`);
  const to = isLink ? realpathSync(wanted) : wanted;
  const found = statSync(to, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw refusedBackup(`${to} is no folder: name another one.`);
  if (found && (dirname(to) === to || statSync(dirname(to)).dev !== found.dev))
    throw refusedBackup(`${to} is where a disk begins, and cannot be replaced: name a folder in it.`);
  if (hasContent(to) && !force)
    throw refusedBackup(`${to} exists and is not empty: name another folder, or --force to move it aside.`);
  return to;
}

/** Throws a {@link BackupError} when the disk has no room for so many bytes, the files of the database alone. */
export function assertRoom(folder: string, to: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const megabytes = (count: number) => `${Math.ceil(count / 1024 / 1024)} MB`;
  if (bavail * bsize < bytes)
    throw refusedBackup(
      `There is no room for ${to}: the database needs ${megabytes(bytes)}, and ${megabytes(bavail * bsize)} are free.`,
    );
}
