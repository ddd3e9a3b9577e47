/**
 * Limits that forms and the server share and that belong to no slice. Imports nothing, so that browsers can load it.
 */

/** An e-mail address has at most 254 characters (RFC 5321). */
export const maxEmailLength = 254;
/** A file sent in a form, in bytes. */
export const maxFileBytes = 8 * 1024 * 1024;
/** Pixels of a picture sent in a form. A larger picture would need too much memory to decode. */
export const maxPicturePixels = 40_000_000;
/** A form with files, in bytes. A megabyte of it is for its text. */
export const maxFormBytes = 10 * 1024 * 1024;
export const maxFormFileBytes = maxFormBytes - 1024 * 1024;
/** A body without files, in bytes. */
export const maxBodyBytes = 64 * 1024;
