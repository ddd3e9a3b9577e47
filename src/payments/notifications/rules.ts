import { minute } from "#lib/time.ts";

/**
 * @rule One network may send 60 notifications without a valid signature a minute. Signed ones are not limited, so a
 * stranger cannot use up the limit of a provider.
 */
export const forgedNotifications = { max: 60, window: 1 * minute } as const;

/** @rule At most 60 notifications without a valid signature are recorded a minute for each provider. */
export const maxForgedRecords = 60;

/** @rule A notification has at most 64 KB and eight levels. */
export const notificationLimits = { bytes: 64 * 1024, levels: 8 } as const;
