import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeWorld, type Person, type World } from "../../test/attacks/make-world.ts";
import { sql } from "#lib/database.ts";
import { mediaJobs } from "./jobs.ts";

let world: World;
let base: string;
let jpeg: Buffer;

// Uses a real connection, because the server's socket decides about a body of 100 MB, not an injected request.
beforeAll(async () => {
  world = await makeWorld();
  base = await world.app.listen({ port: 0, host: "127.0.0.1" });
  jpeg = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#b3411f" } })
    .jpeg()
    .withExif({ IFD0: { Make: "KameraRahasia" }, IFD3: { GPSLatitude: "6/1 54/1 0/1", GPSLatitudeRef: "S" } })
    .toBuffer();
});
afterAll(() => world.close());

function formOf(bytes: Buffer | string, name = "foto.jpg", type = "image/jpeg"): FormData {
  const form = new FormData();
  form.set("picture", new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], { type }), name);
  return form;
}

async function send(
  body: FormData | undefined,
  { method = "PUT", path = "/v1/users/avatar", person = world.buyer as Person } = {},
) {
  const response = await fetch(base + path, {
    method,
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin", ...(person.cookie ? { cookie: person.cookie } : {}) },
    ...(body ? { body } : {}),
  });
  const text = await response.text();
  return { status: response.status, text, body: text.startsWith("{") ? JSON.parse(text) : undefined };
}

async function shown(person = world.buyer): Promise<string | null> {
  return (await person.call("GET", "/v1/users")).body.result.image;
}

/** The picture rows and master files, which a refused upload must not change. */
async function kept(): Promise<string> {
  const row = await world.context.db.row<{ n: number }>(sql`select count(*)::int as n from pictures`);
  const files = await readdir(join(world.context.config.dataDir, "masters")).catch(() => []);
  return JSON.stringify([row?.n, files.sort()]);
}

/** Runs the queued removals of files, as the worker does. */
async function runRemovals(): Promise<void> {
  const jobs = await world.context.db.rows<{ payload: { key: string } }>(sql`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'media.remove_files'`);
  for (const { payload } of jobs) await mediaJobs["media.remove_files"]?.(payload, world.context);
}

test("a profile picture becomes a square in both formats and sizes, and is shown as the user's image", async () => {
  const { status, body } = await send(formOf(jpeg));
  expect([status, body.message]).toEqual([200, "Foto profil Anda sudah diganti."]);
  expect(body.data.image).toMatch(/^\/img\/a[0-9a-f]{30}-200\.webp$/);
  expect(await shown()).toBe(body.data.image);
  for (const width of [200, 400])
    for (const format of ["webp", "avif"]) {
      const response = await fetch(base + body.data.image.replace("200.webp", `${width}.${format}`));
      expect(response.headers.get("content-type")).toBe(`image/${format}`);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      const facts = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect([facts.width, facts.height]).toEqual([width, width]);
    }
});

test("a new picture replaces the old one, and nothing of the old one stays", async () => {
  const before = (await send(formOf(jpeg))).body.data.image as string;
  expect((await fetch(base + before)).status).toBe(200);
  const after = (await send(formOf(jpeg), { method: "POST", path: "/v1/users/avatar?_method=PUT" })).body.data.image;
  await runRemovals();
  expect(await shown()).toBe(after);
  expect((await fetch(base + before)).status).toBe(404);
  expect((await fetch(base + after)).status).toBe(200);
  const key = /a[0-9a-f]{30}/.exec(before)?.[0] ?? "";
  const files = await readdir(world.context.config.dataDir, { recursive: true });
  expect(files.filter((file) => file.includes(key))).toEqual([]);
});

test("of ten pictures sent at the same moment, one stays", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(formOf(jpeg), { person: world.otherBuyer })));
  // On a slow machine some of them may be refused as busy.
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await runRemovals();
  const row = await world.context.db.row<{ n: number }>(
    sql`select count(*)::int as n from pictures where owner_id = ${world.otherBuyer.id}`,
  );
  expect(row?.n).toBe(1);
  expect((await fetch(base + (await shown(world.otherBuyer)))).status).toBe(200);
});

test("two changes of one user at the same moment do not deadlock", async () => {
  await world.context.db.transaction(async (tx) => {
    // Another change begins like this; both then lock the user's row.
    await tx.run(sql`insert into pictures (owner_id, storage_key, width, height, color, alt, created_at)
      values (${world.buyer.id}, ${`a${"0".repeat(30)}`}, 1, 1, '#000000', '', now())`);
    expect((await send(undefined, { method: "DELETE" })).status).toBe(200);
  });
});

test.each([
  [1, 9000],
  [9000, 1],
  [3, 16_000],
])("UPL-03 a thread of a picture (%i x %i) becomes a square without filling the memory", async (width, height) => {
  const before = process.memoryUsage.rss();
  const thread = await sharp({ create: { width, height, channels: 3, background: "#3d6b45" } })
    .png()
    .toBuffer();
  const { status, body } = await send(formOf(thread, "benang.png", "image/png"));
  expect(status).toBe(200);
  const { width: w, height: h } = await sharp(
    Buffer.from(await (await fetch(base + body.data.image)).arrayBuffer()),
  ).metadata();
  expect([w, h]).toEqual([200, 200]);
  expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(200);
});

test("a removed picture is gone for everyone, and removing none succeeds", async () => {
  const { image } = (await send(formOf(jpeg))).body.data;
  await fetch(base + image);
  expect((await send(undefined, { method: "DELETE" })).status).toBe(200);
  expect((await send(undefined, { method: "DELETE" })).status).toBe(200);
  await runRemovals();
  expect(await shown()).toBeNull();
  expect((await fetch(base + image)).status).toBe(404);
});

test("the form of the profile page does the same without scripts", async () => {
  const form = formOf(jpeg);
  form.set("intent", "avatar");
  const page = await send(form, { method: "POST", path: "/profile?page=settings" });
  expect(page.status).toBe(200);
  expect(page.text).toContain("Foto profil Anda sudah diganti.");
  expect(page.text).toContain(`src="${await shown()}"`);
  const empty = new FormData();
  empty.set("intent", "avatar");
  empty.set("picture", new Blob([]), "");
  const refused = await send(empty, { method: "POST", path: "/profile?page=settings" });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Pilih satu foto.");
});

/** A PNG with hardly any data that declares a very large size. */
function pixelBomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(side * 100))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("attacks", () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;

  test.each([
    ["UPL-01 an SVG", () => svg, "image/svg+xml", "a.svg"],
    ["UPL-01 an SVG named as a PNG", () => svg, "image/png", "a.png"],
    ["UPL-02 an HTML page named as a JPEG", () => "<!doctype html><script>alert(1)</script>", "image/jpeg", "a.jpg"],
    ["UPL-02 PHP named as a JPEG", () => "<?php system($_GET['x']); ?>", "image/jpeg", "a.jpg"],
    ["UPL-03 a picture as large as a city", () => pixelBomb(30_000), "image/png", "a.png"],
    ["UPL-03 more than 5 MB", () => Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024)]), "image/jpeg", "a.jpg"],
  ])("%s is refused and changes nothing", async (_what, bytes, type, name) => {
    await send(formOf(jpeg));
    const [image, before] = [await shown(), await kept()];
    const { status, body } = await send(formOf(bytes(), name, type));
    expect([413, 415, 422]).toContain(status);
    expect(body.code).toMatch(/^(media|request)\./);
    expect([await shown(), await kept()]).toEqual([image, before]);
  });

  test("UPL-02 data that is hidden after a picture is not served", async () => {
    const payload = Buffer.concat([jpeg, Buffer.from("<script>alert(1)</script><?php system('id'); ?>PK\x03\x04")]);
    const { body } = await send(formOf(payload, "a.html", "text/html"));
    for (const file of ["200.webp", "400.webp", "200.avif", "400.avif"]) {
      const response = await fetch(base + body.data.image.replace("200.webp", file));
      expect(response.headers.get("content-type")).toMatch(/^image\/(webp|avif)$/);
      expect(Buffer.from(await response.arrayBuffer()).toString("latin1")).not.toMatch(/<script|<\?php/);
    }
  });

  test("UPL-03 100 MB are refused as soon as the headers declare them, and other requests get their response", async () => {
    const before = await kept();
    const large = request(`${base}/v1/users/avatar`, {
      method: "PUT",
      headers: {
        cookie: world.buyer.cookie,
        "sec-fetch-site": "same-origin",
        "content-type": "multipart/form-data; boundary=x",
        "content-length": 100 * 1024 * 1024,
      },
    });
    // Only the headers are sent, so a response means that the server does not wait for the body.
    large.flushHeaders();
    const [answer] = (await once(large, "response")) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    expect((await world.nobody.call("GET", "/v1/categories")).status).toBe(200);
    large.destroy();
    expect(await kept()).toBe(before);
  });

  test("UPL-03 500 files are refused", async () => {
    const before = await kept();
    const many = new FormData();
    for (let at = 0; at < 500; at += 1) many.append("picture", new Blob([new Uint8Array(jpeg)]), "a.jpg");
    expect((await send(many)).status).toBe(413);
    expect(await kept()).toBe(before);
  });

  test.each(["../../../x.js", "a\0.php", "x".repeat(3000), "CON", ".htaccess"])(
    "UPL-04 a file named %j gets our own name",
    async (name) => {
      const { status, body } = await send(formOf(jpeg, name));
      if (status !== 200) expect([400, 413, 422]).toContain(status);
      else expect(body.data.image).toMatch(/^\/img\/a[0-9a-f]{30}-200\.webp$/);
      const files = await readdir(join(world.context.config.dataDir, "masters"));
      for (const file of files) expect(file).toMatch(/^[au][0-9a-f]{30}\.webp$/);
    },
  );

  test("UPL-05 the place and the camera of a picture are not stored", async () => {
    expect(jpeg.includes("KameraRahasia")).toBe(true);
    const { body } = await send(formOf(jpeg));
    for (const file of ["200.webp", "400.avif"]) {
      const bytes = Buffer.from(await (await fetch(base + body.data.image.replace("200.webp", file))).arrayBuffer());
      const { exif, xmp, iptc } = await sharp(bytes).metadata();
      expect([exif, xmp, iptc, bytes.includes("KameraRahasia")]).toEqual([undefined, undefined, undefined, false]);
    }
  });

  test("a request without a session or from another site sets no picture", async () => {
    expect((await send(formOf(jpeg), { person: world.nobody })).status).toBe(401);
    const cross = await fetch(`${base}/v1/users/avatar`, {
      method: "PUT",
      headers: { "sec-fetch-site": "cross-site", cookie: world.buyer.cookie },
      body: formOf(jpeg),
    });
    expect(cross.status).toBe(403);
  });
});
