import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttp } from "#lib/http/create-http.ts";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour, jakartaDay } from "#lib/time.ts";
import { makeSession } from "../../test/make/checkout.ts";
import { makeComplaint, makeMediator, readComplaint, type MadeComplaint } from "../../test/make/complaints.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeDeliveredOrder, makeShippedOrder } from "../../test/make/orders.ts";
import { anonymiseComplaints, anonymiseComplaintsBefore } from "./anonymise-complaints.ts";
import { sweepCaseDeadlines } from "./deadlines.ts";
import { removeOldEvidence } from "./evidence/add-evidence.ts";
import { publicStatisticsRoutes } from "./public-statistics/routes.ts";
import { complaintRoutes } from "./routes.ts";
import { evidenceRetentionDuration, mediatorReminderDuration } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let app: FastifyInstance;
let mediator: Awaited<ReturnType<typeof makeMediator>>;

beforeAll(async () => {
  context = await makeContext({ LIMIT_FACTOR: "100" });
  app = await createHttp(context);
  await app.register(async (scope) => complaintRoutes(scope, context));
  await app.register(async (scope) => publicStatisticsRoutes(scope, context));
  await app.ready();
  mediator = await makeMediator(context);
});
afterAll(async () => {
  await app.close();
  await context.close();
});

async function call(userId: string, method: "GET" | "POST", url: string, body?: object) {
  const token = await makeSession(context, userId);
  const response = await app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { payload: body } : {}),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- tests check what the responses contain
  return { status: response.statusCode, ...response.json<any>() };
}
const path = ({ complaintId }: MadeComplaint) => `/v1/complaints/${complaintId}`;
const operatorPath = (one: MadeComplaint) => `/v1/operator${path(one).slice(3)}`;
const refund = (one: MadeComplaint, amount: number) => ({
  kind: "refund",
  lines: [{ line_id: one.lineId, amount }],
  shipping: 0,
});

test("before opening, a buyer reads what can be complained about and what it can lead to", async () => {
  const shipped = await makeShippedOrder(context);
  const { result: under } = await call(shipped.buyerId, "GET", `/v1/orders/${shipped.orderId}/complaint`);
  const early =
    /^Menurut perkiraan, paketnya tiba paling lambat .+\. Bila saat itu belum tiba, Anda bisa membuka komplain\.$/;
  expect(under).toMatchObject({ can_open: false, complaint_id: null, why_not: expect.stringMatching(early) });
  expect(under.lines[0].problems.map(({ problem }: { problem: string }) => problem)).toEqual(["not_arrived"]);
  const one = await makeComplaint(context);
  const { result: running } = await call(one.buyerId, "GET", `/v1/orders/${one.orderId}/complaint`);
  expect(running).toMatchObject({
    can_open: false,
    complaint_id: one.complaintId,
    why_not: "Komplain untuk pesanan ini sedang berjalan.",
  });
});

test("a change of mind is not promised for longer than the order can be complained about", async () => {
  const order = await makeDeliveredOrder(context);
  const ends = addDuration(context.clock.now(), hour);
  await context.db.run(sql`update orders set due_at = ${ends} where id = ${order.orderId}`);
  const { result } = await call(order.buyerId, "GET", `/v1/orders/${order.orderId}/complaint`);
  const found = result.lines[0].problems.find(({ problem }: { problem: string }) => problem === "changed_mind");
  expect(found.until).toBe(ends.toISOString());
});

test("an offer, a counter-offer and an agreement through the API", async () => {
  const order = await makeDeliveredOrder(context);
  const { result: options } = await call(order.buyerId, "GET", `/v1/orders/${order.orderId}/complaint`);
  const line = { line_id: options.lines[0].line_id, quantity: 1, problem: "damaged" };
  const wanted = { kind: "refund", lines: [{ line_id: line.line_id, amount: 30_000 }] };
  const text = "Satu mangkuk retak sampai ke dasar.";
  const opened = await call(order.buyerId, "POST", `/v1/orders/${order.orderId}/complaints`, {
    lines: [line],
    wanted,
    text,
  });
  expect([opened.status, opened.data.state]).toEqual([200, "awaiting_seller"]);
  const url = `/v1/complaints/${opened.data.id}`;
  const solution = { kind: "refund", lines: [{ line_id: line.line_id, amount: 10_000 }] };
  const offered = await call(order.sellerId, "POST", `${url}/offers`, { solution, text: "Boleh disimpan." });
  const { result } = await call(order.buyerId, "GET", url);
  expect(result).toMatchObject({
    task: "Jawab tawaran penjual",
    offer: { by: "seller", message_id: offered.data.message_id, solution: { amount: 10_000 } },
    actions: ["message", "offer", "accept", "call_mediator", "withdraw"],
    money: { of: "offer", division: { buyer: 10_000 } },
  });
  expect((await call(order.buyerId, "POST", `${url}/accept`, { offer_id: opened.data.message_id })).code).toBe(
    "complaints.offer_changed",
  );
  const done = await call(order.buyerId, "POST", `${url}/accept`, { offer_id: offered.data.message_id });
  expect(done.data.state).toBe("closed");
  const notified = await context.db.rows<{ user_id: string; title: string }>(sql`
    select user_id, title from notifications where transaction_id = ${order.orderId} and type = 'complaint' order by created_at, id`);
  expect(notified.filter(({ user_id }) => user_id === order.sellerId).map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Jawab permintaan pembeli: K-/),
    "Komplain selesai",
  ]);
  const notices = await context.db.rows<{ opens: string | null }>(
    sql`select opens from notifications where user_id = ${order.sellerId} and title like 'Jawab permintaan pembeli%'`,
  );
  expect(notices[0]?.opens).toMatch(/^\/manageMerchant\?page=complaint&complaintId=/);
});

test("a mediator finds the case in the queue, decides it, and others find the precedent and the statistics", async () => {
  const one = await makeComplaint(context);
  await call(one.sellerId, "POST", `${path(one)}/mediator`, { text: "Kami minta mediator." });
  const queue = await call(mediator.userId, "GET", "/v1/operator/complaints");
  expect(queue.result).toMatchObject({ waiting: 1, urgent: 0, total: 1, decides: true });
  expect(queue.result.complaints[0]).toMatchObject({ id: one.complaintId, side: "mediator", turn: "mediator" });
  const shown = await call(mediator.userId, "GET", operatorPath(one));
  expect(shown.result).toMatchObject({ actions: ["message", "decide"], why_not: null });
  const decision = {
    solution: refund(one, 25_000),
    rule: "shared",
    reason: "Foto menunjukkan retak, tetapi kemasannya sesuai aturan kurir.",
    precedent: true,
    checked: true,
  };
  const decided = await call(mediator.userId, "POST", `${operatorPath(one)}/decision`, decision);
  expect([decided.status, decided.data.state]).toEqual([200, "decided"]);
  const { result } = await call(one.buyerId, "GET", path(one));
  expect(result.decisions).toEqual([
    expect.objectContaining({ rule_title: "Ditanggung bersama", is_final: false, message_id: decided.data.message_id }),
  ]);
  expect(result.actions).toEqual(["message", "accept", "appeal"]);
  for (const [query, total] of [
    ["", 1],
    ["?problem=damaged", 1],
    ["?problem=incomplete", 0],
    ["?category=tidak-ada", 0],
  ] as const)
    expect((await call(mediator.userId, "GET", `/v1/operator/complaint-precedents${query}`)).result.total).toBe(total);
  const { result: precedents } = await call(mediator.userId, "GET", "/v1/operator/complaint-precedents");
  const goods = await context.db.row<{ name: string }>(sql`
    select coalesce(top.name, c.name) as name from order_lines l join products p on p.id = l.product_id
    join categories c on c.id = p.category_id left join categories top on top.id = c.parent_id where l.id = ${one.lineId}`);
  expect(precedents.precedents[0]).toMatchObject({
    refunded_percent: 50,
    rule_title: "Ditanggung bersama",
    category_names: [goods?.name],
  });
  const { result: statistics } = await call(mediator.userId, "GET", "/v1/operator/complaint-statistics");
  const month = jakartaDay(context.clock.now()).slice(0, 7);
  expect(statistics.months[0]).toMatchObject({ month, opened: 3, closed: 1, agreed: 1, refunded: 10_000 });
  expect(statistics.problems).toEqual([{ problem: "damaged", count: 3 }]);
});

test("a mediator reads a case in the time of the console, also when its buyer and its seller live in other zones", async () => {
  const one = await makeComplaint(context);
  await context.db.run(sql`
    update orders set address = address || '{"provinceCode":"91"}' where id = (select order_id from complaints where id = ${one.complaintId})`);
  await call(one.sellerId, "POST", `${path(one)}/mediator`, {});
  expect((await call(mediator.userId, "GET", operatorPath(one))).result.zone).toBe("WIB");
});

test("the mediator who decided first reads that another one decides the appeal, and does not have it in the count", async () => {
  const [one, first, second] = [await makeComplaint(context), await makeMediator(context), await makeMediator(context)];
  await call(one.sellerId, "POST", `${path(one)}/mediator`, {});
  const waiting = async (userId: string) =>
    (await call(userId, "GET", "/v1/operator/complaints")).result.waiting as number;
  const before = await waiting(first.userId);
  const reason = "Foto menunjukkan retak, tetapi kemasannya sesuai aturan kurir.";
  await call(first.userId, "POST", `${operatorPath(one)}/decision`, {
    solution: refund(one, 25_000),
    rule: "shared",
    reason,
    checked: true,
  });
  await call(one.buyerId, "POST", `${path(one)}/appeal`, { text: "Kurir menulis bahwa kemasannya tipis." });
  expect([await waiting(first.userId), await waiting(second.userId)]).toEqual([before - 1, before]);
  const shownTo = async (userId: string) => {
    const { result } = await call(userId, "GET", "/v1/operator/complaints");
    const { result: full } = await call(userId, "GET", operatorPath(one));
    const card = result.complaints.find(({ id }: { id: string }) => id === one.complaintId);
    return [card, full].map(({ turn, state_label: label }) => [turn, label]);
  };
  const other = [null, "Menunggu mediator lain"];
  expect(await shownTo(first.userId)).toEqual([other, other]);
  const own = ["mediator", "Banding diperiksa"];
  expect(await shownTo(second.userId)).toEqual([own, own]);
});

test("only operators who see cases read one, and nobody a case of the own order", async () => {
  const one = await makeComplaint(context);
  const asOperator = async (userId: string, role: string) => {
    await context.db.run(sql`update users set type = 'operator', operator_role = ${role} where id = ${userId}`);
    return userId;
  };
  const read = async (userId: string) => (await call(userId, "GET", operatorPath(one))).code ?? "read";
  const finance = await asOperator((await makeMediator(context)).userId, "finance");
  expect(await read(finance)).toBe("session.not_permitted");
  expect((await call(finance, "GET", "/v1/operator/complaints")).code).toBe("session.not_permitted");
  const support = await asOperator((await makeMediator(context)).userId, "support");
  expect(await read(support)).toBe("read");
  await context.db.run(sql`update shops set owner_id = ${support} where id = ${one.shopId}`);
  expect(await read(support)).toBe("complaints.conflict_of_interest");
});

test("mediators are called when a case reaches them, and once more when a day is left", async () => {
  const one = await makeComplaint(context);
  await call(one.sellerId, "POST", `${path(one)}/mediator`, {});
  const { due_at: dueAt } = await readComplaint(context, one);
  const soon = addDuration(dueAt ?? new Date(), -mediatorReminderDuration + hour / 2);
  const titles = async () =>
    (
      await context.db.rows<{ title: string }>(sql`
        select title from notifications where user_id = ${mediator.userId} and description like '%' || (select number from complaints where id = ${one.complaintId}) || '%'
        order by created_at, id`)
    ).map(({ title }) => title);
  expect(await titles()).toEqual(["Komplain menunggu putusan"]);
  await sweepCaseDeadlines(context, addDuration(soon, -2 * hour));
  expect(await titles()).toHaveLength(1);
  await sweepCaseDeadlines(context, soon);
  await sweepCaseDeadlines(context, soon);
  expect(await titles()).toEqual(["Komplain menunggu putusan", "Komplain hampir lewat waktu"]);
});

test("all sides read where goods go back and then where they went, whatever the shop's address is now, until the end", async () => {
  const order = await makeDeliveredOrder(context);
  const moveTo = (street: string) =>
    context.db.run(sql`update shops set street = ${street}, postcode = '40111' where id = ${order.shopId}`);
  await moveTo("Jalan Braga 12");
  const wanted = { kind: "return_refund" as const, lines: [], shipping: 0 };
  const one = await makeComplaint(context, { order, opening: { wanted } });
  const places = async () =>
    Promise.all(
      [
        call(one.buyerId, "GET", path(one)),
        call(one.sellerId, "GET", path(one)),
        call(mediator.userId, "GET", operatorPath(one)),
      ].map(async (answer) => (await answer).result.return_to),
    );
  expect(await places()).toEqual([null, null, null]);
  await call(one.sellerId, "POST", `${path(one)}/accept`, { offer_id: one.openingId });
  await moveTo("Jalan Dago 3");
  const everywhere = (place: object) => [place, place, place];
  const named = { name: expect.any(String), street: "Jalan Dago 3", city: "Bandung", postcode: "40111" };
  expect(await places()).toEqual(everywhere(named));
  expect((await call(one.buyerId, "GET", path(one))).result).toMatchObject({
    task: "Kirim balik barangnya dan tulis nomor resi",
    money: { of: "agreed" },
  });
  const sent = await call(one.buyerId, "POST", `${path(one)}/return`, { courier: "self" });
  expect(sent.data.state).toBe("return_shipped");
  await moveTo("Jalan Entah 1");
  expect(await places()).toEqual(everywhere(named));
  await call(one.sellerId, "POST", `${path(one)}/inspection`, { result: "arrived" });
  expect(await places()).toEqual(everywhere(named));
  await call(one.sellerId, "POST", `${path(one)}/inspection`, { result: "objected", text: "Bukan barang ini." });
  expect(await places()).toEqual(everywhere(named));
  await context.db.run(sql`
    update complaints set state = 'closed', due_at = null, closed_at = now(), outcome = 'agreed', outcome_text = 'Selesai.' where id = ${one.complaintId}`);
  expect(await places()).toEqual([null, null, null]);
  const stored = () => context.db.row(sql`select sent_to from complaints where id = ${one.complaintId}`);
  await context.db.transaction((tx) => anonymiseComplaints(tx, one.buyerId));
  expect(await stored()).toEqual({ sent_to: named });
  await context.db.transaction((tx) => anonymiseComplaints(tx, one.sellerId));
  expect(await stored()).toEqual({ sent_to: null });
});

test("while the shop has no address for goods that come back, it is the seller's turn to give one", async () => {
  const order = await makeDeliveredOrder(context);
  await context.db.run(sql`update shops set street = '' where id = ${order.shopId}`);
  const wanted = { kind: "return_refund" as const, lines: [], shipping: 0 };
  const one = await makeComplaint(context, { order, opening: { wanted } });
  await call(one.sellerId, "POST", `${path(one)}/accept`, { offer_id: one.openingId });
  const step = { turn: "seller", state_label: "Menunggu alamat pengembalian" };
  const task = "Isi alamat toko, agar barang bisa dikirim balik";
  expect((await call(one.buyerId, "GET", path(one))).result).toMatchObject({ ...step, task: null });
  const { result: ofSeller } = await call(one.sellerId, "GET", path(one));
  expect(ofSeller).toMatchObject({ ...step, task, has_return_address: false });
  expect(ofSeller.steps.slice(-4)).toEqual([
    { text: "Menunggu alamat pengembalian", status: "now" },
    { text: "Barang dikirim balik", status: "next" },
    { text: "Penjual memeriksa barang", status: "next" },
    { text: "Uang kembali", status: "next" },
  ]);
  const [card] = (await call(one.sellerId, "GET", "/v1/seller/complaints")).result;
  expect(card).toMatchObject({ ...step, task });
  const notified = (userId: string) =>
    context.db.row<{ title: string; text: string }>(sql`
      select title, description as text from notifications where user_id = ${userId} and type = 'complaint' order by created_at desc, id desc limit 1`);
  expect((await notified(one.buyerId))?.title).toMatch(/^Menunggu alamat pengembalian: K-/);
  expect((await notified(one.buyerId))?.text).toMatch(/Toko belum punya alamat/);
  await context.db.run(sql`update shops set street = 'Jalan Braga 12', postcode = '40111' where id = ${order.shopId}`);
  expect((await call(one.buyerId, "GET", path(one))).result).toMatchObject({ turn: "buyer", has_return_address: true });
});

test("files and where goods were sent back are deleted a year after the end, and texts when the order's record may go", async () => {
  const one = await makeComplaint(context);
  await call(one.buyerId, "POST", `${path(one)}/withdraw`, {});
  await context.db.run(sql`
    insert into complaint_evidence (order_id, uploaded_by, message_id, key, type, bytes, created_at)
    values (${one.orderId}, ${one.buyerId}, ${one.openingId}, 'p' || repeat('a', 30), 'image/webp', 10, now())`);
  await context.db.run(sql`update complaints set sent_to = '{"street":"Jalan Dago 3"}' where id = ${one.complaintId}`);
  const files = async () =>
    context.db.rows(sql`
      select key from complaint_evidence where message_id = ${one.openingId}
      union all select sent_to->>'street' from complaints where id = ${one.complaintId} and sent_to is not null`);
  const now = context.clock.now();
  await removeOldEvidence(context, addDuration(now, evidenceRetentionDuration - day));
  expect(await files()).toHaveLength(2);
  await removeOldEvidence(context, addDuration(now, evidenceRetentionDuration + day));
  expect(await files()).toEqual([]);
  const clear = (before: Date) => context.db.transaction((tx) => anonymiseComplaintsBefore(tx, before, 1000));
  expect(await clear(addDuration(now, -day))).toBe(0);
  expect(await clear(addDuration(now, day))).toBeGreaterThan(0);
  const kept = await context.db.rows<{ author: string; text: string }>(
    sql`select author, text from complaint_messages where complaint_id = ${one.complaintId} order by created_at, id`,
  );
  expect(kept.map(({ author, text }) => [author, text === ""])).toEqual([
    ["buyer", true],
    ["system", false],
  ]);
});

test("everybody reads how the cases of full months ended, without small numbers and without the running month", async () => {
  const month = jakartaDay(
    addDuration(new Date(`${jakartaDay(context.clock.now()).slice(0, 7)}-01T00:00:00+07:00`), -hour),
  );
  const read = async () => (await app.inject({ method: "GET", url: "/v1/complaint-statistics" })).json().result;
  const before = await read();
  expect(before).toEqual({ months: [], hidden_months: 0, problems: [] });
  const ended = new Date(`${month}T12:00:00+07:00`);
  for (const outcome of ["agreed", "agreed", "agreed", "agreed", "agreed", "decided"]) {
    const { complaintId } = await makeComplaint(context);
    await context.db.run(sql`
      update complaints set state = 'closed', due_at = null, offer_id = null, outcome = ${outcome}, outcome_text = 'Selesai.', closed_at = ${ended},
        opened_at = ${addDuration(ended, -30 * hour)} where id = ${complaintId}`);
  }
  context.pages.purge(["complaint-statistics"]);
  const { months, hidden_months: hidden, problems } = await read();
  expect(hidden).toBe(0);
  expect(months).toEqual([expect.objectContaining({ month: month.slice(0, 7), closed: 6, median_days: 2 })]);
  expect(months[0].outcomes.map(({ count }: { count: number | null }) => count)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(problems).toEqual([{ label: "Barang rusak", count: 6 }]);
});
