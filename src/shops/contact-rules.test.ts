import fc from "fast-check";
import { expect, test } from "vitest";
import { countSteps } from "../../test/count-steps.ts";
import { hasContacts, listContacts, maskContacts } from "./contact-rules.ts";

test.each([
  ["Hubungi 0812-3456-7890 saja", "Hubungi (nomor disembunyikan) saja"],
  ["WA +62 812 3456 7890.", "WA (nomor disembunyikan)."],
  ["6281234567890", "(nomor disembunyikan)"],
  ["WA 08 12 34 56 07 89 atau 08.12.34.56.78.90", "WA (nomor disembunyikan) atau (nomor disembunyikan)"],
  ["telepon 08.12 34.56 78.90", "telepon (nomor disembunyikan)"],
  ["Tulis ke toko.batik@gmail.com ya", "Tulis ke (email disembunyikan) ya"],
  ["surel toko@contoh.co.id/toko", "surel (email disembunyikan)"],
  ["Lihat https://contoh.test/a?b=1 dulu", "Lihat (tautan disembunyikan) dulu"],
  ["di www.contoh.test/abc", "di (tautan disembunyikan)"],
  ["chat wa.me/62812345 sekarang", "chat (tautan disembunyikan) sekarang"],
  [
    "linktr.ee/toko, Wa.Me/62812 dan tokosaya.xyz",
    "(tautan disembunyikan), (tautan disembunyikan) dan (tautan disembunyikan)",
  ],
  ["lebih murah di tokosebelah.co.id", "lebih murah di (tautan disembunyikan)"],
  [
    "web:tokosebelah.com, *tokosebelah.id* dan _tokosebelah.net_",
    "(tautan disembunyikan), (tautan disembunyikan) dan (tautan disembunyikan)",
  ],
  ["disalin: 0812\u00a03456\u00a07890", "disalin: (nomor disembunyikan)"],
  ["disalin: \u202a0812\u20113456\u20117890\u202c", "disalin: \u202a(nomor disembunyikan)\u202c"],
  ["0812 – 3456 – 7890", "(nomor disembunyikan)"],
  ["0812\u200b3\u200b4\u200b5\u200b6\u200b7890", "(nomor disembunyikan)"],
  ["0️⃣8️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣9️⃣0️⃣", "(nomor disembunyikan)\ufe0f\u20e3"],
  ["０８１２－３４５６－７８９０", "(nomor disembunyikan)"],
  ["𝟬𝟴𝟭𝟮 ③④⑤⑥ 𝟕𝟖𝟗𝟎!", "(nomor disembunyikan)!"],
  ["0812\u{e0100}3456\u{e0100}7890", "(nomor disembunyikan)"],
  ["WA 0812-3456-7890 (24 jam)", "WA (nomor disembunyikan) (24 jam)"],
  ["0812-3456-7890 0813-4567-8901", "(nomor disembunyikan) (nomor disembunyikan)"],
  ["WA 081234567890. 100% asli", "WA (nomor disembunyikan). 100% asli"],
  ["toko\u200b.com dan ｔｏｋｏ@contoh.test", "(tautan disembunyikan) dan (email disembunyikan)"],
])("contact details are masked: %s", (text, masked) => {
  expect(maskContacts(text)).toBe(masked);
});

test.each([
  "Ukuran 2,25 x 1,15 meter, harga Rp1.250.000.",
  "Pesan 12 Nov 2026, tiba 15.30 WIB. Bagus.Rapi",
  "Isi 10.000 lembar, nomor model 5081234",
  "Kode KWG/20261122/000123 dan resi JX1234567890",
  "Baterai 08.00 sampai 17.00, 8 jam",
  "Buka 08.00 12.00 16.00 setiap hari",
  "Nomor 08 10 12 14 16 18",
  "Mata bor 0.8 1.2 1.5 2.0 2.5 mm",
  "ISBN 978-0-8218-2167-4",
  "ISBN 0-8218-2167-9",
  "Barcode: 0885909950805, EAN 8991234567892",
  "Part number 08880-83389, kode 0888083389",
  "Oli mesin 08880-83389",
  "Buka 08.15 12.15 16.15",
  "Ukuran 08 12 14 16 18 dan 08-15-20-25-30",
  "Ukuran 08 - 12 - 16 - 20 - 24, buka 08.15 - 12.15 (13.00 - 17.00)",
  "Barcode 081234567897",
  "Belajar ASP.NET dan VB.NET",
  "Untuk ASP.NET,VB.NET; nilai a:b=1.5, 10:30*2",
  "Isi 24@1.5kg, 12 pcs@Rp5.000",
  "P-IRT 2.08.1371.01.0123",
  "Ukuran 08 12 14 16 18 20 22 24 26",
  "Buka 08.15 12.15 16.15 20.15 22.15",
  "Nomor registrasi 08123456789012",
  "Bahan katun.Info ukuran di foto, stok terbatas.Shop tutup Minggu. Bagus.Me suka",
  "Kode warna 0811 0812 0813, nomor 0811-0812-0813-0814",
  "Preorder sampai 08-12-2026 10.00 WIB, kedaluwarsa 08.11.2027 15:30",
])("other text stays as it is: %s", (text) => {
  expect(hasContacts(text)).toBe(false);
});

test.each([
  "EAN 081234567890",
  "kode 0812 3456 7890",
  "kode 0812345678",
  "Model: 0811-234-567",
  "tipe 08123-45678",
  "SKU 0855123456",
  "Barcode 0885909950806",
  "08-12-2034 56.78",
])("a phone number is found although the text calls it a barcode or a code that it cannot be: %s", (text) => {
  expect(hasContacts(text)).toBe(true);
});

test("the contact details of a text are listed as they are written", () => {
  expect(listContacts("WA 0812-3456-7890 (toko@contoh.test), lihat www.contoh.test.")).toEqual([
    "toko@contoh.test",
    "www.contoh.test",
    "0812-3456-7890",
  ]);
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

test.each([
  "0 8",
  "a.",
  "-",
  "a-",
  "08-",
  "0\u200b8",
  "\u200b",
  " titik co",
  " dot my",
  "(dot) ",
  "( ",
  "[.]",
  "08/",
  "0\n",
  "O8",
  "Il0",
  "delapan ",
  "lapan-",
  "batch ",
  "no ",
  "0812, ",
  " . co",
])("a text of %j takes twice the work when it is twice as long", async (part) => {
  const texts = [part.repeat(330), part.repeat(660)];
  const module = new URL("./contact-rules.ts", import.meta.url);
  const [half = 0, whole = 0] = await countSteps(
    module,
    "maskContacts",
    texts.map((text) => [text]),
  );
  expect(half).toBeGreaterThan(330);
  expect(whole / half).toBeLessThan(2.2);
});
