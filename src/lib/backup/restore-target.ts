import { existsSync, lstatSync, readdirSync, realpathSync, statfsSync, statSync } from "node:fs";
import { rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolders, removeFolders } from "./make-folders.ts";
import { BackupError, refusedBackup } from "./sealed-file.ts";

export type Target = {
  /** The folder that is meant, behind links. */
  to: string;
  /** The empty folder beside or in it to restore into. */
  unfinished: string;
  /** Whether the folder that is meant has content, which has to be moved aside. */
  isTaken: boolean;
  /** Whether that folder is a disk or a volume, which cannot be replaced but filled; the empty folder is in it. */
  isFixed: boolean;
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
    const isFixed = cannotBeReplaced(to);
    const unfinished = isFixed ? join(to, unfinishedName) : `${to}.restoring`;
    await rm(unfinished, { recursive: true, force: true });
    const made = await makeFolders(unfinished, 0o700);
    const undo = async () => {
      await rm(unfinished, { recursive: true, force: true }).catch(() => {});
      await removeFolders(made);
    };
    return { to, unfinished, isFixed, isTaken: hasContent(to), undo };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof BackupError || code === undefined) throw error;
    throw refusedBackup(`${wanted} cannot be made (${code}): name a folder where this user may write.`);
  }
}

const unfinishedName = ".restoring";

/** Besides what a new file system has by itself, and what a restore made there. */
const hasContent = (folder: string) =>
  existsSync(folder) && readdirSync(folder).some((name) => name !== unfinishedName && name !== "lost+found");

/** Whether a folder exists and is where a disk or a volume of a container begins. */
function cannotBeReplaced(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found !== undefined && (dirname(folder) === folder || statSync(dirname(folder)).dev !== found.dev);
}

/** Moves everything up into a folder that cannot be replaced; the database last, without which nothing starts. */
export async function fillFolder(to: string, unfinished: string): Promise<void> {
  if (hasContent(to))
    throw refusedBackup(`${to} got content while the restore was running: stop the service, and restore again.`);
  const names = readdirSync(unfinished).filter((name) => name !== "postgres");
  for (const name of [...names, "postgres"]) await rename(join(unfinished, name), join(to, name));
  await rmdir(unfinished);
}

function replaceable(wanted: string, force: boolean): string {
  const isLink = lstatSync(wanted, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (isLink && !existsSync(wanted))
    throw refusedBackup(`${wanted} is a link that leads nowhere: name another folder.`);
  const to = isLink ? realpathSync(wanted) : wanted;
  const found = statSync(to, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw refusedBackup(`${to} is no folder: name another one.`);
  if (hasContent(to) && cannotBeReplaced(to))
    throw refusedBackup(`${to} is where a disk begins, and cannot be replaced: empty it, or name a folder in it.`);
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
