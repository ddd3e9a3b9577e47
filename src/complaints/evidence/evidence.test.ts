import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { addDuration, minute } from "#lib/time.ts";
import { mediaJobs } from "#media/jobs.ts";
import { mediaRoutes } from "#media/routes.ts";
import { videoLimits } from "#media/rules.ts";
import { makeSession } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makePaidOrder, makeShippedOrder, type MadeOrder } from "../../../test/make/orders.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { webmVideo, mp4Video } from "../../../test/make/videos.ts";
import { workJobs } from "../../../test/run-jobs.ts";
import { attachEvidence, removeUnusedEvidence } from "./add-evidence.ts";
import { evidenceIds } from "./contract.ts";
import { evidenceRoutes } from "./routes.ts";
import { evidencePerSide, maxEvidencePerMessage, unusedEvidenceTtl } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let app: Awaited<ReturnType<typeof createHttp>>;
let picture: Buffer;
let order: MadeOrder;
const now = () => context.clock.now();

beforeAll(async () => {
  context = await makeContext({ LIMIT_FACTOR: "100" });
  app = await createHttp(context);
  await app.register(async (scope) => {
    evidenceRoutes(scope, context);
    mediaRoutes(scope, context);
  });
  await app.ready();
  picture = await sharp({ create: { width: 60, height: 90, channels: 3, background: "#336699" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "rahasia" } })
    .toBuffer();
  order = await makeShippedOrder(context);
});
afterAll(async () => {
  await app.close();
  await context.close();
});

const bearer = async (userId: string) => ({ authorization: `Bearer ${await makeSession(context, userId)}` });

async function upload(userId: string, file: Buffer, orderId = order.orderId) {
  const form = new FormData();
  // The name and the type that the client claims say nothing.
  form.set("file", new File([new Uint8Array(file)], "../../bukti.html", { type: "text/html" }));
  const wrapped = new Response(form);
  const response = await app.inject({
    method: "POST",
    url: `/v1/orders/${orderId}/evidence`,
    headers: { "content-type": wrapped.headers.get("content-type") ?? "", ...(await bearer(userId)) },
    payload: Buffer.from(await wrapped.arrayBuffer()),
  });
  const body = response.json<{ code?: string; message: string; data: { id: string; type: string; bytes: number } }>();
  return { status: response.statusCode, ...body };
}
const get = async (userId: string, evidenceId: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/v1/complaint-evidence/${evidenceId}`, headers: { ...(await bearer(userId)), ...headers } });
const files = async () => (await readdir(join(context.config.dataDir, "private")).catch(() => [])).sort();

/** Gives files to a message, as a complaint does. */
const attach = (userId: string, ids: string[], messageId = crypto.randomUUID()) =>
  context.db.transaction((tx) => attachEvidence(tx, { orderId: order.orderId, userId, messageId, ids }));

test("a picture of a party is seen by buyer, seller and mediators once a message shows it, and by nobody else", async () => {
  const { status, data } = await upload(order.buyerId, picture);
  expect([status, data.type]).toEqual([200, "image/webp"]);
  const stranger = await makeUser(context);
  const support = await makeUser(context, { type: "operator" });
  const finance = await makeUser(context, { type: "operator" });
  await context.db.run(sql`update users set operator_role = 'mediator' where id = ${support}`);
  await context.db.run(sql`update users set operator_role = 'finance' where id = ${finance}`);
  const whoSees = async () =>
    Promise.all(
      [order.buyerId, order.sellerId, support, finance, stranger].map(
        async (userId) => (await get(userId, data.id)).statusCode,
      ),
    );
  expect(await whoSees()).toEqual([200, 404, 404, 404, 404]);
  await attach(order.buyerId, [data.id]);
  expect(await whoSees()).toEqual([200, 200, 200, 404, 404]);
  expect((await app.inject({ url: `/v1/complaint-evidence/${data.id}` })).statusCode).toBe(401);

  const seen = await get(order.sellerId, data.id);
  const facts = await sharp(seen.rawPayload).metadata();
  expect([facts.width, facts.exif]).toEqual([60, undefined]);
  expect(seen.headers).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "private, no-store",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });
  const key = await context.db.row<{ key: string }>(sql`select key from complaint_evidence where id = ${data.id}`);
  expect((await app.inject({ url: `/img/${key?.key}-400.webp` })).statusCode).toBe(404);
});

test("a video is stored without the place of its recording and sent in parts", async () => {
  const made = mp4Video({ place: "-6.2088+106.8456/" });
  const { data } = await upload(order.sellerId, made);
  expect([data.type, data.bytes]).toEqual(["video/mp4", made.length]);
  const whole = await get(order.sellerId, data.id);
  expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, made.length]);
  expect(whole.rawPayload.includes("106.8456")).toBe(false);
  expect(whole.rawPayload.includes("film")).toBe(true);
  const part = await get(order.sellerId, data.id, { range: "bytes=4-7" });
  expect([part.statusCode, part.payload, part.headers["content-range"]]).toEqual([
    206,
    "ftyp",
    `bytes 4-7/${made.length}`,
  ]);
  const last = await get(order.sellerId, data.id, { range: "bytes=-3" });
  expect([last.statusCode, last.rawPayload]).toEqual([206, made.subarray(-3)]);
  for (const range of [`bytes=${made.length}-`, "bytes=9-4", "bytes=-0"])
    expect((await get(order.sellerId, data.id, { range })).statusCode, range).toBe(416);
  for (const range of ["bytes=0-1,3-4", "lines=1-2", "bytes=-", "x"])
    expect((await get(order.sellerId, data.id, { range })).statusCode, range).toBe(200);
  const { data: webm } = await upload(order.sellerId, webmVideo());
  expect(webm.type).toBe("video/webm");
});

test("what is no picture and no video is refused with a sentence, and leaves no file", async () => {
  const before = await files();
  const hostile: [string, Buffer, number, string][] = [
    ["a page", Buffer.from("<script>alert(1)</script>"), 422, "media.not_media"],
    ["nothing", Buffer.alloc(0), 422, "media.not_media"],
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 422, "media.not_media"],
    ["another Matroska file", Buffer.from("1a45dfa3a3428681014282886d6174726f736b61", "hex"), 422, "media.not_media"],
    ["half a picture", picture.subarray(0, 300), 422, "media.not_a_picture"],
    ["an MP4 without a film", mp4Video({}).subarray(0, 24), 422, "media.not_a_video"],
    ["an MP4 that ends early", mp4Video({}).subarray(0, -4), 422, "media.not_a_video"],
    ["an MP4 of a million boxes", manyBoxes(), 422, "media.not_a_video"],
    ["a picture that is too large", Buffer.concat([picture, Buffer.alloc(9 * 1024 * 1024)]), 413, "request.too_large"],
    ["a video that is too large", mp4Video({ bytes: videoLimits.bytes }), 413, "request.too_large"],
  ];
  for (const [what, bytes, status, code] of hostile) {
    const answer = await upload(order.buyerId, bytes);
    expect([answer.status, answer.code], what).toEqual([status, code]);
  }
  expect(await files()).toEqual(before);
});

/** A file header and then boxes of eight bytes. */
function manyBoxes(): Buffer {
  const box = Buffer.from([0, 0, 0, 8, ...Buffer.from("free")]);
  return Buffer.concat([mp4Video({}).subarray(0, 24), ...Array.from({ length: 6000 }, () => box)]);
}

test("only buyer and seller of an order that can have a complaint add files, within limits", async () => {
  const stranger = await makeUser(context);
  expect((await upload(stranger, picture)).status).toBe(404);
  const paid = await makePaidOrder(context);
  expect(await upload(paid.buyerId, picture, paid.orderId)).toMatchObject({
    status: 409,
    code: "complaints.evidence_closed",
  });
  const full = await makeShippedOrder(context);
  await context.db.run(sql`
    insert into complaint_evidence (order_id, uploaded_by, key, type, bytes, created_at)
    select ${full.orderId}, ${full.buyerId}, 'v' || lpad(to_hex(n), 30, '0'), 'video/mp4', ${evidencePerSide.bytes / 10 - 5}, ${now()}
    from generate_series(1, 10) n`);
  expect(await upload(full.buyerId, picture, full.orderId)).toMatchObject({
    status: 409,
    code: "complaints.evidence_too_much",
  });
  expect((await upload(full.sellerId, picture, full.orderId)).status).toBe(200);
});

test("a message takes over own unused files of its order, each once", async () => {
  const { data: own } = await upload(order.buyerId, picture);
  const { data: foreign } = await upload(order.sellerId, picture);
  const other = await makeShippedOrder(context, { buyerId: order.buyerId });
  const { data: ofOther } = await upload(order.buyerId, picture, other.orderId);
  for (const [ids, isValid] of [
    [[own.id, foreign.id], true],
    [[own.id, own.id], false],
    [Array.from({ length: maxEvidencePerMessage + 1 }, () => crypto.randomUUID()), false],
  ] as const)
    expect(evidenceIds.safeParse(ids).success).toBe(isValid);
  for (const ids of [[foreign.id], [ofOther.id], [own.id, crypto.randomUUID()]])
    await expect(attach(order.buyerId, ids)).rejects.toMatchObject({ code: "complaints.evidence_unknown" });
  await attach(order.buyerId, [own.id]);
  await expect(attach(order.buyerId, [own.id])).rejects.toMatchObject({ code: "complaints.evidence_unknown" });
});

test("a file that no message uses can be deleted by its owner, and is deleted after a day", async () => {
  const [{ data: first }, { data: second }, { data: used }] = (await Promise.all(
    [0, 1, 2].map(() => upload(order.buyerId, picture)),
  )) as [Awaited<ReturnType<typeof upload>>, Awaited<ReturnType<typeof upload>>, Awaited<ReturnType<typeof upload>>];
  await attach(order.buyerId, [used.id]);
  const keyOf = async (id: string) =>
    (await context.db.row<{ key: string }>(sql`select key from complaint_evidence where id = ${id}`))?.key;
  const keys = [await keyOf(first.id), await keyOf(second.id), await keyOf(used.id)];
  const remove = async (userId: string, id: string) =>
    (await app.inject({ method: "DELETE", url: `/v1/complaint-evidence/${id}`, headers: await bearer(userId) }))
      .statusCode;
  expect(await remove(order.sellerId, first.id)).toBe(404);
  expect(await remove(order.buyerId, used.id)).toBe(404);
  expect(await remove(order.buyerId, first.id)).toBe(200);
  await removeUnusedEvidence(context, addDuration(now(), unusedEvidenceTtl - minute));
  await workJobs(context, mediaJobs);
  expect(
    (await files())
      .map((name) => keys.indexOf(name.slice(0, -5)))
      .filter((at) => at >= 0)
      .sort(),
  ).toEqual([1, 2]);
  await removeUnusedEvidence(context, addDuration(now(), unusedEvidenceTtl + minute));
  await workJobs(context, mediaJobs);
  expect(await keyOf(second.id)).toBeUndefined();
  expect(await files()).toContain(`${keys[2]}.webp`);
  expect(await files()).not.toContain(`${keys[1]}.webp`);
  await expect(readFile(join(context.config.dataDir, "private", `${keys[2]}.webp`))).resolves.toBeDefined();
});
