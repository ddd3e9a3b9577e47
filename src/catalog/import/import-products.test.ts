import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { runCommand } from "../../commands/run-command.ts";
import { makeMarket, newProduct } from "../../../test/make/catalog.ts";
import { makeContext } from "../../../test/make/context.ts";
import { readRecords } from "./read-records.ts";
import { isPictureName } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let folder: string;
beforeAll(async () => {
  context = await makeContext();
  await makeMarket(context, [newProduct("teh", "Teh Uji")]);
  folder = mkdtempSync(join(tmpdir(), "kawung-import-"));
  for (const [name, color] of [
    ["merah.jpg", "#b3411f"],
    ["biru.png", "#1f41b3"],
  ] as const) {
    const picture = sharp({ create: { width: 60, height: 60, channels: 3, background: color } });
    writeFileSync(join(folder, name), await (name.endsWith("jpg") ? picture.jpeg() : picture.png()).toBuffer());
  }
  writeFileSync(join(folder, "catatan.jpg"), "ini bukan gambar");
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await context.close();
});
beforeEach(() => context.db.run(sql`delete from imported_products`));

type Result = {
  created: number;
  changed: number;
  same: number;
  held: number;
  stored: boolean;
  error: string;
  refused: { line: number; external_id: string | null; problems: string[] }[];
};

async function importFile(text: string, ...options: string[]): Promise<Result & { code: number }> {
  const path = join(folder, "produk.txt");
  writeFileSync(path, text);
  let out = "";
  const code = await runCommand(["import", "products", path, "--shop=batik-uji", "--json", ...options], {
    env: { NODE_ENV: "test", DATABASE_URL: context.databaseUrl, DATA_DIR: context.config.dataDir, LOG_LEVEL: "silent" },
    input: Readable.from([]),
    print: (part) => (out += part),
    complain: () => {},
  });
  return { ...(JSON.parse(out) as Result), code };
}

const head =
  "external_id,name,description,category,condition,weight_g,pictures,attributes,axis1,option1,price,stock,sku,picture";
const about = "Kain katun yang dijahit rapi di Bandung dan siap dipakai setiap hari.";
const csv = (...rows: string[]) => [head, ...rows].join("\r\n");

type Stored = { id: string; name: string; price_min: number; stock: number; variants: number; pictures: number };
const stored = (externalId: string) =>
  context.db.row<Stored>(sql`
    select p.id, p.name, p.price_min::int as price_min, (select sum(stock)::int from variants v where v.product_id = p.id) as stock,
      (select count(*)::int from variants v where v.product_id = p.id and v.is_active) as variants,
      (select count(*)::int from product_pictures x where x.product_id = p.id) as pictures
    from imported_products i join products p on p.id = i.product_id where i.external_id = ${externalId}`);

test("a CSV file with variants becomes products, a dry run stores nothing, and the same file again changes nothing", async () => {
  const text = csv(
    `K-1,Kemeja Uji Impor,"${about}",kemeja,new,300,merah.jpg|biru.png,Bahan=Katun|Asal=Bandung,Warna,Merah,90000,5,K-1-M,merah.jpg`,
    `K-1,,,,,,,,,Biru,95000,7,K-1-B,biru.png`,
    `K-2,Kopi Uji Impor,"${about}",kopi,new,250,biru.png,,,,40000,3,,`,
  );
  expect(await importFile(text, "--dry-run")).toMatchObject({ code: 0, created: 2, stored: false, refused: [] });
  expect(await stored("K-1")).toBeUndefined();
  expect(await importFile(text)).toMatchObject({ code: 0, created: 2, changed: 0, stored: true });
  expect(await stored("K-1")).toMatchObject({ price_min: 90000, stock: 12, variants: 2, pictures: 2 });
  const pictures = () => context.db.row<{ n: number }>(sql`select count(*)::int as n from pictures`);
  const before = await pictures();
  expect(await importFile(text)).toMatchObject({ code: 0, created: 0, changed: 0, same: 2 });
  // Other text and price, the same pictures: the product changes, and no picture is stored again.
  const product = await stored("K-1");
  const changed = text.replace("Kemeja Uji Impor", "Kemeja Uji Impor Panjang").replace(",90000,5,", ",88000,50,");
  expect(await importFile(changed)).toMatchObject({ code: 0, created: 0, changed: 1, same: 1 });
  expect(await stored("K-1")).toMatchObject({ id: product?.id, name: "Kemeja Uji Impor Panjang", price_min: 88000 });
  expect([(await stored("K-1"))?.stock, await pictures()]).toEqual([12, before]);
  expect(await importFile(changed, "--stock")).toMatchObject({ changed: 2 });
  expect((await stored("K-1"))?.stock).toBe(57);
});

test("JSON lines: what is refused is named by line and reason, and the others are stored", async () => {
  const good = {
    external_id: "J-1",
    name: "Kopi Uji Baris",
    description: about,
    category: "kopi",
    condition: "new",
    weight_g: 250,
    pictures: ["merah.jpg"],
    price: 45000,
    stock: 4,
  };
  const lines = [
    good,
    { ...good, external_id: "J-2", category: "tidak-ada" },
    { ...good, external_id: "J-3", pictures: ["hilang.jpg"] },
    { ...good, external_id: "J-4", pictures: ["../secret"] },
    { ...good, external_id: "J-5", pictures: ["catatan.jpg"] },
    { ...good, external_id: "J-6", price: "murah", color: "merah" },
    { ...good, external_id: "J-1" },
    { ...good, external_id: undefined },
    { ...good, external_id: "J-8", name: "Kopi Uji WA 081234567890" },
    { ...good, external_id: "J-7", variants: [{ options: ["Merah"], price: 5000, stock: 1, picture: "biru.png" }] },
  ];
  const text = `${lines.map((one) => JSON.stringify(one)).join("\n")}\n{ rusak\n[1]\n`;
  const { code, created, refused } = await importFile(text);
  expect([code, created]).toEqual([3, 1]);
  expect(refused.map(({ line, external_id: id, problems }) => [line, id, problems.join(" ")])).toEqual([
    [2, "J-2", "category: there is no sub-category tidak-ada"],
    [3, "J-3", "pictures: hilang.jpg: is not in the folder of pictures"],
    [4, "J-4", "pictures: ../secret: is no name of a file in the folder"],
    [5, "J-5", "pictures: catatan.jpg: is no JPEG, PNG, WebP or AVIF"],
    [6, "J-6", expect.stringMatching(/variants\.0\.price: .* color: /)],
    [7, "J-1", "external_id: the same id as in line 1"],
    [8, null, expect.stringContaining("external_id: ")],
    [9, "J-8", "name: Delete “081234567890”: buyers ask on the product's page."],
    [10, "J-7", expect.stringMatching(/price: .*stock: /)],
    [11, null, "line: this is no JSON object"],
    [12, null, "line: this is no JSON object"],
  ]);
  expect(await stored("J-1")).toMatchObject({ name: "Kopi Uji Baris", variants: 1, pictures: 1 });
  const entry = await context.db.row<{ after: unknown }>(
    sql`select after from audit_entries where action = 'catalog.products_imported' order by id desc limit 1`,
  );
  expect(entry?.after).toEqual({ created: 1, changed: 0, refused: 11 });
});

test("a product that was taken off sale is refused, and a new id makes another one", async () => {
  const row = (id: string) => csv(`${id},Kopi Uji Tarik,"${about}",kopi,new,250,biru.png,,,,40000,3,,`);
  expect(await importFile(row("T-1"))).toMatchObject({ created: 1 });
  await context.db.run(
    sql`update products set status = 'removed' where id in (select product_id from imported_products)`,
  );
  const again = await importFile(row("T-1").replace("40000", "41000"));
  expect([again.code, again.refused[0]?.problems[0]]).toEqual([3, expect.stringContaining("was taken off sale")]);
  expect(await importFile(row("T-2"))).toMatchObject({ created: 1 });
});

test("a file that is none, with unknown columns or for no shop is refused before anything is stored", async () => {
  expect(await importFile("nama;harga\nKopi;1")).toMatchObject({
    code: 3,
    error: expect.stringContaining("neither CSV"),
  });
  expect(await importFile("external_id,warna\nA,merah")).toMatchObject({
    code: 3,
    refused: [{ line: 1, problems: ["line: unknown columns: warna"] }],
  });
  expect(await importFile(csv("A,b"), "--shop=tidak-ada")).toMatchObject({
    code: 3,
    error: "There is no shop tidak-ada.",
  });
});

test("a row with a cell that is too long is refused by its line, with its whole product, and the others are imported", async () => {
  const row = (id: string, name: string, description = about) =>
    `${id},${name},"${description}",kopi,new,250,biru.png,,Warna,Merah,40000,3,,`;
  const text = csv(
    row("P-1", "Kopi Uji Satu"),
    row("P-2", "Kopi Uji Dua"),
    `P-2,"${"x".repeat(10_001)}",,,,,,,,Biru,40000,3,,`,
    row("P-3", "Kopi Uji Tiga", `baris\n${"y".repeat(10_001)}`),
    row("P-4", "Kopi Uji Empat"),
    `${row("P-5", "Kopi Uji Lima")},satu,lebih`,
    row("P-2", "Kopi Uji Dua Lagi"),
  );
  const { code, created, refused, stored: isStored } = await importFile(text);
  expect([code, created, isStored]).toEqual([3, 2, true]);
  expect(refused).toEqual([
    { line: 4, external_id: "P-2", problems: ["line: a cell has more than 10,000 characters"] },
    { line: 5, external_id: "P-3", problems: ["line: a cell has more than 10,000 characters"] },
    { line: 8, external_id: "P-5", problems: ["line: the row has more cells than the first line has names"] },
    { line: 9, external_id: "P-2", problems: ["external_id: the same id as in line 4"] },
  ]);
  expect((await stored("P-4"))?.name).toBe("Kopi Uji Empat");
  expect(await stored("P-2")).toBeUndefined();
});

test("nothing counts as stored when every product was refused, or was the same before", async () => {
  const good = csv(`S-1,Kopi Uji Simpan,"${about}",kopi,new,250,biru.png,,,,40000,3,,`);
  expect(await importFile(good.replace("kopi,new", "tidak-ada,new"))).toMatchObject({ code: 3, stored: false });
  expect(await importFile(good)).toMatchObject({ code: 0, stored: true });
  expect(await importFile(good)).toMatchObject({ code: 0, same: 1, stored: false });
});

test.each([
  ["only the names of the columns", `${head}\r\n`, "no row below them"],
  ["nothing", "", "The file is empty."],
  ["empty lines only", "\n\r\n\n", "The file is empty."],
  ["a byte order mark only", "\uFEFF", "The file is empty."],
  ["a JSON array", '[{"external_id":"A"}]', "The file is a JSON array"],
  ["more rows than the limit", `${head}\n${"A,b\n".repeat(100_001)}`, "more than 100,000 rows"],
  ["a quoted cell without an end", `${head}\nA,b\nB,"c\n${"d,e\n".repeat(9)}`, "which begins in line 3"],
  ["more columns than the limit", `external_id${",".repeat(60)}\nA`, "more than 40 columns"],
])("a file with %s is refused with a sentence that says so", async (_what, text, sentence) => {
  expect(await importFile(text)).toMatchObject({ code: 3, error: expect.stringContaining(sentence) });
});

test("a column that is there twice is refused by name, and columns without a name or content are none", async () => {
  expect(await importFile("external_id,name,name\nA,b,c")).toMatchObject({
    code: 3,
    refused: [{ line: 1, problems: ["line: the column name is there twice"] }],
  });
  const row = `N-1,Kopi Uji Nama,"${about}",kopi,new,250,biru.png,,,,40000,3,,`;
  expect(await importFile(`${head},,\n${row},,`)).toMatchObject({ code: 0, created: 1 });
});

test("names of pictures stay in their folder", () => {
  for (const name of ["../a.jpg", "/etc/passwd", "a/../b.jpg", "a//b.jpg", "C:\\a.jpg", "", "a\0.jpg", "./a.jpg"])
    expect(isPictureName(name), name).toBe(false);
  for (const name of ["a.jpg", "kemeja/merah 1.jpg", "..a.jpg"]) expect(isPictureName(name), name).toBe(true);
});

test("a record that is too long is refused by its line", () => {
  const long = `{"name":"${"a".repeat(200_000)}"}`;
  expect(readRecords(`{"name":"a"}\n${long}\n`).map((one) => "problem" in one)).toEqual([false, true]);
});
