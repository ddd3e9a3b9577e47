import { lazy } from "react";
import { hrefs } from "#hrefs.ts";
import type { PageHandle } from "#lib/page.ts";
import { StaticHtml } from "../static-html.tsx";
import article from "../ui/article.module.css";

// The stylesheet of what only the server renders.
String(article.page);
// Only the server imports the text. A browser uses its HTML, and loads its code only after a navigation.
const text = import.meta.env.SSR ? await import("../ui/privacy-text.tsx") : undefined;
const LazyPrivacy = lazy(async () => ({ default: (await import("../ui/privacy-text.tsx")).PrivacyText }));

export const handle: PageHandle = {
  layout: "shop",
  head: () => ({
    title: "Kebijakan privasi",
    description: "Data apa yang kami simpan, untuk apa, siapa yang melihatnya, berapa lama, dan hak Anda atasnya.",
    canonical: hrefs.privacy(),
  }),
};

export function Component() {
  return (
    <StaticHtml id="privacy-policy" otherwise={<LazyPrivacy />}>
      {text && <text.PrivacyText />}
    </StaticHtml>
  );
}
