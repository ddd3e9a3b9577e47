import { join } from "node:path";
import type { Config } from "../config.ts";
import type { JobHandlers, Schedule } from "../jobs.ts";
import { copyMedia } from "./copy-media.ts";
import { createBackup, withBackupLock } from "./create-backup.ts";
import { assertWriter, writerOf } from "./folder-writer.ts";
import { pruneBackups } from "./prune-backups.ts";
import { readBackupKey } from "./sealed-file.ts";

declare module "../jobs.ts" {
  interface JobPayloads {
    /** Makes the nightly backup and deletes those that are too old. */
    "lib.back_up": Record<string, never>;
    /** Copies new pictures into the backup folder. */
    "lib.back_up_media": Record<string, never>;
  }
}

/** Backups in the background. A failure is logged as an error. */
export const backupJobs: JobHandlers = {
  "lib.back_up": async (_payload, { config: { dataDir, keysFile, backup, files }, log }) => {
    if (!backup) return;
    try {
      const made = await createBackup({ dataDir, keysFile, backup, files }, new Date());
      const gone = await pruneBackups(backup.folder, backup.keepDays, new Date());
      log.info({ id: made.id, bytes: made.storedBytes, deleted: gone.backups }, "a backup was made");
    } catch (error) {
      log.error({ err: error }, "the backup failed");
      throw error;
    }
  },
  "lib.back_up_media": async (_payload, { config: { dataDir, backup }, log }) => {
    if (!backup) return;
    try {
      const key = await readBackupKey(backup.keyFile);
      await withBackupLock(backup.folder, async () => {
        await assertWriter(backup.folder, writerOf(join(dataDir, "postgres")));
        await copyMedia(dataDir, backup.folder, key, new Date());
      });
    } catch (error) {
      log.error({ err: error }, "the backup of pictures failed");
      throw error;
    }
  },
};

const jakartaOffsetHours = 7;

/** When backups are made; none without BACKUP_DIR. The times of schedules are in UTC. */
export function backupSchedules({ backup }: Pick<Config, "backup">): Schedule[] {
  if (!backup) return [];
  const media: Schedule = { name: "lib.back_up_media", match: "*/5 * * * *", queue: "backup" };
  if (!backup.at) return [media];
  const hour = (backup.at.hour - jakartaOffsetHours + 24) % 24;
  return [media, { name: "lib.back_up", match: `${backup.at.minute} ${hour} * * *`, queue: "backup" }];
}
