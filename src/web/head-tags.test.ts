import { expect, test } from "vitest";
import { fullTitle, headTags, structuredTags } from "./head-tags.ts";

const origin = new URL("https://kawung.example");

test("a shared link has a preview with title, description and picture, with absolute URLs", () => {
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

test("the preview of a page without a picture shows the icon, and search engines skip a page with noindex", () => {
  const tags = headTags({ title: "Kawung", noindex: true }, origin);
  expect(tags).toContain('content="https://kawung.example/icon-512.png"');
  expect(tags).toContain('<meta name="robots" content="noindex">');
  expect(tags).not.toContain("canonical");
  expect(fullTitle({ title: "Kawung" })).toBe("Kawung");
});

test("structured data has absolute URLs and cannot close its script element", () => {
  const tags = structuredTags(
    { title: "x", structured: [{ "@type": "Product", name: "</script>/a", image: ["/img/a.webp"], item: "/product" }] },
    origin,
  );
  expect(tags.match(/<\/script>/g)).toHaveLength(1);
  expect(tags).toContain('"image":["https://kawung.example/img/a.webp"]');
  expect(tags).toContain('"item":"https://kawung.example/product"');
  expect(tags).toContain("\\u003c/script>/a");
});

test("the home page describes the company and the site's search to search engines", () => {
  const tags = structuredTags({ title: "Kawung", canonical: "/" }, origin);
  expect(tags).toContain('"@type":"Organization"');
  expect(tags).toContain('"target":"https://kawung.example/product?name={name}"');
});
