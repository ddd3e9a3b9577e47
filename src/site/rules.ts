import { day } from "#lib/time.ts";

/** @rule A change of the terms or the fees is announced at least 30 days before it applies. */
export const termsNoticeDuration = 30 * day;

/** @rule A user is at least 18 years old, or acts with the consent of a parent or guardian. */
export const minUserAge = 18;
