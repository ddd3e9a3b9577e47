import fc from "fast-check";
import { expect, test } from "vitest";
import { countSteps } from "../../test/count-steps.ts";
import { readQuery } from "./read-query.ts";

test("the dearest is an order and no word; cheap and dearest together are cheap", () => {
  expect(readQuery("batik termahal")).toMatchObject({ text: "batik", dear: true, cheap: false });
  expect(readQuery("kopi paling mahal 50rb")).toMatchObject({ text: "kopi", dear: true, min: 42_500 });
  expect(readQuery("kopi mahal")).toMatchObject({ text: "kopi", dear: false });
  expect(readQuery("kopi termahal murah")).toMatchObject({ text: "kopi", dear: false, cheap: true });
});

test.each([
  ["sepatu di bawah 100rb", "sepatu", undefined, 100_000],
  ["helm maksimal 250 ribu", "helm", undefined, 250_000],
  ["tas max 1,5 juta", "tas", undefined, 1_500_000],
  ["kopi kurang dari Rp50.000", "kopi", undefined, 50_000],
  ["tas di atas 500 ribu", "tas", 500_000, undefined],
  ["kado 100-200 ribu", "kado", 100_000, 200_000],
  ["kado antara 100 ribu sampai 200 ribu", "kado", 100_000, 200_000],
  ["batik mulai 150rb sampai 300rb", "batik", 150_000, 300_000],
  ["sepatu 200 ribuan", "sepatu", 190_000, 299_999],
  ["hp 2 jutaan", "hp", 1_900_000, 2_999_999],
  ["kaos 70rb", "kaos", 59_500, 80_500],
  ["kopi antara 20rb sampe 50rb", "kopi", 20_000, 50_000],
  ["kaos 1jt ke atas", "kaos", 1_000_000, undefined],
  ["kaos 100rb kebawah", "kaos", undefined, 100_000],
  ["kopi min 100rb", "kopi", 100_000, undefined],
  ["kopi 20.000-50.000", "kopi", 20_000, 50_000],
  ["tas <200rb", "tas", undefined, 200_000],
  ["kopi di bawah seratus ribu", "kopi", undefined, 100_000],
  ["sepatu di bawah setengah juta", "sepatu", undefined, 500_000],
  ["sepatu maks seratus lima puluh ribu", "sepatu", undefined, 150_000],
  ["meja di bawah 500.000 rupiah", "meja", undefined, 500_000],
  ["jaket harga 100000", "jaket", 85_000, 115_000],
  ["kopi goceng", "kopi", 4250, 5750],
  ["kaos maks goban", "kaos", undefined, 50_000],
  ["kopi gak lebih dari 50rb", "kopi", undefined, 50_000],
  ["kopi nggak kurang dari 50rb", "kopi", 50_000, undefined],
  ["kopi diatas 50 rb dibawah 100 rb", "kopi", 50_000, 100_000],
  ["kopi max 100rb min 50rb", "kopi", 50_000, 100_000],
  ["kopi min 100rb max 50rb", "kopi", 100_000, undefined],
  ["kopi di bawah Rp 50.000,-", "kopi", undefined, 50_000],
  ["kado seratus sampai dua ratus ribu", "kado", 100_000, 200_000],
  ["kado seratus hingga dua ratus ribu", "kado", 100_000, 200_000],
  ["kado 100 - 200 ribu", "kado", 100_000, 200_000],
  ["kado seratus-dua ratus ribu", "kado", 100_000, 200_000],
  ["kado antara seratus dan dua ratus ribu", "kado", 100_000, 200_000],
  ["kado antara 100 dan 200 ribu", "kado", 100_000, 200_000],
  ["kado antara seratus ribu dan dua ratus ribu", "kado", 100_000, 200_000],
  ["kado dari seratus sampai dua ratus ribu", "kado", 100_000, 200_000],
  ["kado mulai dari seratus sampai dua ratus ribu", "kado", 100_000, 200_000],
  ["kado mulai 100 sampai 200 ribu", "kado", 100_000, 200_000],
  ["kado seratus s/d 200rb", "kado", 100_000, 200_000],
  ["kado lima puluh sampai seratus ribu", "kado", 50_000, 100_000],
  ["kado dua sampai tiga ratus ribu", "kado", 200_000, 300_000],
  ["kado lima sampai dua puluh ribu", "kado", 5000, 20_000],
  ["tv satu sampai dua juta", "tv", 1_000_000, 2_000_000],
  ["tv 1,5 sampai 2 juta", "tv", 1_500_000, 2_000_000],
  ["tv setengah sampai satu juta", "tv", 500_000, 1_000_000],
  ["kado seratus lima puluh ribu sampai dua ratus ribu", "kado", 150_000, 200_000],
  ["kopi maks 2 ratus ribu", "kopi", undefined, 200_000],
])("%s has a price", (text, rest, min, max) => {
  expect(readQuery(text)).toEqual({ text: rest, min, max, cheap: false, dear: false });
});

test.each([
  "kubus 3 x 3",
  "seragam minimal 10 potong",
  "ponsel 8/256 gb",
  "tv 4k",
  "dua sejoli",
  "min 3 buah",
  "tiga roda",
  "kereta angka 0 sampai 9",
  "kartu angka satu sampai sepuluh",
  "buku satu dan dua",
  "seratus dan dua ratus",
  "mainan tiga-lima tahun",
  "ps5",
])("%s has no price", (text) => {
  const { min, max } = readQuery(text);
  expect([min, max]).toEqual([undefined, undefined]);
});

test("murah is a wish, not a word of a product", () => {
  expect(readQuery("mukena murah")).toMatchObject({ text: "mukena", cheap: true });
  expect(readQuery("murah")).toMatchObject({ text: "", cheap: true });
});

test.each(["sepatu maks 0 rb", "0-0 ribu", "kopi di atas 0 jt", "mulai 0 rb sampai 0 rb"])(
  "zero in %s is no price",
  (text) => {
    expect(readQuery(text)).toMatchObject({ min: undefined, max: undefined });
  },
);

test("the name of a batik pattern is a word of a product, also if the marketplace is called so", () => {
  expect(readQuery("cari batik kawung").text).toBe("batik kawung");
});

test("words that only say that somebody searches are left out", () => {
  expect(readQuery("saya mau cari sepatu lari dong").text).toBe("sepatu lari");
});

test("a text that has nothing but such words stays as it is", () => {
  expect(readQuery("cari toko").text).toBe("cari toko");
});

test.each(["1", "1-", "rp ", "di bawah ", "1.000"])(
  "a search of %j takes twice the work when it is twice as long",
  async (part) => {
    const texts = [part.repeat(100), part.repeat(200)];
    const module = new URL("./read-query.ts", import.meta.url);
    const [half = 0, whole = 0] = await countSteps(
      module,
      "readQuery",
      texts.map((text) => [text]),
    );
    expect(half).toBeGreaterThan(0);
    expect(whole / half).toBeLessThan(2.2);
  },
);

test("no text has a lower price above its upper one", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const { min, max } = readQuery(text);
      if (min !== undefined && max !== undefined) expect(min).toBeLessThanOrEqual(max);
    }),
  );
});
