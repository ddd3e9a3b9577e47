import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeWorld, type Person, type World } from "../../../test/attacks/make-world.ts";
import { readZip } from "../../../test/read/zip.ts";
import { runQueued } from "../../../test/run-all-jobs.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { hashPassword } from "#accounts/password/hash-password.ts";
import { sql } from "#lib/database.ts";
import { day, hour, addDuration } from "#lib/time.ts";
import { archiveParts, omittedColumns } from "./queries.ts";
import { writeZip } from "./write-zip.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const ask = (person: Person, body: object = {}) => person.call("POST", "/v1/users/archive", body);
const shown = async (person: Person) => (await person.call("GET", "/v1/users/archive")).body.result;

async function download(person: Person, id: string) {
  const response = await world.app.inject({
    url: `/v1/users/archive/${id}/file`,
    headers: { cookie: person.cookie },
  });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}

/** Moves the user's login into the past, so that it is no longer a fresh one. */
async function loggedInLongAgo(person: Person): Promise<void> {
  await world.context.db.run(
    sql`update sessions set authenticated_at = ${addDuration(world.context.clock.now(), -hour)} where user_id = ${person.id}`,
  );
}

describe("the copy of a user's data", () => {
  test("is made by a job, is announced, and contains the user's data and nothing about others", async () => {
    const asked = await ask(world.buyer);
    expect(asked.status).toBe(200);
    expect(await shown(world.buyer)).toMatchObject({ ready_at: null, bytes: null });
    await runQueued(world.context);
    const { id, bytes, ready_at, expires_at } = await shown(world.buyer);
    expect(Date.parse(expires_at) - Date.parse(ready_at)).toBe(7 * day);
    const { status, headers, bytes: zip } = await download(world.buyer, id);
    expect(status).toBe(200);
    expect(zip).toHaveLength(bytes);
    expect(headers).toMatchObject({ "content-type": "application/zip", "cache-control": "private, no-store" });
    expect(headers["content-disposition"]).toMatch(/^attachment; filename="data-kawung-\d{8}\.zip"$/);
    const files = readZip(zip);
    expect([...files.keys()]).toEqual(["baca-saya.html", "data.json"]);
    const data = JSON.parse(String(files.get("data.json")));
    expect(data.akun[0]).toMatchObject({ nama: "Rahasia Pratiwi", telepon: "+6281277770001" });
    expect(data.alamat[0]).toMatchObject({ penerima: "Penerima Rahasia", jalan: "Gang Tersembunyi 77" });
    expect(data.pesanan).toHaveLength(5);
    expect(data.pesanan[0].barang[0]).toMatchObject({ jumlah: 1, harga_rupiah: 50_000 });
    expect(data.pembayaran).toHaveLength(5);
    expect(data.keranjang).toHaveLength(1);
    const whole = JSON.stringify(data);
    expect(whole).not.toMatch(/password|argon2|token_hash|Joko Penasaran|[0-9a-f]{64}/);
    const notifications = await world.buyer.call("GET", "/v1/users/notifications");
    expect(notifications.body.data.map(({ tittle }: { tittle: string }) => tittle)).toContain("Salinan data Anda siap");
    const page = String(files.get("baca-saya.html"));
    for (const words of ["Rahasia Pratiwi", "Gang Tersembunyi 77", "Rp50.000"]) expect(page).toContain(words);
    expect(page).not.toMatch(/<script|https?:\/\//);
  });

  test("contains a shop's sales without its buyers", async () => {
    await ask(world.seller);
    await runQueued(world.context);
    const { bytes } = await download(world.seller, (await shown(world.seller)).id);
    const text = String(readZip(bytes).get("data.json"));
    expect(JSON.parse(text).toko[0].penjualan).toHaveLength(4);
    for (const secret of world.secrets) expect(text).not.toContain(secret);
  });

  test("shows users' text as text and not as markup in the readable page", async () => {
    const id = await makeUser(world.context, { name: `<img src=x onerror="alert(1)">&'` });
    const person = { ...world.otherBuyer, id };
    await world.context.db.transaction(async (tx) => {
      await tx.run(sql`insert into data_archives (user_id, requested_at) values (${person.id}, now())`);
    });
    const row = await world.context.db.row<{ id: string }>(sql`select id from data_archives where user_id = ${id}`);
    const { makeArchive } = await import("./make-archive.ts");
    await makeArchive(world.context, row?.id ?? "", world.context.clock.now());
    const made = await world.context.db.row<{ file: Buffer }>(
      sql`select file from data_archives where user_id = ${id}`,
    );
    const page = String(readZip(made?.file ?? Buffer.alloc(0)).get("baca-saya.html"));
    expect(page).not.toContain("<img");
    expect(page).toContain("&#60;img src=x onerror=&#34;alert(1)&#34;&#62;&#38;&#39;");
  });

  test("can be downloaded only by its owner, and only until it expires", async () => {
    const { id } = await shown(world.buyer);
    expect((await download(world.otherBuyer, id)).status).toBe(404);
    expect((await download(world.operator, id)).status).toBe(404);
    expect((await download(world.nobody, id)).status).toBe(401);
    await world.context.db.run(sql`
      update data_archives set ready_at = now() - interval '8 days', expires_at = now() - interval '1 second' where id = ${id}`);
    expect((await download(world.buyer, id)).status).toBe(404);
    expect(await shown(world.buyer)).toBeNull();
    const { privacyJobs } = await import("../jobs.ts");
    await privacyJobs["privacy.delete_due_accounts"]?.({}, world.context);
    expect(await world.context.db.row(sql`select from data_archives where id = ${id}`)).toBeUndefined();
  });

  test("is made once for ten requests at the same moment, and a new request replaces a finished one", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(world.otherBuyer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.code]).toEqual([409, "privacy.archive_in_progress"]);
    await runQueued(world.context);
    const before = await shown(world.otherBuyer);
    expect((await ask(world.otherBuyer)).status).toBe(200);
    expect((await download(world.otherBuyer, before.id)).status).toBe(404);
  });

  test("needs a fresh login or the password", async () => {
    const password = "kebun-teh-di-lereng-7";
    await world.context.db.run(
      sql`update users set password_hash = ${await hashPassword(password)} where id = ${world.otherSeller.id}`,
    );
    await loggedInLongAgo(world.otherSeller);
    const stale = await ask(world.otherSeller);
    expect([stale.status, stale.body.code]).toEqual([403, "accounts.confirm_needed"]);
    const wrong = await ask(world.otherSeller, { current_password: "salah-sekali" });
    expect([wrong.status, wrong.body.data.current_password]).toEqual([422, ["Kata sandi salah."]]);
    expect(await shown(world.otherSeller)).toBeNull();
    expect((await ask(world.otherSeller, { current_password: password })).status).toBe(200);
  });

  test("is refused for an empty password", async () => {
    await loggedInLongAgo(world.otherSeller);
    expect((await ask(world.otherSeller, { current_password: "" })).body.code).toBe("accounts.confirm_needed");
  });
});

describe("the catalogue of the database", () => {
  test("every column that leads to a user is in the copy, or left out with a reason", async () => {
    const rows = await world.context.db.rows<{ name: string }>(sql`
      select c.conrelid::regclass || '.' || a.attname as name
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'users'::regclass
      union select table_name || '.' || column_name from information_schema.columns
      where table_schema = 'public' and column_name in ('user_id', 'owner_id', 'buyer_id', 'actor_id', 'author_id', 'seller_id')`);
    const covered = new Set(archiveParts.flatMap(({ covers }) => covers));
    const forgotten = rows.map(({ name }) => name).filter((name) => !covered.has(name) && !omittedColumns[name]);
    expect(forgotten, "add these to src/privacy/archive/").toEqual([]);
    expect(rows.length).toBeGreaterThan(15);
  });

  test("every part can be read and has its own name", async () => {
    for (const { rows } of archiveParts) await world.context.db.rows(rows(world.buyer.id));
    expect(new Set(archiveParts.map(({ name }) => name)).size).toBe(archiveParts.length);
  });
});

describe("the ZIP", () => {
  const at = new Date("2026-11-21T07:08:10Z");
  test("preserves names, bytes and empty files, small and large", () => {
    const entries = [
      { name: "baca-saya.html", bytes: Buffer.from("é 你好".repeat(5000)) },
      { name: "folder/kosong.txt", bytes: Buffer.alloc(0) },
      { name: "acak.bin", bytes: Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919) % 251)) },
    ];
    const read = readZip(writeZip(entries, at));
    expect([...read].map(([name, bytes]) => ({ name, bytes }))).toEqual(entries);
  });

  test("has the given date, in steps of two seconds", () => {
    const zip = writeZip([{ name: "a", bytes: Buffer.from("a") }], at);
    const [time, date] = [zip.readUInt16LE(10), zip.readUInt16LE(12)];
    expect([(date >> 9) + 1980, (date >> 5) & 15, date & 31]).toEqual([2026, 11, 21]);
    expect([time >> 11, (time >> 5) & 63, (time & 31) * 2]).toEqual([7, 8, 10]);
  });
});
