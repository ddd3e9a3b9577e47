import fc from "fast-check";
import { expect, test } from "vitest";
import { quoteByTariff } from "../tariff-provider.ts";
import { couriersOfTable } from "../rules.ts";
import {
  builtInRates,
  isSameRate,
  priceByRate,
  rateFor,
  rateKey,
  readTariffs,
  tariffCouriers,
  writeTariffs,
  zoneNames,
  type Rate,
} from "./rules.ts";

const rate = (fields: Partial<Rate> = {}): Rate => ({
  courier: "jne-reg",
  origin: "*",
  destination: "sekota",
  perKg: 10_000,
  nextKg: null,
  minKg: 1,
  divisor: 6000,
  daysMin: 1,
  daysMax: 2,
  ...fields,
});
const item = { weightG: 1500, lengthCm: null, widthCm: null, heightCm: null, quantity: 1 };
const route = { originRegency: "32.73", destinationRegency: "34.71", destinationDistrict: "34.71.05" };

test("the most exact rate counts: district, regency, province, zone, and then the origin", () => {
  const destinations = ["sepulau", "34", "34.71", "34.71.05"];
  const all = destinations.flatMap((destination, at) =>
    ["*", "32", "32.73"].map((origin, of) => rate({ origin, destination, perKg: 1000 * (at + 1) + of })),
  );
  const found: number[] = [];
  for (let left = [...all].reverse(); left.length > 0;) {
    const best = rateFor(left, "jne-reg", route);
    found.push(best?.perKg ?? 0);
    left = left.filter((one) => one !== best);
  }
  expect(found).toEqual([4002, 4001, 4000, 3002, 3001, 3000, 2002, 2001, 2000, 1002, 1001, 1000]);
  expect(rateFor(all, "jnt-ez", route)).toBeUndefined();
  expect(rateFor([rate({ destination: "34.71.06" })], "jne-reg", route)).toBeUndefined();
});

test("a rate charges its minimum weight, its further kilograms and its own divisor", () => {
  expect(priceByRate(rate(), [item])).toEqual({ price: 20_000, eta: "1–2 hari" });
  expect(priceByRate(rate({ minKg: 5, nextKg: 4000, daysMin: 3, daysMax: 3 }), [item])).toEqual({
    price: 26_000,
    eta: "3 hari",
  });
  const box = { ...item, lengthCm: 40, widthCm: 30, heightCm: 20 };
  expect(priceByRate(rate({ divisor: 4000 }), [box])?.price).toBe(60_000);
  expect(priceByRate(rate({ perKg: null }), [item])).toBeUndefined();
});

test("an imported rate replaces the table on its route alone, and can end a courier's service", () => {
  const request = { ...route, couriers: ["jne-reg", "jnt-ez", "pickup"], items: [item] };
  const byTable = quoteByTariff(request);
  const priceOf = (options: typeof byTable, id: string) => options.find(({ courier }) => courier === id)?.price;
  const own = quoteByTariff(request, [rate({ destination: "34.71", perKg: 7000 })]);
  expect([priceOf(own, "jne-reg"), priceOf(own, "jnt-ez"), priceOf(own, "pickup")]).toEqual([
    14_000,
    priceOf(byTable, "jnt-ez"),
    0,
  ]);
  const ended = quoteByTariff(request, [rate({ destination: "34", perKg: null })]);
  expect(ended.map(({ courier }) => courier)).toEqual(["jnt-ez", "pickup"]);
});

test("the built-in table as rates asks what the table asks, for each courier with tracking numbers", () => {
  const rates = builtInRates();
  expect(new Set(rates.map(({ courier }) => courier))).toEqual(new Set(tariffCouriers.map(({ id }) => id)));
  for (const name of [
    "jne-oke",
    "jne-reg",
    "jne-yes",
    "jne-jtr",
    "jnt",
    "sicepat",
    "anteraja",
    "pos",
    "tiki",
    "ninja",
    "lion",
    "wahana",
  ])
    expect(
      tariffCouriers.some(({ id }) => id.startsWith(name)),
      name,
    ).toBe(true);
  fc.assert(
    fc.property(
      fc.constantFrom("32.73", "31.74", "12.71", "91.71"),
      fc.constantFrom("32.73", "32.71", "51.71", "94.04"),
      fc.integer({ min: 1, max: 60_000 }),
      (originRegency, destinationRegency, weightG) => {
        const couriers = couriersOfTable.map(({ id }) => id);
        const request = { originRegency, destinationRegency, couriers, items: [{ ...item, weightG }] };
        expect(quoteByTariff(request, rates)).toEqual(quoteByTariff(request));
      },
    ),
  );
});

test("what is exported is read back as it was", () => {
  const read = readTariffs(writeTariffs(builtInRates())) ?? [];
  expect(read.flatMap((one) => ("rate" in one ? [one.rate] : []))).toEqual(builtInRates());
  const one = fc.record({
    courier: fc.constantFrom(...tariffCouriers.map(({ id }) => id)),
    origin: fc.constantFrom("*", "32", "32.73"),
    destination: fc.constantFrom(...Object.values(zoneNames), "34", "34.71", "34.71.05"),
    perKg: fc.option(fc.integer({ min: 100, max: 10_000_000 })),
    nextKg: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
    minKg: fc.integer({ min: 1, max: 1000 }),
    divisor: fc.integer({ min: 1000, max: 20_000 }),
    daysMin: fc.integer({ min: 1, max: 30 }),
    daysMax: fc.integer({ min: 30, max: 60 }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(one, { selector: rateKey, minLength: 1 }), (rates) => {
      const again = (readTariffs(writeTariffs(rates)) ?? []).flatMap((line) => ("rate" in line ? [line.rate] : []));
      expect(again.every((read, at) => isSameRate(read, rates[at] ?? read))).toBe(true);
      expect(again).toHaveLength(rates.length);
    }),
  );
});

test("a line that cannot be used is refused by its number", () => {
  const head = "kurir;asal;tujuan;per_kg;kg_berikutnya;min_kg;pembagi;hari_min;hari_max";
  const lines = [
    "jne-reg;*;sekota;10000;;;;1;2",
    "jne-reg;*;sekota;11000;;;;1;2",
    "self;*;sekota;10000;;;;1;2",
    "jne-reg;bandung;sekota;10000;;;;1;2",
    "jne-reg;*;bulan;10000;;;;1;2",
    "jne-reg;*;jauh;-5;;;;1;2",
    "jne-reg;*;jauh;99;;;;1;2",
    "jne-reg;*;jauh;10000;;;;5;2",
    "jne-reg;*;jauh;10000;;0;;1;2",
    "jne-reg;*;jauh;10000;;;1;1;2",
    "jne-reg;*;jauh;10000;x;;;1;2",
    "jne-reg;*;jauh;1e9;;;;1;2",
    "jne-reg;*;jauh;;;;;;",
  ];
  const read = readTariffs([head, ...lines].join("\n")) ?? [];
  expect(read.flatMap((one) => ("problem" in one ? [one.line] : []))).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  for (const text of ["", "kode,nama\n1,2", "x".repeat(500_000)]) expect(readTariffs(text)).toBeNull();
});

const optionalColumns = [
  ["kg_berikutnya", "nextKg", "angka rupiah dari 0 sampai 10000000", ["10000001"]],
  ["min_kg", "minKg", "angka bulat dari 1 sampai 1000", ["0", "1001"]],
  ["pembagi", "divisor", "angka bulat dari 1000 sampai 20000", ["999", "20001"]],
  ["hari_max", "daysMax", "angka bulat dari 2 sampai 60", ["1", "61"]],
] as const;

test.each(optionalColumns)("%s may be empty, and what is no allowed number in it is refused", (...row) => {
  const [title, field, allowed, beyond] = row;
  const text = (cell: string, perKg = "10000") =>
    `kurir,asal,tujuan,per_kg,hari_min,${title}\njne-reg,*,sekota,${perKg},2,"${cell}"`;
  expect(readTariffs(text(""))).toEqual([{ line: 2, rate: rate({ daysMin: 2 }) }]);
  expect(readTariffs(text("5.000"))).toEqual(
    field === "nextKg" || field === "divisor" ? [{ line: 2, rate: rate({ daysMin: 2, [field]: 5000 }) }] : refused(),
  );
  const garbage = ["2 kg", "2,5", "2.5", "-3", "enam ribu", "5000000000", "dua", "2 hari", "Rp2000", "1e3"];
  for (const cell of [...garbage, ...beyond])
    for (const perKg of ["10000", ""]) expect(readTariffs(text(cell, perKg)), `${cell} ${perKg}`).toEqual(refused());
  function refused() {
    return [{ line: 2, problem: `${title} ditulis dengan ${allowed}.` }];
  }
});

test("hari_min is needed where a courier delivers, and may be empty where it does not", () => {
  const text = (perKg: string, cell: string) =>
    `kurir,asal,tujuan,per_kg,hari_min\njne-reg,*,sekota,${perKg},"${cell}"`;
  const problem = "hari_min ditulis dengan angka bulat dari 1 sampai 60.";
  for (const cell of ["", "0", "61", "2 hari", "1,5", "dua"])
    expect(readTariffs(text("10000", cell)), cell).toEqual([{ line: 2, problem }]);
  expect(readTariffs(text("", "dua"))).toEqual([{ line: 2, problem }]);
  expect(readTariffs(text("", ""))).toEqual([{ line: 2, rate: rate({ perKg: null, daysMax: 1 }) }]);
});

test("a file that cannot be read to its end names the line and the fault", () => {
  const head = "kurir,asal,tujuan,per_kg,kg_berikutnya,min_kg,pembagi,hari_min,hari_max";
  const good = "jne-reg,*,sekota,10000,,,,1,2";
  const faults: [string, { line: number; problem: RegExp }][] = [
    [head, { line: 1, problem: /^Di bawah nama kolom belum ada tarif/ }],
    ["kurir,asal\njne-reg,*", { line: 1, problem: /^Kolom tujuan, per_kg belum ada/ }],
    [`${head}\n${good}\njne-reg,"*,jauh,1`, { line: 3, problem: /^Tanda kutip di baris ini/ }],
    [`${head}\njne-reg,"*,sekota,10000,,,,1,2\n${good}`, { line: 2, problem: /^Tanda kutip di baris ini/ }],
    ['kurir,asal\njne-reg,"*', { line: 1, problem: /^Kolom tujuan, per_kg belum ada/ }],
    [`${head}\n${good}\njne-reg,*,${"a".repeat(101)},1`, { line: 3, problem: /paling banyak 100 karakter/ }],
    [`${head}\n${good}\n${good}${",".repeat(20)}`, { line: 3, problem: /paling banyak 20 kolom/ }],
    [`${head}${`\n${good}`.repeat(20_001)}`, { line: 20_002, problem: /paling banyak 20000 baris/ }],
  ];
  for (const [text, { line, problem }] of faults)
    expect(
      readTariffs(text)?.filter((one) => "problem" in one),
      String(problem),
    ).toEqual([{ line, problem: expect.stringMatching(problem) as string }]);
});

test("a quote in the first line that is not closed is named, with any separator and wherever it begins", () => {
  const titles = ["kurir", "asal", "tujuan", "per_kg", "kg_berikutnya", "min_kg", "pembagi", "hari_min", "hari_max"];
  for (const separator of [",", ";", "\t"])
    for (const at of titles.keys()) {
      const head = titles.map((title, n) => (n === at ? `"${title}` : title)).join(separator);
      const good = ["jne-reg", "*", "sekota", "10000", "", "", "", "1", "2"].join(separator);
      const expected = [{ line: 1, problem: "Tanda kutip di baris ini tidak ditutup." }];
      expect(readTariffs(`${head}\n${good}\n`), head).toEqual(expected);
      // A quote in a later line closes the one in the first line.
      expect(readTariffs(`${head}\n${good.replace("*", '"*"')}\n`), head).toEqual(expected);
      expect(readTariffs(`\uFEFF\r\n\r\n${head}\r\n${good}`)?.map(({ line }) => line)).toEqual([3]);
    }
  const spread = `${titles.join(",")},"catatan\ndari pusat"\njne-reg,*,sekota,10000,,,,1,2`;
  expect(readTariffs(spread), "a title of two lines").toEqual([{ line: 3, rate: rate() }]);
});

test("a file is split at the sign that separates most of its titles", () => {
  for (const [head, line] of [
    ["kurir;asal;tujuan;per_kg;hari_min;catatan, asal", "jne-reg;*;sekota;10000;1;baru, dari pusat"],
    ["kurir\tasal\ttujuan\tper_kg\thari_min\tcatatan; tujuan, asal", "jne-reg\t*\tsekota\t10000\t1\t"],
    ["kurir,asal,tujuan,per_kg,hari_min,catatan; asal", "jne-reg,*,sekota,10000,1,"],
  ] as const) {
    expect(readTariffs(`\uFEFF\n${head}\n${line}`), head).toEqual([{ line: 3, rate: rate({ daysMax: 1 }) }]);
  }
});
