import { join } from "node:path";
import { filesName, filesPath, listWal, readManifest, type Manifest } from "./backup-folder.ts";
import { verifyMedia } from "./copy-media.ts";
import { readEntries } from "./file-stream.ts";
import { BackupError, readSealed } from "./sealed-file.ts";
import { findGap, isContinued, readTimeline, type Timeline } from "./timelines.ts";
import { parseSegment } from "./wal-names.ts";

const segmentBytes = 16 * 1024 * 1024;

/**
 * Reads a backup, the log after it and all pictures to their end. Throws a {@link BackupError} that names the first
 * file that is missing, cut off or damaged.
 */
export async function verifyBackup(
  folder: string,
  id: string,
  key: Buffer,
): Promise<Manifest & { segments: number; pictures: number }> {
  const manifest = await readManifest(folder, id, key);
  const entries = await readEntries(readSealed(filesPath(folder, id), filesName(id), key), async (entry) => {
    if ("content" in entry) for await (const _ of entry.content);
  });
  if (entries !== manifest.entries)
    throw new BackupError(`Backup ${id} has ${entries} files instead of ${manifest.entries}.`);
  const names = await assertWal(folder, manifest, await readTimeline(folder, key));
  for (const name of names) {
    let bytes = 0;
    for await (const part of readSealed(join(folder, "wal", `${name}.sealed`), `wal ${name}`, key))
      bytes += part.length;
    if (parseSegment(name) && bytes !== segmentBytes)
      throw new BackupError(`${name} of the log has ${bytes} bytes instead of ${segmentBytes}.`);
  }
  return { ...manifest, segments: names.length, pictures: await verifyMedia(folder, key) };
}

/**
 * The stored files of the log from the beginning of a backup on. Throws when one that the timeline needs is missing
 * between others, or before the end of the backup, and when the timeline does not continue the backup.
 */
export async function assertWal(
  folder: string,
  { firstWal, lastWal, id }: Manifest,
  timeline: Timeline,
): Promise<string[]> {
  if (!isContinued(lastWal, timeline))
    throw new BackupError(`Backup ${id} is of a state that a later restore undid: timeline ${timeline.timeline}.`);
  const first = parseSegment(firstWal)?.number ?? 0;
  const all = await listWal(folder);
  if (!all.includes(lastWal)) throw new BackupError(`The log of backup ${id} is not complete: ${lastWal} is missing.`);
  const gap = findGap(all, first, timeline);
  if (gap !== undefined)
    throw new BackupError(
      `The log after backup ${id} has a gap: segment ${gap.toString(16).toUpperCase()} is missing. Make a new backup.`,
    );
  return all.filter((name) => (parseSegment(name)?.number ?? first) >= first);
}
