/**
 * What an operator relies on when files are in an S3-compatible store: moves in both directions by command, lists of
 * any length, strangers kept out, wrong keys named, and a store that belongs to one marketplace. Played against our
 * double, and with S3_TEST_URL against a real server too (docs/operating.md says which was tried).
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../src/commands/run-command.ts";
import { readConfig } from "../src/lib/config.ts";
import { assertFilesPrivate } from "../src/lib/files/assert-files-private.ts";
import type { FileStore } from "../src/lib/files/file-store.ts";
import { storesOf } from "../src/lib/files/files-of.ts";
import { assertOwnStore } from "../src/lib/files/store-owner.ts";
import { limitConcurrency } from "../src/lib/limit-concurrency.ts";
import { createLog } from "../src/lib/log.ts";
import { makeContext } from "./make/context.ts";
import { s3TestStores, type TestStore } from "./make/s3-stores.ts";

describe.each(s3TestStores())("in %s", (name, open) => {
  let store: TestStore;
  let context: Awaited<ReturnType<typeof makeContext>>;
  beforeAll(async () => {
    [store, context] = await Promise.all([open(), makeContext()]);
  });
  afterAll(async () => {
    for (const folder of ["masters", "private"] as const)
      for await (const { name: file } of chosen().list(folder)) await chosen().remove(folder, file);
    await store.close();
    await context.close();
  });

  const place = (more: Record<string, string> = {}) =>
    readConfig({ NODE_ENV: "test", DATA_DIR: context.config.dataDir, ...store.settings, ...more });
  const chosen = (more?: Record<string, string>) => storesOf(place(more)).chosen;

  async function namesIn(files: FileStore): Promise<string[]> {
    const names: string[] = [];
    for await (const { name: file } of files.list("masters")) names.push(file);
    return names.sort();
  }

  async function command(words: string, more: Record<string, string> = {}) {
    const { databaseUrl, config } = context;
    const result = { code: 0, out: "", err: "" };
    result.code = await runCommand(words.split(" "), {
      env: { NODE_ENV: "test", DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir, ...store.settings, ...more },
      input: Readable.from([]),
      print: (text) => (result.out += text),
      complain: (text) => (result.err += text),
    });
    return result;
  }

  test("more files than one answer lists are all listed, once each", async () => {
    // A real store lists a thousand at a time, the double three.
    const names = Array.from({ length: name === "the double" ? 10 : 1010 }, (_, at) => `n${at}.webp`).sort();
    const write = limitConcurrency({ maxRunning: 16, maxWaiting: 2000 });
    await Promise.all(names.map((file) => write(() => chosen().write("masters", file, Buffer.from(file)))));
    expect(await namesIn(chosen())).toEqual(names);
    await Promise.all(names.map((file) => write(() => chosen().remove("masters", file))));
    expect(await namesIn(chosen())).toEqual([]);
  });

  test("an empty file is read as empty, and the last byte of a file alone is read", async () => {
    const files = chosen();
    await files.write("private", "kosong.bin", Buffer.alloc(0));
    expect(await files.read("private", "kosong.bin")).toEqual(Buffer.alloc(0));
    await files.write("private", "video.mp4", Buffer.from("0123456789"));
    const last = await files.stream("private", "video.mp4", { start: 9, end: 9 });
    expect(last && String(await buffer(last))).toBe("9");
    await Promise.all(["kosong.bin", "video.mp4"].map((file) => files.remove("private", file)));
  });

  test("a wrong key, an unknown key and a missing bucket are named, and are no missing file", async () => {
    const reading = (more: Record<string, string>) => chosen(more).read("masters", "a.webp");
    await expect(reading({ S3_SECRET_KEY: "salah" })).rejects.toMatchObject({ code: "SignatureDoesNotMatch" });
    await expect(reading({ S3_ACCESS_KEY: "TIDAKADA" })).rejects.toMatchObject({ code: "InvalidAccessKeyId" });
    await expect(reading({ S3_BUCKET: "tidak-ada-di-sini" })).rejects.toMatchObject({ code: "NoSuchBucket" });
    const failed = await command("files count", { S3_SECRET_KEY: "salah" });
    expect(failed).toMatchObject({ code: 1, err: expect.stringMatching(/^The store of files failed, s3: .+\n$/) });
  });

  test("a bucket that strangers can list stops the start, and a private one does not", async () => {
    const log = createLog("silent");
    await assertFilesPrivate(place(), log);
    await store.setPublic(true);
    try {
      await expect(assertFilesPrivate(place(), log)).rejects.toThrow(/S3_BUCKET \S+ is public: strangers can/);
    } finally {
      await store.setPublic(false);
    }
    await assertFilesPrivate(place(), log);
  });

  test("the commands move all files in and out again, and count them", async () => {
    const folder = join(context.config.dataDir, "masters");
    mkdirSync(folder, { recursive: true });
    const content = (at: number) => Buffer.alloc(20_000 + at, at);
    for (let at = 0; at < 5; at += 1) writeFileSync(join(folder, `u${at}.webp`), content(at));
    const inside = async (more?: Record<string, string>) => {
      const { places } = JSON.parse((await command("files count --json", more)).out) as {
        places: { place: string; folder: string; files: number }[];
      };
      return places.filter((one) => one.folder === "masters").map(({ files }) => files);
    };
    expect((await command("files move --dry-run")).out).toMatch(/^5 files, 100010 bytes are in /);
    expect(await inside()).toEqual([0, 5]);
    expect((await command("files move")).out).toMatch(/^Moved 5 files, 100010 bytes from .+ 0 were there already/);
    expect(await inside()).toEqual([5, 0]);
    expect(await chosen().read("masters", "u3.webp")).toEqual(content(3));
    const back = { FILE_STORE: "folder" };
    expect((await command("files move", back)).out).toMatch(/^Moved 5 files/);
    expect(await inside(back)).toEqual([5, 0]);
  });

  test("the store belongs to the first marketplace that asks, until another one takes it over", async () => {
    const first = { db: context.db, config: place() };
    await assertOwnStore(first);
    const other = await makeContext();
    try {
      // A restored database has another name; here another database of the server.
      const second = { db: other.db, config: place() };
      await expect(assertOwnStore(second)).rejects.toThrow(/holds the files of another marketplace/);
      const taken = await command("files take-over", { DATABASE_URL: other.databaseUrl });
      expect([taken.code, taken.out]).toEqual([0, expect.stringContaining("are those of this database now")]);
      await assertOwnStore(second);
      await expect(assertOwnStore(first)).rejects.toThrow(/holds the files of another marketplace/);
    } finally {
      await other.close();
    }
  });
});
