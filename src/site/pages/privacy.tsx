import { lazy } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import type { PageHandle } from "#lib/page.ts";
import type { PlaceTexts } from "../information/contract.ts";
import { informationTag } from "../information/rules.ts";
import { loadPlace } from "../load-place.ts";
import { StaticHtml } from "../static-html.tsx";
import article from "../ui/information/article.module.css";

// The stylesheet of what only the server renders.
String(article.page);
// Only the server imports the text. A browser uses its HTML, and loads its code only after a navigation.
const text = import.meta.env.SSR ? await import("../ui/information/privacy-text.tsx") : undefined;
const LazyPrivacy = lazy(async () => ({ default: (await import("../ui/information/privacy-text.tsx")).PrivacyText }));

export const loader = (args: LoaderFunctionArgs): Promise<PlaceTexts> => loadPlace(args, "privacy");

export const handle: PageHandle<PlaceTexts> = {
  layout: "shop",
  tags: () => [informationTag("privacy")],
  head: () => ({
    title: "Kebijakan privasi",
    description: "Data apa yang kami simpan, untuk apa, siapa yang melihatnya, berapa lama, dan hak Anda atasnya.",
    canonical: hrefs.privacy(),
  }),
};

export function Component() {
  const texts = useLoaderData<PlaceTexts>();
  return (
    <StaticHtml id="privacy-policy" otherwise={<LazyPrivacy texts={texts} />}>
      {text && <text.PrivacyText texts={texts} />}
    </StaticHtml>
  );
}
