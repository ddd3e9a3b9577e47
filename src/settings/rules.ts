import { second } from "#lib/time.ts";

/** @rule A changed setting is in effect in every process after 2 seconds at most. */
export const maxSettingDelay = 2 * second;

/** How often a process asks whether settings changed, in case it missed the message about it. */
export const settingPollInterval = 1_500;

/** @rule The console shows the last 20 changes of a setting. */
export const shownChanges = 20;

/** The version of a setting that nobody has changed, which has the default. */
export const firstVersion = 0;

/** What the audit log says instead of a secret. */
export const hiddenSecret = "(rahasia)";
