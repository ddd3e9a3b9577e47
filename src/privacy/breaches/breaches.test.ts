import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "../../../test/attacks/make-world.ts";
import { makePlacedOrder } from "../../../test/make/orders.ts";
import { makeShop, makeUser } from "../../../test/make/rows.ts";
import { readPdf } from "../../../test/read/pdf.ts";
import { runQueued } from "../../../test/run-all-jobs.ts";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour } from "#lib/time.ts";
import { addBreachPeople } from "./record-breach.ts";
import { momentOf, readPeopleList, typedMoment } from "./rules.ts";
import { sendLetters } from "./send-letters.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const now = () => world.context.clock.now();
const fields = (more: object = {}) => ({
  title: "Cadangan lama bisa diunduh",
  what: "Sebuah cadangan lama bisa diunduh tanpa masuk.",
  cause: "Satu aturan akses keliru.",
  measures: "Berkas ditutup, dan kuncinya diganti.",
  advice: "Ganti kata sandi Anda.",
  data_kinds: ["email", "orders"],
  began_at: typedMoment(addDuration(now(), -2 * day)),
  ended_at: typedMoment(now()),
  noticed_at: typedMoment(addDuration(now(), -hour)),
  other_people: 3,
  ...more,
});
async function record(): Promise<string> {
  const { status, body } = await world.operator.call("POST", "/v1/operator/breaches", fields());
  expect(status).toBe(200);
  return body.data.id;
}
const call = (method: "GET" | "POST" | "PUT", id: string, path = "", body?: object) =>
  world.operator.call(method, `/v1/operator/breaches/${id}${path}`, body);
const read = async (id: string) => (await call("GET", id)).body.result;
const emailOf = async (id: string) =>
  (await world.context.db.row<{ email: string }>(sql`select email from users where id = ${id}`))?.email ?? "";
const waiting = async () =>
  (await world.operator.call("GET", "/v1/operator/worklist")).body.result.items.filter(
    ({ kind }: { kind: string }) => kind === "breach",
  );

test("a breach is due 3×24 hours after it was noticed, and waits until people and the authority are notified", async () => {
  const id = await record();
  const { noticed_at, due_at } = await read(id);
  expect(Date.parse(due_at) - Date.parse(noticed_at)).toBe(3 * day);
  const isWaiting = async () => (await waiting()).some(({ subject }: { subject: string }) => subject === id);
  expect(await isWaiting()).toBe(true);
  const person = await makeUser(world.context);
  expect((await call("POST", id, "/letters")).body.code).toBe("breaches.no_people");
  await call("POST", id, "/people", { selection: "list", list: person });
  expect((await call("POST", id, "/letters")).body.data).toEqual({ people: 1 });
  expect(await isWaiting()).toBe(true);
  expect((await call("POST", id, "/report", { reference: "PDP/2026/0042" })).status).toBe(200);
  expect((await call("POST", id, "/report", { reference: "PDP/2026/0043" })).body.code).toBe("breaches.reported");
  expect(await isWaiting()).toBe(false);
});

test("each person gets the letter once, as mail and notification, with what the law asks", async () => {
  const id = await record();
  const people = [await makeUser(world.context), await makeUser(world.context), await makeUser(world.context)];
  const emails = await Promise.all(people.map(emailOf));
  const list = `${people[0]}\n"${emails[1]?.toUpperCase()}",${emails[2]}; bukan-apa-apa`;
  expect((await call("POST", id, "/people", { selection: "list", list })).body.data).toEqual({
    added: 3,
    unfound: ["bukan-apa-apa"],
  });
  expect((await call("POST", id, "/people", { selection: "list", list })).body.data.added).toBe(0);
  await call("POST", id, "/letters");
  await sendLetters(world.context, id, now(), 2);
  const mails = await world.context.db.rows<{
    payload: { to: string; paragraphs: string[] };
    priority: number;
  }>(sql`
    select payload, priority from graphile_worker._private_jobs where payload->>'to' = any(${emails}::text[])`);
  expect(mails.map(({ payload }) => payload.to).sort()).toEqual(emails.toSorted());
  // Behind the mails that people wait for.
  expect(mails.map(({ priority }) => priority)).toEqual([10, 10, 10]);
  const text = mails[0]?.payload.paragraphs.join(" ") ?? "";
  for (const part of [
    "alamat email, pesanan dan pembayaran",
    "bisa diunduh tanpa masuk",
    "kuncinya diganti",
    "Ganti kata sandi",
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("aturan akses keliru");
  await runQueued(world.context);
  expect(await read(id)).toMatchObject({ people: 3, notified: 3 });
  const told = await world.context.db.rows(
    sql`select from notifications where dedupe_key = ${`breach:${id}`} and user_id = any(${people}::uuid[])`,
  );
  expect(told).toHaveLength(3);
});

test("lines of a list that match no account are named, because they get no letter", async () => {
  const id = await record();
  const [person, gone] = [await makeUser(world.context), await makeUser(world.context)];
  await world.context.db.run(sql`update users set deleted_at = now() where id = ${gone}`);
  const nobody = [gone, "hantu@x.id", "11111111-2222-4333-8444-555555555555", "bukan"];
  const list = [await emailOf(person), ...nobody, person, "hantu@x.id"].join("\n");
  expect((await call("POST", id, "/people", { selection: "list", list })).body.data).toEqual({
    added: 1,
    unfound: nobody,
  });
  expect(await read(id)).toMatchObject({ people: 1 });
});

test("people are found by what they did during the breach", async () => {
  const shop = await makeShop(world.context);
  const slug = (await world.context.db.row<{ slug: string }>(sql`select slug from shops where id = ${shop.shopId}`))
    ?.slug;
  const buyer = await makeUser(world.context);
  await makePlacedOrder(world.context, { buyerId: buyer, shops: [shop] });
  const id = await record();
  await call("PUT", id, "", fields({ ended_at: typedMoment(addDuration(now(), -hour)) }));
  expect((await call("POST", id, "/people", { selection: "shop", shop: slug })).body.code).toBe("breaches.nobody");
  // The field has minutes, and the order was made in this one.
  await world.context.db.run(sql`update data_breaches set ended_at = ${now()} where id = ${id}`);
  expect((await call("POST", id, "/people", { selection: "shop", shop: slug })).body.data).toEqual({
    added: 1,
    unfound: [],
  });
  const by = { userId: world.operator.id, type: "operator", operatorRole: "owner" };
  const all = await addBreachPeople(world.context, by, id, { selection: "all", shop: "", list: "" }, 3);
  const count = await world.context.db.row<{ n: number }>(
    sql`select count(*)::int as n from users where deleted_at is null`,
  );
  expect(all.added).toBe((count?.n ?? 0) - 1);
  for (const selection of ["logins", "orders", "registered", "bank_accounts"])
    expect([200, 422]).toContain((await call("POST", id, "/people", { selection })).status);
});

test("the report to the authority is a PDF with the facts, the cause and the number of people", async () => {
  const id = await record();
  await call("POST", id, "/people", { selection: "list", list: await makeUser(world.context) });
  const response = await world.app.inject({
    url: `/v1/operator/breaches/${id}/letter.pdf`,
    headers: { cookie: world.operator.cookie, "sec-fetch-site": "same-origin" },
  });
  expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "application/pdf"]);
  const { text } = readPdf(response.rawPayload);
  for (const part of ["aturan akses keliru", "1 akun dan sekitar 3 orang", "alamat email"])
    expect(text).toContain(part);
});

test("moments that do not exist, are in the future or out of order are refused at their fields", async () => {
  const post = async (more: object) => (await world.operator.call("POST", "/v1/operator/breaches", fields(more))).body;
  expect(momentOf("2026-02-30T10:00")).toBeUndefined();
  expect(momentOf(typedMoment(new Date("2026-11-23T03:04:00Z")))?.toISOString()).toBe("2026-11-23T03:04:00.000Z");
  expect(await post({ noticed_at: "besok" })).toMatchObject({ code: "breaches.moments" });
  expect((await post({ noticed_at: typedMoment(addDuration(now(), day)) })).data).toHaveProperty("noticed_at");
  expect((await post({ ended_at: typedMoment(addDuration(now(), -3 * day)) })).data).toHaveProperty("ended_at");
  expect((await post({ noticed_at: typedMoment(addDuration(now(), -4 * day)) })).data).toHaveProperty("noticed_at");
  expect(readPeopleList("a@b.id, x; \n\n")).toEqual({ ids: [], emails: ["a@b.id"], words: ["a@b.id", "x"] });
});

test("a form with wrong texts and wrong moments is refused once, with all of them", async () => {
  const { body, status } = await world.operator.call(
    "POST",
    "/v1/operator/breaches",
    fields({
      title: "Singkat",
      what: "",
      data_kinds: [],
      noticed_at: typedMoment(addDuration(now(), day)),
      ended_at: "",
    }),
  );
  expect([status, body.code]).toEqual([422, "request.invalid"]);
  expect(Object.keys(body.data).sort()).toEqual(["data_kinds", "ended_at", "noticed_at", "title", "what"]);
});

test("a letter keeps what was sent when the record changes, and only later people get the new text", async () => {
  const id = await record();
  const [first, second] = [await makeUser(world.context), await makeUser(world.context)];
  await call("POST", id, "/people", { selection: "list", list: first });
  await call("POST", id, "/letters");
  // The record changes before the job has sent the letters that were confirmed.
  const what = "Cadangan dari bulan lalu bisa diunduh tanpa masuk.";
  expect((await call("PUT", id, "", fields({ what }))).status).toBe(200);
  await sendLetters(world.context, id, now());
  expect(await read(id)).toMatchObject({
    notified: 1,
    sent_letters: [{ people: 1, is_outdated: true, paragraphs: expect.arrayContaining([fields().what]) }],
  });
  await call("POST", id, "/people", { selection: "list", list: second });
  await call("POST", id, "/letters");
  await sendLetters(world.context, id, now());
  const texts = await Promise.all(
    [first, second].map(
      async (person) =>
        (
          await world.context.db.row<{ text: string }>(sql`
          select payload->>'paragraphs' as text from graphile_worker._private_jobs where payload->>'to' = ${await emailOf(person)}`)
        )?.text,
    ),
  );
  expect(texts[0]).toContain("Sebuah cadangan lama");
  expect(texts[1]).toContain("Cadangan dari bulan lalu");
  expect((await read(id)).sent_letters).toMatchObject([
    { people: 1, is_outdated: false },
    { people: 1, is_outdated: true },
  ]);
});

test("letters that an earlier release began to send reach the people who have none yet", async () => {
  const id = await record();
  const person = await makeUser(world.context);
  await call("POST", id, "/people", { selection: "list", list: person });
  await call("POST", id, "/letters");
  // That release stored no letters, only the job.
  await world.context.db.run(sql`delete from data_breach_letters where breach_id = ${id}`);
  await runQueued(world.context);
  expect(await read(id)).toMatchObject({
    notified: 1,
    sent_letters: [{ people: 1, paragraphs: expect.arrayContaining([fields().what]) }],
  });
});

test("a letter of 800 lines is sent whole", async () => {
  const words = Array.from({ length: 400 }, (_, at) => `b${at}`);
  const { body } = await world.operator.call(
    "POST",
    "/v1/operator/breaches",
    fields({ what: words.join("\n"), measures: words.join("\n") }),
  );
  const person = await makeUser(world.context);
  await call("POST", body.data.id, "/people", { selection: "list", list: person });
  expect((await call("POST", body.data.id, "/letters")).body.data).toEqual({ people: 1 });
  const [sent] = (await read(body.data.id)).sent_letters;
  const text = sent.paragraphs.join("\n").split("\n");
  expect(text.filter((line: string) => words.includes(line))).toHaveLength(800);
});
