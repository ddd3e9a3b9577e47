/**
 * @rule The database's log is stored in the backup folder at least every 45 seconds, so that a lost machine loses less
 * than a minute of orders.
 */
export const archiveTimeoutSeconds = 45;

/** @rule Backups are stored for 14 days unless BACKUP_KEEP_DAYS says otherwise; the newest one always stays. */
export const defaultKeepDays = 14;

/** @rule A backup is made each night at 02:30 WIB unless BACKUP_AT says otherwise. */
export const defaultBackupTime = "02:30";

/** How long the server may take to store its last log at the end of a backup, in seconds. */
export const archiveWaitSeconds = 300;

/** The version of the format of sealed files. A file of another version is refused, and the message says both. */
export const formatVersion = 1;
