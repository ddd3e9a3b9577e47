import { randomBytes } from "node:crypto";

import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createApp } from "../../src/app.ts";
import { sql } from "../../src/lib/database.ts";
import { addDuration } from "../../src/lib/time.ts";
import { closeShop } from "../../src/shops/close-shop.ts";
import { reservedNameDuration } from "../../src/shops/rules.ts";
import { contextOn, makeContext } from "../make/context.ts";
import { makeShop, makeUser } from "../make/rows.ts";
import { makeSession } from "../make/checkout.ts";
import { makePerson, origin, type Person } from "./make-world.ts";

const env = { PUBLIC_URL: origin, LIMIT_FACTOR: "10000" };
let context: Awaited<ReturnType<typeof makeContext>>;
let second: Awaited<ReturnType<typeof makeContext>>;
/** Two processes of one marketplace. */
let apps: FastifyInstance[];

beforeAll(async () => {
  context = await makeContext(env);
  second = await contextOn({ url: context.databaseUrl, drop: async () => {} }, env);
  apps = await Promise.all([createApp(context), createApp(second)]);
  for (const app of apps) await app.ready();
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await second.close();
  await context.close();
});

async function member(at = 0, userId?: string): Promise<Person> {
  const id = userId ?? (await makeUser(context));
  const app = apps[at];
  if (!app) throw new Error("no such process");
  return makePerson(app, id, await makeSession(context, id));
}
const shopInput = (name: string) => ({ name, regency_code: "32.73", couriers: ["pickup"] });
const shop = (name: string) => ({ ...shopInput(name), tagline: "", description: "", on_vacation: false });
const open = async (name: string, person?: Person) =>
  (person ?? (await member())).call("POST", "/v1/seller/shop", shopInput(name));
async function seller(name?: string): Promise<Person> {
  const { ownerId } = await makeShop(context, { name: name ?? `Lapak ${randomBytes(6).toString("hex")}` });
  return member(0, ownerId);
}
const change = (person: Person, name: string) => person.call("PUT", "/v1/seller/shop", shop(name));

const unseen = [
  "\u200b",
  "\u200c",
  "\u200d",
  "\u200e",
  "\u200f",
  "\u00ad",
  "\u2060",
  "\ufeff",
  "\u061c",
  "\u3164",
  "\u115f",
  "\u1160",
  "\uffa0",
  "\u034f",
  "\u180e",
  "\ufe0f",
  "\u{e0061}",
  "\u{e0100}",
];

describe("a name that others read", () => {
  test("contains no invisible character, in any form", async () => {
    const person = await seller();
    const { body: category } = await person.call("GET", "/v1/categories");
    expect(category.success).toBe(true);
    for (const [at, sign] of unseen.entries()) {
      const where = (sign.codePointAt(0) ?? 0).toString(16);
      const name = `Lapak Nomor${sign} ${at}${sign}`;
      const shown = `Lapak Nomor ${at}`;
      expect((await change(person, name)).body.data.name, where).toBe(shown);
      const buyer = await member();
      expect((await buyer.call("PUT", "/v1/users", { name })).status, where).toBe(200);
      expect((await buyer.call("GET", "/v1/users")).body.result.name, where).toBe(shown);
      const password = "tujuh bunga di tepi kali";
      const registered = await person.call("POST", "/v1/auth/register", {
        name,
        email: `tak-tampak-${at}@kawung.test`,
        password,
        password_confirmation: password,
      });
      expect([registered.status, registered.body.user?.name], where).toEqual([200, shown]);
      expect((await open(`Kios${sign} ${at}`)).status, where).toBe(200);
    }
    const { rows } = await context.db.pool.query<{ name: string }>(
      "select name from shops union all select name from users",
    );
    for (const { name } of rows) expect(name).not.toMatch(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u);
  });

  test("cannot hide a reserved word with an invisible character", async () => {
    const person = await seller();
    for (const sign of unseen) {
      expect((await change(person, `Ka${sign}wung`)).status).toBe(422);
      expect((await open(`Ka${sign}wung`)).status).toBe(422);
      expect((await (await member()).call("PUT", "/v1/users", { name: `Ka${sign}wung` })).status).toBe(422);
    }
  });

  test.each([
    "Kawung Official",
    "Kawung Resmi",
    "Admin Kawung",
    "Каwung",
    "Kavvung Store",
    "K4WUNG",
    "Toko Official",
    "Batik Resmi",
    "Customer Service 24 Jam",
    "4dmin Toko",
    "Bata\u0441 Toko",
  ])("of a shop is not “%s”", async (name) => {
    const person = await seller();
    for (const { status, body } of [await open(name), await change(person, name)])
      expect([status, Object.keys(body.data)]).toEqual([422, ["name"]]);
  });

  test.each(["Admin Kawung", "Kawung", "Customer Service", "CS Toko", "Каwung", "Оperator", "Moderat0r"])(
    "of a person is not “%s”, at registration and later",
    async (name) => {
      const changed = await (await member()).call("PUT", "/v1/users", { name });
      expect([changed.status, Object.keys(changed.body.data)]).toEqual([422, ["name"]]);
      const password = "tujuh bunga di tepi kali";
      const registered = await (
        await member()
      ).call("POST", "/v1/auth/register", {
        name,
        email: `petugas-${randomBytes(4).toString("hex")}@kawung.test`,
        password,
        password_confirmation: password,
      });
      expect([registered.status, Object.keys(registered.body.data)]).toEqual([422, ["name"]]);
    },
  );

  test.each(["Adminah", "Resmi Rahayu", "Resmiati", "Siti Bantuan", "Zoë Søndergård", "ꦢꦺꦮꦶ", "陈美玲"])(
    "of a person may be “%s”",
    async (name) => {
      expect((await (await member()).call("PUT", "/v1/users", { name })).status).toBe(200);
    },
  );

  test("that was stored before it was reserved stays when other data is saved", async () => {
    const named = await member(0, await makeUser(context, { name: "Budi Admin" }));
    expect((await named.call("PUT", "/v1/users", { name: "Budi Admin", birth_date: "1990-01-02" })).status).toBe(200);
    expect((await named.call("PUT", "/v1/users", { name: "Budi  Admin 2" })).status).toBe(422);
    expect((await change(await seller("Batik Resmi Sido"), "Batik Resmi Sido")).status).toBe(200);
  });

  test("is refused for its length before any other rule runs", async () => {
    const person = await seller();
    for (const piece of ["m", "\u200b", "K\u0430", "\u0301", "vv", "1|", "𝓛"]) {
      const name = piece.repeat(15_000);
      for (const answer of [await change(person, name), await person.call("PUT", "/v1/users", { name })])
        expect([answer.status, answer.body.data.name], piece).toEqual([422, [expect.stringMatching(/^Maksimal/)]]);
    }
  });
});

describe("two shops", () => {
  test("cannot have names that look alike, whichever of them was named first", async () => {
    expect((await open("Griya Laksono")).status).toBe(200);
    const person = await seller();
    for (const name of [
      "Griya Laksono",
      "GRIYA LAKSONO",
      "Griya-Laks0no",
      "Gríya Laksono",
      "Grіyа Laksono",
      "Griya\u200bLaksono",
    ])
      for (const { status, body } of [await open(name), await change(person, name)]) {
        expect([409, 422], name).toContain(status);
        expect(Object.keys(body.data), name).toEqual(["name"]);
      }
    expect((await open("Griya Laksana")).status).toBe(200);
  });

  test("that open at the same moment with one name at two processes: one opens, and the others are refused", async () => {
    const people = await Promise.all(Array.from({ length: 8 }, (_, at) => member(at % 2)));
    const opened = await Promise.all(people.map((person, at) => open(at % 2 ? "Kios Kembar" : "K1OS  kembar", person)));
    expect(opened.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    const owners = await Promise.all(Array.from({ length: 6 }, () => seller()));
    const renamed = await Promise.all(owners.map((owner) => change(owner, "Kedai Berebut")));
    expect(renamed.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 5 }, () => 409)]);
    for (const { status, body } of [...opened, ...renamed])
      if (status === 409) expect(Object.keys(body.data)).toEqual(["name"]);
  });

  test("that already have such names keep them and can change everything else, and no other shop can use these names", async () => {
    const [first, second] = [await seller("Warung Lama"), await seller("Warung Lama")];
    expect((await open("Warung Lama")).status).toBe(409);
    for (const owner of [first, second]) expect((await change(owner, "Warung Lama")).status).toBe(200);
    expect((await change(second, "Warung Baru Sekali")).status).toBe(200);
    expect((await change(second, "Warung Lama")).status).toBe(409);
  });
});

describe("a former name of a shop", () => {
  test("is available only to that shop for a while", async () => {
    const [owner, other] = [await seller("Kriya Wening"), await seller()];
    expect((await change(owner, "Kriya Hening")).status).toBe(200);
    expect((await change(other, "Kriya Wening")).status).toBe(409);
    expect((await open("KRIYA wening")).status).toBe(409);
    expect((await change(owner, "Kriya Wening")).status).toBe(200);
    expect((await change(owner, "Kriya Hening")).status).toBe(200);
    await context.db.run(sql`update reserved_shop_names set reserved_until = now() - interval '1 second'`);
    expect((await change(other, "Kriya Wening")).status).toBe(200);
  });

  test("stays reserved when its shop corrects the new name, and no shop reserves more than three", async () => {
    const [owner, other] = [await seller("Anyam Wening"), await seller()];
    for (const name of ["Anyam Hening", "Anyam Bening", "Anyam Kening"])
      expect((await change(owner, name)).status).toBe(200);
    expect((await change(other, "Anyam Wening")).status).toBe(409);
    expect((await change(owner, "Anyam Gending")).status).toBe(200);
    expect((await change(other, "Anyam Wening")).status).toBe(200);
    expect((await change(other, "Anyam Hening")).status).toBe(409);
  });

  test("of a closed shop is reserved for the same time", async () => {
    const { shopId } = await makeShop(context, { name: "Dapur Pamit" });
    const now = context.clock.now();
    await context.db.transaction((tx) => closeShop(tx, shopId, now));
    expect((await open("Dapur Pamit")).body.code).toBe("shops.name_taken");
    const kept = await context.db.row<{ reserved_until: Date }>(
      sql`select reserved_until from reserved_shop_names where shop_id is null`,
    );
    expect(kept?.reserved_until).toEqual(addDuration(now, reservedNameDuration));
  });
});
