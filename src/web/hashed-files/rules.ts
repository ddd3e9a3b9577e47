import { day, hour } from "#lib/time.ts";

/** @rule Styles and scripts of a version stay available for 14 days after its last process ran. */
export const buildRetentionDuration = 14 * day;

/** How often a process says that its build runs. */
export const buildRunInterval = hour;

/** @rule A process asks at most 10 times a second whether another one published files that it does not know. */
export const publishedFilesInterval = 100;

/** How many hashed files a process reads at once, and how many requests wait for one that is not in memory. */
export const readLimits = { maxRunning: 4, maxWaiting: 1_000 };

/** Bytes of hashed files that a process has in memory. */
export const maxFileCacheBytes = 8 * 1024 * 1024;

/** The types of hashed files. A text is stored and sent compressed. */
const types = {
  js: { type: "text/javascript; charset=utf-8", isText: true },
  css: { type: "text/css; charset=utf-8", isText: true },
  json: { type: "application/json; charset=utf-8", isText: true },
  png: { type: "image/png", isText: false },
  woff2: { type: "font/woff2", isText: false },
} as const;

export type HashedFileType = (typeof types)[keyof typeof types];

/** The type of a hashed file by its name; undefined for any other name, so that no name can reach another file. */
export function hashedFileType(name: string): HashedFileType | undefined {
  const [, ending] = /^[a-z0-9][a-z0-9._-]{0,90}-[\w-]{8}\.(js|css|json|png|woff2)$/i.exec(name) ?? [];
  return ending === undefined ? undefined : types[ending as keyof typeof types];
}
