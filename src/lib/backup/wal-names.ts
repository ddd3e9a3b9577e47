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

/** The name of the file that says where a timeline left the one before. */
export function historyName(timeline: number): string {
  return `${timeline.toString(16).toUpperCase().padStart(8, "0")}.history`;
}
