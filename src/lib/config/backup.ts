import { isAbsolute, relative, resolve } from "node:path";
import { defaultBackupTime, defaultKeepDays } from "../backup/rules.ts";

export type BackupConfig = {
  folder: string;
  /** The file with the key that seals backups. */
  keyFile: string;
  /** When a backup is made each night, in Jakarta time; undefined for never. */
  at: { hour: number; minute: number } | undefined;
  keepDays: number;
};

/** Reads where backups go; undefined when there are none. `wrong` makes the error of a wrong setting. */
export function readBackupConfig(
  env: Record<string, string | undefined>,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
  wrong: (sentence: string) => Error,
): BackupConfig | undefined {
  if (!env.BACKUP_DIR) return undefined;
  if (databaseUrl)
    throw wrong("BACKUP_DIR is for the embedded database; back up the server of DATABASE_URL with its own tools.");
  const folder = resolve(env.BACKUP_DIR);
  const inside = relative(dataDir, folder);
  if (inside === "" || (!inside.startsWith("..") && !isAbsolute(inside)))
    throw wrong("BACKUP_DIR must not be inside DATA_DIR: both would be lost together.");
  if (!env.BACKUP_KEY_FILE)
    throw wrong("BACKUP_KEY_FILE must name the file with the key of the backups (npm run kawung -- backup key FILE).");
  const time = env.BACKUP_AT || defaultBackupTime;
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  if (time !== "off" && hour === undefined)
    throw wrong(`BACKUP_AT must be a time such as ${defaultBackupTime} (WIB), or off, not "${time}".`);
  const days = env.BACKUP_KEEP_DAYS || String(defaultKeepDays);
  if (!/^\d{1,4}$/.test(days) || Number(days) < 1)
    throw wrong(`BACKUP_KEEP_DAYS must be a whole number from 1 on, not "${days}".`);
  return {
    folder,
    keyFile: resolve(env.BACKUP_KEY_FILE),
    at: hour === undefined ? undefined : { hour: Number(hour), minute: Number(minute) },
    keepDays: Number(days),
  };
}
