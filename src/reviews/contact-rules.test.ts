import fc from "fast-check";
import { expect, test } from "vitest";
import { countSteps } from "../../test/count-steps.ts";
import { hasContacts, maskContacts } from "./contact-rules.ts";

test.each([
  ["Hubungi 0812-3456-7890 saja", "Hubungi (nomor disembunyikan) saja"],
  ["WA +62 812 3456 7890.", "WA (nomor disembunyikan)."],
  ["6281234567890", "(nomor disembunyikan)"],
  ["Tulis ke toko.batik@gmail.com ya", "Tulis ke (email disembunyikan) ya"],
  ["Lihat https://contoh.test/a?b=1 dulu", "Lihat (tautan disembunyikan) dulu"],
  ["di www.contoh.test/abc", "di (tautan disembunyikan)"],
  ["chat wa.me/62812345 sekarang", "chat (tautan disembunyikan) sekarang"],
  ["lebih murah di tokosebelah.co.id", "lebih murah di (tautan disembunyikan)"],
])("contact details are masked: %s", (text, masked) => {
  expect(maskContacts(text)).toBe(masked);
});

test.each([
  "Ukuran 2,25 x 1,15 meter, harga Rp1.250.000.",
  "Pesan 12 Nov 2026, tiba 15.30 WIB. Bagus.Rapi",
  "Isi 10.000 lembar, nomor model 5081234",
  "Kode KWG/20261122/000123 dan resi JX1234567890",
  "Baterai 08.00 sampai 17.00, 8 jam",
])("other text stays as it is: %s", (text) => {
  expect(hasContacts(text)).toBe(false);
});

test("a masked text has no contact detail left, whatever was written", () => {
  const part = fc.constantFrom("0812", "3456", "7890", "a@b.com", "www.", "x.id/", " ", "-", "+62", "8", ".", "teks");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const masked = maskContacts(parts.join(""));
      return maskContacts(masked) === masked || masked.includes("disembunyikan");
    }),
  );
});

test.each(["0 8", "a.", "-", "a-", "08-"])(
  "a text of %j takes twice the work when it is twice as long",
  async (part) => {
    const texts = [part.repeat(330), part.repeat(660)];
    const module = new URL("./contact-rules.ts", import.meta.url);
    const [half = 0, whole = 0] = await countSteps(
      module,
      "maskContacts",
      texts.map((text) => [text]),
    );
    expect(half).toBeGreaterThan(330);
    expect(whole / half).toBeLessThan(2.2);
  },
);
