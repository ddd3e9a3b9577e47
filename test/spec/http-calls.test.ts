// The calls in docs/requirements.md, over HTTP against the whole application.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../src/lib/database.ts";
import { notify } from "../../src/notifications/notify.ts";
import type { NotificationType, NotificationUserType } from "../../src/notifications/rules.ts";
import { makeSession } from "../make/checkout.ts";
import { batik, makeMarket, makePerson, type Market } from "./make-market.ts";
import { makeTemplateText } from "../make/template-text.ts";

let market: Market;
let keys = 0;

beforeAll(async () => {
  market = await makeMarket();
});
afterAll(async () => {
  await market.close();
});

/** Stores a notification for a user and returns its id. */
async function tell(userId: string, type: NotificationType = "order", userType: NotificationUserType = "buyer") {
  keys += 1;
  await notify(market.context.db, {
    userId,
    type,
    userType,
    transactionId: null,
    title: makeTemplateText("Pesanan dikirim"),
    description: makeTemplateText("Paket Anda sudah diserahkan ke kurir."),
    image: null,
    dedupeKey: `kabar-${keys}`,
    now: market.context.clock.now(),
  });
  const row = await market.context.db.row<{ id: string }>(
    sql`select id from notifications where user_id = ${userId} and dedupe_key = ${`kabar-${keys}`}`,
  );
  return row?.id ?? "";
}

const userFields = ["email", "id", "image", "name", "total_cart", "total_notification", "type"];

test("S074 S133 GET /v1/users answers success and the current user as result", async () => {
  const person = await makePerson(market);
  await tell(person.id);
  const { status, body } = await person.call("GET", "/v1/users");
  expect(status).toBe(200);
  expect(body.success).toBe(true);
  expect(Object.keys(body.result).sort()).toEqual(userFields);
  expect(body.result).toMatchObject({
    id: person.id,
    name: "Rina Wulandari",
    email: person.email,
    type: "pembeli",
    total_notification: 1,
    total_cart: 0,
  });
});

test("S134 GET /v1/users without a session fails", async () => {
  const { status, body } = await market.visitor().call("GET", "/v1/users");
  expect(status).toBe(401);
  expect(body.success).toBe(false);
  expect(body.result).toBeUndefined();
});

test("S075 S076 S077 S144 GET /v1/categories answers the list of categories", async () => {
  const { status, body } = await market.visitor().call("GET", "/v1/categories");
  expect(status).toBe(200);
  expect(body.success).toBe(true);
  expect(body.result.map((one: { name: string }) => one.name)).toEqual(["Minuman", "Batik & Kain", "Asli Daerah"]);
  for (const one of body.result) {
    expect(Object.keys(one)).toEqual(expect.arrayContaining(["name", "slug", "isCustom", "url", "categories"]));
    expect(typeof one.isCustom).toBe("string");
  }
  const [drinks, , regional] = body.result;
  expect(drinks.isCustom).not.toBe("1");
  expect(drinks.categories).toEqual([{ name: "Kopi", slug: "kopi" }]);
  expect(regional).toMatchObject({ isCustom: "1", url: "/product?regional=1", categories: [] });
});

test("S078 S079 S080 S145 GET /v1/users/notifications?status=unread answers the unread ones as data", async () => {
  const person = await makePerson(market);
  const read = await tell(person.id);
  await person.call("PUT", "/v1/users/notifications/update", { id: read, status: "read" });
  const unread = await tell(person.id);
  const { status, body } = await person.call("GET", "/v1/users/notifications?status=unread");
  expect(status).toBe(200);
  expect(body.success).toBe(true);
  expect(body.data.map((one: { id: string }) => one.id)).toEqual([unread]);
  const [one] = body.data;
  expect(Object.keys(one)).toEqual(
    expect.arrayContaining([
      "id",
      "type",
      "user_type",
      "transaction_id",
      "status",
      "tittle",
      "decription",
      "image_product",
    ]),
  );
  expect(one.tittle).toBe("Pesanan dikirim");
  expect(one.decription).toBe("Paket Anda sudah diserahkan ke kurir.");
  expect(one.status).toBe("unread");
  expect(one).not.toHaveProperty("title");
  expect(one).not.toHaveProperty("description");
});

test("S081 notifications travel as order, user or complaint, and the database accepts no other", async () => {
  const person = await makePerson(market);
  for (const type of ["order", "user", "complaint"] as const) await tell(person.id, type);
  const { body } = await person.call("GET", "/v1/users/notifications");
  expect(body.data.map((one: { type: string }) => one.type).sort()).toEqual(["complaint", "order", "user"]);
  await expect(tell(person.id, "promo" as NotificationType)).rejects.toThrow(/violates check constraint/);
});

test("S082 notifications travel to a buyer or a seller, and the database accepts no other", async () => {
  const person = await makePerson(market);
  for (const userType of ["buyer", "seller"] as const) await tell(person.id, "order", userType);
  const { body } = await person.call("GET", "/v1/users/notifications");
  expect(body.data.map((one: { user_type: string }) => one.user_type).sort()).toEqual(["buyer", "seller"]);
  await expect(tell(person.id, "order", "penjual" as NotificationUserType)).rejects.toThrow(
    /violates check constraint/,
  );
});

test("S083 S121 S146 S147 PUT /v1/users/notifications/update with id and status=read makes it read", async () => {
  const person = await makePerson(market);
  const id = await tell(person.id);
  const before = await person.call("GET", "/v1/users/notifications");
  expect(before.body.data[0].status).toBe("unread");
  const { status, body } = await person.call("PUT", "/v1/users/notifications/update", { id, status: "read" });
  expect(status).toBe(200);
  expect(body.code).toBe(200);
  expect(body.message).toEqual(expect.any(String));
  const after = await person.call("GET", "/v1/users/notifications");
  expect(after.body.data[0].status).toBe("read");
  expect((await person.call("GET", "/v1/users")).body.result.total_notification).toBe(0);
  // Any other status is refused, as a filter and as a new status.
  expect((await person.call("GET", "/v1/users/notifications?status=baru")).status).toBe(422);
  expect((await person.call("PUT", "/v1/users/notifications/update", { id, status: "unread" })).status).toBe(422);
});

test("S147 `code` of the notification update is the HTTP status when it fails, too", async () => {
  const person = await makePerson(market);
  const other = await makePerson(market);
  const foreign = await tell(other.id);
  const answers = await Promise.all([
    person.call("PUT", "/v1/users/notifications/update", { id: foreign, status: "read" }),
    person.call("PUT", "/v1/users/notifications/update", { id: "bukan-id", status: "read" }),
    market.visitor().call("PUT", "/v1/users/notifications/update", { id: foreign, status: "read" }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 422, 401]);
  for (const { status, body } of answers) {
    expect(body.code).toBe(status);
    expect(body.message).toEqual(expect.any(String));
  }
});

test("S084 S148 GET /v1/products/keywords with name and type answers suggestions as result", async () => {
  const visitor = market.visitor();
  const products = await visitor.call("GET", "/v1/products/keywords?name=kop&type=product");
  expect(products.status).toBe(200);
  expect(products.body.result).toContainEqual({ name: "kopi gayo" });
  for (const one of products.body.result) expect(one.name).toEqual(expect.any(String));
  const sellers = await visitor.call("GET", "/v1/products/keywords?name=lakso&type=seller");
  expect(sellers.body.result).toEqual([{ name: "Griya Laksono" }]);
  expect((await visitor.call("GET", "/v1/products/keywords?name=%20&type=product")).body.result).toEqual([]);
});

test("S113 S135 POST /removeToken without payload removes the stored token", async () => {
  const person = await makePerson(market);
  expect(person.cookies()).toContain("sid");
  const { status } = await person.call("POST", "/removeToken");
  expect(status).toBe(200);
  expect(person.cookies()).not.toContain("sid");
  expect((await person.call("GET", "/v1/users")).status).toBe(401);
  // An invalid token is removed too, which is needed after a check that failed.
  const stale = await market.visitor().call("POST", "/removeToken", undefined, { cookie: `sid=${"x".repeat(43)}` });
  expect(stale.status).toBe(200);
  expect(String(stale.headers["set-cookie"])).toMatch(/\bsid=;/);
});

test("S132 calls carry the cookie of the session, which scripts cannot read and other sites cannot use", async () => {
  const { email, password } = await makePerson(market);
  const visitor = market.visitor();
  const login = await visitor.call("POST", "/v1/auth/login", { email, password });
  const [cookie = ""] = [login.headers["set-cookie"]].flat().map(String);
  expect(cookie).toMatch(/^sid=[\w-]{43};/);
  expect(cookie).toMatch(/; HttpOnly/);
  expect(cookie).toMatch(/; SameSite=Lax/);
  expect((await visitor.call("GET", "/v1/users")).body.result.email).toBe(email);
});

test("S132 a bearer token is accepted as well as the cookie, and passed on to the calls of a page", async () => {
  const person = await makePerson(market);
  const authorization = `Bearer ${await makeSession(market.context, person.id)}`;
  const visitor = market.visitor();
  const called = await visitor.call("GET", "/v1/users", undefined, { authorization });
  expect(called.body.result.id).toBe(person.id);
  const page = await visitor.open("/profile", { authorization });
  expect(page.status).toBe(200);
  expect(page.text).toContain(person.email);
  const wrong = await visitor.call("GET", "/v1/users", undefined, { authorization: `Bearer ${"x".repeat(43)}` });
  expect(wrong.status).toBe(401);
});

test("S136 S137 POST /v1/auth/login takes email and password and answers success and user", async () => {
  const { email, password, id } = await makePerson(market);
  const { status, body } = await market.visitor().call("POST", "/v1/auth/login", { email, password });
  expect(status).toBe(200);
  expect(body.success).toBe(true);
  expect(Object.keys(body.user).sort()).toEqual(userFields);
  expect(body.user.id).toBe(id);
  const refused = await market.visitor().call("POST", "/v1/auth/login", { email, password: `${password}x` });
  expect(refused.status).toBe(401);
  expect(refused.body).toMatchObject({ success: false, message: "Email atau Password salah!" });
});

test("S140 PUT /v1/users can be sent as POST with _method=PUT", async () => {
  const person = await makePerson(market);
  const nameOf = async () => (await person.call("GET", "/v1/users")).body.result.name as string;
  expect((await person.call("POST", "/v1/users", { _method: "PUT", name: "Lewat Isi" })).status).toBe(200);
  expect(await nameOf()).toBe("Lewat Isi");
  expect((await person.call("POST", "/v1/users?_method=PUT", { name: "Lewat Alamat" })).status).toBe(200);
  expect(await nameOf()).toBe("Lewat Alamat");
  const form = await person.call("POST", "/v1/users", "_method=PUT&name=Lewat+Formulir", {
    "content-type": "application/x-www-form-urlencoded",
  });
  expect(form.status).toBe(200);
  expect(await nameOf()).toBe("Lewat Formulir");
  expect((await person.call("POST", "/v1/users", { name: "Tanpa Cara" })).status).toBe(405);
  expect(await nameOf()).toBe("Lewat Formulir");
});

test("S140 _method in a multipart form, as a browser's FormData is sent", async () => {
  const person = await makePerson(market);
  const form = new FormData();
  form.set("_method", "PUT");
  form.set("name", "Lewat Lampiran");
  const wrapped = new Response(form);
  const sent = await person.call("POST", "/v1/users", await wrapped.text(), {
    "content-type": wrapped.headers.get("content-type") ?? "",
  });
  expect(sent.status).toBe(200);
  expect((await person.call("GET", "/v1/users")).body.result.name).toBe("Lewat Lampiran");
});

test("S141 PUT /v1/users answers success, message and data, with the errors by field when refused", async () => {
  const person = await makePerson(market);
  const saved = await person.call("PUT", "/v1/users", { name: "Rina Wulan", birth_date: "1990-02-03" });
  expect(saved.status).toBe(200);
  expect(saved.body).toEqual({ success: true, message: expect.any(String), data: {} });
  const refused = await person.call("PUT", "/v1/users", { name: "", birth_date: "kemarin" });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    success: false,
    message: expect.any(String),
    data: { name: ["Wajib diisi."], birth_date: [expect.any(String)] },
  });
});

test("S142 POST /v1/auth/register answers success, user and data, with the errors by field when refused", async () => {
  const password = "sawah-hijau-di-utara-9";
  const typed = { name: "Budi", email: "budi.spec@kawung.test", password, password_confirmation: password };
  const done = await market.visitor().call("POST", "/v1/auth/register", typed);
  expect(done.status).toBe(200);
  expect(Object.keys(done.body).sort()).toEqual(["data", "success", "user"]);
  expect(done.body.success).toBe(true);
  expect(done.body.user).toMatchObject({ name: "Budi", email: typed.email, type: "pembeli" });
  const refused = await market.visitor().call("POST", "/v1/auth/register", { ...typed, name: "", email: "bukan" });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    success: false,
    data: { name: ["Wajib diisi."], email: ["Alamat email tidak sesuai."] },
  });
});

test("S143 POST /v1/auth/logout without payload answers success", async () => {
  const person = await makePerson(market);
  const { status, body } = await person.call("POST", "/v1/auth/logout");
  expect(status).toBe(200);
  expect(body.success).toBe(true);
  expect((await person.call("GET", "/v1/users")).status).toBe(401);
});

test("S129 the server itself refuses what a role may not do", async () => {
  const buyer = await makePerson(market);
  const newcomer = await makePerson(market, "penjual");
  const visitor = market.visitor();
  const own = ["/v1/users", "/v1/users/biodata", "/v1/users/notifications", "/v1/orders", "/v1/addresses"];
  for (const url of own) expect((await visitor.call("GET", url)).status, url).toBe(401);
  const ofSellers = ["/v1/seller/summary", "/v1/seller/orders", "/v1/seller/products"];
  for (const url of ofSellers) {
    expect((await visitor.call("GET", url)).status, url).toBe(401);
    expect((await buyer.call("GET", url)).status, url).toBe(403);
    // A seller without a shop has no products.
    expect((await newcomer.call("GET", url)).status, url).toBe(403);
  }
  // Another seller's product stays unchanged.
  const product = await market.context.db.row<{ id: string }>(sql`select id from products where name = ${batik.name}`);
  for (const person of [buyer, newcomer])
    expect((await person.call("DELETE", `/v1/seller/products/${product?.id}`)).status).toBe(403);
  expect((await visitor.call("DELETE", `/v1/seller/products/${product?.id}`)).status).toBe(401);
  // No call turns a user into an operator.
  const password = "sawah-hijau-di-utara-9";
  const typed = { name: "Budi", email: "calon@kawung.test", password, password_confirmation: password };
  expect((await visitor.call("POST", "/v1/auth/register", { ...typed, type: "operator" })).status).toBe(422);
  expect((await buyer.call("PUT", "/v1/users", { name: "Budi", type: "penjual" })).status).toBe(422);
});
