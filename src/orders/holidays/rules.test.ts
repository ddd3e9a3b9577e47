import fc from "fast-check";
import { expect, test } from "vitest";
import { isDay, readHolidays, writeHolidays, type Holiday } from "./rules.ts";

const provinces = [
  { code: "51", name: "Bali" },
  { code: "11", name: "Aceh" },
];
const today = "2026-11-22";
const read = (text: string) => readHolidays(text, provinces, today);

test("a file names days for all of Indonesia or one province, by its code or name", () => {
  const file = `hari;nama;provinsi;perkiraan;sumber\n2027-03-08;Nyepi;;tidak;SKB 2027\n2027-04-07;Galungan;bali;ya;\n2027-03-11;Cuti;11;;`;
  expect(read(file)).toEqual([
    {
      line: 2,
      holiday: { day: "2027-03-08", name: "Nyepi", province: null, is_provisional: false, source: "SKB 2027" },
    },
    { line: 3, holiday: { day: "2027-04-07", name: "Galungan", province: "51", is_provisional: true, source: "" } },
    { line: 4, holiday: { day: "2027-03-11", name: "Cuti", province: "11", is_provisional: false, source: "" } },
  ]);
});

test("a line that cannot be used is refused by its number: past, unreal, far, repeated days, unknown places and words", () => {
  const lines = [
    "2026-11-21,Kemarin",
    "2027-02-30,Tidak ada",
    "10-2027-03,Tanggal lain",
    "2050-01-01,Jauh",
    "2027-03-10,Lebaran",
    "2027-03-10,Lebaran lagi",
    "2027-03-11,A",
    "2027-03-12,Di mana,Atlantis",
    "2027-03-13,Mungkin,,barangkali",
  ];
  const found = read(`hari,nama,provinsi,perkiraan\n${lines.join("\n")}`) ?? [];
  expect(found.flatMap((one) => ("problem" in one ? [one.line] : []))).toEqual([2, 3, 4, 5, 7, 8, 9, 10]);
  for (const text of ["", "hari,nama", "nama,hari\n", "\0", "x".repeat(70_000)]) expect(read(text)).toBeNull();
});

test("a day may be written as Excel writes it, and a refused line names all that is wrong with it", () => {
  expect(read("hari;nama\n24/12/2026;Cuti bersama\n1/1/2027;Tahun baru")).toMatchObject([
    { holiday: { day: "2026-12-24" } },
    { holiday: { day: "2027-01-01" } },
  ]);
  expect(
    read("hari;nama;provinsi;perkiraan\n31/02/2027;A;Atlantis;barangkali\n24/12/2026;Natal\n2026-12-24;Natal"),
  ).toEqual([
    {
      line: 2,
      problem:
        "Hari 31/02/2027 tidak ada di kalender. Nama 3 sampai 100 karakter. Perkiraan diisi ya atau tidak. Provinsi Atlantis tidak dikenal.",
    },
    expect.objectContaining({ line: 3, holiday: expect.objectContaining({ day: "2026-12-24" }) }),
    { line: 4, problem: "Tanggal ini sudah ada di baris lain." },
  ]);
});

test("what is exported is read back as it was, whatever its name contains", () => {
  const holiday = fc.record({
    day: fc
      .date({ min: new Date("2026-11-22"), max: new Date("2031-12-30"), noInvalidDate: true })
      .map((at) => at.toISOString().slice(0, 10)),
    name: fc.stringMatching(/^[A-Za-z=+@-][A-Za-z=+"',;@-]{2,60}$/),
    province: fc.constantFrom(null, "51", "11"),
    is_provisional: fc.boolean(),
    source: fc.stringMatching(/^[A-Za-z0-9.,;"]{0,60}$/),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(holiday, { selector: ({ day, province }) => `${day} ${province}`, minLength: 1 }),
      (all: Holiday[]) => {
        const lines = read(writeHolidays(all)) ?? [];
        expect(lines.map((line) => ("holiday" in line ? line.holiday : line))).toEqual(all);
      },
    ),
  );
});

test("a day is one that exists", () => {
  expect(["2027-02-28", "2028-02-29", "2027-02-29", "2027-13-01", "27-01-01", ""].map(isDay)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
