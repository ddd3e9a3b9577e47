import { hour, minute, second } from "#lib/time.ts";

/** So many products are sent at once. */
export const documentsPerBulk = 500;

/** @rule If OpenSearch does not answer a search within 1.5 seconds, the database does, and for the next 5 seconds. */
export const searchTimeout = 1.5 * second;
export const pauseAfterFailure = 5 * second;

/** How long a bulk of products or the change of an alias may take. */
export const writeTimeout = 30 * second;

/** Documents that OpenSearch refused for being busy are sent again so often, with growing pauses. */
export const bulkAttempts = 5;
export const retryPause = second / 4;

/** A process feeds OpenSearch for this time after it last said so; then another one may. */
export const claimDuration = minute;

/** Numbered pages reach so far; OpenSearch refuses to skip more. */
export const maxOffset = 13_000;

/** An engine to which nothing was sent is noted as complete after this time. */
export const feedSavedAfter = hour;

/** A place whose prices of shipping differ more than this by weight and size is listed by the database. */
export const maxDeliveryGroups = 250;
