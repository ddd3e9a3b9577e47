import { expect, test } from "vitest";
import { fullTitle, headTags, structuredTags } from "./head-tags.ts";

const origin = new URL("https://kawung.example");

test("a shared address shows title, description and picture with whole addresses", () => {
  const tags = headTags(
    {
      title: 'Kain "Batik"',
      description: "Ditulis <tangan>",
      canonical: "/product/batik?a=1&b=2",
      image: "/img/b.webp",
    },
    origin,
  );
  expect(tags).toContain('<meta property="og:title" content="Kain &quot;Batik&quot; · Kawung">');
  expect(tags).toContain('<meta property="og:description" content="Ditulis &lt;tangan&gt;">');
  expect(tags).toContain('<meta property="og:image" content="https://kawung.example/img/b.webp">');
  expect(tags).toContain('<link rel="canonical" href="https://kawung.example/product/batik?a=1&amp;b=2">');
  expect(tags).toContain('content="summary_large_image"');
  expect(tags).not.toContain("robots");
});

test("a page without picture shows the mark, and a page of nobody's interest is kept out of searches", () => {
  const tags = headTags({ title: "Kawung", noindex: true }, origin);
  expect(tags).toContain('content="https://kawung.example/icon-512.png"');
  expect(tags).toContain('<meta name="robots" content="noindex">');
  expect(tags).not.toContain("canonical");
  expect(fullTitle({ title: "Kawung" })).toBe("Kawung");
});

test("structured data has whole addresses and cannot end its element", () => {
  const tags = structuredTags(
    { title: "x", structured: [{ "@type": "Product", name: "</script>/a", image: ["/img/a.webp"], item: "/product" }] },
    origin,
  );
  expect(tags.match(/<\/script>/g)).toHaveLength(1);
  expect(tags).toContain('"image":["https://kawung.example/img/a.webp"]');
  expect(tags).toContain('"item":"https://kawung.example/product"');
  expect(tags).toContain("\\u003c/script>/a");
});

test("the home page says who runs the marketplace and how it is searched", () => {
  const tags = structuredTags({ title: "Kawung", canonical: "/" }, origin);
  expect(tags).toContain('"@type":"Organization"');
  expect(tags).toContain('"target":"https://kawung.example/product?name={name}"');
});
