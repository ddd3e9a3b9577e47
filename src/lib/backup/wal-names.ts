/** Names of segments of the database's log: timeline, then the number of the segment, in hexadecimal digits. */

const segmentPattern = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/;
const segmentsOfFile = 256;

/** The timeline and number of a segment of 16 MB; undefined for other files, such as histories of timelines. */
export function parseSegment(name: string): { timeline: number; number: number } | undefined {
  const [, timeline, high, low] = segmentPattern.exec(name) ?? [];
  if (timeline === undefined || high === undefined || low === undefined) return undefined;
  return {
    timeline: Number.parseInt(timeline, 16),
    number: Number.parseInt(high, 16) * segmentsOfFile + Number.parseInt(low, 16),
  };
}

/** Whether a name is one that the server gives to files of its log. */
export function isWalName(name: string): boolean {
  return /^[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup|\.partial)?$|^[0-9A-F]{8}\.history$/.test(name);
}

/**
 * The number of the first segment from `from` on that is missing although a later one exists; undefined when nothing
 * is missing. A segment counts on any timeline, because a restored database continues on a new one.
 */
export function findGap(names: Iterable<string>, from: number): number | undefined {
  const numbers = new Set(
    [...names].map((name) => parseSegment(name)?.number ?? -1).filter((number) => number >= from),
  );
  const last = Math.max(from, ...numbers);
  for (let number = from; number <= last; number += 1) if (!numbers.has(number)) return number;
  return undefined;
}
