import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type Person, type World } from "../../../test/attacks/make-world.ts";
import { sql } from "#lib/database.ts";
import { addDuration, day, minute } from "#lib/time.ts";
import { removePrivateFile } from "#media/private-files.ts";
import { computeBadges } from "../badges/compute-badges.ts";
import { maintainVerifications } from "./maintain-verifications.ts";
import { documentRetentionDuration, readingDuration, returnedDuration, verificationTtl } from "./rules.ts";
import { deleteVerifications } from "./send-application.ts";

let world: World;
let jpeg: Buffer;
const nik = "3273014101900001";

beforeAll(async () => {
  world = await makeWorld();
  jpeg = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#336699" } })
    .jpeg()
    .withExif({ IFD0: { Make: "KameraRahasia" } })
    .toBuffer();
});
afterAll(() => world.close());

async function upload(person: Person, kind: string, bytes: Buffer = jpeg) {
  const form = new FormData();
  form.set("kind", kind);
  form.set("document", new File([new Uint8Array(bytes)], "ktp.jpg", { type: "image/jpeg" }));
  const wrapped = new Response(form);
  const payload = Buffer.from(await wrapped.arrayBuffer());
  return person.call("POST", "/v1/seller/verification/documents", payload, {
    "content-type": wrapped.headers.get("content-type") ?? "",
  });
}

const data = { kind: "person", name: "Wahyu Laksono", address: "Jalan Braga 10, Bandung", nik };

async function apply(person: Person, more: object = {}) {
  const saved = await person.call("PUT", "/v1/seller/verification", { ...data, ...more });
  expect(saved.body.fields ?? saved.body.code).toBeUndefined();
  for (const kind of ["ktp", "selfie"]) expect((await upload(person, kind)).status).toBe(200);
  return person.call("POST", "/v1/seller/verification/send");
}

async function waitingOf(shopId: string): Promise<string> {
  const { body } = await world.operator.call("GET", "/v1/operator/verifications");
  return body.result.rows.find((one: { shop: { id: string } }) => one.shop.id === shopId)?.id ?? "";
}

const open = (id: string) =>
  world.operator.call("POST", `/v1/operator/verifications/${id}/open`, { reason: "Memeriksa pengajuan" });
const decide = (id: string, body: object) =>
  world.operator.call("POST", `/v1/operator/verifications/${id}/decide`, body);
const own = async (person: Person) => (await person.call("GET", "/v1/seller/verification")).body.result;
const entries = (action: string) =>
  world.context.db.rows<{ reason: string | null; after: unknown }>(
    sql`select reason, after from audit_entries where action = ${action} order by id`,
  );

async function clear(): Promise<void> {
  for (const shopId of [world.shopId, world.otherShopId]) {
    await world.context.db.transaction((tx) => deleteVerifications(tx, shopId));
    await world.context.db.run(
      sql`update shops set verified_at = null, legal_name = null, legal_kind = null, nib = null where id = ${shopId}`,
    );
  }
}

test("a seller is verified: documents are encrypted, each reading is recorded, and buyers see the name", async () => {
  await clear();
  expect((await apply(world.seller)).status).toBe(200);
  expect((await own(world.seller)).nik).toBe("•••• 0001");
  const id = await waitingOf(world.shopId);
  const document = `/v1/operator/verifications/${id}/documents/ktp`;
  expect((await world.operator.call("GET", document)).body.code).toBe("verification.not_read");
  expect((await decide(id, { decision: "accept", version: 1 })).body.code).toBe("verification.not_read");
  expect((await world.operator.call("GET", `/v1/operator/verifications/${id}`)).body.result.data).toBeNull();

  const readings = (await entries("shops.document_read")).length;
  expect((await open(id)).status).toBe(200);
  expect((await world.operator.call("GET", `/v1/operator/verifications/${id}`)).body.result.data).toMatchObject({
    nik,
  });
  const read = await world.operator.call("GET", document);
  expect([read.headers["content-type"], read.headers["cache-control"]]).toEqual(["image/webp", "private, no-store"]);
  expect((await entries("shops.documents_opened")).at(-1)?.reason).toBe("Memeriksa pengajuan");
  expect(await entries("shops.document_read")).toHaveLength(readings + 1);
  const { dataDir } = world.context.config;
  for (const name of await readdir(join(dataDir, "private"))) {
    const bytes = await readFile(join(dataDir, "private", name));
    expect(bytes.includes("KameraRahasia") || bytes.subarray(0, 4).toString("latin1") === "RIFF").toBe(false);
  }
  const rows = await world.context.db.rows<{ text: string }>(sql`select v::text as text from seller_verifications v`);
  expect(rows.map(({ text }) => text).join()).not.toMatch(/3273014101900001|Braga/);

  expect((await decide(id, { decision: "accept", version: 1 })).status).toBe(200);
  expect((await decide(id, { decision: "accept", version: 1 })).body.code).toBe("verification.decided");
  const shop = await world.nobody.call("GET", `/v1/merchants/${world.shopSlug}`);
  expect(shop.body.result.seller).toMatchObject({ name: "Wahyu Laksono", kind: "person", nib: null });
  const product = await world.nobody.open(`/product/${world.product.slug}`);
  expect(product.text).toContain("Wahyu Laksono");
  expect((await own(world.seller)).verified).toMatchObject({ name: "Wahyu Laksono" });
});

test("an application comes back with what to correct, and the seller corrects only that", async () => {
  await clear();
  await apply(world.seller);
  const id = await waitingOf(world.shopId);
  await open(id);
  const nothing = await decide(id, { decision: "return", version: 1, reasons: [] });
  expect(nothing.body.code).toBe("verification.nothing_to_correct");
  const reasons = [{ field: "selfie", text: "Wajah Anda tidak terlihat." }];
  expect((await decide(id, { decision: "return", version: 1, reasons })).status).toBe(200);
  expect(await own(world.seller)).toMatchObject({ status: "returned", reasons });
  await upload(world.seller, "selfie");
  expect((await world.seller.call("POST", "/v1/seller/verification/send")).status).toBe(200);
  // Another operator still has the page of the first version open.
  expect((await decide(id, { decision: "accept", version: 1 })).body.code).toBe("verification.decided");
  expect((await decide(id, { decision: "accept", version: 2 })).status).toBe(200);
});

test("a verified seller stays verified while changed data is checked, and the new data replaces the old", async () => {
  await clear();
  await apply(world.seller);
  const first = await waitingOf(world.shopId);
  await open(first);
  await decide(first, { decision: "accept", version: 1 });
  await apply(world.seller, { name: "Wahyu Laksono Putra", nik: undefined });
  expect((await own(world.seller)).verified).toMatchObject({ name: "Wahyu Laksono" });
  const second = await waitingOf(world.shopId);
  expect(second).not.toBe(first);
  await open(second);
  expect((await decide(second, { decision: "accept", version: 1 })).status).toBe(200);
  expect((await own(world.seller)).verified).toMatchObject({ name: "Wahyu Laksono Putra" });
  const states = await world.context.db.rows<{ status: string }>(
    sql`select status from seller_verifications where shop_id = ${world.shopId} order by id`,
  );
  expect(states.map(({ status }) => status)).toEqual(["replaced", "verified"]);
});

test("who types the number of somebody else does not keep that person from being verified", async () => {
  await clear();
  await apply(world.seller);
  expect((await apply(world.otherSeller)).status).toBe(200);
  const [theirs, own] = [await waitingOf(world.shopId), await waitingOf(world.otherShopId)];
  await open(own);
  const shown = await world.operator.call("GET", `/v1/operator/verifications/${own}`);
  expect(shown.body.result.shared_numbers).toEqual([
    { kind: "nik", shop: { id: world.shopId, name: expect.any(String) }, is_verified: false },
  ]);
  expect((await decide(own, { decision: "accept", version: 1 })).status).toBe(200);
  await open(theirs);
  const second = await decide(theirs, { decision: "accept", version: 1 });
  expect([second.status, second.body.code]).toEqual([409, "verification.number_verified"]);
});

test("a verified number belongs to one shop until the verification ended, and to nobody after changes", async () => {
  await clear();
  await apply(world.seller);
  const id = await waitingOf(world.shopId);
  await open(id);
  await decide(id, { decision: "accept", version: 1 });
  const taken = await apply(world.otherSeller);
  expect([taken.status, taken.body.code]).toEqual([409, "verification.number_taken"]);
  // Changed data that is withdrawn leaves no number behind, and the verified one stays.
  await apply(world.seller, { nik: "3273014101900002" });
  expect((await world.seller.call("POST", "/v1/seller/verification/withdraw")).status).toBe(200);
  const send = () => world.otherSeller.call("POST", "/v1/seller/verification/send");
  expect((await send()).body.code).toBe("verification.number_taken");
  await world.otherSeller.call("PUT", "/v1/seller/verification", { ...data, nik: "3273014101900002" });
  expect((await send()).status).toBe(200);
  await world.otherSeller.call("POST", "/v1/seller/verification/withdraw");
  expect((await world.seller.call("POST", "/v1/seller/verification/withdraw")).status).toBe(200);
  expect((await apply(world.otherSeller)).status).toBe(200);
});

test("an application that came back and is not sent again ends after its time", async () => {
  await clear();
  await apply(world.seller);
  const id = await waitingOf(world.shopId);
  await open(id);
  const reasons = [{ field: "selfie", text: "Wajah Anda tidak terlihat." }];
  await decide(id, { decision: "return", version: 1, reasons });
  const { clock } = world.context;
  await maintainVerifications(world.context, addDuration(clock.now(), returnedDuration - day));
  expect((await own(world.seller)).status).toBe("returned");
  await maintainVerifications(world.context, addDuration(clock.now(), returnedDuration + minute));
  expect((await own(world.seller)).status).toBe("expired");
});

test("implausible numbers, missing documents and other files are refused at their fields", async () => {
  await clear();
  const put = (body: object) => world.seller.call("PUT", "/v1/seller/verification", { ...data, ...body });
  for (const wrong of ["3273013502900001", "3273010101150001", "9973013202900001", "123", "32730101019x0001"])
    expect(Object.keys((await put({ nik: wrong })).body.data), wrong).toEqual(["nik"]);
  expect(Object.keys((await put({ kind: "company" })).body.data).sort()).toEqual(["nib", "npwp"]);
  await put({});
  expect(Object.keys((await world.seller.call("POST", "/v1/seller/verification/send")).body.data)).toEqual([
    "ktp",
    "selfie",
  ]);
  const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
  expect((await upload(world.seller, "ktp", svg)).body.code).toBe("media.not_a_document");
  expect((await upload(world.seller, "paspor")).status).toBe(422);
});

test("documents are open for half an hour, and only to the operator who gave the reason", async () => {
  await clear();
  await apply(world.seller);
  const id = await waitingOf(world.shopId);
  await open(id);
  await world.context.db.run(
    sql`update verification_readings set read_at = ${addDuration(world.context.clock.now(), -readingDuration - minute)}`,
  );
  const late = await world.operator.call("GET", `/v1/operator/verifications/${id}/documents/ktp`);
  expect(late.body.code).toBe("verification.not_read");
  for (const person of [world.seller, world.buyer, world.nobody])
    expect([401, 403]).toContain((await person.call("GET", `/v1/operator/verifications/${id}/documents/ktp`)).status);
});

test("a verification ends after two years, and its documents are erased a month later", async () => {
  await clear();
  await apply(world.seller);
  const id = await waitingOf(world.shopId);
  await open(id);
  await decide(id, { decision: "accept", version: 1 });
  const end = addDuration(world.context.clock.now(), verificationTtl + minute);
  await maintainVerifications(world.context, addDuration(end, -day));
  expect(await own(world.seller)).toMatchObject({ status: "verified" });
  await maintainVerifications(world.context, end);
  expect(await own(world.seller)).toMatchObject({ status: "expired", verified: null });
  expect((await world.nobody.call("GET", `/v1/merchants/${world.shopSlug}`)).body.result.seller).toBeNull();
  await maintainVerifications(world.context, addDuration(end, documentRetentionDuration - day));
  const count = () =>
    world.context.db.row<{ n: number }>(sql`
      select count(*)::int as n from verification_documents where verification_id = ${id}`);
  expect((await count())?.n).toBe(2);
  const keys = await world.context.db.rows<{ key: string }>(
    sql`select key from verification_documents where verification_id = ${id}`,
  );
  await maintainVerifications(world.context, addDuration(end, documentRetentionDuration + day));
  expect((await count())?.n).toBe(0);
  for (const { key } of keys) await removePrivateFile(world.context.config, key);
  const left = await readdir(join(world.context.config.dataDir, "private"));
  expect(left.filter((name) => keys.some(({ key }) => name.includes(key)))).toEqual([]);
  expect((await own(world.seller)).name).toBe("");
});

test("a shop that earns a badge no more loses it at night, and its numbers are stored", async () => {
  await clear();
  const { db, clock } = world.context;
  await db.run(sql`update shops set badges = '{trusted}' where id = ${world.shopId}`);
  const page = await world.nobody.open(`/merchant/${world.shopSlug}`);
  expect(page.text).not.toContain("Arti tanda ini");
  await computeBadges(world.context, clock.now());
  const shop = await db.row<{ badges: string[]; badge_numbers: { paid: number; is_verified: boolean } }>(
    sql`select badges, badge_numbers from shops where id = ${world.shopId}`,
  );
  const paid = await db.row<{ n: number }>(
    sql`select count(*)::int as n from orders where shop_id = ${world.shopId} and paid_at is not null`,
  );
  expect(shop).toMatchObject({ badges: [], badge_numbers: { is_verified: false, paid: paid?.n } });
  expect(paid?.n).toBeGreaterThan(1);
});
