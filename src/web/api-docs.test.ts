import { expect, test } from "vitest";
import { apiDocsHtml, schemaText } from "./api-docs.ts";
import { iconTags } from "./brand-files.ts";

test("a schema is shown like a TypeScript type", () => {
  expect(
    schemaText({
      type: "object",
      required: ["name"],
      properties: {
        name: { type: "string" },
        tags: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } },
        kind: { enum: ["a", "b"] },
      },
    }),
  ).toBe('{\n  name: string\n  tags?: (string | null)[]\n  kind?: "a" | "b"\n}');
});

test("the page lists every call in its group and escapes its texts", () => {
  const html = apiDocsHtml({
    paths: { "/v1/cart": { get: { summary: "The <cart>", tags: ["cart"], responses: {} } } },
  });
  expect(html).toContain('<b class="GET">GET</b><code>/v1/cart</code><span>The &lt;cart&gt;</span>');
  expect(html).toContain('<section id="cart">');
  expect(html).toContain(iconTags());
});
