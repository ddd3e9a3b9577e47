import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { addDuration, day } from "#lib/time.ts";
import { mediaJobs } from "#media/jobs.ts";
import { mediaRoutes } from "#media/routes.ts";
import { makeSession } from "../../../../test/make/checkout.ts";
import { makeContext } from "../../../../test/make/context.ts";
import { attemptOf, makePlacedOrder } from "../../../../test/make/orders.ts";
import { makeUser } from "../../../../test/make/rows.ts";
import { workJobs } from "../../../../test/run-jobs.ts";
import { paymentRoutes } from "../../routes.ts";
import { deleteTransferReports, removeOldProofs } from "./report-transfer.ts";
import { maxTransferReports, proofLimits } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let app: Awaited<ReturnType<typeof createHttp>>;
let picture: Buffer;
const now = () => context.clock.now();

beforeAll(async () => {
  context = await makeContext({ LIMIT_FACTOR: "100", MANUAL_BANK_ACCOUNTS: "bca:1234567890:PT Maju Jaya" });
  app = await createHttp(context);
  await app.register(async (scope) => {
    paymentRoutes(scope, context);
    mediaRoutes(scope, context);
  });
  await app.ready();
  picture = await sharp({ create: { width: 60, height: 90, channels: 3, background: "#336699" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "rahasia" } })
    .toBuffer();
});
afterAll(async () => {
  await app.close();
  await context.close();
});

async function report(
  userId: string,
  paymentId: string,
  { name = "SARI DEWI", file }: { name?: string; file?: Buffer },
) {
  const form = new FormData();
  form.set("sender_name", name);
  form.set("picture", new File(file ? [new Uint8Array(file)] : [], file ? "bukti.jpg" : ""));
  const wrapped = new Response(form);
  const response = await app.inject({
    method: "PUT",
    url: `/v1/payments/${paymentId}/transfer-report`,
    headers: {
      "content-type": wrapped.headers.get("content-type") ?? "",
      authorization: `Bearer ${await makeSession(context, userId)}`,
    },
    payload: Buffer.from(await wrapped.arrayBuffer()),
  });
  return { status: response.statusCode, ...response.json<{ code?: string; data?: object; message: string }>() };
}
const get = async (userId: string, url: string) =>
  app.inject({ url, headers: { authorization: `Bearer ${await makeSession(context, userId)}` } });
const proofs = () => readdir(join(context.config.dataDir, "private")).catch(() => []);
const workDeletions = () => workJobs(context, mediaJobs);

async function placed(method = "transfer_bca") {
  const made = await makePlacedOrder(context, { method });
  const { id: attemptId } = await attemptOf(context, made.paymentId);
  return { ...made, attemptId };
}
const keyOf = async (attemptId: string) =>
  (
    await context.db.row<{ key: string }>(
      sql`select proof_key as key from transfer_reports where attempt_id = ${attemptId}`,
    )
  )?.key ?? "";

test("a buyer reports a transfer with a picture, which no public address serves and only operators of finance see", async () => {
  const made = await placed();
  const answer = await report(made.buyerId, made.paymentId, { file: picture });
  expect(answer.message).toContain("pembayaran belum tercatat");
  expect(answer.data).toMatchObject({ has_proof: true });
  const shown = (await get(made.buyerId, `/v1/payments/${made.paymentId}`)).json<{ result: object }>().result;
  expect(shown).toMatchObject({ status: "pending", transfer: { has_proof: true }, received: 0 });
  const key = await keyOf(made.attemptId);
  expect((await app.inject({ url: `/img/${key}-400.webp` })).statusCode).toBe(404);
  const url = `/v1/operator/transfer-proofs/${made.attemptId}`;
  for (const [who, status] of [
    [made.buyerId, 403],
    [made.sellerId, 403],
  ] as const)
    expect((await get(who, url)).statusCode).toBe(status);
  const support = await makeUser(context, { type: "operator" });
  await context.db.run(sql`update users set operator_role = 'support' where id = ${support}`);
  expect((await get(support, url)).statusCode).toBe(403);
  const seen = await get(await makeUser(context, { type: "operator" }), url);
  expect([seen.statusCode, seen.headers["content-type"], seen.headers["cache-control"]]).toEqual([
    200,
    "image/webp",
    "private, no-store",
  ]);
  const facts = await sharp(seen.rawPayload).metadata();
  expect([facts.width, facts.exif]).toEqual([60, undefined]);
});

test("a new report replaces the one before, with its picture; after ten no more is accepted", async () => {
  const made = await placed();
  await report(made.buyerId, made.paymentId, { file: picture });
  const first = await keyOf(made.attemptId);
  await report(made.buyerId, made.paymentId, { name: "WAHYU" });
  expect(await keyOf(made.attemptId)).toBe(first);
  await report(made.buyerId, made.paymentId, { file: picture });
  await workDeletions();
  expect(await proofs()).not.toContain(`${first}.webp`);
  expect(await proofs()).toContain(`${await keyOf(made.attemptId)}.webp`);
  const before = await proofs();
  const answers = await Promise.all(
    Array.from({ length: maxTransferReports }, () => report(made.buyerId, made.paymentId, { file: picture })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxTransferReports - 3);
  expect(answers.filter(({ code }) => code === "payments.too_many_reports")).toHaveLength(3);
  await workDeletions();
  expect(await proofs()).toHaveLength(before.length);
});

test("a report needs the buyer's own open bank transfer, and a picture that is one", async () => {
  const made = await placed();
  const stranger = await makeUser(context);
  expect((await report(stranger, made.paymentId, { file: picture })).code).toBe("payments.not_found");
  const va = await placed("va_bca");
  expect((await report(va.buyerId, va.paymentId, { file: picture })).code).toBe("payments.not_payable");
  expect((await report(made.buyerId, made.paymentId, { file: Buffer.from("<svg/>") })).code).toBe(
    "media.not_a_picture",
  );
  const large = Buffer.concat([picture, Buffer.alloc(proofLimits.bytes)]);
  expect((await report(made.buyerId, made.paymentId, { file: large })).status).toBe(413);
  expect((await report(made.buyerId, made.paymentId, { name: "a".repeat(101) })).status).toBe(422);
  expect(await keyOf(made.attemptId)).toBe("");
});

test("pictures are deleted after a while, and with their buyer's account", async () => {
  const [old, own] = [await placed(), await placed()];
  await report(old.buyerId, old.paymentId, { file: picture });
  await report(own.buyerId, own.paymentId, { file: picture });
  await context.db.run(
    sql`update transfer_reports set reported_at = ${addDuration(now(), -proofLimits.ttl - day)} where attempt_id = ${old.attemptId}`,
  );
  const before = await proofs();
  await removeOldProofs(context, now());
  await context.db.transaction((tx) => deleteTransferReports(tx, own.buyerId));
  await workDeletions();
  expect(before.length - (await proofs()).length).toBe(2);
  expect(
    await context.db.rows(sql`select proof_key from transfer_reports where attempt_id = ${old.attemptId}`),
  ).toEqual([{ proof_key: null }]);
});
