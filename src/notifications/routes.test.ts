import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAccountsApi, makeLoggedIn, type Visitor } from "../../test/make/accounts.ts";
import { makeContext } from "../../test/make/context.ts";
import { addDuration } from "#lib/time.ts";
import { notify, type Notify } from "./notify.ts";
import { notificationHref } from "./rules.ts";
import { makeTemplateText } from "../../test/make/template-text.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeAccountsApi>>;
beforeAll(async () => {
  context = await makeContext();
  api = await makeAccountsApi(context);
});
afterAll(async () => {
  await api?.close();
  await context?.close();
});

const start = new Date("2026-03-01T03:00:00.000Z");
const transactionId = "01961f6e-0000-7000-8000-000000000001";

async function someone(): Promise<{ it: Visitor; id: string }> {
  const it = api.visitor(`10.2.0.${(people += 1)}`);
  const { id } = await makeLoggedIn(it);
  return { it, id };
}
let people = 0;

type Told = Partial<Omit<Notify, "title" | "description"> & Record<"title" | "description", string>>;

function notifyUser(
  userId: string,
  at = 0,
  { title = "Pesanan dikirim", description = "Paket sedang menuju alamat Anda.", ...fields }: Told = {},
): Promise<boolean> {
  return context.db.transaction((tx) =>
    notify(tx, {
      userId,
      type: "order",
      userType: "buyer",
      transactionId,
      title: makeTemplateText(title),
      description: makeTemplateText(description),
      image: "/img/kain-200.webp",
      dedupeKey: `order:${at}`,
      now: addDuration(start, at * 1000),
      ...fields,
    }),
  );
}

describe("listing", () => {
  test("a notification has exactly the fields and spellings of S078, S079 and S080", async () => {
    const { it, id } = await someone();
    await notifyUser(id);
    const { status, body } = await it.call("GET", "/v1/users/notifications?status=unread");
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: [
        {
          id: expect.any(String),
          type: "order",
          user_type: "buyer",
          transaction_id: transactionId,
          status: "unread",
          tittle: "Pesanan dikirim",
          decription: "Paket sedang menuju alamat Anda.",
          image_product: "/img/kain-200.webp",
          created_at: start.toISOString(),
        },
      ],
      next: null,
    });
    expect((await it.call("GET", "/v1/users")).body.result.total_notification).toBe(1);
  });

  test("a notification with the same dedupe key is stored once, also by several transactions at once", async () => {
    const { it, id } = await someone();
    const news = await Promise.all([notifyUser(id), notifyUser(id), notifyUser(id)]);
    expect(news.filter(Boolean)).toHaveLength(1);
    expect((await it.call("GET", "/v1/users/notifications")).body.data).toHaveLength(1);
  });

  test("long texts are cut between whole characters", async () => {
    const { it, id } = await someone();
    await notifyUser(id, 0, { title: "🧺".repeat(200), description: "é".repeat(900) });
    const [one] = (await it.call("GET", "/v1/users/notifications")).body.data;
    expect([...one.tittle]).toHaveLength(120);
    expect([...one.decription]).toHaveLength(500);
    expect(one.tittle.endsWith("🧺…")).toBe(true);
  });

  test("pages follow each other, newest first, without gaps or repetitions", async () => {
    const { it, id } = await someone();
    for (let at = 0; at < 45; at += 1)
      await notifyUser(id, at, { now: addDuration(start, Math.floor(at / 5) * 1000), title: `Kabar ${at}` });
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { body } = await it.call("GET", `/v1/users/notifications${cursor ? `?cursor=${cursor}` : ""}`);
      seen.push(...body.data.map((one: { id: string }) => one.id));
      cursor = body.next;
    }
    expect(seen).toHaveLength(45);
    expect(new Set(seen).size).toBe(45);
  });
});

describe("reading", () => {
  test("opening a notification marks it as read and responds with code 200", async () => {
    const { it, id } = await someone();
    await notifyUser(id);
    const [one] = (await it.call("GET", "/v1/users/notifications")).body.data;
    const { status, body } = await it.call("PUT", "/v1/users/notifications/update", { id: one.id, status: "read" });
    expect([status, body]).toEqual([200, { success: true, code: 200, message: expect.any(String) }]);
    expect((await it.call("GET", "/v1/users/notifications?status=unread")).body.data).toEqual([]);
    expect((await it.call("GET", "/v1/users/notifications?status=read")).body.data).toHaveLength(1);
    expect((await it.call("GET", "/v1/users")).body.result.total_notification).toBe(0);
    expect(
      (await it.call("POST", "/v1/users/notifications/update", { _method: "PUT", id: one.id, status: "read" })).body
        .code,
    ).toBe(200);
  });

  test("another user's notification looks like a missing one and stays unread", async () => {
    const { it, id } = await someone();
    const { it: stranger } = await someone();
    await notifyUser(id);
    const [one] = (await it.call("GET", "/v1/users/notifications")).body.data;
    const foreign = await stranger.call("PUT", "/v1/users/notifications/update", { id: one.id, status: "read" });
    const missing = await stranger.call("PUT", "/v1/users/notifications/update", { id: transactionId, status: "read" });
    expect([foreign.status, foreign.body]).toEqual([
      404,
      { success: false, code: 404, message: "Data tidak ditemukan." },
    ]);
    expect([missing.status, missing.body]).toEqual([foreign.status, foreign.body]);
    expect((await stranger.call("GET", "/v1/users/notifications")).body.data).toEqual([]);
    expect((await it.call("GET", "/v1/users/notifications?status=unread")).body.data).toHaveLength(1);
  });

  test("in every refusal of this call the code is the HTTP status", async () => {
    const { it } = await someone();
    for (const [body, expected] of [
      [{}, 422],
      [{ id: "1", status: "read" }, 422],
      [{ id: transactionId, status: "unread" }, 422],
      [{ id: [transactionId], status: "read" }, 422],
      [{ id: transactionId, status: "read", user_id: "x" }, 422],
      ["{", 400],
    ] as const) {
      const answer = await it.call("PUT", "/v1/users/notifications/update", body, {
        "content-type": "application/json",
      });
      expect([answer.status, answer.body.code]).toEqual([expected, expected]);
    }
    const nobody = await api
      .visitor()
      .call("PUT", "/v1/users/notifications/update", { id: transactionId, status: "read" });
    expect([nobody.status, nobody.body.code]).toEqual([401, 401]);
  });

  test("marking all as read changes only the user's own notifications", async () => {
    const [one, two] = [await someone(), await someone()];
    for (let at = 0; at < 3; at += 1) await Promise.all([notifyUser(one.id, at), notifyUser(two.id, at)]);
    expect((await one.it.call("PUT", "/v1/users/notifications/read-all")).body.code).toBe(200);
    expect((await one.it.call("GET", "/v1/users")).body.result.total_notification).toBe(0);
    expect((await two.it.call("GET", "/v1/users")).body.result.total_notification).toBe(3);
  });

  test("wrong queries are refused, and visitors have to log in", async () => {
    const { it } = await someone();
    for (const query of [
      "status=gone",
      "status=read&status=unread",
      "cursor=x",
      "cursor=1_zzzzzzzz-0000-0000-0000-000000000000",
      "limit=5",
    ]) {
      expect((await it.call("GET", `/v1/users/notifications?${query}`)).status).toBe(422);
    }
    expect((await api.visitor().call("GET", "/v1/users/notifications")).status).toBe(401);
  });
});

describe("rules", () => {
  test("orders and complaints open the buyer's or the seller's transaction", () => {
    for (const type of ["order", "complaint"]) {
      expect(notificationHref({ type, user_type: "buyer", transaction_id: "t1" })).toBe(
        "/profile?page=showTransaction&transactionId=t1",
      );
      expect(notificationHref({ type, user_type: "seller", transaction_id: "t1" })).toBe(
        "/manageMerchant?page=showTransaction&transactionId=t1",
      );
    }
    const opens = "/profile?page=complaint&complaintId=c1";
    expect(notificationHref({ type: "complaint", user_type: "buyer", transaction_id: "t1", opens })).toBe(opens);
    expect(notificationHref({ type: "user", user_type: "buyer", transaction_id: null })).toBe("/profile");
    expect(notificationHref({ type: "user", user_type: "seller", transaction_id: null })).toBe("/manageMerchant");
  });
});
