/**
 * Design note. PostgreSQL continues a restored database on a new timeline, whose history file says where it left the
 * one before. After a restore the backup folder holds the log of several timelines, and what was undone stays stored.
 * So a restore follows one line of them: the newest timeline, and of each one before only what its successor continued.
 * A log without its history file would be followed on the old timeline without a word, so that is refused by name.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { listWal } from "./backup-folder.ts";
import { BackupError, readAll, readSealed, refusedBackup } from "./sealed-file.ts";
import { historyName, parseSegment } from "./wal-names.ts";

/** A timeline, and the timelines before it with the segment of the log in which the next one begins, oldest first. */
export type Timeline = { timeline: number; before: readonly { timeline: number; branch: number }[] };

const segmentBytes = 16n * 1024n * 1024n;

/** What the content of a history file says about the timelines before. */
export function parseHistory(text: string): Timeline["before"] {
  return [...text.matchAll(/^(\d+)\t([0-9A-F]+)\/([0-9A-F]+)\b/gm)].map(([, timeline, high, low]) => ({
    timeline: Number(timeline),
    branch: Number(((BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)) / segmentBytes),
  }));
}

/** The newest timeline that is stored, or the wanted one. Throws when its history file is not stored. */
export async function readTimeline(folder: string, key: Buffer, wanted?: number): Promise<Timeline> {
  const timelines = (await listWal(folder)).map((name) => Number.parseInt(name.slice(0, 8), 16));
  const timeline = wanted ?? Math.max(1, ...timelines);
  if (timeline === 1) return { timeline, before: [] };
  if (!timelines.includes(timeline))
    throw refusedBackup(`${folder} has no log of timeline ${timeline}; the newest is ${Math.max(1, ...timelines)}.`);
  const name = historyName(timeline);
  const path = join(folder, "wal", `${name}.sealed`);
  if (!existsSync(path))
    throw new BackupError(
      `${folder} has the log of timeline ${timeline}, but not ${name}. The server that writes it stores that file with ` +
        `its next piece of the log; --timeline ${timeline - 1} restores the state before.`,
    );
  return { timeline, before: parseHistory((await readAll(readSealed(path, `wal ${name}`, key))).toString()) };
}

/** Whether a backup that needs the log up to `lastWal` is part of a timeline, and not of what a restore undid. */
export function isContinued(lastWal: string, { timeline, before }: Timeline): boolean {
  const last = parseSegment(lastWal);
  if (!last || last.timeline === timeline) return last !== undefined;
  const own = before.find((one) => one.timeline === last.timeline);
  return own !== undefined && last.number < own.branch;
}

/**
 * The number of the first segment from `from` on that a timeline lacks although a later one is stored; undefined when
 * nothing is missing.
 */
export function findGap(names: Iterable<string>, from: number, { timeline, before }: Timeline): number | undefined {
  const numbers = new Set<number>();
  for (const segment of [...names].map(parseSegment)) {
    const end = segment?.timeline === timeline ? Infinity : before.find((one) => one.timeline === segment?.timeline);
    const branch = typeof end === "number" ? end : end?.branch;
    // The segment of a branch is stored on both timelines, or only on the later one.
    if (segment && branch !== undefined && segment.number <= branch) numbers.add(segment.number);
  }
  const last = Math.max(from, ...numbers);
  for (let number = from; number <= last; number += 1) if (!numbers.has(number)) return number;
  return undefined;
}
