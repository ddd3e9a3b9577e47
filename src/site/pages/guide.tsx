import { lazy } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { pageApi } from "#lib/api-client.ts";
import { brandName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { feesTag, type FeeTexts } from "#payments/fees/rules.ts";
import { loadFees } from "../load-fees.ts";
import type { HelpApi } from "../help/contract.ts";
import type { FoundHelp } from "../help/search-help.ts";
import { StaticHtml } from "../static-html.tsx";
import article from "../ui/information/article.module.css";
import { FoundHelpList, HelpSearch } from "../ui/help/help-search.tsx";
import styles from "../ui/help/help-search.module.css";

// The stylesheet of what only the server renders.
String(article.page);
// Only the server imports the guide. A browser uses its HTML, and loads its code only after a navigation.
const text = import.meta.env.SSR ? await import("../ui/help/guide-text.tsx") : undefined;
const LazyGuide = lazy(async () => ({ default: (await import("../ui/help/guide-text.tsx")).GuideText }));

type Data = { asked: string } & ({ found: FoundHelp[] } | { found: null; fees: FeeTexts });

export const handle: PageHandle<Data> = {
  layout: "shop",
  tags: () => [feesTag],
  head: ({ asked }) => ({
    title: asked === "" ? "Panduan belanja dan berjualan" : `Bantuan: ${asked}`,
    description: `Cara mencari, membayar, melacak dan menerima pesanan di ${brandName()}, menjaga akun, dan mengatur data Anda.`,
    canonical: hrefs.guide(),
    noindex: asked !== "",
  }),
};

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Data> {
  const asked = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 200);
  if (asked === "") return { asked, found: null, fees: await loadFees({ request, context }) };
  const { result } = await pageApi<HelpApi>({ request, context })("GET /v1/help", { query: { q: asked } });
  return { asked, found: result };
}

/** The whole guide, or the texts that match a question. */
export function Component() {
  const loaded = useLoaderData<Data>();
  if (loaded.found) {
    const { asked, found } = loaded;
    return (
      <div className={`wrap ${styles.results}`}>
        <header>
          <h1>Bantuan</h1>
          <HelpSearch asked={asked} />
        </header>
        <FoundHelpList asked={asked} found={found} />
      </div>
    );
  }
  return (
    <StaticHtml id="guide" otherwise={<LazyGuide fees={loaded.fees} />}>
      {text && <text.GuideText fees={loaded.fees} />}
    </StaticHtml>
  );
}
