/** @rule An uploaded profile picture has at most 5 megabytes. */
export const maxAvatarBytes = 5 * 1024 * 1024;
