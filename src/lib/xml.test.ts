import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeXml, writeXml } from "./xml.ts";

const unescape = (text: string) =>
  text
    .replaceAll("&apos;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");

test("no text becomes markup, and what XML allows comes back unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
      const written = escapeXml(text);
      expect(written).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|apos);)/);
      // oxlint-disable-next-line no-control-regex -- these are what XML forbids
      expect(written).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
      expect(written.isWellFormed()).toBe(true);
      if (/^[\u0020-\ud7ff\u{10000}-\u{10ffff}]*$/u.test(text)) expect(unescape(written)).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test("a document has its elements in order, and empty texts as empty elements", () => {
  const text = "Toko <b>\"A\" & 'B'</b>\u0000\ud800 ]]> <!-- <?x?> 🧵";
  expect(
    writeXml(
      [
        "A",
        [
          ["B", text],
          ["C", ""],
          ["D", [["E", "1"]]],
        ],
      ],
      { "xmlns:x": 'u"r' },
    ),
  ).toBe(
    `<?xml version="1.0" encoding="utf-8"?>
<A xmlns:x="u&quot;r">
  <B>Toko &lt;b&gt;&quot;A&quot; &amp; &apos;B&apos;&lt;/b&gt; ]]&gt; &lt;!-- &lt;?x?&gt; 🧵</B>
  <C/>
  <D>
    <E>1</E>
  </D>
</A>
`,
  );
  for (const name of ["", "a b", "1a", "a>", "a/"]) expect(() => writeXml([name, ""])).toThrow("no name");
});
