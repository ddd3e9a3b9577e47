import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { s3Settings, startS3, type S3Double } from "../../../test/doubles/s3.ts";
import { readConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { assertFilesPrivate } from "./assert-files-private.ts";
import type { FileStore } from "./file-store.ts";
import { filesOf, storesOf, type FilePlace } from "./files-of.ts";
import { moveFiles } from "./move-files.ts";

let s3: S3Double;
let dataDir: string;
beforeAll(async () => {
  s3 = await startS3();
  dataDir = await mkdtemp(join(tmpdir(), "kawung-files-"));
});
afterEach(async () => {
  s3.objects.clear();
  s3.calls.length = 0;
  s3.next.length = 0;
  s3.isPublic = false;
  for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true });
});
afterAll(async () => {
  await s3.close();
  await rm(dataDir, { recursive: true, force: true });
});

// With S3_TEST_URL and the other settings the contract is also checked against a store of yours.
const { S3_TEST_URL: realUrl, S3_TEST_BUCKET, S3_TEST_REGION, S3_TEST_ACCESS_KEY, S3_TEST_SECRET_KEY } = process.env;

const settings = (store: "folder" | "s3") => ({ ...s3Settings(s3.url), FILE_STORE: store, S3_PREFIX: "kawung/" });
const place = (env: Record<string, string>): FilePlace => readConfig({ NODE_ENV: "test", DATA_DIR: dataDir, ...env });

const stores: [string, () => FileStore][] = [
  ["the folder", () => storesOf(place({})).chosen],
  ["the S3-compatible store", () => storesOf(place(settings("s3"))).chosen],
  ...(realUrl
    ? ([
        [
          "the store of S3_TEST_URL",
          () =>
            storesOf(
              place({
                FILE_STORE: "s3",
                S3_URL: realUrl,
                S3_BUCKET: S3_TEST_BUCKET ?? "",
                S3_REGION: S3_TEST_REGION ?? "",
                S3_ACCESS_KEY: S3_TEST_ACCESS_KEY ?? "",
                S3_SECRET_KEY: S3_TEST_SECRET_KEY ?? "",
                S3_PREFIX: `kawung-${randomBytes(4).toString("hex")}/`,
              }),
            ).chosen,
        ],
      ] satisfies [string, () => FileStore][])
    : []),
];

async function namesOf(store: FileStore, folder: "masters" | "private"): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list(folder)) names.push(name);
  return names.sort();
}

describe.each(stores)("files in %s", (_name, open) => {
  test("are read as they were stored, whole and in parts, until they are deleted", async () => {
    const store = open();
    const content = randomBytes(70_000);
    await store.write("private", "p1.webp", content);
    expect(await store.read("private", "p1.webp")).toEqual(content);
    expect(await store.has("private", "p1.webp")).toBe(true);
    const part = await store.stream("private", "p1.webp", { start: 10, end: 66_000 });
    expect(part && (await buffer(part))).toEqual(content.subarray(10, 66_001));
    const whole = await store.stream("private", "p1.webp");
    expect(whole && (await buffer(whole))).toEqual(content);
    await store.remove("private", "p1.webp");
    await store.remove("private", "p1.webp");
    expect(await store.read("private", "p1.webp")).toBeUndefined();
    expect(await store.has("private", "p1.webp")).toBe(false);
    expect(await store.stream("private", "p1.webp")).toBeUndefined();
  });

  test("are listed by folder, however many there are", async () => {
    const store = open();
    const names = ["a1.webp", "b2.webp", "c3.mp4", "d4.bin", "e5.webm", "f-6.webp", "g_7.webp"];
    for (const name of names) await store.write("masters", name, Buffer.from(name));
    await store.write("private", "p9.webp", Buffer.from("lain"));
    expect(await namesOf(store, "masters")).toEqual(names);
    for await (const { bytes, changedAt, name } of store.list("private")) {
      expect([name, bytes]).toEqual(["p9.webp", 4]);
      expect(Math.abs(changedAt.getTime() - Date.now())).toBeLessThan(3_600_000);
    }
    for (const name of names) await store.remove("masters", name);
    await store.remove("private", "p9.webp");
    expect(await namesOf(store, "masters")).toEqual([]);
  });

  test("a finished file of this machine is taken over, and is gone from where it was", async () => {
    const store = open();
    const path = join(dataDir, "film.part");
    const content = randomBytes(300_000);
    await writeFile(path, content);
    await store.adopt("private", "v1.mp4", path);
    expect(await readdir(dataDir)).not.toContain("film.part");
    expect(await store.read("private", "v1.mp4")).toEqual(content);
    await store.remove("private", "v1.mp4");
  });

  test.each(["../secret", "a/b.webp", ".webp", "a.webp.part", ""])("%j is no name of a file", async (name) => {
    const store = open();
    await expect((async () => store.read("masters", name))()).rejects.toThrow("not ours");
    await expect((async () => store.write("masters", name, Buffer.from("x")))()).rejects.toThrow("not ours");
  });
});

describe("a store that misbehaves", () => {
  const open = () => storesOf(place(settings("s3"))).chosen;

  test("is asked again when it is busy, breaks the connection or loses its answer", async () => {
    s3.next.push("busy", "reset");
    await open().write("masters", "a.webp", Buffer.from("foto"));
    s3.next.push("lost");
    await open().write("masters", "b.webp", Buffer.from("foto"));
    s3.next.push("cut");
    expect((await open().read("masters", "a.webp"))?.toString()).toBe("foto");
    s3.next.push("lost");
    await open().remove("masters", "a.webp");
    expect([...s3.objects.keys()]).toEqual(["kawung/masters/b.webp"]);
  });

  test("fails after three attempts, with neither keys nor addresses in the error", async () => {
    s3.next.push("busy", "busy", "busy");
    const error: Error = await open()
      .read("masters", "a.webp")
      .then(
        () => new Error("it was read"),
        (thrown: Error) => thrown,
      );
    expect(error).toMatchObject({ name: "ServiceError", reason: "unavailable", code: "SlowDown" });
    expect(error.message).toBe("s3: it answered 503 (SlowDown)");
    expect(s3.calls).toHaveLength(3);
  });

  test("an answer that is no list, no part or another bucket is an error and not an empty store", async () => {
    s3.next.push("page");
    await expect(namesOf(open(), "masters")).rejects.toMatchObject({ reason: "unreadable" });
    await open().write("private", "v.mp4", Buffer.from("film"));
    s3.next.push("whole");
    await expect(open().stream("private", "v.mp4", { start: 1, end: 2 })).rejects.toMatchObject({
      reason: "unreadable",
    });
    const other = storesOf(place({ ...settings("s3"), S3_BUCKET: "pasar-lain" })).chosen;
    await expect(other.read("masters", "a.webp")).rejects.toMatchObject({ reason: "refused", code: "NoSuchBucket" });
  });

  test("a wrong key or a wrong region is refused at once", async () => {
    const wrongKey = storesOf(place({ ...settings("s3"), S3_SECRET_KEY: "salah" })).chosen;
    await expect(wrongKey.read("masters", "a.webp")).rejects.toMatchObject({ code: "SignatureDoesNotMatch" });
    const wrongRegion = storesOf(place({ ...settings("s3"), S3_REGION: "us-east-1" })).chosen;
    await expect(wrongRegion.write("masters", "a.webp", Buffer.from("x"))).rejects.toMatchObject({ reason: "refused" });
    expect(s3.calls).toHaveLength(2);
  });
});

describe("private files", () => {
  const log = createLog("silent");

  test("a bucket that strangers can read stops the start, with the reason", async () => {
    s3.isPublic = true;
    await expect(assertFilesPrivate(place(settings("s3")), log)).rejects.toThrow(/S3_BUCKET pasar-uji is public/);
    expect(s3.objects.size).toBe(0);
  });
  test("a private bucket, no bucket, and one that cannot be reached do not", async () => {
    await assertFilesPrivate(place(settings("s3")), log);
    await assertFilesPrivate(place({}), log);
    s3.next.push("busy", "busy", "busy");
    await assertFilesPrivate(place(settings("s3")), log);
    expect(s3.objects.size).toBe(0);
  });
});

describe("moving", () => {
  const toS3 = () => storesOf(place(settings("s3")));
  const toFolder = () => storesOf(place(settings("folder")));

  async function fill(store: FileStore): Promise<void> {
    for (const [folder, name] of [
      ["masters", "u1.webp"],
      ["masters", "u2.webp"],
      ["private", "p1.webp"],
      ["private", "d1.bin"],
    ] as const)
      await store.write(folder, name, Buffer.from(`${folder} ${name}`));
  }

  test("files are readable before, during and after a move, in both directions", async () => {
    await fill(toS3().other as FileStore);
    const files = filesOf(place(settings("s3")));
    expect((await files.read("masters", "u1.webp"))?.toString()).toBe("masters u1.webp");
    const { chosen, other } = toS3();
    expect(await moveFiles(other as FileStore, chosen, { isDryRun: true })).toMatchObject({ moved: 4, bytes: 59 });
    expect(s3.objects.size).toBe(0);
    expect(await moveFiles(other as FileStore, chosen)).toEqual({ moved: 4, bytes: 59, present: 0 });
    expect(await namesOf(other as FileStore, "private")).toEqual([]);
    expect((await files.read("private", "d1.bin"))?.toString()).toBe("private d1.bin");
    const back = toFolder();
    expect((await filesOf(place(settings("folder"))).read("private", "d1.bin"))?.toString()).toBe("private d1.bin");
    expect(await moveFiles(back.other as FileStore, back.chosen)).toEqual({ moved: 4, bytes: 59, present: 0 });
    expect(s3.objects.size).toBe(0);
    expect(await namesOf(back.chosen, "masters")).toEqual(["u1.webp", "u2.webp"]);
  });

  test("a move that failed goes on where it was, and loses nothing", async () => {
    const { chosen, other } = toS3();
    await fill(other as FileStore);
    // The second file fails: its copy is written, and the answer of each further call is missing.
    await expect(
      moveFiles(other as FileStore, chosen, { onFile: () => void s3.next.push("busy", "busy", "busy") }),
    ).rejects.toMatchObject({ reason: "unavailable" });
    s3.next.length = 0;
    const left = [...(await namesOf(other as FileStore, "masters")), ...(await namesOf(other as FileStore, "private"))];
    expect(left).toHaveLength(3);
    // One was copied before the process was killed, and not deleted yet.
    await chosen.write("private", "p1.webp", Buffer.from("private p1.webp"));
    expect(await moveFiles(other as FileStore, chosen)).toMatchObject({ moved: 2, present: 1 });
    expect(s3.objects.size).toBe(4);
  });

  test("a file that is deleted while it is moved stays deleted", async () => {
    const { chosen, other } = toS3();
    await (other as FileStore).write("masters", "u1.webp", Buffer.from("foto"));
    const slow: FileStore = {
      ...chosen,
      async write(folder, name, content) {
        await chosen.write(folder, name, content);
        await filesOf(place(settings("s3"))).remove(folder, name);
        await chosen.write(folder, name, content);
      },
    };
    expect(await moveFiles(other as FileStore, slow)).toMatchObject({ moved: 0 });
    expect(s3.objects.size).toBe(0);
  });
});
