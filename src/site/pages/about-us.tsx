import { lazy } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { brandName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { feesTag } from "#payments/fees/rules.ts";
import { informationTag } from "../information/rules.ts";
import { loadFees } from "../load-fees.ts";
import { loadPlace } from "../load-place.ts";
import { StaticHtml } from "../static-html.tsx";
import type { AboutData } from "../ui/information/about-text.tsx";
import article from "../ui/information/article.module.css";

// The stylesheet of what only the server renders.
String(article.page);
// Only the server imports the text. A browser uses its HTML, and loads its code only after a navigation.
const text = import.meta.env.SSR ? await import("../ui/information/about-text.tsx") : undefined;
const LazyAbout = lazy(async () => ({ default: (await import("../ui/information/about-text.tsx")).AboutText }));

export async function loader(args: LoaderFunctionArgs): Promise<AboutData> {
  const [fees, story, contact] = await Promise.all([
    loadFees(args),
    loadPlace(args, "about"),
    loadPlace(args, "contact"),
  ]);
  return { fees, story, contact };
}

export const handle: PageHandle<AboutData> = {
  layout: "shop",
  tags: () => [feesTag, informationTag("about"), informationTag("contact")],
  head: () => ({
    title: "Tentang kami",
    description: `${brandName()} adalah pasar daring untuk karya dan kebutuhan dari seluruh Nusantara, dengan uang yang baru diteruskan ke penjual setelah barang diterima.`,
    canonical: hrefs.aboutUs(),
  }),
};

export function Component() {
  const data = useLoaderData<AboutData>();
  return (
    <StaticHtml id="about" otherwise={<LazyAbout data={data} />}>
      {text && <text.AboutText data={data} />}
    </StaticHtml>
  );
}
