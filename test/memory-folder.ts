import { accessSync, constants, statfsSync } from "node:fs";

const folder = "/dev/shm";
/** A test database has 13 MB, one with the demo 110 MB, and a browser 100 MB. A few of each exist at a time. */
const neededBytes = 1024 ** 3;

/** A folder in memory with enough room for the tests' databases and browsers, on a machine that has one. */
export function memoryFolder(): string | undefined {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < neededBytes ? undefined : folder;
  } catch {
    return undefined;
  }
}
