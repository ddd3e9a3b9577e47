import { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { expect, test, vi } from "vitest";
import { readForm, type FormLimits } from "./read-form.ts";

const limits: FormLimits = { maxBytes: 1_000_000, maxTextBytes: 10_000 };
const large: FormLimits = { maxBytes: 10 * 1024 * 1024, maxTextBytes: 10 * 1024 * 1024 };

/** A form that arrives in pieces of `size` bytes. */
function arriving(form: string, size: number): Readable {
  const bytes = Buffer.from(form);
  return Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)),
  );
}

type Options = { type?: string; size?: number; given?: FormLimits; files?: "keep" | "drop" };
const read = (form: string, { type = "multipart/form-data; boundary=x", size = 2 ** 30, ...rest }: Options = {}) =>
  readForm(type, arriving(form, size), rest.given ?? large, rest.files ?? "keep");

/** The fields of a form; a file as its bytes. */
async function shown(form: FormData): Promise<[string, string][]> {
  return Promise.all(
    [...form].map(async ([name, value]): Promise<[string, string]> => [
      name,
      typeof value === "string" ? value : Buffer.from(await value.arrayBuffer()).toString("latin1"),
    ]),
  );
}

const text = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, value: string, filename = "a.jpg") =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: image/jpeg\r\n\r\n${value}\r\n`;

test("a form is read in chunks of any size; of a dropped file one byte shows that it was sent", async () => {
  const typed = "Kopi dari kebun\r\nsendiri -x dan \r\n-- é";
  for (const [size, lines] of [
    [1, 2000],
    [7, 50_000],
    [4096, 50_000],
    [1_000_000, 50_000],
  ] as const) {
    const content = `\r\n--${"\r\n".repeat(lines)}`;
    const form = `${text("name", typed)}${text("empty", "")}${file("picture", content)}${file("none", "", "")}${text("last", "7")}--x--\r\n`;
    const fields = (picture: string) => [
      ["name", typed],
      ["empty", ""],
      ["picture", picture],
      ["none", ""],
      ["last", "7"],
    ];
    expect(await shown(await read(form, { size, given: limits, files: "drop" })), `${size}`).toEqual(fields("\r"));
    expect(await shown(await read(form, { size, given: limits })), `${size}`).toEqual(fields(content));
  }
});

test("a file keeps its name and type, and a form arrives in a request as it was sent", async () => {
  const form = await read(`${file("picture", "abc", "kopi é.jpg")}${text("name", "Gayo")}--x--`);
  const again = await new Request("http://x", { method: "POST", body: form }).formData();
  const picture = again.get("picture") as File;
  expect([picture.name, picture.type, picture.size, again.get("name")]).toEqual([
    "kopi é.jpg",
    "image/jpeg",
    3,
    "Gayo",
  ]);
});

test("a body that is too large or not a form is refused while it arrives", async () => {
  const cases: [string, RegExp, FormLimits][] = [
    [`${text("a", "y".repeat(11_000))}--x--`, /terlalu besar/, limits],
    [text("a", "y".repeat(5000)).repeat(3), /terlalu besar/, limits],
    [`${file("a", "y".repeat(1_000_001))}--x--`, /terlalu besar/, limits],
    [text("a", "").repeat(1001), /terlalu besar/, { ...limits, maxTextBytes: 1_000_000 }],
    [file("a", "").repeat(1001), /terlalu besar/, { ...limits, maxTextBytes: 1_000_000 }],
    [`--x\r\n${"y".repeat(10_000)}`, /tidak bisa dibaca/, limits],
  ];
  for (const files of ["keep", "drop"] as const)
    for (const [form, sentence, given] of cases)
      await expect(read(form, { size: 1000, given, files }), form.slice(0, 80)).rejects.toThrow(sentence);
  await expect(read("--x--", { type: "multipart/form-data" })).rejects.toThrow(/tidak bisa dibaca/);
});

test("the rest of a refused form is not read, so that the client still gets the response", async () => {
  let sent = 0;
  const endless = new Readable({
    read() {
      sent += 1000;
      this.push(Buffer.alloc(1000, "y"));
    },
  });
  const type = "multipart/form-data; boundary=x";
  await expect(readForm(type, endless, limits, "drop")).rejects.toMatchObject({ code: "request.too_large" });
  expect(endless.destroyed).toBe(false);
  expect(sent).toBeLessThan(limits.maxBytes + 200_000);
});

test("a form whose connection was lost is the client's error", async () => {
  const broken = Readable.from([Buffer.from(text("a", "1"))]);
  broken.once("data", () => broken.destroy(new Error("aborted")));
  const type = "multipart/form-data; boundary=x";
  await expect(readForm(type, broken, limits, "keep")).rejects.toMatchObject({ statusCode: 400 });
  await expect(readForm(type, broken, limits, "keep")).rejects.toMatchObject({ statusCode: 400 });
});

test("a form as browsers send it is read, with files and with any valid boundary", async () => {
  const fields = Array.from({ length: 620 }, (_, at) => text(`f${at}`, "1")).join("");
  for (const [type, body, count] of [
    ["multipart/form-data; boundary=x", `${fields}${file("picture", "\xff".repeat(100_000))}--x--\r\n`, 621],
    ['multipart/form-data; charset=utf-8; boundary="x"', `${fields}--x--`, 620],
    ["Multipart/Form-Data;Boundary=x", `${text("a", "--y--x")}--x--`, 1],
  ] as const)
    expect([...(await read(body, { type }))]).toHaveLength(count);
});

test("a form that takes long to parse is refused before it is parsed", async () => {
  const plain = "multipart/form-data; boundary=x";
  // How many pieces of at most 64 KiB reach the parser before the refusal.
  const cases: [string, string, RegExp, number][] = [
    [plain, Array.from({ length: 150_000 }, (_, at) => text(`a${at}`, "1")).join(""), /terlalu besar/, 1],
    [plain, text("a%22;".repeat(1_500_000), "1"), /tidak bisa dibaca/, 115],
    [plain, `${text("a%22;".repeat(1_500_000), "1")}--x--`, /tidak bisa dibaca/, 115],
    [plain, "--x\r\n".repeat(1_000_000), /tidak bisa dibaca|terlalu besar/, 1],
    [plain, `--x${"y".repeat(1_000_000)}`, /tidak bisa dibaca/, 16],
    [plain, "", /tidak bisa dibaca/, 0],
    ["multipart/form-data", "--x", /tidak bisa dibaca/, 0],
    [`multipart/form-data; boundary=${"x".repeat(300)}`, "--x", /tidak bisa dibaca/, 0],
    [`multipart/form-data${";  ".repeat(100_000)}boundary=`, "--x", /tidak bisa dibaca/, 1],
  ];
  for (const [type, body, sentence, pieces] of cases) {
    const written = vi.spyOn(Busboy.prototype, "write");
    try {
      await expect(read(body, { type }), body.slice(0, 40)).rejects.toThrow(sentence);
      expect(written.mock.calls, body.slice(0, 40)).toHaveLength(pieces);
    } finally {
      written.mockRestore();
    }
  }
});
