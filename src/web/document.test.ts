import { expect, test } from "vitest";
import { createDocument } from "./document.ts";

const manifest = {
  "src/web/entry-client.tsx": { file: "assets/entry.js", css: ["assets/entry.css"] },
  "src/site/error-page.tsx": { file: "assets/error-page.js", css: ["assets/error-page.css"] },
  "src/site/pages/guide.tsx": { file: "assets/guide.js", css: ["assets/guide.css"] },
};
const { whole } = createDocument({ manifest, publicUrl: new URL("http://kawung.test") });
const stylesOf = (status: number) =>
  [
    ...whole({
      html: "",
      head: { title: "Panduan" },
      state: "{}",
      file: "/src/site/pages/guide.tsx",
      layout: "shop",
      status,
    }).matchAll(/<link rel="stylesheet" href="\/assets\/([^"]+)"/g),
  ].map(([, file]) => file);

test("a missing page has its stylesheets without scripts", () => {
  expect(stylesOf(404)).toEqual(["entry.css", "guide.css", "error-page.css"]);
  expect(stylesOf(200)).toEqual(["entry.css", "guide.css"]);
});
