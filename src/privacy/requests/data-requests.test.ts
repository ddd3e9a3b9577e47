import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type Person, type World } from "../../../test/attacks/make-world.ts";
import { makeSession } from "../../../test/make/checkout.ts";
import { makePlacedOrder } from "../../../test/make/orders.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { runQueued } from "../../../test/run-all-jobs.ts";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour } from "#lib/time.ts";
import { momentOf, typedMoment } from "../breaches/rules.ts";
import { deleteAccount } from "../delete-account.ts";
import { anonymiseOldRequests } from "./answer-request.ts";
import { letterReceivedAt, requestRetentionDuration } from "./rules.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const now = () => world.context.clock.now();
async function newPerson(type: "pembeli" | "operator" = "pembeli"): Promise<Person> {
  const id = await makeUser(world.context, { type });
  const cookie = `__Host-sid=${await makeSession(world.context, id)}`;
  const call: Person["call"] = (method, url, body, headers) =>
    world.nobody.call(method, url, body, { cookie, ...headers });
  return { id, cookie, call, open: (url) => call("GET", url, undefined, { accept: "text/html" }) };
}
const ask = (person: Person, kind: string) =>
  person.call("POST", "/v1/users/data-requests", { kind, text: "Nama saya di profil keliru." });
const own = async (person: Person) => (await person.call("GET", "/v1/users/data-requests")).body.result;
const desk = async (view = "open") =>
  (await world.operator.call("GET", `/v1/operator/data-requests?view=${view}`)).body.result.rows;
const answer = (id: string, body: object, by = world.operator) =>
  by.call("POST", `/v1/operator/data-requests/${id}/answer`, {
    granted: true,
    answer: "Nama Anda sudah kami betulkan, terima kasih.",
    acts: false,
    ...body,
  });
const letter = (body: object) =>
  world.operator.call("POST", "/v1/operator/data-requests", {
    kind: "objection",
    text: "Saya tidak mau menerima promo lagi.",
    received_at: typedMoment(addDuration(now(), -hour)),
    sender_name: "Bambang Suratman",
    ...body,
  });
const mailsTo = (email: string) =>
  world.context.db.rows<{ payload: { to: string; subject: string } }>(sql`
    select payload from graphile_worker._private_jobs where payload->>'to' = ${email}`);

test("a request is due 3×24 hours after it was made, waits on the console's home, and is answered once", async () => {
  const person = await newPerson();
  const { id } = (await ask(person, "correction")).body.data;
  expect((await ask(person, "correction")).body.code).toBe("data_requests.is_open");
  const [request] = await own(person);
  expect(Date.parse(request.due_at) - Date.parse(request.received_at)).toBe(3 * day);
  const { items } = (await world.operator.call("GET", "/v1/operator/worklist")).body.result;
  expect(items).toContainEqual(expect.objectContaining({ kind: "data_request", subject: id, due_at: request.due_at }));
  expect((await answer(id, {})).status).toBe(200);
  expect((await answer(id, { granted: false })).body.code).toBe("data_requests.closed");
  expect((await own(person))[0]).toMatchObject({ state: "granted", answer: expect.stringContaining("betulkan") });
  const { body } = await person.call("GET", "/v1/users/notifications");
  expect(JSON.stringify(body.data)).toContain("dikabulkan");
});

test("who asks for a copy of the data gets it at once, and the finished copy answers the request", async () => {
  const person = await newPerson();
  await ask(person, "access");
  expect((await own(person))[0].state).toBe("open");
  await runQueued(world.context);
  expect((await own(person))[0]).toMatchObject({ state: "granted", kind: "access" });
  expect((await person.call("GET", "/v1/users/archive")).body.result.ready_at).not.toBeNull();
});

test("a granted deletion is scheduled with all its consequences, and not while an order is open", async () => {
  const [free, busy] = [await newPerson(), await newPerson()];
  await makePlacedOrder(world.context, { buyerId: busy.id });
  const ids: string[] = [];
  for (const person of [free, busy]) ids.push((await ask(person, "deletion")).body.data.id);
  expect((await answer(ids[1] ?? "", { acts: true })).body.code).toBe("privacy.deletion_blocked");
  expect((await own(busy))[0].state).toBe("open");
  expect((await answer(ids[0] ?? "", { acts: true })).status).toBe(200);
  expect((await free.call("GET", "/v1/users/deletion")).status).toBe(401);
  const scheduled = await world.context.db.row<{ due_at: Date }>(
    sql`select due_at from account_deletions where user_id = ${free.id}`,
  );
  expect(await deleteAccount(world.context, free.id, addDuration(scheduled?.due_at ?? now(), day))).toBe(true);
  const row = await world.context.db.row(sql`select state, text, answer from data_requests where id = ${ids[0]}`);
  expect(row).toEqual({ state: "granted", text: "(dihapus)", answer: "(dihapus)" });
});

test("who deletes the account in the account page has also answered the request for it", async () => {
  const person = await newPerson();
  await ask(person, "deletion");
  await person.call("POST", "/v1/users/deletion", { understood: true });
  expect((await own(person))[0]).toMatchObject({ state: "granted" });
});

test("an objection withdraws what the account does not need", async () => {
  const person = await newPerson();
  await person.call("PUT", "/v1/users/consents/marketing", { given: true });
  const { id } = (await ask(person, "objection")).body.data;
  expect((await answer(id, { acts: true })).status).toBe(200);
  const { purposes } = (await person.call("GET", "/v1/users/consents")).body.result;
  expect(purposes.find((one: { purpose: string }) => one.purpose === "marketing").given).toBe(false);
});

test("a letter's clock starts at the moment when it arrived, and its sender is answered by mail", async () => {
  const arrivedAt = momentOf(typedMoment(addDuration(now(), -5 * day)));
  const sent = { received_at: typedMoment(arrivedAt ?? now()), sender_email: "bambang@surat.test" };
  const { id } = (await letter(sent)).body.data;
  const stored = (await world.operator.call("GET", `/v1/operator/data-requests/${id}`)).body.result;
  expect([stored.received_at, stored.due_at]).toEqual([
    arrivedAt?.toISOString(),
    addDuration(arrivedAt ?? now(), 3 * day).toISOString(),
  ]);
  const listed = (await desk()).find((row: { id: string }) => row.id === id);
  expect(listed).toMatchObject({ sender: "Bambang S•••", channel: "letter", is_overdue: true });
  expect((await answer(id, { acts: true })).body.code).toBe("data_requests.no_step");
  expect((await answer(id, { granted: false })).status).toBe(200);
  const mails = await mailsTo("bambang@surat.test");
  expect(mails.map(({ payload }) => payload.subject)).toEqual([expect.stringContaining("ditolak")]);
  expect((await desk("closed")).map((row: { id: string }) => row.id)).toContain(id);
});

test("the deletion that a letter asks for is granted by another operator than the one who entered it", async () => {
  const person = await newPerson();
  const { id } = (await letter({ kind: "deletion", account: person.id })).body.data;
  const other = await newPerson("operator");
  const shown = async (by: Person) =>
    (await by.call("GET", `/v1/operator/data-requests/${id}`)).body.result.needs_other;
  expect([await shown(world.operator), await shown(other)]).toEqual([true, false]);
  for (const acts of [true, false])
    expect((await answer(id, { acts })).body).toMatchObject({ code: "data_requests.own_letter" });
  expect((await person.call("GET", "/v1/users/deletion")).body.result.due_at).toBeNull();
  expect((await answer(id, { acts: true }, other)).status).toBe(200);
  const stored = await world.context.db.row(sql`select from account_deletions where user_id = ${person.id}`);
  expect(stored).toBeDefined();
  const { id: refused } = (await letter({ kind: "deletion", account: (await newPerson()).id })).body.data;
  expect((await answer(refused, { granted: false })).status).toBe(200);
});

test("a letter from the future, from long ago and of an unknown account is refused at its field", async () => {
  const tomorrow = typedMoment(addDuration(now(), day));
  for (const received_at of [tomorrow, "2020-01-01T10:00"])
    expect((await letter({ received_at })).body).toMatchObject({
      code: "data_requests.day",
      data: { received_at: ["Tulis waktu yang sudah lewat dan belum terlalu lama."] },
    });
  expect((await letter({ received_at: "2026-02-30T10:00" })).status).toBe(422);
  expect((await letter({ account: "tidak-ada@kawung.test" })).body.code).toBe("data_requests.no_such_account");
  const at = new Date("2026-11-23T07:05:00Z");
  expect(letterReceivedAt("2026-11-23T14:05", at)).toEqual(at);
  expect(letterReceivedAt("2026-11-23T14:06", at)).toBeUndefined();
});

test("each reading of a request by an operator is in the audit log", async () => {
  const person = await newPerson();
  const { id } = (await ask(person, "restriction")).body.data;
  const { body } = await world.operator.call("GET", `/v1/operator/data-requests/${id}`);
  expect(body.result).toMatchObject({ text: "Nama saya di profil keliru.", user_id: person.id, answered_by: null });
  const read = await world.context.db.rows(
    sql`select actor_id from audit_entries where subject_id = ${id} and action = 'privacy.request_read'`,
  );
  expect(read).toEqual([{ actor_id: world.operator.id }]);
});

test("nobody answers an own request, and strangers neither see nor withdraw it", async () => {
  const operator = await newPerson("operator");
  const { id } = (await ask(operator, "correction")).body.data;
  expect((await answer(id, {}, operator)).body.code).toBe("data_requests.own");
  expect((await world.buyer.call("POST", `/v1/users/data-requests/${id}/withdraw`)).status).toBe(404);
  expect((await operator.call("POST", `/v1/users/data-requests/${id}/withdraw`)).status).toBe(200);
  expect((await operator.call("POST", `/v1/users/data-requests/${id}/withdraw`)).status).toBe(409);
});

test("five years after its end a request has lost its words and its sender, and keeps its outcome", async () => {
  const { id } = (await letter({ sender_email: "lama@surat.test" })).body.data;
  await answer(id, { granted: false });
  const stored = () =>
    world.context.db.row(
      sql`select text, answer, sender_name, sender_email, state from data_requests where id = ${id}`,
    );
  await anonymiseOldRequests(world.context, addDuration(now(), requestRetentionDuration - day));
  expect(await stored()).toMatchObject({ sender_name: "Bambang Suratman" });
  await anonymiseOldRequests(world.context, addDuration(now(), requestRetentionDuration + day));
  expect(await stored()).toEqual({
    text: "(dihapus)",
    answer: "(dihapus)",
    sender_name: null,
    sender_email: null,
    state: "refused",
  });
});
