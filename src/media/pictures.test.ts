import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCatalogApi, type CatalogClient } from "../../test/make/catalog.ts";
import { makeContext } from "../../test/make/context.ts";
import { mp4Video } from "../../test/make/videos.ts";
import { makeUser } from "../../test/make/rows.ts";
import { s3Settings, startS3 } from "../../test/doubles/s3.ts";
import { readConfig } from "#lib/config.ts";
import { sql } from "#lib/database.ts";
import { removePrivateFile, storePrivateFile, streamPrivateFile } from "./private-files.ts";
import { readSealedFile, storeSealedFile } from "./sealed-files.ts";
import { removeFiles } from "./serve-picture.ts";
import { formatOf, pictureFile, pictureQuota } from "./rules.ts";

const red = () => sharp({ create: { width: 1000, height: 500, channels: 3, background: "#b3411f" } });

/** A PNG of 100 bytes that declares 60,000 pixels in width and height. */
function bomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(60_000, 0);
  header.writeUInt32BE(60_000, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(10))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("rules", () => {
  test.each([
    "kopi.webp",
    "kopi-300.webp",
    "kopi-200.png",
    "../kopi-200.webp",
    "Kopi-200.webp",
    "kopi_x-200.webp",
    "-200.webp",
    `${"a".repeat(81)}-200.webp`,
    "kopi-200.webp.part",
    "kopi-200.webp\n",
  ])("%j is no picture of ours", (name) => {
    expect(pictureFile(name)).toBeNull();
  });
  test("a file name has key, width and format", () => {
    expect(pictureFile("kopi-gayo-2-400.avif")).toEqual({ key: "kopi-gayo-2", width: 400, format: "avif" });
  });
  test("SVG, GIF and text are not accepted as pictures", () => {
    for (const text of ["<svg xmlns=", "GIF89a", "<?xml", "", "%PDF-1.7", "BM"])
      expect(formatOf(Buffer.from(text))).toBeNull();
  });
});

describe("calls", () => {
  let context: Awaited<ReturnType<typeof makeContext>>;
  let api: Awaited<ReturnType<typeof makeCatalogApi>>;
  let person: CatalogClient;
  let visitor: CatalogClient;
  beforeAll(async () => {
    context = await makeContext();
    api = await makeCatalogApi(context);
    person = await api.as(await makeUser(context));
    visitor = await api.as(null);
  });
  afterAll(async () => {
    await api.close();
    await context.close();
  });
  function form(
    bytes: Uint8Array<ArrayBuffer> | Buffer,
    name = "foto.jpg",
    fields: Record<string, string> = {},
  ): FormData {
    const data = new FormData();
    for (const [field, value] of Object.entries(fields)) data.set(field, value);
    data.set("picture", new Blob([new Uint8Array(bytes)]), name);
    return data;
  }
  const send = (bytes: Buffer, name?: string, fields?: Record<string, string>) =>
    person("POST", "/v1/media/pictures", form(bytes, name, fields));

  test("a picture is stored and served in every size and format", async () => {
    const { status, body } = await send(await red().jpeg().toBuffer(), "foto.jpg", { alt: "  Merah \n bata " });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ width: 1000, height: 500, color: expect.stringMatching(/^#[0-9a-f]{6}$/) });
    for (const [width, format] of [
      [200, "webp"],
      [400, "avif"],
      [800, "webp"],
    ] as const) {
      const answer = await visitor("GET", `/img/${body.data.key}-${width}.${format}`);
      expect([answer.status, answer.headers["content-type"]]).toEqual([200, `image/${format}`]);
      expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect((await sharp(answer.bytes).metadata()).width).toBe(width);
    }
  });

  test("a user can upload at most three hundred pictures a day", async () => {
    const ownerId = await makeUser(context);
    const sender = await api.as(ownerId);
    const now = context.clock.now();
    await context.db.run(sql`
      insert into pictures (owner_id, storage_key, width, height, color, created_at)
      select ${ownerId}, 'uhari-' || n, 1, 1, '#aabbcc', ${now}::timestamptz - interval '23 hours'
      from generate_series(1, ${pictureQuota.max}) n`);
    const bytes = await red().jpeg().toBuffer();
    const { status, body } = await sender("POST", "/v1/media/pictures", form(bytes));
    expect([status, body.code]).toEqual([429, "media.too_many"]);
    expect((await send(bytes)).status).toBe(200);
    await context.db.run(sql`
      update pictures set created_at = created_at - interval '2 hours' where storage_key = 'uhari-1'`);
    expect((await sender("POST", "/v1/media/pictures", form(bytes))).status).toBe(200);
  });

  test("a picture that the browser has already is not sent again", async () => {
    const { key } = (await send(await red().png().toBuffer())).body.data;
    const url = `/img/${key}-200.webp`;
    const { headers } = await visitor("GET", url);
    const again = await api.app.inject({ url, headers: { "if-none-match": String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });

  test("thirty requests at the same moment make a size once", async () => {
    const { key } = (await send(await red().webp().toBuffer())).body.data;
    const all = await Promise.all(Array.from({ length: 30 }, () => visitor("GET", `/img/${key}-400.webp`)));
    expect(new Set(all.map((one) => one.status))).toEqual(new Set([200]));
    const files = await readdir(join(context.config.dataDir, "pictures"));
    expect(files.filter((file) => file.startsWith(key))).toEqual([`${key}-400.webp`]);
  });

  test("the place and the camera of a picture are not stored", async () => {
    const bytes = await red()
      .withExif({ IFD0: { Make: "KameraRahasia" }, IFD3: { GPSLatitude: "6/1 54/1 0/1" } })
      .jpeg()
      .toBuffer();
    expect(bytes.includes("KameraRahasia")).toBe(true);
    const { key } = (await send(bytes)).body.data;
    const { bytes: served } = await visitor("GET", `/img/${key}-800.webp`);
    expect((await sharp(served).metadata()).exif).toBeUndefined();
    expect(served.includes("KameraRahasia")).toBe(false);
  });

  test("data that is hidden after a picture is not served", async () => {
    const page = "<script>alert(document.domain)</script>";
    const bytes = Buffer.concat([await red().jpeg().toBuffer(), Buffer.from(page)]);
    const { status, body } = await send(bytes, "foto.html");
    expect(status).toBe(200);
    const { bytes: served } = await visitor("GET", `/img/${body.data.key}-800.webp`);
    expect(served.includes("alert(")).toBe(false);
  });

  test("pictures, videos and documents go to an S3-compatible store and come back through our addresses only", async () => {
    const store = await startS3();
    const files = readConfig({ NODE_ENV: "test", ...s3Settings(store.url) }).files;
    const stored = { ...context, config: { ...context.config, files } };
    const other = await makeCatalogApi(stored);
    try {
      const seller = await other.as(await makeUser(context));
      const { status, body } = await seller("POST", "/v1/media/pictures", form(await red().png().toBuffer()));
      expect(status).toBe(200);
      const { key } = body.data;
      expect([...store.objects.keys()]).toEqual([`masters/${key}.webp`]);
      expect(await readdir(join(context.config.dataDir, "masters")).catch(() => [])).not.toContain(`${key}.webp`);
      const shown = await seller("GET", `/img/${key}-200.webp`);
      expect([shown.status, shown.headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
      const calls = store.calls.length;
      expect((await seller("GET", `/img/${key}-200.webp`)).bytes).toEqual(shown.bytes);
      expect(store.calls).toHaveLength(calls);

      const film = mp4Video({});
      const video = await storePrivateFile(stored, Readable.from([film]), async (file) => file);
      expect(store.objects.get(`private/${video.key}.mp4`)?.type).toBe("video/mp4");
      const part = await streamPrivateFile(stored.config, video, { start: 4, end: 11 });
      expect((await buffer(part)).toString("latin1")).toBe("ftypisom");
      const document = await storeSealedFile(stored, Buffer.from("%PDF-1.7 KTP"), async (file) => file);
      expect(store.objects.get(`private/${document.key}.bin`)?.bytes.includes("KTP")).toBe(false);
      expect((await readSealedFile(stored, document.key)).toString()).toBe("%PDF-1.7 KTP");

      store.next.push("busy", "busy", "busy");
      const refused = await seller("GET", `/img/${key}-800.webp`);
      expect([refused.status, refused.body.code]).toEqual([503, "server.busy"]);
      await removeFiles(stored.config, key);
      for (const one of [video.key, document.key]) await removePrivateFile(stored.config, one);
      expect(store.objects.size).toBe(0);
    } finally {
      await other.close();
      await store.close();
    }
  });

  test("a removed profile picture is gone on every machine that shares the store, at once", async () => {
    const store = await startS3();
    const files = readConfig({ NODE_ENV: "test", ...s3Settings(store.url) }).files;
    const { dataDir } = context.config;
    const [here, there] = [
      { ...context, config: { ...context.config, files } },
      { ...context, config: { ...context.config, files, dataDir: join(dataDir, "other-machine") } },
    ];
    const machines = [await makeCatalogApi(here), await makeCatalogApi(there)] as const;
    try {
      const user = await makeUser(context);
      const [first, second] = [await machines[0].as(user), await machines[1].as(user)];
      const { body } = await first("PUT", "/v1/users/avatar", form(await red().png().toBuffer()));
      const { image } = body.data;
      for (const get of [first, second]) expect((await get("GET", image)).status).toBe(200);
      expect((await first("DELETE", "/v1/users/avatar")).status).toBe(200);
      // The files are still there on both machines.
      for (const get of [first, second]) expect((await get("GET", image)).status).toBe(404);
      expect(await readdir(join(there.config.dataDir, "pictures"))).toEqual([]);
    } finally {
      for (const machine of machines) await machine.close();
      await store.close();
    }
  });

  test("names that strangers invent cost no call of an S3-compatible store, and a missing master costs few", async () => {
    const store = await startS3();
    const { files } = readConfig({ NODE_ENV: "test", ...s3Settings(store.url) });
    const other = await makeCatalogApi({ ...context, config: { ...context.config, files } });
    try {
      const stranger = await other.as(null);
      for (const key of ["tidak-ada", `u${"0".repeat(30)}`, `a${"0".repeat(30)}`, `p${"0".repeat(30)}`])
        expect((await stranger("GET", `/img/${key}-200.webp`)).status).toBe(404);
      expect(store.calls).toEqual([]);
      // The demo's pictures come with the program and not from the store.
      expect((await stranger("GET", "/img/abon-sapi-200.webp")).status).toBe(200);
      expect(store.calls).toEqual([]);

      const lost = `u${"1".repeat(30)}`;
      await context.db.run(
        sql`insert into pictures (storage_key, width, height, color) values (${lost}, 8, 8, '#aabbcc')`,
      );
      const sizes = ["200.webp", "400.webp", "800.webp", "1600.webp", "200.avif"];
      const answers = await Promise.all(sizes.map((size) => stranger("GET", `/img/${lost}-${size}`)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
      expect((await stranger("GET", `/img/${lost}-400.avif`)).status).toBe(404);
      expect(store.calls).toEqual([`GET masters/${lost}.webp`]);
    } finally {
      await other.close();
      await store.close();
    }
  });

  test("the name of the file is ignored", async () => {
    const { body } = await send(await red().png().toBuffer(), "../../../../etc/cron.d/evil.svg");
    expect(body.data.key).toMatch(/^u[0-9a-f]{30}$/);
    expect(await readdir(join(context.config.dataDir, "masters"))).toContain(`${body.data.key}.webp`);
  });

  test.each([
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), "media.not_a_picture"],
    ["a GIF", Buffer.from("GIF89a\x01\x00\x01\x00", "latin1"), "media.not_a_picture"],
    ["a JPEG's first bytes alone", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), "media.not_a_picture"],
    ["a picture as large as a city", bomb(), "media.too_many_pixels"],
    ["nothing", Buffer.alloc(0), "media.missing"],
  ])("%s is refused", async (_what, bytes, code) => {
    const { status, body } = await send(bytes);
    expect([status, body.code]).toEqual([422, code]);
  });

  test("an SVG with the first bytes of a PNG is refused", async () => {
    const bytes = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from("<svg/>")]);
    expect((await send(bytes)).body.code).toBe("media.not_a_picture");
  });

  test("more than 8 MB is refused", async () => {
    const bytes = Buffer.concat([await red().jpeg().toBuffer(), Buffer.alloc(8 * 1024 * 1024)]);
    expect((await send(bytes)).status).toBe(413);
  });

  test("only logged-in users can upload, and only as a form", async () => {
    expect((await visitor("POST", "/v1/media/pictures", form(await red().png().toBuffer()))).status).toBe(401);
    expect((await person("POST", "/v1/media/pictures", { picture: "x" })).status).toBe(415);
    expect((await person("POST", "/v1/media/pictures", new FormData())).status).toBeGreaterThanOrEqual(400);
  });

  test.each(["tidak-ada-200.webp", "..%2fsecret-200.webp", "%2e%2e%2fsecret", "secret", "a-200.svg"])(
    "/img/%s is not found",
    async (file) => {
      await mkdir(context.config.dataDir, { recursive: true });
      await writeFile(join(context.config.dataDir, "secret"), "rahasia");
      const { status, bytes } = await visitor("GET", `/img/${file}`);
      expect(status).toBe(404);
      expect(bytes.includes("rahasia")).toBe(false);
    },
  );
});
