import { consentPurposes } from "../../src/accounts/consents/rules.ts";
import { sql, type Queryable, type Tx } from "../../src/lib/database.ts";
import { addDuration, day } from "../../src/lib/time.ts";
import { demoAccounts } from "../demo/accounts.ts";
import type { Content } from "../demo/read-content.ts";
import { insertRows, types, type Cell } from "./bulk-insert.ts";
import { idAt, randomOf } from "./draw.ts";
import type { SeedOptions } from "./seed-options.ts";

/** A village where seeded people and shops are, with the names of the regions above it. */
export type Place = {
  village_code: string;
  village: string;
  district: string;
  regency_code: string;
  regency: string;
  province_code: string;
  province: string;
  postcode: string;
};

/** A village of each regency that has one in the table of regions. */
export function listPlaces(db: Queryable): Promise<Place[]> {
  return db.rows<Place>(sql`
    select distinct on (r.code) v.code as village_code, v.name as village, d.name as district, r.code as regency_code, r.name as regency,
      p.code as province_code, p.name as province, coalesce(v.postcode, d.postcode, '40111') as postcode
    from regions v join regions d on d.code = v.parent_code join regions r on r.code = d.parent_code join regions p on p.code = r.parent_code
    where v.level = 4 order by r.code, v.code`);
}

/** More than half of the people live on Java (codes 31 to 36). */
export function pickPlace(draw: number, places: readonly Place[]): Place {
  const java = places.filter(({ province_code: code }) => code >= "31" && code <= "36");
  const others = places.filter(({ province_code: code }) => code < "31" || code > "36");
  const isJava = others.length === 0 || (java.length > 0 && draw < 0.65);
  const [list, share] = isJava ? [java, draw / 0.65] : [others, (draw - 0.65) / 0.35];
  const found = list[Math.floor(Math.abs(share) * list.length) % list.length];
  if (!found) throw new Error("the table of regions has no villages");
  return found;
}

export type Person = { id: string; email: string; name: string; place: Place; phone: string; street: string };

const kinds = { owner: 1, buyer: 2 } as const;

/** The people of one kind, in memory. Nobody of another seed or of the demo has their addresses. */
export function makePeople(
  kind: keyof typeof kinds,
  count: number,
  { seed, today }: SeedOptions,
  { people }: Content,
  places: readonly Place[],
): Person[] {
  const begun = addDuration(today, -1200 * day).getTime();
  const given = people.map(({ name }) => name.split(" ")[0] ?? "");
  const family = people.map(({ name }) => name.split(" ").at(-1) ?? "");
  return Array.from({ length: count }, (_, at) => {
    const random = randomOf(seed, kinds[kind], at);
    const id = idAt(random, begun + Math.floor((at / count) * 1000 * day), 2 * at + kinds[kind]);
    return {
      id,
      email: `${kind === "owner" ? "toko" : "orang"}-${at + 1}@seed.kawung.test`,
      name: `${random.pick(given)} ${random.pick(family)}`,
      place: pickPlace(random.next(), places),
      phone: `+628${random.int(100_000_000, 999_999_999)}`,
      street: `Jalan ${random.pick(family)} No. ${random.int(1, 220)}`,
    };
  });
}

const batchSize = 5_000;

/** Stores people with the consents and the main address that every account of the demo has. */
export async function insertPeople(
  tx: Tx,
  people: readonly Person[],
  { type, passwordHash, today }: { type: "pembeli" | "penjual"; passwordHash: string; today: Date },
): Promise<void> {
  for (let from = 0; from < people.length; from += batchSize) {
    const batch = people.slice(from, from + batchSize);
    const since = (at: number) =>
      addDuration(today, -1200 * day + Math.floor(((from + at) / people.length) * 1000) * day);
    await insertRows(
      tx,
      "users",
      {
        id: types.uuid,
        email: types.text,
        name: types.text,
        password_hash: types.text,
        type: types.text,
        province_code: types.text,
        email_verified_at: types.time,
        is_demo: types.boolean,
        created_at: types.time,
        updated_at: types.time,
      },
      batch.map((one, at): Cell[] => [
        one.id,
        one.email,
        one.name,
        passwordHash,
        type,
        one.place.province_code,
        since(at),
        true,
        since(at),
        since(at),
      ]),
    );
    const needed = Object.entries(consentPurposes).filter(([, { needed: is }]) => is);
    await insertRows(
      tx,
      "consents",
      {
        user_id: types.uuid,
        purpose: types.text,
        text_version: types.text,
        given: types.boolean,
        source: types.text,
        at: types.time,
      },
      batch.flatMap((one, at) =>
        needed.map(([purpose, { version }]): Cell[] => [one.id, purpose, version, true, "registration", since(at)]),
      ),
    );
    await insertRows(
      tx,
      "addresses",
      {
        user_id: types.uuid,
        label: types.text,
        recipient: types.text,
        phone: types.text,
        province_code: types.text,
        regency_code: types.text,
        district_code: types.text,
        village_code: types.text,
        postcode: types.text,
        street: types.text,
        is_main: types.boolean,
        created_at: types.time,
      },
      batch.map((one, at): Cell[] => [
        one.id,
        "Rumah",
        one.name,
        one.phone,
        one.place.province_code,
        one.place.regency_code,
        one.place.village_code.slice(0, 8),
        one.place.village_code,
        one.place.postcode,
        one.street,
        true,
        since(at),
      ]),
    );
  }
}

/** Stores the accounts of buyer and operator of the demo where they are missing, so that somebody can log in. */
export async function insertAccounts(tx: Tx, passwordHash: string, today: Date): Promise<void> {
  await tx.run(sql`
    insert into users (email, name, password_hash, type, operator_role, province_code, email_verified_at, is_demo, created_at)
    values (${demoAccounts.buyer}, 'Siti Rahmawati', ${passwordHash}, 'pembeli', null, '32', ${today}, true, ${addDuration(today, -400 * day)}),
      (${demoAccounts.operator}, 'Operator Kawung', ${passwordHash}, 'operator', 'owner', '32', ${today}, true, ${addDuration(today, -400 * day)})
    on conflict (email) do nothing`);
}
