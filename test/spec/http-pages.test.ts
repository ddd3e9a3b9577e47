// The URLs in docs/requirements.md, requested over HTTP without scripts.
import { afterAll, beforeAll, expect, test } from "vitest";
import { batik, coffee, makeMarket, makePerson, shopNames, type Market } from "./make-market.ts";

let market: Market;

beforeAll(async () => {
  market = await makeMarket();
});
afterAll(async () => {
  await market.close();
});

/** The text of a page's heading, as in `<h1>Masuk</h1>`. */
function headingOf(html: string): string {
  return (/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? "").replace(/<[^>]+>/g, "");
}

const publicPages: [number: string, path: string, what: string, heading: RegExp][] = [
  ["S019", "/", "the home page", /./],
  ["S020", "/login", "the login page", /^Masuk$/],
  ["S021", "/register", "the registration page", /^Buat akun$/],
  ["S029", "/guide", "the help page", /./],
  ["S030", "/product", "the list of products", /./],
  ["S033", "/merchant", "the list of sellers", /./],
  ["S035", "/aboutUs", "a page about the marketplace", /./],
  ["S036", "/faqBuyer", "questions of buyers", /./],
  ["S037", "/faqSeller", "questions of sellers", /./],
  ["S038", "/privacy", "the privacy policy", /./],
  ["S039", "/termCondition", "the terms", /./],
];

for (const [number, path, what, heading] of publicPages) {
  test(`${number} GET ${path} answers ${what}`, async () => {
    const { status, headers, text } = await market.visitor().open(path);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(text).toMatch(/^<!doctype html><html lang="id">/);
    expect(headingOf(text)).toMatch(heading);
  });
}

test("S028 GET /cart answers the cart", async () => {
  const person = await makePerson(market);
  const { status, headers, text } = await person.open("/cart");
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(headingOf(text)).toMatch(/^Keranjang/);
});

test("S022 GET /profile is the person's own page; a visitor is led to the login", async () => {
  const person = await makePerson(market);
  const own = await person.open("/profile");
  expect(own.status).toBe(200);
  expect(own.text).toContain(person.email);
  const visitor = await market.visitor().open("/profile?page=notification");
  expect(visitor.status).toBe(302);
  expect(visitor.headers.location).toBe("/login?from=%2Fprofile%3Fpage%3Dnotification");
});

test("S025 GET /manageMerchant is the seller's area", async () => {
  const seller = await makePerson(market, "penjual");
  const { status, text } = await seller.open("/manageMerchant");
  expect(status).toBe(200);
  expect(text).toContain("Buka toko");
});

test("S026 buyers and visitors do not get into /manageMerchant", async () => {
  const buyer = await makePerson(market);
  const refused = await buyer.open("/manageMerchant");
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('href="/profile?page=openShop"');
  expect(refused.text).not.toContain('name="couriers"');
  expect((await buyer.call("GET", "/v1/seller/summary")).status).toBe(403);
  const visitor = await market.visitor().open("/manageMerchant");
  expect(visitor.status).toBe(302);
  expect(visitor.headers.location).toBe("/login?from=%2FmanageMerchant");
  expect((await market.visitor().call("GET", "/v1/seller/summary")).status).toBe(401);
});

test("S031 /product?category={slug} shows the products of that category only", async () => {
  const visitor = market.visitor();
  for (const slug of [coffee.category, "minuman"]) {
    const { status, text } = await visitor.open(`/product?category=${slug}`);
    expect(status).toBe(200);
    expect(text).toContain(coffee.name);
    expect(text).not.toContain(batik.name);
  }
});

test("S032 /product?name=…&type=… searches products", async () => {
  const { status, text } = await market.visitor().open("/product?name=batik&type=product");
  expect(status).toBe(200);
  expect(text).toContain(batik.name);
  expect(text).not.toContain(coffee.name);
});

test("S034 /merchant?name=…&type=… searches sellers by name", async () => {
  const { status, text } = await market.visitor().open("/merchant?name=laksono&type=seller");
  expect(status).toBe(200);
  expect(text).toContain(shopNames.batik);
  expect(text).not.toContain(shopNames.coffee);
});

test("S040 the letter case of addresses is binding", async () => {
  const visitor = market.visitor();
  for (const path of ["/aboutUs", "/faqBuyer", "/faqSeller", "/termCondition"]) {
    expect((await visitor.open(path)).status, path).toBe(200);
    expect((await visitor.open(path.toLowerCase())).status, path.toLowerCase()).toBe(404);
  }
  expect((await visitor.open("/manageMerchant")).status).toBe(302);
  expect((await visitor.open("/managemerchant")).status).toBe(404);
});

test("S124 the shop knows two roles, buyer and seller", async () => {
  const visitor = market.visitor();
  const { text } = await visitor.open("/register");
  const offered = [...text.matchAll(/<input[^>]*name="type"[^>]*>/g)].map(
    ([input]) => /value="([^"]*)"/.exec(input)?.[1],
  );
  expect(offered).toEqual(["pembeli", "penjual"]);
  const password = "sawah-hijau-di-utara-9";
  for (const type of ["operator", "admin", "buyer", "kurir", ""]) {
    const typed = { name: "Budi", email: "peran@kawung.test", password, password_confirmation: password, type };
    const { status, body } = await visitor.call("POST", "/v1/auth/register", typed);
    expect(status, type).toBe(422);
    expect(body.data.type, type).toEqual(["Pilihan tidak tersedia."]);
  }
});
