import type { Setting } from "#lib/settings/setting.ts";
import { addDuration, day, jakartaDay, second } from "#lib/time.ts";

/** @rule What the published terms say changes 30 days after it was announced; until then both are shown. */
export const termsNoticeDuration = 30 * day;

/** @rule A change of what the terms say is announced at most 366 days ahead. */
export const maxTermsAhead = 366 * day;

/** The first Jakarta day on which a change of the terms that is announced now can begin. */
export function earliestTermsDay(now: Date): string {
  return jakartaDay(addDuration(now, termsNoticeDuration + day - 1));
}

/** The moment at which a Jakarta day begins. */
export function beginningOf(jakartaDayText: string): Date {
  return new Date(`${jakartaDayText}T00:00:00+07:00`);
}

/** A change of a setting that is announced, as people read it. `from` is the moment when it begins. */
export type AnnouncedChange = { key: string; label: string; before: string; after: string; from: string };

/** The announced changes. Pages show them beside what is in effect. */
export const announcedChangesSetting: Setting<AnnouncedChange[]> = {
  key: "settings.announced_changes",
  defaultValue: [],
};

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
