import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readEntries, writeEntries, type Entry } from "./file-stream.ts";
import { readAll, readSealed, writeSealed } from "./sealed-file.ts";
import { findGap, isContinued, parseHistory } from "./timelines.ts";
import { parseSegment } from "./wal-names.ts";

const key = randomBytes(32);
let folder = "";
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "kawung-sealed-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const content = randomBytes(700_000);

async function made(bytes: Buffer = content): Promise<string> {
  const path = join(folder, randomBytes(6).toString("hex"));
  await writeSealed(path, "satu", key, [bytes]);
  return path;
}
const read = (path: string, name = "satu", with_ = key) => readAll(readSealed(path, name, with_));

describe("a sealed file", () => {
  test("gives back what was sealed, and shows nothing of it", async () => {
    const bytes = Buffer.from("saldo toko".repeat(50_000));
    const path = await made(bytes);
    expect((await read(path)).equals(bytes)).toBe(true);
    expect(readFileSync(path).includes("saldo")).toBe(false);
    expect(readFileSync(path).length).toBeLessThan(bytes.length / 10);
  });

  test("is complete for content of every length", async () => {
    const lengths = [0, 1, 262_143, 262_144, 262_145, 524_288, 600_001];
    for (const length of lengths) {
      const bytes = randomBytes(length);
      expect((await read(await made(bytes))).equals(bytes), String(length)).toBe(true);
    }
  });

  test("that is cut off anywhere is refused, and never read as complete", async () => {
    const size = readFileSync(await made()).length;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: size - 1 }), async (length) => {
        const path = await made();
        truncateSync(path, length);
        await expect(read(path)).rejects.toThrow(/is cut off/);
        rmSync(path);
      }),
      { numRuns: 12 },
    );
    // At the border between two chunks no chunk is damaged; only the end is missing.
    const path = await made();
    truncateSync(path, 49 + 262_160);
    await expect(read(path)).rejects.toThrow(/is cut off\.$/);
  });

  test("of which one bit was changed is refused", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 0, max: 7 }), async (place, bit) => {
        const path = await made();
        const bytes = readFileSync(path);
        const at = place % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        writeFileSync(path, bytes);
        await expect(read(path)).rejects.toThrow(/damaged|no file of a backup|format version|another key/);
        rmSync(path);
      }),
      { numRuns: 12 },
    );
  });

  test("says that it was sealed with another key, is of another version, or is no backup", async () => {
    const path = await made();
    await expect(read(path, "satu", randomBytes(32))).rejects.toThrow(/was sealed with another key/);
    await expect(read(path, "dua")).rejects.toThrow(/is damaged/);
    const bytes = readFileSync(path);
    bytes[8] = 9;
    writeFileSync(path, bytes);
    await expect(read(path)).rejects.toThrow(/has format version 9, and this version of the program reads 1/);
    writeFileSync(path, "-- a dump of another program, which is longer than our header");
    await expect(read(path)).rejects.toThrow(/is no file of a backup/);
  });

  test("appears only when it is complete", async () => {
    async function* breaking() {
      yield randomBytes(400_000);
      throw new Error("the disk was pulled out");
    }
    const path = join(folder, "never");
    await expect(writeSealed(path, "satu", key, breaking())).rejects.toThrow("the disk was pulled out");
    expect(readdirSync(folder).filter((name) => name.startsWith("never"))).toEqual([]);
  });

  test("does not count as stored when the disk is full in its last piece", () => {
    const [log, keyFile] = [join(folder, "000000010000000000000001"), join(folder, "one.key")];
    writeFileSync(log, content.subarray(0, 200_000));
    writeFileSync(keyFile, key.toString("hex"));
    // A limit on the size of a file is what a full disk is to this process: a part is written, without an error.
    const script = fileURLToPath(new URL("archive-wal.ts", import.meta.url));
    const words = ["-c", 'ulimit -f 64; exec "$0" "$@"', process.execPath, script, folder, keyFile, log];
    const { status, stderr } = spawnSync("sh", words, { encoding: "utf8" });
    expect([status, stderr]).toEqual([1, expect.stringContaining("There is no space left for")]);
    expect(readdirSync(join(folder, "wal"))).toEqual([]);
  });
});

test("a file that grew or shrank while it was copied has the size that was announced", async () => {
  async function* entries(): AsyncGenerator<Entry> {
    yield { path: "kosong", folder: true, mode: 0o700 };
    yield { path: "tumbuh", size: 4, mode: 0o600, content: [Buffer.from("123456")] };
    yield { path: "susut", size: 4, mode: 0o600, content: [Buffer.from("12")] };
  }
  const found: Record<string, string> = {};
  const count = await readEntries(writeEntries(entries()), async (entry) => {
    if ("content" in entry)
      found[entry.path] = (await readAll(entry.content as AsyncIterable<Buffer>)).toString("latin1");
  });
  expect([count, found]).toEqual([3, { tumbuh: "1234", susut: "12\0\0" }]);
});

test("a missing piece of the log is found, also across 256 segments and timelines", () => {
  const name = (number: number, timeline = 1) =>
    [timeline, Math.floor(number / 256), number % 256]
      .map((part) => part.toString(16).toUpperCase().padStart(8, "0"))
      .join("");
  expect(parseSegment(name(515))).toEqual({ timeline: 1, number: 515 });
  const numbers = Array.from({ length: 20 }, (_, at) => at + 250);
  const first = { timeline: 1, before: [] };
  expect(findGap([...numbers.map((one) => name(one)), "00000002.history"], 250, first)).toBeUndefined();
  const second = { timeline: 2, before: parseHistory("1\t1/0000F0\tbefore 2026-11-22 19:30:00+07\n") };
  expect(second.before).toEqual([{ timeline: 1, branch: 256 }]);
  const continued = numbers.map((one) => name(one, one < 256 ? 1 : 2));
  expect(findGap(continued, 250, second)).toBeUndefined();
  expect(
    findGap(
      numbers.filter((one) => one !== 256).map((one) => name(one)),
      250,
      first,
    ),
  ).toBe(256);
  expect(findGap([], 250, first)).toBe(250);

  // What the restore undid is stored too, and fills no gap of what came after it.
  const undone = numbers.map((one) => name(one));
  const lacking = continued.filter((one) => one !== name(260, 2));
  expect(findGap([...undone, ...lacking], 250, second)).toBe(260);
  expect([name(255), name(256), name(256, 2)].map((last) => isContinued(last, second))).toEqual([true, false, true]);
});
