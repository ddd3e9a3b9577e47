import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type Person, type World } from "../../../test/attacks/make-world.ts";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour } from "#lib/time.ts";
import { mediaJobs } from "#media/jobs.ts";
import { makeProduct } from "../../../test/make/rows.ts";
import { workJobs } from "../../../test/run-jobs.ts";
import { deleteReportDocuments } from "./report-listing.ts";
import { reportDocumentDuration } from "./rules.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const newProduct = () => makeProduct(world.context, world.shopId);
const report = (person: Person, body: object) =>
  person.call("POST", "/v1/listing-reports", { kind: "counterfeit", text: "Mereknya ditiru, kotaknya lain.", ...body });
const desk = async () => (await world.operator.call("GET", "/v1/operator/listing-reports")).body.result.rows;
const own = async (person: Person) => (await person.call("GET", "/v1/listing-reports")).body.result;

test("forbidden goods have the shorter clock, and the desk lists what is due first", async () => {
  const [usual, urgent] = [await newProduct(), await newProduct()];
  await report(world.buyer, { product: usual.slug });
  await report(world.buyer, { product: urgent.slug, kind: "forbidden" });
  const rows = (await desk()).filter((row: { product: { id: string } | null }) =>
    [usual.productId, urgent.productId].includes(row.product?.id ?? ""),
  );
  expect(rows.map((row: { product: { id: string } }) => row.product.id)).toEqual([urgent.productId, usual.productId]);
  const clock = (row: { created_at: string; due_at: string }) => Date.parse(row.due_at) - Date.parse(row.created_at);
  expect(rows.map(clock)).toEqual([4 * hour, 24 * hour]);
  // What an operator decides by: the goods, the shop, and a masked sender with the earlier reports.
  expect(rows[0]).toMatchObject({
    goods: { price: expect.any(Number), category: expect.any(String) },
    shop_facts: { is_verified: false, measures: expect.any(Number) },
    reporter: { acted: 0, dismissed: 0, name: expect.stringMatching(/^\S+( \S•••)*$/) },
    decided: null,
  });
});

test("a takedown closes all reports of the product, and everybody who reported it is notified", async () => {
  const { slug, productId } = await newProduct();
  for (const person of [world.buyer, world.otherBuyer])
    expect((await report(person, { product: slug })).status).toBe(200);
  expect((await desk()).find((row: { product: { id: string } | null }) => row.product?.id === productId).others).toBe(
    1,
  );
  const measure = { rule: "counterfeit", text: "Barang ini meniru merek orang lain." };
  await world.operator.call("POST", `/v1/operator/products/${productId}/take-down`, measure);
  for (const person of [world.buyer, world.otherBuyer]) {
    expect((await own(person))[0]).toMatchObject({ state: "acted" });
    const { body } = await person.call("GET", "/v1/users/notifications");
    expect(JSON.stringify(body.data)).toContain("Laporan Anda ditindak");
  }
  expect((await report(world.buyer, { product: slug })).status).toBe(404);
});

test("a dismissed report has an answer for its sender, and can be decided once", async () => {
  const { slug } = await newProduct();
  const { id } = (await report(world.buyer, { product: slug })).body.data;
  const url = `/v1/operator/listing-reports/${id}/dismiss`;
  const answer = "Penjual menunjukkan surat dari pemegang merek.";
  expect((await world.operator.call("POST", url, { answer })).status).toBe(200);
  expect((await own(world.buyer))[0]).toMatchObject({ state: "dismissed", answer });
  expect((await world.operator.call("POST", url, { answer })).body.code).toBe("listing_reports.closed");
});

test("nobody reports twice at once, the own shop, or what is not on sale", async () => {
  const { slug } = await newProduct();
  const answers = await Promise.all([1, 2, 3].map(() => report(world.buyer, { product: slug })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await report(world.seller, { product: slug })).body.code).toBe("listing_reports.own");
  expect((await report(world.buyer, { shop: "toko-yang-tidak-ada" })).status).toBe(404);
  expect((await report(world.buyer, {})).status).toBe(422);
  expect((await report(world.nobody, { product: slug })).status).toBe(401);
});

test("the document of a violated right is encrypted, read only by operators, and each reading is recorded", async () => {
  const { slug } = await newProduct();
  const { id } = (await report(world.buyer, { product: slug, kind: "rights" })).body.data;
  const form = new FormData();
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  form.set("document", new File([new Uint8Array(png)], "sertifikat.png"));
  const wrapped = new Response(form);
  const payload = Buffer.from(await wrapped.arrayBuffer());
  const headers = { "content-type": wrapped.headers.get("content-type") ?? "" };
  const send = (person: Person) => person.call("POST", `/v1/listing-reports/${id}/document`, payload, headers);
  expect((await send(world.otherBuyer)).status).toBe(404);
  expect((await send(world.buyer)).status).toBe(200);
  expect((await send(world.buyer)).status).toBe(404);
  const url = `/v1/operator/listing-reports/${id}/document`;
  expect((await world.buyer.call("GET", url)).status).toBe(403);
  expect((await world.operator.call("GET", url)).headers["content-type"]).toBe("image/webp");
  const row = await world.context.db.row<{ n: number }>(
    sql`select count(*)::int as n from audit_entries where action = 'catalog.report_document_read'`,
  );
  expect(row?.n).toBe(1);

  // It is kept while somebody can object to the decision.
  const { db, clock, config } = world.context;
  const decided = await world.operator.call("POST", `/v1/operator/listing-reports/${id}/dismiss`, {
    answer: "Sertifikat ini bukan untuk barang ini.",
  });
  expect(decided.status).toBe(200);
  const documents = async () => (await readdir(join(config.dataDir, "private"))).filter((name) => name.startsWith("d"));
  const before = await documents();
  await deleteReportDocuments(world.context, addDuration(clock.now(), reportDocumentDuration - day));
  expect((await world.operator.call("GET", url)).status).toBe(200);
  await deleteReportDocuments(world.context, addDuration(clock.now(), reportDocumentDuration + day));
  await workJobs(world.context, mediaJobs);
  expect((await world.operator.call("GET", url)).status).toBe(404);
  expect((await documents()).length).toBe(before.length - 1);
  expect(await db.row(sql`select from listing_reports where document_key is not null and id = ${id}`)).toBeUndefined();
});

test("without scripts a buyer reports a product by the form of the profile", async () => {
  const { slug } = await newProduct();
  const page = await world.buyer.open(`/profile?page=listingReports&product=${slug}`);
  expect(page.text).toContain("Laporkan produk");
  const body = new URLSearchParams({ about: "product", slug, kind: "rights", text: "Ini merek saya sejak lama." });
  const send = () =>
    world.buyer.call("POST", `/profile?page=listingReports&product=${slug}`, body.toString(), {
      "content-type": "application/x-www-form-urlencoded",
      accept: "text/html",
    });
  expect((await send()).text).toContain("Sertakan bukti hak Anda");
  body.set("kind", "pictures");
  const sent = await send();
  expect([sent.status, sent.headers.location]).toEqual([303, "/profile?page=listingReports&notice=sent"]);
});
