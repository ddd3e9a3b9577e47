import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { withoutFiles } from "./strip-files.ts";

const type = "multipart/form-data; boundary=----batas7";
const limits = { most: 1_000_000, textMost: 10_000 };
const text = (name: string, value: string) =>
  `------batas7\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, value: string) =>
  `------batas7\r\nContent-Disposition: form-data; name="${name}"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n${value}\r\n`;

/** What is left of a form that arrives in pieces of `size` bytes. */
async function left(form: string, size = 64 * 1024, given = limits): Promise<FormData> {
  const bytes = Buffer.from(form);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  const kept = await buffer(
    Readable.from(pieces)
      .pipe(withoutFiles(type, given))
      .on("error", () => {}),
  );
  return new Response(new Uint8Array(kept), { headers: { "content-type": type } }).formData();
}

test("the text of a form comes through however it arrives, and of each chosen file that there was one", async () => {
  const typed = "Kopi dari kebun\r\nsendiri -x dan \r\n-- é";
  const form = `${text("name", typed)}${text("empty", "")}${file("picture", `\r\n--${"\r\n".repeat(50_000)}`)}${file("none", "")}${text("last", "7")}------batas7--\r\n`;
  for (const size of [1, 7, 4096, 1_000_000]) {
    const fields = [...(await left(form, size))].map(([name, value]) => [
      name,
      typeof value === "string" ? value : value.size,
    ]);
    expect(fields, `${size}`).toEqual([
      ["name", typed],
      ["empty", ""],
      ["picture", 1],
      ["none", 0],
      ["last", "7"],
    ]);
  }
});

test("what is too much or no form is refused while it arrives", async () => {
  const cases: [string, RegExp, typeof limits][] = [
    [`${text("a", "y".repeat(11_000))}------batas7--`, /terlalu besar/, limits],
    [`${file("a", "y".repeat(1_000_001))}------batas7--`, /terlalu besar/, limits],
    [text("a", "").repeat(1001), /terlalu besar/, { ...limits, textMost: 1_000_000 }],
    [`------batas7\r\n${"y".repeat(10_000)}`, /tidak bisa dibaca/, limits],
  ];
  for (const [form, sentence, given] of cases)
    await expect(left(form, 1000, given), form.slice(0, 80)).rejects.toThrow(sentence);
  expect(() => withoutFiles("multipart/form-data", limits)).toThrow(/tidak bisa dibaca/);
});
