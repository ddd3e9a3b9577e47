import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { sellerHrefs } from "../src/seller-hrefs.ts";
import { makeSession } from "./make/checkout.ts";
import { makeRichShop, testPin } from "./make/payouts.ts";
import { makeMarket, type Market } from "./spec/make-market.ts";

let market: Market;

beforeAll(async () => {
  market = await makeMarket();
});
afterAll(() => market?.close());

test("the second of two open previews says that the same withdrawal was just requested, and asks once more", async () => {
  const { context, app } = market;
  const { ownerId, shopId, accountId } = await makeRichShop(context, { balance: 500_000 });
  const url = sellerHrefs.sellerWithdraw({ amount: 100_000, account: accountId });
  const cookie = `sid=${await makeSession(context, ownerId)}`;
  const open = async () => readForm((await app.inject({ method: "GET", url, headers: { cookie } })).body);
  const send = async (fields: Record<string, string>) => {
    const { statusCode, body } = await app.inject({
      method: "POST",
      url,
      headers: {
        cookie,
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
      },
      payload: new URLSearchParams({ ...fields, password_pin: testPin }).toString(),
    });
    return { status: statusCode, ...readForm(body) };
  };
  const booked = async () =>
    (await context.db.rows(sql`select from payouts where shop_id = ${shopId} and amount = 100000`)).length;

  const [first, second] = [await open(), await open()];
  expect(second.text).not.toContain("sudah diminta");
  expect((await send(first.fields)).status).toBe(303);
  const asked = await send(second.fields);
  expect([asked.status, await booked()]).toEqual([409, 1]);
  expect(asked.text).toContain("Rp100.000 ke rekening ini sudah diminta");
  expect(asked.text).toContain("Tarik Rp100.000 sekali lagi");
  expect((await send(asked.fields)).status).toBe(303);
  const third = await open();
  expect(third.text).toContain("Anda baru saja meminta penarikan yang sama");
  expect((await send(third.fields)).status).toBe(303);
  expect(await booked()).toBe(3);
  // A form whose answer was lost is sent again with its key: the equal withdrawal may be its own, and is not doubled.
  expect((await send({ ...third.fields, answer_lost: "1" })).status).toBe(303);
  expect(await booked()).toBe(3);
});

/** A page with the hidden fields of its form of a withdrawal. */
function readForm(html: string): { text: string; fields: Record<string, string> } {
  const form = /<form[^>]*>(?:(?!<\/form>).)*name="intent" value="withdraw".*?<\/form>/s.exec(html)?.[0] ?? "";
  const fields = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  return { text: html.replaceAll("<!-- -->", ""), fields: Object.fromEntries(fields) as Record<string, string> };
}
