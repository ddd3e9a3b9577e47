import { rm } from "node:fs/promises";
import { join } from "node:path";
import { addDuration, day } from "../time.ts";
import { baseFolder, listBackups, listWal } from "./backup-folder.ts";
import { pruneMedia } from "./copy-media.ts";
import { parseSegment } from "./wal-names.ts";
import { withBackupLock } from "./create-backup.ts";

/**
 * Deletes backups that ended before `keepDays` days ago, the log before the oldest one that stays, and the copies of
 * pictures that were deleted that long ago. The newest backup always stays.
 */
export async function pruneBackups(
  folder: string,
  keepDays: number,
  now: Date,
): Promise<{ backups: string[]; segments: number; pictures: number }> {
  return withBackupLock(folder, async () => {
    const before = addDuration(now, -keepDays * day);
    const { finished } = await listBackups(folder);
    const stay = finished.filter(({ finishedAt }, at) => at === finished.length - 1 || new Date(finishedAt) >= before);
    const [oldest] = stay;
    if (!oldest) return { backups: [], segments: 0, pictures: 0 };
    const gone = finished.filter((one) => !stay.includes(one)).map(({ id }) => id);
    for (const id of gone) {
      // Without its manifest a backup counts as unfinished, also when this is interrupted.
      await rm(join(baseFolder(folder, id), "backup.json"), { force: true });
      await rm(baseFolder(folder, id), { recursive: true, force: true });
    }
    const first = parseSegment(oldest.firstWal)?.number ?? 0;
    let segments = 0;
    for (const name of await listWal(folder)) {
      const number = parseSegment(name.slice(0, 24))?.number;
      if (number === undefined || number >= first) continue;
      await rm(join(folder, "wal", `${name}.sealed`));
      segments += 1;
    }
    return { backups: gone, segments, pictures: await pruneMedia(folder, before) };
  });
}
