import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAccountsApi, makeLoggedIn, type Visitor } from "../../test/make/accounts.ts";
import { makeContext } from "../../test/make/context.ts";
import { sql } from "#lib/database.ts";
import { findAddress } from "./find-address.ts";
import { maxAddresses } from "./rules.ts";

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

let people = 0;
async function someone(): Promise<{ it: Visitor; id: string }> {
  people += 1;
  const it = api.visitor(`10.3.0.${people}`);
  const { id } = await makeLoggedIn(it);
  return { it, id };
}

async function typedAddress(fields: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const village = await context.db.row<{ code: string }>(
    sql`select code from regions where level = 4 and code like '32.73.%' order by code limit 1`,
  );
  const code = village?.code ?? "";
  return {
    label: "Rumah",
    recipient: "Sari Dewi",
    phone: "0812-3456-7890",
    province_code: "32",
    regency_code: "32.73",
    district_code: code.slice(0, 8),
    village_code: code,
    postcode: "40111",
    street: "Jalan Merdeka 10 RT 02/RW 05",
    ...fields,
  };
}

describe("the address book", () => {
  test("the first address becomes the main one and decides the person's time zone", async () => {
    const { it, id } = await someone();
    const { status, body } = await it.call(
      "POST",
      "/v1/addresses",
      await typedAddress({ lat: -6.906, lng: 107.707, note: "Pagar hijau" }),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: "Alamat sudah disimpan.",
      data: {
        label: "Rumah",
        phone: "0812-3456-7890",
        regency: { code: "32.73" },
        postcode: "40111",
        lat: -6.906,
        lng: 107.707,
        note: "Pagar hijau",
        is_main: true,
      },
    });
    expect(await context.db.row(sql`select province_code from users where id = ${id}`)).toEqual({
      province_code: "32",
    });
    expect((await it.call("GET", "/v1/addresses")).body.result).toEqual([body.data]);
  });

  test("there is always exactly one main address; when it is removed, another becomes the main one", async () => {
    const { it } = await someone();
    const ids: string[] = [];
    for (const label of ["Rumah", "Kantor", "Kos"])
      ids.push((await it.call("POST", "/v1/addresses", await typedAddress({ label }))).body.data.id);
    const main = async () => {
      const { body } = await it.call("GET", "/v1/addresses");
      return body.result.filter((one: { is_main: boolean }) => one.is_main).map((one: { id: string }) => one.id);
    };
    expect(await main()).toEqual([ids[0]]);
    await Promise.all([it.call("PUT", `/v1/addresses/${ids[1]}/main`), it.call("PUT", `/v1/addresses/${ids[2]}/main`)]);
    expect(await main()).toHaveLength(1);
    expect((await it.call("PUT", `/v1/addresses/${ids[1]}/main`)).status).toBe(200);
    expect(await main()).toEqual([ids[1]]);
    expect((await it.call("DELETE", `/v1/addresses/${ids[1]}`)).status).toBe(200);
    expect(await main()).toEqual([ids[2]]);
    const added = await it.call("POST", "/v1/addresses", await typedAddress({ is_main: true }));
    expect(await main()).toEqual([added.body.data.id]);
  });

  test("changing an address does not change whether it is the main one", async () => {
    const { it } = await someone();
    const { body } = await it.call("POST", "/v1/addresses", await typedAddress());
    const changed = await it.call(
      "PUT",
      `/v1/addresses/${body.data.id}`,
      await typedAddress({ label: "Rumah Ibu", phone: "+62 813-1111-2222" }),
    );
    expect(changed.body.data).toMatchObject({
      id: body.data.id,
      label: "Rumah Ibu",
      phone: "0813-1111-2222",
      is_main: true,
    });
  });

  test("a missing pin stays unless the village changes, and null deletes it", async () => {
    const { it } = await someone();
    const added = await it.call("POST", "/v1/addresses", await typedAddress({ lat: -6.9, lng: 107.6 }));
    const id = added.body.data.id as string;
    const change = async (more: Record<string, unknown>) =>
      (await it.call("PUT", `/v1/addresses/${id}`, await typedAddress(more))).body.data;
    expect(await change({ label: "Rumah Ibu" })).toMatchObject({ label: "Rumah Ibu", lat: -6.9, lng: 107.6 });
    const other = await context.db.row<{ code: string }>(sql`
      select code from regions where parent_code = ${added.body.data.district.code} and code <> ${added.body.data.village.code} limit 1`);
    expect(await change({ village_code: other?.code })).toMatchObject({ lat: null, lng: null });
    expect(await change({ lat: -6.8, lng: 107.5 })).toMatchObject({ lat: -6.8 });
    expect(await change({ lat: null, lng: null })).toMatchObject({ lat: null, lng: null });
  });

  test("every call treats another person's address as missing", async () => {
    const owner = await someone();
    const stranger = await someone();
    const { body } = await owner.it.call("POST", "/v1/addresses", await typedAddress());
    const id = body.data.id as string;
    const typed = await typedAddress({ label: "Milik saya" });
    for (const [method, url, sent] of [
      ["GET", `/v1/addresses/${id}`, undefined],
      ["PUT", `/v1/addresses/${id}`, typed],
      ["PUT", `/v1/addresses/${id}/main`, undefined],
      ["DELETE", `/v1/addresses/${id}`, undefined],
      ["GET", "/v1/addresses/01961f6e-0000-7000-8000-000000000001", undefined],
    ] as const) {
      const answer = await stranger.it.call(method, url, sent);
      expect([answer.status, answer.body]).toEqual([
        404,
        { success: false, code: "request.not_found", message: "Data tidak ditemukan." },
      ]);
    }
    expect((await owner.it.call("GET", `/v1/addresses/${id}`)).body.result).toEqual(body.data);
    expect(await findAddress(context.db, stranger.id, id)).toBeUndefined();
    expect(await findAddress(context.db, owner.id, id)).toMatchObject({ id, phone: "+6281234567890" });
    expect((await api.visitor().call("GET", "/v1/addresses")).status).toBe(401);
  });

  test("a person has at most twenty addresses, also when they are added at once", async () => {
    const { it } = await someone();
    const typed = await typedAddress();
    const answers = await Promise.all(
      Array.from({ length: maxAddresses + 5 }, () => it.call("POST", "/v1/addresses", typed)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxAddresses);
    expect(answers.find(({ status }) => status !== 200)?.body.code).toBe("addresses.too_many");
    expect(
      (await it.call("GET", "/v1/addresses")).body.result.filter((one: { is_main: boolean }) => one.is_main),
    ).toHaveLength(1);
  });

  test.each([
    ["a village of another district", { village_code: "34.71.01.1001" }, "village_code"],
    ["a regency of another province", { province_code: "31" }, "regency_code"],
    ["a district that does not exist", { district_code: "32.73.99", village_code: "32.73.99.1001" }, "district_code"],
    ["a province as village", { village_code: "32" }, "village_code"],
    ["a short postcode", { postcode: "4011" }, "postcode"],
    ["letters as postcode", { postcode: "４０１１１" }, "postcode"],
    ["a number as postcode", { postcode: 40111 }, "postcode"],
    ["no phone", { phone: "" }, "phone"],
    ["a landline", { phone: "022-4201234" }, "phone"],
    ["a short street", { street: "Jl" }, "street"],
    ["two lines of street", { street: "Jalan Merdeka\n10" }, "street"],
    ["a long label", { label: "x".repeat(31) }, "label"],
    ["a pin abroad", { lat: 48.85, lng: 2.35 }, "lat"],
    ["half a pin", { lat: -6.9 }, "lat"],
    ["a text as pin", { lat: "-6.9", lng: "107.7" }, "lat"],
    ["an owner", { user_id: "01961f6e-0000-7000-8000-000000000001" }, "user_id"],
    ["an array as recipient", { recipient: ["Sari"] }, "recipient"],
    ["an object as label", { label: { a: 1 } }, "label"],
    ["yes as main", { is_main: "1" }, "is_main"],
  ])("%s is refused at its field", async (_what, change, field) => {
    const { it } = await someone();
    const { status, body } = await it.call("POST", "/v1/addresses", await typedAddress(change));
    expect(status).toBe(422);
    expect(Object.keys(body.data)).toContain(field);
    expect((await it.call("GET", "/v1/addresses")).body.result).toEqual([]);
  });
});
