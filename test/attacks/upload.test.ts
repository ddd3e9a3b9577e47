import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";

import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { sql } from "../../src/lib/database.ts";
import { makeWorld, type Answer, type World } from "./make-world.ts";

let world: World;
let jpeg: Buffer;

beforeAll(async () => {
  world = await makeWorld();
  jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#3a7" } })
    .jpeg()
    .withExif({
      IFD0: { Copyright: "Rahasia", ImageDescription: "<script>alert(1)</script>" },
      IFD3: { GPSLatitude: "6/1 54/1 0/1", GPSLatitudeRef: "S" },
    })
    .toBuffer();
});
afterAll(() => world.close());

type Part = { name?: string; filename?: string; type?: string; bytes: Buffer | string };

function multipart(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name = "picture", filename, type, bytes }) => [
    Buffer.from(
      `--batas\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? "" : `; filename="${filename}"`}\r\n${type ? `content-type: ${type}\r\n` : ""}\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...pieces, Buffer.from("--batas--\r\n")]);
}

function send(body: Buffer, person = world.seller): Promise<Answer> {
  return person.call("POST", "/v1/media/pictures", body, { "content-type": "multipart/form-data; boundary=batas" });
}

async function kept(): Promise<string> {
  const { n } = (await world.context.db.row<{ n: number }>(sql`select count(*)::int as n from pictures`)) ?? { n: 0 };
  const files = await readdir(world.context.config.dataDir, { recursive: true });
  return JSON.stringify([n, files.filter((name) => !name.startsWith("pictures")).sort()]);
}

/** A PNG that says how large it is and holds next to nothing. */
function pixelBomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
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

test("a photo from a phone is served without location, description or other hidden data", async () => {
  const payload = Buffer.concat([jpeg, Buffer.from("<script>alert(1)</script><?php system('id'); ?>PK\x03\x04")]);
  const { status, body } = await send(multipart([{ filename: "a.jpg", type: "image/jpeg", bytes: payload }]));
  expect(status).toBe(200);
  expect(Object.keys(body.data).sort()).toEqual(["color", "height", "id", "key", "width"]);
  const path = `${world.context.config.dataDir}/masters`;
  expect(await readdir(path)).toContain(`${body.data.key}.webp`);
  const master = await sharp(join(path, `${body.data.key}.webp`)).metadata();
  expect([master.exif, master.xmp, master.iptc]).toEqual([undefined, undefined, undefined]);
  for (const [format, width] of [
    ["webp", 200],
    ["avif", 400],
  ] as const) {
    const response = await world.app.inject(`/img/${body.data.key}-${width}.${format}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({ "content-type": `image/${format}`, "x-content-type-options": "nosniff" });
    expect(response.headers["content-security-policy"]).toContain("default-src 'none'");
    const facts = await sharp(response.rawPayload).metadata();
    expect([facts.exif, facts.xmp, facts.iptc]).toEqual([undefined, undefined, undefined]);
    expect(response.rawPayload.toString("latin1")).not.toMatch(/<script|<\?php|Rahasia|system\(/);
  }
});

describe("nothing is stored of", () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><image href="file:///etc/passwd"/></svg>`;
  const wrong: [string, () => Buffer | string, string][] = [
    ["an SVG", () => svg, "image/svg+xml"],
    ["an SVG that says it is a PNG", () => svg, "image/png"],
    [
      "an SVG behind an XML head",
      () => `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`,
      "image/png",
    ],
    ["an HTML page", () => "<!doctype html><script>alert(1)</script>", "image/jpeg"],
    ["a script", () => "alert(1)//", "image/jpeg"],
    ["PHP behind the first bytes of a GIF", () => "GIF89a<?php system($_GET['x']); ?>", "image/gif"],
    [
      "HTML behind the first bytes of a JPEG",
      () => Buffer.concat([jpeg.subarray(0, 20), Buffer.from("<script>")]),
      "image/jpeg",
    ],
    ["half a JPEG", () => jpeg.subarray(0, jpeg.length / 2), "image/jpeg"],
    [
      "a JPEG that says it is a PNG inside",
      () => Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), jpeg]),
      "image/png",
    ],
    ["a PDF", () => "%PDF-1.7\n1 0 obj", "image/png"],
    ["a BMP", () => Buffer.concat([Buffer.from("BM"), Buffer.alloc(200)]), "image/png"],
    ["a WebP of nothing", () => Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBP"), Buffer.alloc(50)]), "image/webp"],
    ["an AVIF of nothing", () => Buffer.concat([Buffer.from("\0\0\0\x20ftypavif"), Buffer.alloc(50)]), "image/avif"],
    ["a picture as large as a city", () => pixelBomb(30_000), "image/png"],
    ["a picture just above 40 megapixels", () => pixelBomb(6_400), "image/png"],
    ["an empty file", () => "", "image/png"],
  ];
  test.each(wrong)("%s", async (_name, bytes, type) => {
    const before = await kept();
    const { status, body } = await send(multipart([{ filename: "foto.png", type, bytes: bytes() }]));
    expect([415, 422]).toContain(status);
    expect(body.code).toMatch(/^(media|request)\./);
    expect(await kept()).toBe(before);
  });

  test("too many or too large files, and incomplete forms", async () => {
    const before = await kept();
    const file = { filename: "a.jpg", type: "image/jpeg", bytes: jpeg };
    const whole = multipart([file]);
    const cases: [string, Buffer, number[]][] = [
      ["9 MB", multipart([{ ...file, bytes: Buffer.concat([jpeg, Buffer.alloc(9 * 1024 * 1024)]) }]), [413]],
      ["500 files", multipart(Array.from({ length: 500 }, () => file)), [413]],
      ["two files", multipart([file, file]), [413]],
      [
        "a thousand fields",
        multipart(Array.from({ length: 1000 }, (_, at) => ({ name: `f${at}`, bytes: "x" }))),
        [413],
      ],
      ["no file", multipart([{ name: "alt", bytes: "x" }]), [422]],
      ["broken off in the file", whole.subarray(0, whole.length - 40), [400, 422]],
      ["broken off in the head", whole.subarray(0, 30), [400, 422]],
      ["nothing", Buffer.from(""), [400, 422]],
      ["another boundary", Buffer.from(whole.toString("latin1").replaceAll("batas", "lain"), "latin1"), [400, 422]],
    ];
    for (const [name, body, expected] of cases) {
      const { status, text } = await send(body);
      expect(expected, `${name} → ${status} ${text}`).toContain(status);
    }
    for (const type of [
      "application/json",
      "image/jpeg",
      "multipart/form-data",
      "text/plain",
      "multipart/mixed; boundary=batas",
    ]) {
      const { status } = await world.seller.call("POST", "/v1/media/pictures", whole, { "content-type": type });
      expect([400, 413, 415, 422], type).toContain(status);
    }
    expect((await send(whole, world.nobody)).status).toBe(401);
    expect(await kept()).toBe(before);
  });
});

test("the name of a file has no effect", async () => {
  const names = [
    "../../../x.js",
    "..\\..\\x.js",
    "/etc/passwd",
    "a\0.php",
    "x".repeat(5000),
    "CON",
    "a.jpg.php",
    "%2e%2e%2fx",
    ".htaccess",
  ];
  for (const filename of names) {
    const { status, body } = await send(multipart([{ filename, type: "image/jpeg", bytes: jpeg }]));
    // A part with too long headers, or without headers, is not a file.
    if (status !== 200) expect([400, 413, 422], filename.slice(0, 20)).toContain(status);
    else expect(body.data.key, filename.slice(0, 20)).toMatch(/^u[0-9a-f]{30}$/);
  }
  const files = await readdir(world.context.config.dataDir, { recursive: true });
  for (const file of files)
    expect(file).toMatch(
      /^(secret|masters|pictures)$|^masters\/u[0-9a-f]{30}\.webp$|^pictures\/[a-z0-9-]+\.(webp|avif)$/,
    );
});

test("while one client sends decompression bombs, others get responses", async () => {
  const bomb = multipart([{ filename: "b.png", type: "image/png", bytes: pixelBomb(6_000) }]);
  const memory = process.memoryUsage().rss;
  const [answers, others] = await Promise.all([
    Promise.all(Array.from({ length: 12 }, () => send(bomb))),
    Promise.all(Array.from({ length: 20 }, () => world.nobody.call("GET", "/v1/categories"))),
  ]);
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
  for (const { status } of answers) expect([422, 503]).toContain(status);
  expect(process.memoryUsage().rss - memory).toBeLessThan(200 * 1024 * 1024);
});
