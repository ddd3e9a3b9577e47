import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "../../test/attacks/make-world.ts";
import { makeSession } from "../../test/make/checkout.ts";
import { makeAddress, makeUser } from "../../test/make/rows.ts";
import { sql } from "#lib/database.ts";
import { maxAddresses } from "./rules.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("a full address book says so instead of offering a form, until an address is removed", async () => {
  const { context } = world;
  const id = await makeUser(context);
  const main = await makeAddress(context, id);
  await context.db.run(sql`
    insert into addresses (user_id, label, recipient, phone, province_code, regency_code, district_code, village_code, postcode, street, is_main)
    select user_id, 'Alamat ' || n, recipient, phone, province_code, regency_code, district_code, village_code, postcode, street, false
    from addresses, generate_series(2, ${maxAddresses}::int) n where id = ${main}`);
  const headers = { cookie: `__Host-sid=${await makeSession(context, id)}` };
  const page = async (query: string) =>
    (await world.nobody.call("GET", `/profile?page=addresses${query}`, undefined, { ...headers, accept: "text/html" }))
      .text;
  for (const query of ["", "&edit=new"]) {
    const full = await page(query);
    expect(full).toContain("Buku alamat penuh");
    expect(full).not.toContain("Tambah alamat");
    expect(full).not.toContain("Simpan alamat");
  }
  expect(await page(`&edit=${main}`)).toContain("Simpan alamat");

  await world.nobody.call("DELETE", `/v1/addresses/${main}`, undefined, headers);
  const { body } = await world.nobody.call("GET", "/v1/addresses", undefined, headers);
  expect(body.result).toHaveLength(maxAddresses - 1);
  expect(body.result.filter((one: { is_main: boolean }) => one.is_main)).toHaveLength(1);
  expect(await page("")).toContain("Tambah alamat");
  expect(await page("&edit=new")).toContain("Simpan alamat");
});
